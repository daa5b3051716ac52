"""What somebody is about to do: the steps of an errand, with a custom worked into them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from normquest.community.acts import GroundAct
from normquest.community.build import Community
from normquest.norms.rules import ActPattern, Alternation, Quantity, Rule
from normquest.norms.terms_of import terms_of
from normquest.streams import Stream, chance, pick, pick_weighted

WITH_RITE, AS_SAID = 0.7, 0.6
"""How often a custom is worked in with a rite of its own, and with just the act it restricts."""


@dataclass(frozen=True)
class Patterns:
    """An errand's steps, compiled once."""

    name: str
    steps: tuple[ActPattern, ...]


def patterns_of(community: Community) -> dict[str, Patterns]:
    """The errands of a setting with their steps as act patterns."""
    if "errands" not in community.cache:
        community.cache["errands"] = {
            name: Patterns(name, tuple(ActPattern.model_validate(step) for step in errand.steps))
            for name, errand in community.setting.errands.items()
        }
    found: dict[str, Patterns] = community.cache["errands"]
    return found


def bearing(errand: Patterns, kinds: Collection[tuple[str | None, str | None]]) -> int:
    """How many steps are acts that some custom restricts: such errands are seen more often."""
    return sum((step.verb, step.tag) in kinds for step in errand.steps)


def ahead(step: ActPattern, kinds: Collection[tuple[str | None, str | None]]) -> float:
    """The chance that a history begins after this step: the acts that matter are mostly shown."""
    return 0.15 if (step.verb, step.tag) in kinds else 0.85


def restricted(customs: Sequence[Rule]) -> set[tuple[str | None, str | None]]:
    """The kinds of act, as (verb, tag), that the customs restrict."""
    return {(act.verb, act.tag) for rule in customs for act in terms_of(rule).acts}


Step = ActPattern | None
"""What a plan asks for next: an act of a pattern, or something to pass the time."""


@dataclass
class Plan:
    """What somebody is about to do: steps, how many are over at the start, how many may stay undone."""

    steps: list[Step]
    behind: int = 0
    after: int | None = None

    def shown(self, pending: Sequence[GroundAct]) -> bool:
        """Whether all that matters has been done."""
        return self.after is None or (len(self.steps) <= self.after and not pending)


def woven(steps: Sequence[ActPattern], customs: Sequence[Rule], rng: Stream) -> Plan:
    """The plan with one custom, any alike likely, worked into it: its act, and nearby a rite it speaks of.

    A custom's "unless" is seen to matter only where it sometimes holds, and its
    "within 3 turns" only where sometimes four go by.
    """
    custom = pick(rng, customs)
    terms = terms_of(custom)
    act = pick(rng, terms.acts) if terms.acts else None
    places = [i for i, s in enumerate(steps) if act is not None and (s.verb, s.tag) == (act.verb, act.tag)]
    if act is None or not places:
        return Plan(list(steps))
    # What only a second time breaks is mostly shown twice.
    twice = len(places) > 1 and chance(rng, 0.9 if isinstance(custom, Quantity | Alternation) else 0.3)
    where = places[0] if twice else pick(rng, places)
    own: list[Step] = [act if chance(rng, AS_SAID) else steps[where]]
    if terms.helpful and chance(rng, WITH_RITE):
        rite = pick(rng, terms.helpful)
        if rite.tests and chance(rng, 0.3):
            rite = rite.model_copy(update={"tests": rite.tests[:-1] if chance(rng, 0.5) else rite.tests[1:]})
        pads: list[Step] = [None] * pick_weighted(rng, (0, 1, 2, 3, 4), (5.0, 2.0, 1.5, 1.5, 1.0))
        own = [*own, *pads, rite] if terms.judges_ticks else [rite, *pads, *own]
    rest: list[Step] = list(steps[where + 1 :])
    if twice:
        second = places[1] - where - 1
        rest[second] = act if chance(rng, AS_SAID) else rest[second]
        after = len(rest) - second - 1
    else:
        after = max(0, len(rest) - chance(rng, 0.5))
    return Plan([*steps[:where], *own, *rest], where, after)
