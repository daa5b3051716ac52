"""Memory of what a bearer has done: one small record a person and past condition.

The record is a tuple (seen, unsure), each the number of the bearer's own turns
since the last sure match and since the last moment that could hide one (an
unseen turn, a match with unknown facts); -1 means never within the window.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from normquest.norms.events import Event
from normquest.norms.matching import Truth3, act_match, binding_of, not3
from normquest.norms.rules import ActPattern, Past, Window

Memory = dict[tuple[object, ...], object]
MOVING = "moving"
"""The tag of acts that change the actor's place; the boundary of `since_entering`."""

_NEVER = (-1, -1)
_NOBODY: Mapping[str, str] = {}


class PastWatch:
    """Follows one pattern (or any of several) over one window, for every person.

    `shared` are variables that the rule's act binds too: a past act counts only
    towards the same counterpart, so each has a record of its own ("*" for a gap,
    which may hide an act towards anyone).
    """

    def __init__(
        self,
        slot: int,
        acts: Sequence[ActPattern],
        window: Window,
        n: int | None,
        negated: bool,
        shared: frozenset[str] = frozenset(),
    ) -> None:
        self.slot = slot
        self.acts = tuple(acts)
        self.matches = [act_match(act) for act in acts]
        self.window = window
        self.n = n
        self.negated = negated
        self.shared = shared

    @classmethod
    def of(cls, slot: int, past: Past, shared: frozenset[str] = frozenset()) -> PastWatch:
        """The watch of a past condition."""
        bound = shared & {variable for _, variable in past.act.binds}
        return cls(slot, (past.act,), past.window, past.n, past.negated, bound)

    def holds(
        self, memory: Memory, event: Event, bearer: str, binding: Mapping[str, str] = _NOBODY
    ) -> Truth3:
        """Whether the condition holds of the bearer just before this event."""
        others = {self._other(act, binding) for act in self.acts} | {"*"}
        records = [memory.get((self.slot, bearer, other), _NEVER) for other in sorted(others)]
        if self.window == "today" and memory.get((self.slot, bearer)) != event.day:
            records = []
        seen = any(record[0] >= 0 for record in records)  # type: ignore[index]
        unsure = any(record[1] >= 0 for record in records)  # type: ignore[index]
        value: Truth3 = True if seen else (None if unsure else False)
        return not3(value) if self.negated else value

    def _other(self, act: ActPattern, binding: Mapping[str, str]) -> str:
        """The counterpart that a binding names, as a part of the key; empty where none is shared."""
        return "|".join(f"{v}={binding.get(v, '')}" for _, v in act.binds if v in self.shared)

    def note(self, memory: Memory, event: Event) -> None:
        """Take an event into memory, after everything was judged by what went before."""
        if event.kind not in ("act", "failed", "unseen") or event.act is None:
            return
        actor = event.act.actor
        mine = [k for k in memory if k[0] == self.slot and len(k) == 3 and k[1] == actor]
        if self.window == "today":
            if memory.get((self.slot, actor)) != event.day:
                for key in mine:
                    del memory[key]
                mine = []
            memory[(self.slot, actor)] = event.day
        if self.window == "within":
            self._age(memory, mine)
        if event.kind == "unseen":
            if self.window == "since_entering":
                # It may have left and come back: even a match that was seen may no longer count.
                for key in mine:
                    del memory[key]
            self._mark(memory, actor, "*", unsure=True)
        elif event.kind == "act" and self.window == "since_entering" and MOVING in event.tags:
            for key in mine:
                memory.pop(key, None)
        else:
            for act, match in zip(self.acts, self.matches, strict=True):
                fits = match(event)
                if fits is not False:
                    other = self._other(act, binding_of(act, event)) if self.shared else ""
                    self._mark(memory, actor, other, unsure=fits is None)

    def _age(self, memory: Memory, keys: Sequence[tuple[object, ...]]) -> None:
        assert self.n is not None
        for key in keys:
            aged = tuple(t + 1 if 0 <= t < self.n - 1 else -1 for t in memory[key])  # type: ignore[attr-defined]
            if aged == _NEVER:
                del memory[key]
            else:
                memory[key] = aged

    def _mark(self, memory: Memory, actor: str, other: str, unsure: bool) -> None:
        key = (self.slot, actor, other)
        seen, doubt = cast(tuple[int, int], memory.get(key, _NEVER))
        if unsure:
            memory[key] = (seen, 0)
        else:
            memory[key] = (0, doubt if self.window == "within" else -1)
