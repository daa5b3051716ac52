"""How far one thing alone is from what a task asks of it: exact tables, everything else left out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from normquest.community.acts import GroundAct
from normquest.community.build import YOU, Community
from normquest.community.compile import Check
from normquest.community.happening import FIRST
from normquest.community.state import Key, State

FAR = 99
"""Stands for what cannot be reached."""
HERE: Key = (YOU, "at")
Value = tuple[Any, ...]
Ways = Mapping[str, tuple[str, ...]]
"""Where one act of going may lead, by place."""


@dataclass(frozen=True)
class _Handling:
    """An act on a thing: tests of the thing alone, tests of the place too, and whether the place tells."""

    ground: GroundAct
    anywhere: tuple[Check, ...]
    here: tuple[Check, ...]
    follows: bool


class ThingTable:
    """Handling acts and moves to go for one class of like things."""

    def __init__(
        self, community: Community, acts: Sequence[GroundAct], members: Sequence[str], goal: Check, ways: Ways
    ) -> None:
        self._me, self._community, self._goal, self._ways = members[0], community, goal, ways
        self.attributes = attributes_of(community, members)
        own = {(self._me, a) for a in self.attributes}
        dynamic = community.scope.dynamic
        self._acts = [
            _Handling(
                ground,
                tuple(p.call for p in ground.parts if (p.reads & dynamic) <= own),
                tuple(p.call for p in ground.parts if (p.reads & dynamic) <= own | {HERE}),
                HERE in ground.needs,
            )
            for ground in acts
            if any(e == self._me for e, _ in ground.writes)
        ]
        values = (tuple(community.start.get((m, a)) for a in self.attributes) for m in members)
        self._starts = list(dict.fromkeys(values))
        self._known: set[Value] = set()
        self._handling: dict[Value, int] = {}
        self._moving: dict[tuple[Value, str], int] = {}
        self._fill()

    def to_go(self, state: State, thing: str) -> tuple[int, int]:
        """Handling acts and moves still needed for a thing; 99 where there is no way."""
        value = tuple(state.get((thing, a)) for a in self.attributes)
        if value not in self._known:
            # Somebody else brought it where the newcomer alone could not.
            self._starts.append(value)
            self._fill()
        return self._handling.get(value, FAR), self._moving.get((value, state[HERE]), FAR)

    def _after(self, state: dict[Key, Any], value: Value, ground: GroundAct) -> Value:
        changed = {(e, a): v for e, a, v in ground.effect(state, FIRST)}
        return tuple(changed.get((self._me, a), old) for a, old in zip(self.attributes, value, strict=True))

    def _fill(self) -> None:
        places = list(self._ways)
        handled: dict[Value, set[Value]] = {}
        moved: dict[tuple[Value, str], set[tuple[tuple[Value, str], int]]] = {}
        queue, self._known = deque(self._starts), set(self._starts)
        done: list[Value] = []
        state = dict(self._community.start)
        while queue:
            value = queue.popleft()
            state |= {(self._me, a): v for a, v in zip(self.attributes, value, strict=True)}
            if self._goal(state):
                done.append(value)
            for place in places:
                state[HERE] = place
                for other in self._ways[place]:
                    moved.setdefault((value, other), set()).add(((value, place), 1))
                for act in self._acts:
                    if act.ground.place not in (None, place) and place != places[0]:
                        continue
                    if not all(test(state) for test in act.anywhere):
                        continue
                    after = self._after(state, value, act.ground)
                    if after == value:
                        continue
                    if act.follows or place == places[0]:
                        handled.setdefault(after, set()).add(value)
                        if after not in self._known:
                            self._known.add(after)
                            queue.append(after)
                    if act.ground.place in (None, place) and all(test(state) for test in act.here):
                        moved.setdefault((after, place), set()).add(((value, place), 0))
        self._handling = costs_to([(v, 0) for v in done], lambda v: ((w, 1) for w in handled.get(v, ())))
        self._moving = costs_to([((v, p), 0) for v in done for p in places], lambda n: moved.get(n, ()))


def costs_to(
    done: Iterable[tuple[Any, int]], before: Callable[[Any], Iterable[tuple[Any, int]]]
) -> dict[Any, int]:
    """The cost from each node to the nearest that is done, by edges that cost 0 or 1."""
    costs: dict[Any, int] = {}
    queue = deque(done)
    while queue:
        node, cost = queue.popleft()
        if node in costs:
            continue
        costs[node] = cost
        for earlier, step in before(node):
            if step:
                queue.append((earlier, cost + 1))
            else:
                queue.appendleft((earlier, cost))
    return costs


def attributes_of(community: Community, things: Sequence[str]) -> tuple[str, ...]:
    """The attributes of things that can change."""
    return tuple(sorted({a for e, a in community.scope.dynamic if e in things}))


def ways_of(community: Community, acts: Sequence[GroundAct]) -> Ways:
    """Where one act may lead, whatever but the place may stand in its way."""
    places = tuple(community.setting.places)
    dynamic = community.scope.dynamic
    found: dict[str, set[str]] = {place: set() for place in places}
    for ground in acts:
        if HERE not in ground.writes:
            continue
        tests = [p.call for p in ground.parts if (p.reads & dynamic) <= {HERE}]
        for place in places:
            state = {**community.start, HERE: place}
            if not all(test(state) for test in tests):
                continue
            if (ground.needs & dynamic) <= {HERE}:
                found[place] |= {v for e, a, v in ground.effect(state, FIRST) if (e, a) == HERE}
            else:
                found[place] |= set(places)
    return {place: tuple(p for p in places if p in found[place]) for place in places}
