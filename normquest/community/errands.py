"""Residents about their day: short stretches of acts towards a goal, with detours and pads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from normquest.community.acts import GroundAct
from normquest.community.build import YOU, Community
from normquest.community.choosing import Walk, choose, variants
from normquest.community.clock import hour_at, turn_of_hour
from normquest.community.happening import fresh_history
from normquest.community.state import NOWHERE, Key
from normquest.community.weaving import Plan, Step, ahead, bearing, patterns_of, restricted, woven
from normquest.norms.events import Event
from normquest.norms.monitor import Monitor
from normquest.norms.past import MOVING
from normquest.norms.rules import Both, Maintenance, Rule
from normquest.norms.terms_of import terms_of
from normquest.streams import Stream, below, chance, pick, pick_weighted, shuffled

BEGUN = 0.6
"""The chance that somebody has gone most of the way to the first step before the history begins."""
WOVEN = 0.8
"""How often a custom is worked into an errand."""
DETOUR = 0.12
BEHIND = 0.85
"""The chance that a step before what is worked in is behind somebody when the history begins."""
WITH_IT = 0.6
"""How often somebody who is to keep hold of something sets out with it."""
LEAST, LONGEST = 4, 8
"""Acts in one errand as shown, at least and at most."""


@dataclass(frozen=True)
class Errand:
    """One fresh short history: its events (acts and ticks, unnumbered), who runs it, what customs it breaks.

    `breaks[k]` lists the positions (in `events`) of findings that violate custom k.
    """

    start: dict[Key, Any]
    events: tuple[Event, ...]
    runners: tuple[str, ...]
    breaks: tuple[tuple[int, ...], ...]

    @property
    def acts(self) -> int:
        """How many acts it shows."""
        return sum(1 for e in self.events if e.kind in ("act", "failed"))


def _scatter(community: Community, rng: Stream) -> dict[Key, Any]:
    """A start for a fresh history: people anywhere, some hour, the newcomer out of the picture."""
    state = dict(community.start)
    places = tuple(community.setting.places)
    fixed = {
        thing.at
        for thing in community.setting.things.values()
        if not community.world.kinds[thing.kind].portable
    }
    weights = [3.0 if place in fixed else 1.0 for place in places]
    for person in community.residents:
        state[(person, "at")] = pick_weighted(rng, places, weights)
    state[(YOU, "at")] = NOWHERE
    hour = pick(rng, tuple(community.world.hours))
    turn = turn_of_hour(community, hour) + below(rng, community.world.hours[hour].turns)
    day, hour = hour_at(community, turn)
    state[("clock", "turn")], state[("clock", "day")], state[("clock", "hour")] = turn, day, hour
    return state


def run_errand(
    community: Community,
    customs: Sequence[Rule],
    lapse: float,
    rng: Stream,
    *,
    kinds: Collection[tuple[str | None, str | None]] = (),
    two: float = 0.3,
    about: int | None = None,
) -> Errand | None:
    """One errand of one or two residents, four to nine acts each history; None where it came to nothing.

    `about`: the custom to be worked in, if not any.
    """
    works_in = customs if about is None else (customs[about],)
    state = _scatter(community, rng)
    _hand_out(community, state, customs, rng)
    names = shuffled(rng, list(community.residents))
    runners = names[: 2 if len(names) > 1 and chance(rng, two) else 1]
    _equip(community, state, customs, runners, rng)
    if len(runners) == 2 and chance(rng, 0.7):
        state[(runners[1], "at")] = state[(runners[0], "at")]
    if chance(rng, 0.8):
        # Somebody stands where the errand begins, so that not all is done unseen.
        state[(names[-1], "at")] = state[(runners[0], "at")]
    monitors = [Monitor(rule) for rule in customs]
    plans: dict[str, Plan] = {}
    patterns = patterns_of(community)
    own_kinds = kinds if about is None else restricted(works_in)
    for runner in runners:
        own = [patterns[name] for name in community.setting.people[runner].errands]
        weights = [1.0 + 5.0 * min(bearing(errand, own_kinds), 2) for errand in own]
        plan = pick_weighted(rng, own, weights).steps
        plans[runner] = woven(plan, works_in, rng) if customs and chance(rng, WOVEN) else Plan(list(plan))
    shown = {*kinds, *((p.verb, p.tag) for rule in customs for p in terms_of(rule).helpful)}
    start = _prelude(community, state, runners, plans, shown, rng)
    duties = any(terms_of(rule).judges_ticks for rule in customs)
    walk = Walk(community, start, monitors, [{} for _ in customs], [], duties=duties, customs=customs)
    walk.log(fresh_history("watch", 0, 0, start))
    pending: dict[str, list[GroundAct]] = {r: [] for r in runners}
    length = LEAST + below(rng, 4)
    woven_in = any(plans[r].after is not None for r in runners)
    length = LONGEST if woven_in else length
    acts = 0

    def over() -> bool:
        return acts >= (LEAST if _all_shown() else length)

    def _all_shown() -> bool:
        return woven_in and all(plans[r].shown(pending[r]) for r in runners)

    while not over():
        for runner in runners:
            if over():
                break
            ground = _next_act(walk, runner, plans[runner].steps, pending[runner], lapse, rng)
            if ground is None:
                continue
            walk.do(ground)
            acts += 1
        walk.close_turn()
        if walk.turn > LONGEST + 2:
            return None
    return _finished(walk, start, tuple(runners), customs)


def _hand_out(community: Community, state: dict[Key, Any], customs: Sequence[Rule], rng: Stream) -> None:
    """Where some custom minds what one holds, people mostly hold such things."""
    wanted = {v for rule in customs for _, attribute, v in terms_of(rule).tests if attribute == "holds"}
    for thing in community.things:
        if state[(thing, "kind")] in wanted and chance(rng, 0.6):
            state[(thing, "at")] = pick(rng, community.residents)


def _equip(
    community: Community,
    state: dict[Key, Any],
    customs: Sequence[Rule],
    runners: Sequence[str],
    rng: Stream,
) -> None:
    """Where some custom asks to keep hold of a thing, those who run the errand mostly have one such."""
    parts = [part for rule in customs for part in (rule.rules if isinstance(rule, Both) else (rule,))]
    for part in parts:
        if not isinstance(part, Maintenance) or part.keep.negated or part.keep.test.attribute != "holds":
            continue
        things = [t for t in community.things if state[(t, "kind")] == part.keep.test.value]
        for runner, thing in zip(runners, shuffled(rng, things), strict=False):
            if chance(rng, WITH_IT):
                state[(thing, "at")] = runner


def _prelude(
    community: Community,
    state: dict[Key, Any],
    runners: Sequence[str],
    plans: dict[str, Plan],
    shown: Collection[tuple[str | None, str | None]],
    rng: Stream,
) -> dict[Key, Any]:
    """The state in which the history begins: steps that matter little are behind the runners."""
    quiet = Walk(community, state, [], [], [])
    for runner in runners:
        plan, behind = plans[runner].steps, plans[runner].behind
        while len(plan) > 1 and plan[0] is not None:
            if not chance(rng, BEHIND if behind > 0 else ahead(plan[0], shown)):
                break
            if plans[runner].after is not None and behind <= 0:
                break
            behind -= 1
            chosen = choose(quiet, variants(quiet, runner, plan[0], rng), 0.0, rng)
            if chosen is None:
                break
            for ground in chosen:
                quiet.move_on(ground)
            plan.pop(0)
        if plan[0] is not None and chance(rng, BEGUN):
            # The history begins where the next step is near at hand.
            for ground in (choose(quiet, variants(quiet, runner, plan[0], rng), 0.0, rng) or ())[:-1]:
                if MOVING in ground.tags:
                    quiet.move_on(ground)
    return dict(quiet.state)


def _next_act(
    walk: Walk, runner: str, plan: list[Step], pending: list[GroundAct], lapse: float, rng: Stream
) -> GroundAct | None:
    """The runner's next act: what it has decided on, or a new choice."""
    while pending and not pending[0].legal(walk.state):
        pending.pop(0)
    if not pending:
        step = plan.pop(0) if plan else None
        if step is not None and chance(rng, DETOUR):
            detour = choose(walk, variants(walk, runner, None, rng), lapse, rng)
            if detour is not None:
                plan.insert(0, step)
                return detour[0]
        chosen = choose(walk, variants(walk, runner, step, rng), lapse, rng)
        if chosen is None and step is not None:
            if chance(rng, 0.7):
                plan.insert(0, step)
            chosen = choose(walk, variants(walk, runner, None, rng), lapse, rng)
        if chosen is None:
            return None
        pending.extend(chosen)
    return pending.pop(0)


def _finished(walk: Walk, start: dict[Key, Any], runners: tuple[str, ...], customs: Sequence[Rule]) -> Errand:
    events = tuple(replace(e, seq=i) for i, e in enumerate(walk.events))
    breaks = []
    for rule in customs:
        monitor = Monitor(rule)
        breaks.append(
            tuple(
                i
                for i, e in enumerate(events)
                if any(f.result == "violated" and f.bearer in runners for f in monitor.feed(e))
            )
        )
    return Errand(start, events, runners, tuple(breaks))
