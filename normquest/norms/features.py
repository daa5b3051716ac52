"""Short histories as words of bits: which acts fit which pattern, which conditions held, event by event.

Every rule of the product part of a space is an act test and a guard, so one
64-bit word a test and history decides 10^5 rules with a few bit operations.
Bit e of a word speaks of the e-th attempted act of the history.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from normquest.norms.events import NEWCOMER, Event
from normquest.norms.matching import act_match, could_match, state_match
from normquest.norms.past import MOVING
from normquest.norms.rules import ActPattern, Now, Past

Words = NDArray[np.uint64]
MOST_EVENTS = 64
"""Attempted acts in one history; scenes and cases are far shorter."""


@dataclass(frozen=True)
class Bits:
    """A history as words: `acts` a pattern, `conditions` a condition (bit 0 of that axis is "never")."""

    acts: Words
    conditions: Words
    length: int
    seqs: tuple[int, ...]
    actors: tuple[str, ...]
    times: tuple[tuple[int, str], ...]
    watched: int
    watched_tick: int


@dataclass(frozen=True)
class Reading:
    """A history read by a table: its bits and, an act, the patterns it fits and the rites that were open."""

    bits: Bits
    fits: tuple[NDArray[np.bool_], ...]
    rites: tuple[NDArray[np.bool_] | None, ...]
    events: tuple[Event, ...]

    @cached_property
    def of_actors(self) -> tuple[Event, ...]:
        """The events, their ticks telling of nobody but those who act: all that is charged to anyone."""
        actors = frozenset(self.bits.actors)
        return tuple(_but(event, actors) if event.kind == "tick" else event for event in self.events)


def _but(event: Event, actors: frozenset[str]) -> Event:
    people = event.facts.get("people") or {}
    return replace(event, facts={**event.facts, "people": {p: f for p, f in people.items() if p in actors}})


class _Seen(NamedTuple):
    """One act, read: the patterns it fits, the rites that were open, the conditions of the moment.

    The event is kept, so that what it is found by stays its own.
    """

    event: Event
    fits: NDArray[np.bool_]
    rites: NDArray[np.bool_] | None
    now: NDArray[np.bool_]


class FeatureTable:
    """The act patterns and conditions that a space speaks of, ready to read histories."""

    def __init__(self) -> None:
        self.acts: list[ActPattern] = []
        self.conditions: list[Now | Past | None] = [None]
        self._act_index: dict[ActPattern, int] = {}
        self._condition_index: dict[Now | Past, int] = {}
        self._ready = False

    def act(self, pattern: ActPattern) -> int:
        """The index of a pattern, added if new."""
        if pattern not in self._act_index:
            self._act_index[pattern] = len(self.acts)
            self.acts.append(pattern)
            self._ready = False
        return self._act_index[pattern]

    def condition(self, condition: Now | Past) -> int:
        """The index of a condition (given without its negation), added if new."""
        assert not condition.negated
        if condition not in self._condition_index:
            if isinstance(condition, Past):
                self.act(condition.act)
            self._condition_index[condition] = len(self.conditions)
            self.conditions.append(condition)
            self._ready = False
        return self._condition_index[condition]

    def _prepare(self) -> None:
        self._by_kind: dict[tuple[str, str], list[int]] = {}
        for index, pattern in enumerate(self.acts):
            kind = ("verb", pattern.verb) if pattern.verb is not None else ("tag", pattern.tag or "")
            self._by_kind.setdefault(kind, []).append(index)
        self._seen: dict[tuple[Any, ...], _Seen] = {}
        self._matches = [act_match(p) for p in self.acts]
        self._could = [could_match(p) for p in self.acts]
        self._now = [(i, state_match(c)) for i, c in enumerate(self.conditions) if isinstance(c, Now)]
        past = [(i, c) for i, c in enumerate(self.conditions) if isinstance(c, Past)]
        self._past: dict[str, tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int64]]] = {}
        for window in ("since_entering", "within", "today", "ever"):
            of = [(i, self._act_index[c.act], c.n or 0) for i, c in past if c.window == window]
            self._past[window] = (
                np.array([i for i, _, _ in of], dtype=np.intp),
                np.array([a for _, a, _ in of], dtype=np.intp),
                np.array([n for _, _, n in of], dtype=np.int64),
            )
        self._ready = True

    def fits(self, event: Event) -> NDArray[np.bool_]:
        """Which patterns the event surely fits, by pattern index."""
        if not self._ready:
            self._prepare()
        row = np.zeros(len(self.acts), dtype=np.bool_)
        if event.kind == "act" and event.act is not None:
            for kind in (("verb", event.act.verb), *(("tag", t) for t in event.tags)):
                for index in self._by_kind.get(kind, ()):
                    row[index] = self._matches[index](event) is True
        return row

    def open_rites(self, event: Event) -> NDArray[np.bool_] | None:
        """Which patterns some rite open to the actor would have fitted; None where not recorded."""
        if event.could is None:
            return None
        row = np.zeros(len(self.acts), dtype=np.bool_)
        for option in event.could:
            for kind in (("verb", option["verb"]), *(("tag", t) for t in option["tags"])):
                for index in self._by_kind.get(kind, ()):
                    if not row[index]:
                        row[index] = self._could[index](option, event, {})
        return row

    def _look(self, event: Event) -> _Seen:
        """What an act fits and what holds as it is done; histories with one beginning share these."""
        key = (id(event.facts), id(event.could), id(event.act), event.kind, event.day, event.hour)
        seen = self._seen.get(key)
        if seen is None:
            now = np.zeros(len(self.conditions), dtype=np.bool_)
            for index, state in self._now:
                now[index] = state(event, event.actor) is True
            seen = self._seen[key] = _Seen(event, self.fits(event), self.open_rites(event), now)
        return seen

    def read(self, events: Sequence[Event], with_rites: bool = True) -> Reading:
        """A history as bits."""
        if not self._ready:
            self._prepare()
        reader = _Reader(self)
        fits: list[NDArray[np.bool_]] = []
        rites: list[NDArray[np.bool_] | None] = []
        for event in events:
            if event.kind in ("act", "failed"):
                seen = self._look(event)
                reader.take(event, seen)
                fits.append(seen.fits)
                rites.append(seen.rites if with_rites else None)
            elif event.kind == "tick":
                reader.tick(event)
        return Reading(reader.bits(), tuple(fits), tuple(rites), tuple(events))


class _Reader:
    """Goes through one history and keeps, a person, what was done since when."""

    def __init__(self, table: FeatureTable) -> None:
        self.table = table
        n = len(table.acts)
        self.n = n
        self.rows: list[NDArray[np.bool_]] = []
        self.holds: list[NDArray[np.bool_]] = []
        self.events: list[Event] = []
        self.ever: dict[str, NDArray[np.bool_]] = {}
        self.today: dict[str, NDArray[np.bool_]] = {}
        self.entered: dict[str, NDArray[np.bool_]] = {}
        self.age: dict[str, NDArray[np.int64]] = {}
        self.day: int | None = None
        self.watched = 0
        self.watched_tick = 0
        self._since_tick: list[int] = []

    def take(self, event: Event, seen: _Seen) -> None:
        actor, row = event.actor, seen.fits
        if actor not in self.ever:
            self.ever[actor], self.today[actor] = np.zeros(self.n, np.bool_), np.zeros(self.n, np.bool_)
            self.entered[actor], self.age[actor] = np.zeros(self.n, np.bool_), np.full(self.n, -1, np.int64)
        if self.day != event.day:
            self.today = {p: np.zeros(self.n, np.bool_) for p in self.today}
            self.day = event.day
        self.holds.append(self._conditions(seen.now, actor))
        self.rows.append(row)
        bit = len(self.events)
        self.events.append(event)
        if any(p not in (NEWCOMER, actor) for p in event.present):
            self.watched |= 1 << bit
        self._since_tick.append(bit)
        self.ever[actor] |= row
        self.today[actor] |= row
        age = self.age[actor]
        age[age >= 0] += 1
        age[row] = 0
        if MOVING in event.tags and event.kind == "act":
            self.entered[actor][:] = False
        else:
            self.entered[actor] |= row

    def _conditions(self, now: NDArray[np.bool_], actor: str) -> NDArray[np.bool_]:
        table, holds = self.table, now.copy()
        for window, memory in (("ever", self.ever), ("today", self.today), ("since_entering", self.entered)):
            where, acts, _ = table._past[window]
            if len(where):
                holds[where] = memory[actor][acts]
        where, acts, n = table._past["within"]
        if len(where):
            ages = self.age[actor][acts]
            holds[where] = (ages >= 0) & (ages < n)
        return holds

    def tick(self, event: Event) -> None:
        people = event.facts.get("people") or {}
        places = {p: facts.get("place_id") for p, facts in people.items()}
        for bit in self._since_tick:
            here = places.get(self.events[bit].actor)
            actor = self.events[bit].actor
            if any(place == here for p, place in places.items() if p not in (actor, NEWCOMER)):
                self.watched_tick |= 1 << bit
        self._since_tick.clear()

    def bits(self) -> Bits:
        length = len(self.events)
        if length > MOST_EVENTS:
            raise ValueError(f"a history has at most {MOST_EVENTS} acts, this one has {length}")
        return Bits(
            acts=_words(self.rows, self.n),
            conditions=_words(self.holds, len(self.table.conditions)),
            length=length,
            seqs=tuple(e.seq for e in self.events),
            actors=tuple(e.actor for e in self.events),
            times=tuple((e.day, e.hour) for e in self.events),
            watched=self.watched,
            watched_tick=self.watched_tick,
        )


def _words(rows: Sequence[NDArray[np.bool_]], width: int) -> Words:
    """Rows of booleans (event by feature) as one word a feature."""
    out = np.zeros(width, dtype=np.uint64)
    for bit, row in enumerate(rows):
        out[row] |= np.uint64(1 << bit)
    return out
