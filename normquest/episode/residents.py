"""What residents do in the arm where they go about their day again.

They stay where they stand, for a norm may ask for somebody's presence, and leave
alone what the newcomer's task is about, save what they hold themselves: so the
task never becomes impossible. Nor do they do any of it for the newcomer.
"""

from __future__ import annotations

from collections.abc import Callable

from normquest.community.acts import GroundAct, Listing, listing
from normquest.community.build import Community
from normquest.community.happening import happen
from normquest.community.memo import reader
from normquest.community.state import Key, State
from normquest.episode.case import Case
from normquest.episode.tasks import tally, task_of, wanted_keys
from normquest.norms.events import Stage
from normquest.streams import Stream, chance, pick, shuffled, stream

BUSY = 0.4
"""How likely a resident acts in a turn."""


def busy(community: Community, stage: Stage, turn: int) -> tuple[str, ...]:
    """The residents who act in a turn, in seeded order: nothing that happens has any part in it."""
    key = ("busy", stage, turn)
    if key not in community.cache:
        order = shuffled(stream(community.seed, "order", stage, turn), list(community.residents))
        community.cache[key] = tuple(p for p in order if chance(_own_stream(community, p, turn), BUSY))
    found: tuple[str, ...] = community.cache[key]
    return found


def chosen(
    case: Case, community: Community, state: State, person: str, stage: Stage, turn: int
) -> tuple[GroundAct, Listing] | None:
    """What a busy resident does, and the rites open to them then; None if nothing is left to do."""
    rng = _own_stream(community, person, turn)
    chance(rng, BUSY)  # its first draw said that they act
    spared = _spared(case, stage, community, person)(state)
    legal = listing(community, state, person, spared)
    open_acts = list(legal.leaving(spared))
    while open_acts:
        ground = pick(rng, open_acts)
        if not _forwards(case, community, state, ground, stage, turn):
            return ground, legal.rites
        open_acts.remove(ground)
    return None


def _own_stream(community: Community, person: str, turn: int) -> Stream:
    return stream(community.seed, "resident", person, turn)


def _spared(case: Case, stage: Stage, community: Community, person: str) -> Callable[[State], frozenset[Key]]:
    """What somebody leaves alone, as a function of who holds what the task of a stage is about."""
    wanted = wanted_keys(case, stage, community)
    cached = ("spared", wanted, person)
    if cached not in community.cache:
        things = sorted({entity for entity, _ in wanted})
        where = reader([(thing, "at") for thing in things])
        known: dict[frozenset[str], frozenset[Key]] = {}

        def spared(state: State) -> frozenset[Key]:
            at = where(state)
            pairs = zip(things, at, strict=True) if person in at else ()
            held = frozenset([thing for thing, place in pairs if place == person])
            if held not in known:
                mine = {(person, "at")}
                known[held] = frozenset(k for k in wanted if k[1] == "at" or k[0] not in held) | mine
            return known[held]

        community.cache[cached] = spared
    found: Callable[[State], frozenset[Key]] = community.cache[cached]
    return found


def _forwards(
    case: Case, community: Community, state: State, ground: GroundAct, stage: Stage, turn: int
) -> bool:
    """Whether the act does a part of the newcomer's task."""
    if not ground.writes & wanted_keys(case, stage, community):
        return False
    task = task_of(case, stage)
    after = happen(community, state, ground, seq=0, turn=turn, stage=stage)[1]
    was, now = tally(task, community, state), tally(task, community, after)
    return any(more > less for more, less in zip(now, was, strict=True))
