"""How far a task is from done: an admissible estimate from projections onto one thing at a time.

A task asks mostly that so many things of a kind come to pass some tests. For
each thing alone, everything else left out, two tables are exact: the handling
acts still needed, and the moves. Handling acts touch one thing, so their sums
add; moves are shared, so the largest counts. Things alike in all that cannot
change share their tables.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from normquest.community.acts import GroundAct
from normquest.community.build import YOU, Community
from normquest.community.compile import Check, Compiled, all_of, check
from normquest.community.happening import FIRST
from normquest.community.state import Key, State
from normquest.world.terms import TestModel

_FAR = 99
Value = tuple[Any, ...]


class ThingTable:
    """Handling acts and moves to go for one class of like things."""

    def __init__(
        self, community: Community, acts: Sequence[GroundAct], members: Sequence[str], goal: Check
    ) -> None:
        self.attributes = tuple(sorted({a for m in members for e, a in community.scope.dynamic if e == m}))
        self._me = members[0]
        self._community = community
        self._acts = [g for g in acts if any(e == self._me for e, _ in g.writes)]
        self._moves = {
            place: tuple(place_model.exits) for place, place_model in community.setting.places.items()
        }
        starts = [tuple(community.start.get((m, a)) for a in self.attributes) for m in members]
        self.handling: dict[Value, int] = {}
        self.moving: dict[tuple[Value, str], int] = {}
        self._fill(starts, goal)

    def value(self, state: State, thing: str) -> Value:
        """The thing's own part of a state."""
        return tuple(state.get((thing, a)) for a in self.attributes)

    def _projected(self, value: Value, here: str) -> dict[Key, Any]:
        state = dict(self._community.start)
        for attribute, v in zip(self.attributes, value, strict=True):
            state[(self._me, attribute)] = v
        state[(YOU, "at")] = here
        return state

    def _steps(self, value: Value, here: str, with_place: bool) -> list[Value]:
        state = self._projected(value, here)
        own = {(self._me, a) for a in self.attributes} | ({(YOU, "at")} if with_place else set())
        dynamic = self._community.scope.dynamic
        found = []
        for ground in self._acts:
            if with_place and ground.place is not None and ground.place != here:
                continue
            if not all(p.call(state) for p in ground.parts if (p.reads & dynamic) <= own):
                continue
            after = dict(state)
            for entity, attribute, new in ground.effect(state, FIRST):
                after[(entity, attribute)] = new
            found.append(self.value(after, self._me))
        return [v for v in found if v != value]

    def _fill(self, starts: Sequence[Value], goal: Check) -> None:
        places = list(self._moves)
        back_handling: dict[Value, set[Value]] = {}
        back_moving: dict[tuple[Value, str], set[tuple[tuple[Value, str], int]]] = {}
        queue, seen = deque(dict.fromkeys(starts)), set(starts)
        done: list[Value] = []
        while queue:
            value = queue.popleft()
            if goal(self._projected(value, places[0])):
                done.append(value)
            for place in places:
                for other in self._moves[place]:
                    back_moving.setdefault((value, other), set()).add(((value, place), 1))
                for after in self._steps(value, place, True):
                    back_moving.setdefault((after, place), set()).add(((value, place), 0))
            for after in self._steps(value, places[0], False):
                back_handling.setdefault(after, set()).add(value)
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
        self._back(done, places, back_handling, back_moving)

    def _back(
        self,
        done: Sequence[Value],
        places: Sequence[str],
        back_handling: dict[Value, set[Value]],
        back_moving: dict[tuple[Value, str], set[tuple[tuple[Value, str], int]]],
    ) -> None:
        handling = deque((v, 0) for v in done)
        while handling:
            value, cost = handling.popleft()
            if value in self.handling:
                continue
            self.handling[value] = cost
            handling.extend((v, cost + 1) for v in back_handling.get(value, ()))
        moving = deque(((v, p), 0) for v in done for p in places)
        while moving:
            node, cost = moving.popleft()
            if node in self.moving:
                continue
            self.moving[node] = cost
            for before, step in back_moving.get(node, ()):
                if step:
                    moving.append((before, cost + 1))
                else:
                    moving.appendleft((before, cost))


class Distance:
    """The estimate for one task in one community: a lower bound on the acts still needed."""

    def __init__(self, community: Community, acts: Sequence[GroundAct], goal: Sequence[TestModel]) -> None:
        self._counts: list[tuple[int, list[tuple[str, ThingTable]]]] = []
        self._others: list[Compiled] = []
        env = {"actor": YOU}
        for test in goal:
            counted = test.compare
            if (
                counted is not None
                and counted.op in (">=", "==", ">")
                and counted.left.count is not None
                and isinstance(counted.right.literal, int)
                and counted.left.count.kind not in ("person", "place")
            ):
                needed = counted.right.literal + (counted.op == ">")
                things = community.scope.entities(counted.left.count.kind)
                where = counted.left.count.where
                classes: dict[Value, list[str]] = {}
                for thing in things:
                    fixed = tuple(
                        sorted(
                            (a, str(v))
                            for (e, a), v in community.start.items()
                            if e == thing and (e, a) not in community.scope.dynamic
                        )
                    )
                    classes.setdefault(fixed, []).append(thing)
                tables: list[tuple[str, ThingTable]] = []
                for members in classes.values():
                    passes = all_of(where, {**env, "it": members[0]}, community.scope).call
                    table = ThingTable(community, acts, members, passes)
                    tables += [(m, table) for m in members]
                self._counts.append((needed, tables))
            else:
                self._others.append(check(test, env, community.scope))

    def __call__(self, state: State) -> int:
        """A lower bound on the acts to go; 99 or more where the task can no longer be done."""
        here = state[(YOU, "at")]
        handling, legs = 0, 0
        for needed, tables in self._counts:
            handles, moves = [], []
            for thing, table in tables:
                value = table.value(state, thing)
                handles.append(table.handling.get(value, _FAR))
                moves.append(table.moving.get((value, here), _FAR))
            if needed:
                handling += sum(sorted(handles)[:needed])
                legs = max(legs, sorted(moves)[needed - 1])
        others = sum(1 for o in self._others if not o.call(state))
        return max(handling + legs, 1 if others else 0)
