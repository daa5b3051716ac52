"""A pool of errands of one community, read once by all that choose among them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from normquest.community.acts import GroundAct, legal_acts
from normquest.community.build import Community
from normquest.community.clock import end_turn
from normquest.community.errands import Errand, run_errand
from normquest.community.happening import happen
from normquest.community.state import Key, folded
from normquest.community.weaving import restricted
from normquest.norms.events import Event
from normquest.norms.matching import act_match
from normquest.norms.monitor import Monitor
from normquest.norms.past import Memory
from normquest.norms.rules import Rule
from normquest.norms.terms_of import terms_of
from normquest.streams import chance, shuffled, stream

IDLE = 0.15
"""The share of errands without any act in a custom's scope that stay in the pool."""


def free_errands(
    community: Community, kinds: Collection[tuple[str | None, str | None]], seed: int, n: int
) -> list[Errand]:
    """Errands of people who mind nothing: they break rules of all kinds, and so tell rules apart."""
    found = (run_errand(community, (), 1.0, stream(seed, "free errand", i), kinds=kinds) for i in range(n))
    return [e for e in found if e is not None]


def kept_errands(
    community: Community, customs: Sequence[Rule], lapse: float, seed: int, n: int
) -> list[Errand]:
    """Errands of residents who keep the customs but for lapses; what scenes are chosen from.

    Most have an act in the scope of some custom; no custom counts more than another.
    """
    kinds = restricted(customs)
    acts = [act_match(p) for rule in customs for p in terms_of(rule).acts]
    kept_up = [rule for rule in customs if terms_of(rule).upkeep]
    found: list[Errand] = []
    for i in range(3 * n):
        if len(found) == n:
            break
        rng = stream(seed, "errand", i)
        errand = run_errand(community, customs, lapse, rng, kinds=kinds)
        if errand is None:
            continue
        in_scope = any(match(event) is True for event in errand.events for match in acts)
        if in_scope or any(_bears(rule, errand) for rule in kept_up) or chance(rng, IDLE):
            found.append(errand)
    return found


def _bears(rule: Rule, errand: Errand) -> bool:
    """Whether a rule finds anything about those who run the errand."""
    return any(f.bearer in errand.runners for f in Monitor(rule).feed_all(errand.events))


def errands_about(
    community: Community, customs: Sequence[Rule], about: int, lapse: float, seed: int, first: int, n: int
) -> list[Errand]:
    """More errands of the same residents, all about one custom; `first` tells one lot from another."""
    kinds = restricted(customs)
    found = (
        run_errand(
            community,
            customs,
            lapse,
            stream(seed, "errand about", about, first + i),
            kinds=kinds,
            about=about,
        )
        for i in range(n)
    )
    return [e for e in found if e is not None]


def branched(
    community: Community, errands: Sequence[Errand], customs: Sequence[Rule], seed: int, n: int
) -> list[Errand]:
    """Errands that end otherwise: cut short and closed with another act in some custom's scope.

    Each is gone on with where that is kept, or breaks just one custom; no
    custom counts more than another.
    """
    rng = stream(seed, "branched")
    acts = [[act_match(p) for p in terms_of(rule).acts] for rule in customs]
    kinds = restricted(customs)
    monitors = [Monitor(rule) for rule in customs]
    found: list[Errand] = []
    for errand in shuffled(rng, list(errands)):
        if len(found) >= n:
            break
        ways = []
        state: dict[Key, Any] = dict(errand.start)
        memories: list[Memory] = [{} for _ in customs]
        done = 0
        for index, event in enumerate(errand.events):
            if event.kind == "act":
                if done >= LEAST_BEFORE:
                    ways.append((index, event, state, list(memories)))
                done += 1
            memories = [m.judge(memory, event)[0] for m, memory in zip(monitors, memories, strict=True)]
            state = folded(state, event.changes)
        for index, event, at, before in shuffled(rng, ways)[:2]:
            options = [
                g
                for g in legal_acts(community, at, event.actor)
                if g.act != event.act
                and ((g.act.verb, None) in kinds or any((None, t) in kinds for t in g.tags))
            ]
            for ground in shuffled(rng, options)[:3]:
                ended = _ended(community, errand, index, at, before, ground, monitors, acts)
                if ended is not None:
                    found.append(ended)
                    break
    return found


LEAST_BEFORE = 3
"""Acts that come before the other end."""


def _ended(
    community: Community,
    errand: Errand,
    index: int,
    state: dict[Key, Any],
    memories: Sequence[Memory],
    ground: GroundAct,
    monitors: Sequence[Monitor],
    acts: Sequence[Sequence[Callable[[Event], object]]],
) -> Errand | None:
    """The errand up to an act, closed with another; None where that says nothing about any custom."""
    turn = errand.events[index].turn
    last, after = happen(community, state, ground, seq=index, turn=turn, stage="watch", told=False)
    if not any(match(last) is True for own in acts for match in own):
        return None
    closing, _ = end_turn(community, after, seq=index + 1, turn=turn, stage="watch")
    breaks = []
    for monitor, memory, old in zip(monitors, memories, errand.breaks, strict=True):
        middle, one = monitor.judge(memory, last)
        _, two = monitor.judge(middle, closing)
        new = [
            i for i, found in ((index, one), (index + 1, two)) if any(f.result == "violated" for f in found)
        ]
        breaks.append((*(i for i in old if i < index), *new))
    if sum(bool(b and b[-1] >= index) for b in breaks) > 1:
        return None
    return Errand(errand.start, (*errand.events[:index], last, closing), errand.runners, tuple(breaks))
