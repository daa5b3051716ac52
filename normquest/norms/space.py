"""The rules that an observer entertains: a declared subset of what can be stated.

Three parts, all held as integer columns. *Guarded*: an act test and a guard
(an "or" of at most two conditions, each possibly negated), which covers
prohibitions, precedence and compositions of conditions. *Duties*: an
act, a discharge and a number of turns. *Odd*: any other rule, run by its own
monitor; there are few. `Rule` objects are made only for those asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from normquest.norms.atoms import Atom, atom_word, may_violate
from normquest.norms.events import Event
from normquest.norms.features import Bits, FeatureTable, Reading, Words
from normquest.norms.monitor import Monitor
from normquest.norms.rules import (
    Condition,
    Deadline,
    Maintenance,
    Prohibition,
    Rule,
)


@dataclass
class Space:
    """A set of rules as columns. Row 0 is the null rule, which nothing violates.

    Rows are ordered: null, guarded, duties, odd. `sizes` counts what a rule
    says; the prior falls with it.
    """

    table: FeatureTable
    guarded_act: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    guard: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    literals: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, 2), np.int32))
    negated: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((0, 2), np.bool_))
    duty_act: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    duty_then: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    duty_within: NDArray[np.int16] = field(default_factory=lambda: np.zeros(0, np.int16))
    odd: tuple[Rule, ...] = ()
    atoms: tuple[tuple[Atom, ...], ...] = ()
    sizes: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))

    @property
    def n_guarded(self) -> int:
        return len(self.guarded_act)

    @property
    def n_duties(self) -> int:
        return len(self.duty_act)

    def __len__(self) -> int:
        return 1 + self.n_guarded + self.n_duties + len(self.odd)

    def rule(self, row: int) -> Rule | None:
        """The rule of a row; None for the null rule."""
        if row == 0:
            return None
        row -= 1
        if row < self.n_guarded:
            return self._guarded_rule(row)
        row -= self.n_guarded
        if row < self.n_duties:
            return Deadline(
                act=self.table.acts[self.duty_act[row]],
                then=(self.table.acts[self.duty_then[row]],),
                within=int(self.duty_within[row]),
            )
        return self.odd[row - self.n_duties]

    def _guarded_rule(self, row: int) -> Rule:
        act = self.table.acts[self.guarded_act[row]]
        guard = self.guard[row]
        when: list[Condition] = []
        unless: list[Condition] = []
        for index, negated in zip(self.literals[guard], self.negated[guard], strict=True):
            condition = self.table.conditions[index]
            if condition is None:
                continue
            if negated:  # permitted where it does not hold: forbidden when it does
                when.append(condition)
            else:
                unless.append(condition)
        return Prohibition(act=act, when=tuple(when), unless=tuple(unless))

    def take(self, rows: NDArray[np.intp]) -> Space:
        """The space of some rows, in ascending order; row 0 must be among them."""
        assert rows[0] == 0
        guarded = rows[(rows > 0) & (rows <= self.n_guarded)] - 1
        duties = rows[(rows > self.n_guarded) & (rows <= self.n_guarded + self.n_duties)] - 1 - self.n_guarded
        odd = rows[rows > self.n_guarded + self.n_duties] - 1 - self.n_guarded - self.n_duties
        return replace(
            self,
            guarded_act=self.guarded_act[guarded],
            guard=self.guard[guarded],
            duty_act=self.duty_act[duties],
            duty_then=self.duty_then[duties],
            duty_within=self.duty_within[duties],
            odd=tuple(self.odd[i] for i in odd),
            atoms=tuple(self.atoms[i] for i in odd),
            sizes=self.sizes[rows],
        )

    def verdicts(self, reading: Reading) -> Words:
        """One word a rule: bit e is set where act e, or its tick, charges its actor with a violation."""
        out = np.zeros(len(self), dtype=np.uint64)
        end = 1 + self.n_guarded
        out[1:end] = self.guarded_words(reading.bits)
        out[end : end + self.n_duties] = self._duty_words(reading)
        known: dict[int, int] = {}  # by identity: equal atoms are one object
        for number, atoms in enumerate(self.atoms):
            word = 0
            for atom in atoms:
                if id(atom) not in known:
                    known[id(atom)] = _atom_word(atom, reading)
                word |= known[id(atom)]
            out[end + self.n_duties + number] = word
        return out

    def guarded_words(self, bits: Bits) -> Words:
        """Verdict words of the guarded rules."""
        literal = bits.conditions[self.literals] ^ np.where(self.negated, _ALL, _ZERO)
        permitted = literal[:, 0] | literal[:, 1]
        words: Words = bits.acts[self.guarded_act] & ~permitted[self.guard]
        return words

    def _duty_words(self, reading: Reading) -> Words:
        words = np.zeros(self.n_duties, dtype=np.uint64)
        if not self.n_duties:
            return words
        age: dict[str, NDArray[np.int16]] = {}
        legal: dict[str, NDArray[np.bool_]] = {}
        for bit, (actor, row) in enumerate(zip(reading.bits.actors, reading.fits, strict=True)):
            if actor not in age:
                age[actor] = np.full(self.n_duties, -1, np.int16)
                legal[actor] = np.zeros(self.n_duties, np.bool_)
            mine, can = age[actor], legal[actor]
            is_open = mine >= 0
            if is_open.any():
                kept = is_open & row[self.duty_then]
                mine[kept] = -1
                is_open &= ~kept
                mine[is_open] += 1
                open_rites = reading.rites[bit]
                can |= is_open & (True if open_rites is None else open_rites[self.duty_then])
            opens = (mine < 0) & row[self.duty_act]
            mine[opens] = 0
            can[opens] = False
            expired = mine >= self.duty_within
            if expired.any():
                words[expired & can] |= np.uint64(1 << bit)
                mine[expired] = -1
        return words


_ALL, _ZERO = np.uint64(2**64 - 1), np.uint64(0)


def _atom_word(atom: Atom, reading: Reading) -> int:
    if atom.rule is not None:
        if not may_violate(atom, reading):
            return 0
        # What somebody keeps up is their own affair, unless it hangs on who else is there.
        alone = isinstance(atom.rule, Maintenance) and "present" not in {
            now.test.subject for now in (atom.rule.keep, *atom.rule.during)
        }
        return monitor_word(atom.rule, reading.bits, reading.of_actors if alone else reading.events)
    return atom_word(atom, reading)


def monitor_word(rule: Rule, bits: Bits, events: Sequence[Event]) -> int:
    """The verdict word of any rule by its own monitor: what the columns must agree with."""
    monitor = Monitor(rule)
    place = {seq: bit for bit, seq in enumerate(bits.seqs)}
    last: dict[str, int] = {}
    word = 0
    for event in events:
        if event.kind in ("act", "failed"):
            last[event.actor] = place[event.seq]
        for finding in monitor.feed(event):
            if finding.result == "violated" and finding.bearer in last:
                word |= 1 << last[finding.bearer]
        if event.kind == "tick":
            last.clear()
    return word
