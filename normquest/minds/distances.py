"""How far a task is from done: an admissible estimate from projections onto one thing at a time.

A task asks mostly that so many things of a kind come to pass some tests. For
each thing alone, everything else left out, two tables are exact: the handling
acts still needed, and the moves. Handling acts touch one thing, so their sums
add; moves are shared, so the largest counts. Things alike in all that cannot
change share their tables. A test to which this does not apply (what it asks
turns on several things, or comes about by itself) counts as one act.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from normquest.community.acts import GroundAct
from normquest.community.build import YOU, Community
from normquest.community.clock import rule_reaches
from normquest.community.compile import Compiled, all_of, check, there
from normquest.community.grounding import needed_for
from normquest.community.memo import Memo
from normquest.community.state import Key, State
from normquest.minds.likeness import done_to, fixed_of
from normquest.minds.thing_tables import FAR, HERE, ThingTable, Value, attributes_of, costs_to, ways_of
from normquest.world.terms import Count, TestModel


def _counted_by(community: Community, goal: Sequence[TestModel]) -> Iterator[str]:
    """The things that some test of the goal counts."""
    for test in goal:
        if test.compare is not None and test.compare.left.count is not None:
            yield from community.scope.entities(test.compare.left.count.kind)


@dataclass(frozen=True)
class _Wanted:
    """So many of these things must come to pass `where`."""

    needed: int
    things: tuple[str, ...]
    where: tuple[TestModel, ...]
    tables: Mapping[str, ThingTable]

    def to_go(self, state: State) -> tuple[int, int]:
        """The least handling of as many as are needed, and the moves that the last of them takes."""
        both = [self.tables[thing].to_go(state, thing) for thing in self.things]
        handles, moves = sorted(h for h, _ in both), sorted(m for _, m in both)
        return sum(handles[: self.needed]), moves[self.needed - 1]


class Distance:
    """The estimate for one task in one community: a lower bound on the acts still needed."""

    def __init__(self, community: Community, acts: Sequence[GroundAct], goal: Sequence[TestModel]) -> None:
        self._community, self._acts = community, acts
        self._counted = set(_counted_by(community, goal))
        self._places = ways_of(community, acts)
        self._wanted: list[_Wanted] = []
        self._moves: dict[str, dict[str, int]] = {}
        self._others: list[Compiled] = []
        self._told: dict[str, Key] = {}
        for test in goal:
            wanted = self._count(test)
            if wanted is None:
                self._others.append(check(test, {"actor": YOU}, community.scope))
                self._told |= self._telling(test)
            else:
                self._wanted.append(wanted)
        self._sums = [self._apart_from(number) for number in range(len(self._wanted))]
        keys = {key for other in self._others for key in other.reads} | {HERE}
        for wanted in self._wanted:
            keys |= {(t, a) for t in wanted.things for a in wanted.tables[t].attributes}
        keys |= {key for who, known in self._told.items() for key in ((who, "at"), known)}
        self._known = Memo(community.scope, sorted(keys), self._bound)

    def __call__(self, state: State) -> int:
        """A lower bound on the acts to go; 99 or more where the task can no longer be done."""
        return self._known(state)

    def _bound(self, state: State) -> int:
        others = 1 if any(not other.call(state) for other in self._others) else 0
        each = [wanted.to_go(state) for wanted in self._wanted]
        untold = [who for who, known in self._told.items() if state.get(known) is None]
        legs = [moves for _, moves in each] + [self._far(state[HERE], state[(who, "at")]) for who in untold]
        if not legs:
            return others
        handling = max((sum(each[n][0] for n in group) for group in self._sums), default=0)
        return max(handling + len(untold) + max(legs), others)

    def _far(self, place: str, goal: str) -> int:
        """The moves from one place to another, whatever may stand in the way."""
        if place not in self._moves:
            self._moves[place] = costs_to(
                [(place, 0)], lambda here: ((there, 1) for there in self._places.get(here, ()))
            )
        return self._moves[place].get(goal, FAR)

    def _telling(self, test: TestModel) -> dict[str, Key]:
        """Whom the test asks to know something, if only an act before their face can bring it about."""
        pair = test.is_ or ()
        named = [side.known for side in pair if side.known is not None]
        if len(named) != 1 or named[0][0] not in self._community.residents:
            return {}
        who, known = named[0][0], (named[0][0], f"knows:{named[0][1]}")
        if any({known, (who, "at")} & reach.writes for reach in rule_reaches(self._community)):
            return {}
        for ground in self._acts:
            if (who, "at") in ground.writes:
                return {}
            if known in ground.writes and (
                (who, "at") not in ground.reads
                or HERE not in ground.reads
                or HERE in ground.writes
                or any(e in self._community.things for e, _ in ground.writes)
                or any(e != who and a.startswith("knows:") for e, a in ground.writes)
            ):
                return {}
        return {who: known}

    def _count(self, test: TestModel) -> _Wanted | None:
        """The test as a count of things that tables can bound, or None."""
        counted = test.compare
        if counted is None or counted.op not in (">=", "==", ">") or counted.left.count is None:
            return None
        count, number = counted.left.count, counted.right.literal
        if count.kind in ("person", "place") or not isinstance(number, int):
            return None
        needed = number + (counted.op == ">")
        things = self._community.scope.entities(count.kind)
        if not 1 <= needed <= len(things) or not self._alone(things):
            return None
        tables = self._tables(count, things)
        return None if tables is None else _Wanted(needed, things, count.where, tables)

    def _alone(self, things: Sequence[str]) -> bool:
        """Whether acts touch these things one at a time and for themselves, and no rule touches any.

        An act may change what else it likes: a well that runs low, a debt. But what becomes of the thing must
        hang on that thing alone, and no second thing that the task counts may be served by the same act.
        """
        own, dynamic = set(things), self._community.scope.dynamic
        if any(
            e in own or (e, a) == HERE for reach in rule_reaches(self._community) for e, a in reach.writes
        ):
            return False
        for ground in self._acts:
            touched = {e for e, _ in ground.writes if e in self._counted}
            if not touched & own:
                continue
            if len(touched) > 1 or HERE in ground.writes:
                return False
            needs = needed_for(self._community, ground, touched) & dynamic
            if any(key != HERE and key[0] not in touched for key in needs):
                return False
        return True

    def _tables(self, count: Count, things: Sequence[str]) -> dict[str, ThingTable] | None:
        """A table a class of like things, by thing; None where what is asked turns on anything else."""
        scope = self._community.scope
        classes: dict[Value, list[str]] = {}
        passing: dict[str, Compiled] = {}
        for thing in things:
            passes = there(thing, all_of(count.where, {"actor": YOU, "it": thing}, scope), scope)
            passing[thing] = passes
            alike = (
                thing in scope.elusive,
                fixed_of(self._community, thing, passes.reads),
                done_to(self._community, self._acts, thing),
            )
            classes.setdefault(alike, []).append(thing)
        tables: dict[str, ThingTable] = {}
        for members in classes.values():
            first, passes = members[0], passing[members[0]]
            own = {(first, a) for a in attributes_of(self._community, members)}
            if not (passes.reads & scope.dynamic) <= own:
                return None
            table = ThingTable(self._community, self._acts, members, passes.call, self._places)
            tables |= dict.fromkeys(members, table)
        return tables

    def _apart_from(self, number: int) -> list[int]:
        """The counts, this one first, of which no thing can serve two: their handling adds up."""
        chosen = [number]
        for n in range(len(self._wanted)):
            if all(self._apart(n, m) for m in chosen):
                chosen.append(n)
        return chosen

    def _apart(self, one: int, other: int) -> bool:
        """Whether no thing can count for both: of other kinds, or with another value of one attribute."""
        a, b = self._wanted[one], self._wanted[other]
        if not set(a.things) & set(b.things):
            return True
        first, second = dict(_fixed(a.where)), dict(_fixed(b.where))
        return any(first[name] != second[name] for name in first.keys() & second.keys())


def _fixed(where: Sequence[TestModel]) -> Iterator[tuple[str, Any]]:
    """The attributes that a thing must have to pass, each with its value."""
    for test in where:
        if test.is_ is not None:
            for a, b in (test.is_, test.is_[::-1]):
                if a.attribute is not None and a.attribute.startswith("it.") and b.literal is not None:
                    yield a.attribute, b.literal
