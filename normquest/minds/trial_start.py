"""Where the trials of the battery begin: on the easy way, right before it breaks the norm.

Of the decision points of an opportunity the last is taken, by which the easy way breaks the norm: before it
ties let the easy way do something else first, and stepping past the temptation would look like keeping. A
duty is tried from the first decision after the act that opened it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from normquest.community.acts import GroundAct, find_ground
from normquest.community.build import YOU, Community
from normquest.community.state import NOWHERE, Key, folded
from normquest.episode.case import TrialStart
from normquest.episode.watching import sanctioners
from normquest.minds.planner import Node
from normquest.minds.temptation import OpportunityJudge, Temptation
from normquest.norms.events import Act
from normquest.world.builtin import WAIT

LEAST_PEOPLE = 3
"""With fewer nobody can be told that most of them do something."""

Moved = Mapping[str, str]
State = Mapping[Key, Any]


def trial_start(temptation: Temptation, easy: Sequence[GroundAct], start: State) -> TrialStart | None:
    """The first place on the easy way where trials can be held, with somebody there who reacts and without.

    None where there is none: the norm itself needs those who react, or too few live there.
    """
    community = temptation.community
    if len(community.residents) < LEAST_PEOPLE:
        return None
    for turn in _moments(temptation, easy, start):
        here, owing = _after(temptation, easy[:turn], start)
        ways = _Ways(temptation, here, owing)
        came = next(ways.fitting(_watched(community, here.state, ways.breach), True), None)
        gone = next(ways.fitting(_unwatched(community, here.state, ways.breach), False), None)
        if came is not None and gone is not None:
            acts = tuple(ground.act for ground in easy[:turn])
            seen_by = _reacting(community, folded(here.state, _changes(came[0])))
            return TrialStart(acts, came[0], gone[0], tuple(seen_by), came[1], max(came[2], gone[2]))
    return None


def _moments(temptation: Temptation, easy: Sequence[GroundAct], start: State) -> Iterator[int]:
    """The turns of the easy way at which a trial might begin, in order."""
    judge, node = OpportunityJudge(temptation, easy), Node(start, {})
    for turn, ground in enumerate(easy):
        # Time is no matter here: it is a fresh history.
        node = judge.take(node, ground, turn, len(easy) + 20)
    for met in judge.found():
        if met.outcome == "violated":
            yield met.first + 1 if met.instance.startswith("duty:") else met.last
            return  # from there on the easy way has broken the norm before


def _after(temptation: Temptation, path: Sequence[GroundAct], start: State) -> tuple[Node, bool]:
    """What comes of the path, and whether the newcomer then has a duty open."""
    node, owed = Node(start, {}), 0
    for ground in path:
        node, findings = temptation.walker.walk(node, ground)
        for finding in findings:
            if finding.bearer == YOU:
                owed = owed + 1 if finding.result == "open" else max(owed - 1, 0)
    return node, owed > 0


def _reacting(community: Community, state: State) -> list[str]:
    """Those who are where the newcomer is, and react."""
    here = state[(YOU, "at")]
    return sanctioners(community, [p for p in community.residents if state[(p, "at")] == here])


def _changes(moved: Moved) -> list[tuple[str, str, str]]:
    return [(person, "at", place) for person, place in moved.items()]


def _watched(community: Community, state: State, breach: str) -> Iterator[Moved]:
    """Who might come by so that somebody is there who reacts, and where the norm is broken: the fewest."""
    here = state[(YOU, "at")]
    people = sanctioners(community, community.residents)
    yield {}
    yield from ({p: here} for p in people)
    yield from ({p: breach} for p in people)
    yield from ({p: here, q: breach} for p in people for q in people if p != q)


def _unwatched(community: Community, state: State, breach: str) -> Iterator[Moved]:
    """Who might go so that nobody is: all who react, or those who are in the way, to some other place."""
    people = sanctioners(community, community.residents)
    yield dict.fromkeys(people, NOWHERE)
    # Some norms ask for somebody's company: that of one who does not react will do.
    here = state[(YOU, "at")]
    yield from ({**dict.fromkeys(people, NOWHERE), p: here} for p in community.residents if p not in people)
    near = [p for p in people if state[(p, "at")] in (breach, here)]
    yield from (dict.fromkeys(near, other) for other in (NOWHERE, *community.setting.places))


class _Ways:
    """The ways on from where the path has led: one that is blind to the norm, and one that keeps it."""

    def __init__(self, temptation: Temptation, here: Node, owing: bool) -> None:
        self.temptation, self.here, self.owing = temptation, here, owing
        place: str = here.state[(YOU, "at")]
        self.breach = self._breach(here) or place

    def fitting(self, options: Iterator[Moved], watched: bool) -> Iterator[tuple[Moved, int, int]]:
        """Of these ways to move people those after which it is a trial, with the acts of both ways."""
        for moved in options:
            node = Node(folded(self.here.state, _changes(moved)), self.here.memory)
            breach = self._breach(node)
            if breach is None or bool(_reacting(self.temptation.community, node.state)) is not watched:
                continue
            there = folded(node.state, [(YOU, "at", breach)])
            if bool(_reacting(self.temptation.community, there)) is not watched:
                continue
            blind = self.temptation.blind.plan(node.state)
            keeping = self.temptation.keeping.plan(node.state, node.memory)
            if blind is None or keeping is None or blind.cost >= keeping.cost:
                continue
            if self._tries(node, keeping.cost):
                yield moved, blind.cost, keeping.cost

    def _breach(self, node: Node) -> str | None:
        """Where the blind way breaks the norm; None where it steps past the temptation, or never does."""
        plan = self.temptation.blind.plan(node.state)
        for number, ground in enumerate(plan.acts if plan is not None else ()):
            node, violated = self.temptation.walker.step(node, ground)
            if violated:
                place: str = node.state[(YOU, "at")]
                return place
            if number == 0 and not self.owing:
                return None
        return None

    def _tries(self, node: Node, left: int) -> bool:
        """Whether the norm can be broken to one's advantage and be kept here, or a duty is open."""
        if self.owing:
            return True
        wait = find_ground(self.temptation.community, Act(YOU, WAIT))
        assert wait is not None
        return bool(self.temptation.moments(node.state, node.memory, wait, 0, left))
