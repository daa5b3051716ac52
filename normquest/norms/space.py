"""The rules that an observer entertains: a declared subset of what can be stated.

Three parts, all held as integer columns. *Guarded*: an act test and a guard
(an "or" of at most two conditions, each possibly negated), which covers
prohibitions, precedence and compositions of conditions. *Duties*: an
act, a discharge and a number of turns. *Odd*: any other rule, run by its own
monitor; there are few. `Rule` objects are made only for those asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from normquest.norms.atoms import Atom, atom_word, cut, may_violate
from normquest.norms.events import Event
from normquest.norms.families import size
from normquest.norms.features import Bits, FeatureTable, Reading, Words
from normquest.norms.monitor import Monitor
from normquest.norms.rules import (
    ActPattern,
    Both,
    Condition,
    Deadline,
    Maintenance,
    Meta,
    Now,
    Past,
    Precedence,
    Prohibition,
    Repair,
    Rule,
)
from normquest.norms.terms_of import terms_of

Literal_ = tuple[int, bool]
"""A condition's index and whether it is negated; (0, False) never holds."""
_NEVER: Literal_ = (0, False)
Guard = Sequence[tuple[Now | Past, bool]]
"""Conditions of which any permits the act; True: its absence does."""


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
        known: dict[Atom, int] = {}
        for number, atoms in enumerate(self.atoms):
            word = 0
            for atom in atoms:
                if atom not in known:
                    known[atom] = _atom_word(atom, reading)
                word |= known[atom]
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
        return monitor_word(atom.rule, reading.bits, reading.events) if may_violate(atom, reading) else 0
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


class SpaceBuilder:
    """Gathers rules, each once, and lays them out as columns."""

    def __init__(self) -> None:
        self.table = FeatureTable()
        self._guards: dict[tuple[Literal_, Literal_], int] = {}
        self._guarded: dict[tuple[int, int], int] = {}
        self._duties: dict[tuple[int, int, int], int] = {}
        self._odd: dict[Rule, int] = {}

    def product(self, acts: Iterable[ActPattern], guards: Iterable[Guard]) -> None:
        """Every act with every guard; a guard lists (condition, negated), at most two, joined by or."""
        act_rows = [(self.table.act(a), a.size) for a in acts]
        guard_rows = []
        for guard in guards:
            guard_rows.append((self._guard(guard), _guard_size(guard)))
        for act, act_size in act_rows:
            for number, guard_size in guard_rows:
                self._guarded.setdefault((act, number), 1 + act_size + guard_size)

    def duties(self, acts: Iterable[ActPattern], then: Iterable[ActPattern], within: Iterable[int]) -> None:
        """Every act with every discharge and number of turns."""
        discharges, spans = list(then), list(within)
        for act in acts:
            for discharge in discharges:
                for n in spans:
                    key = (self.table.act(act), self.table.act(discharge), n)
                    self._duties.setdefault(key, act.size + discharge.size + 1)

    def add(self, rule: Rule) -> None:
        """One rule of any form, to the part that can hold it."""
        columns = _columns(rule)
        if columns is not None:
            self.product([columns[0]], [columns[1]])
        elif is_duty(rule):
            assert isinstance(rule, Deadline | Repair)
            self.duties([rule.act], rule.then, [rule.within])
        else:
            self._odd.setdefault(rule, 0)

    def _guard(self, guard: Guard) -> int:
        literals = [(self.table.condition(c), n) for c, n in guard] + [_NEVER] * (2 - len(guard))
        first, second = sorted(literals, reverse=True)
        return self._guards.setdefault((first, second), len(self._guards))

    def _act_of(self, rule: Rule) -> int:
        assert not isinstance(rule, Both | Maintenance | Meta)
        return self.table.act(rule.act)

    def _literals_of(self, rule: Rule) -> tuple[Literal_, ...] | None:
        columns = _columns(rule)
        return None if columns is None else tuple((self.table.condition(c), n) for c, n in columns[1])

    def row_of(self, rule: Rule) -> int:
        """The row that a rule added before has in the space that `build` makes."""
        columns = _columns(rule)
        if columns is not None:
            key = (self.table.act(columns[0]), self._guard(columns[1]))
            return 1 + list(self._guarded).index(key)
        if is_duty(rule):
            assert isinstance(rule, Deadline | Repair)
            duty = (self.table.act(rule.act), self.table.act(rule.then[0]), rule.within)
            return 1 + len(self._guarded) + list(self._duties).index(duty)
        return 1 + len(self._guarded) + len(self._duties) + list(self._odd).index(rule)

    def rows(self) -> Callable[[Rule], int]:
        """`row_of` for many rules, once all are in."""
        guarded = {key: row for row, key in enumerate(self._guarded, start=1)}
        duties = {key: row for row, key in enumerate(self._duties, start=1 + len(guarded))}
        odd = {rule: row for row, rule in enumerate(self._odd, start=1 + len(guarded) + len(duties))}

        def row(rule: Rule) -> int:
            columns = _columns(rule)
            if columns is not None:
                return guarded[self.table.act(columns[0]), self._guard(columns[1])]
            if is_duty(rule):
                assert isinstance(rule, Deadline | Repair)
                return duties[self.table.act(rule.act), self.table.act(rule.then[0]), rule.within]
            return odd[rule]

        return row

    def build(self) -> Space:
        """The space. The table must not grow afterwards."""
        # Cutting may add conditions to the table, so it comes before anything is read.
        atoms = tuple(cut(rule, self._act_of, self._literals_of) for rule in self._odd)
        guards = list(self._guards)
        sizes = [1, *self._guarded.values(), *self._duties.values(), *(size(r) for r in self._odd)]
        return Space(
            table=self.table,
            guarded_act=np.array([a for a, _ in self._guarded], dtype=np.int32),
            guard=np.array([g for _, g in self._guarded], dtype=np.int32),
            literals=np.array([[a[0], b[0]] for a, b in guards], dtype=np.int32).reshape(-1, 2),
            negated=np.array([[a[1], b[1]] for a, b in guards], dtype=np.bool_).reshape(-1, 2),
            duty_act=np.array([d[0] for d in self._duties], dtype=np.int32),
            duty_then=np.array([d[1] for d in self._duties], dtype=np.int32),
            duty_within=np.array([d[2] for d in self._duties], dtype=np.int16),
            odd=tuple(self._odd),
            atoms=atoms,
            sizes=np.array(sizes, dtype=np.int32),
        )


def is_duty(rule: Rule) -> bool:
    """Whether a rule is of the duty part: one act, one discharge, no conditions, no variables."""
    if isinstance(rule, Repair):
        plain = not rule.when and not rule.unless
    else:
        plain = isinstance(rule, Deadline) and rule.bearer == "actor"
    return (
        plain
        and isinstance(rule, Deadline | Repair)
        and len(rule.then) == 1
        and not any(p.binds for p in (rule.act, *rule.then))
    )


def _guard_size(guard: Guard) -> int:
    """What a guard adds to `families.size` of the shortest rule that says it, prohibition or precedence."""
    plain = sum(c.size + (isinstance(c, Past) and c.window != "since_entering") for c, _ in guard)
    spans = {(c.window, c.n, negated) for c, negated in guard if isinstance(c, Past)}
    if len(spans) != 1 or any(isinstance(c, Now) for c, _ in guard):
        return plain
    ((window, _, negated),) = spans
    if negated and len(guard) > 1:
        return plain
    first = sum(c.size - 1 for c, _ in guard)
    return min(plain, first + (window != "since_entering") + negated)


def _flat(condition: Condition, permits: bool) -> tuple[Now | Past, bool]:
    """A condition without its negation, and whether its absence is what permits."""
    plain = condition.model_copy(update={"negated": False})
    return plain, condition.negated == permits


def _columns(rule: Rule) -> tuple[ActPattern, tuple[tuple[Now | Past, bool], ...]] | None:
    """A rule as act and guard, or None where it does not factor so."""
    if any(p.binds for p in terms_of(rule).patterns):
        return None
    if isinstance(rule, Prohibition) and rule.bearer == "actor":
        guard = [_flat(c, True) for c in rule.unless] + [_flat(c, False) for c in rule.when]
        return (rule.act, tuple(guard)) if len(guard) <= 2 else None
    if isinstance(rule, Precedence) and not (rule.negated and len(rule.first) > 1):
        past = [(Past(act=q, window=rule.window, n=rule.n), rule.negated) for q in rule.first]
        return (rule.act, tuple(past)) if len(past) <= 2 else None
    return None
