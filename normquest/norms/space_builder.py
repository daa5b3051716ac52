"""Lays rules out as the columns of a space, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from normquest.norms.atoms import Atom, cut
from normquest.norms.families import size
from normquest.norms.features import FeatureTable
from normquest.norms.rules import (
    ActPattern,
    Condition,
    Deadline,
    Now,
    Past,
    Precedence,
    Prohibition,
    Repair,
    Rule,
)
from normquest.norms.space import Space
from normquest.norms.terms_of import terms_of

Literal_ = tuple[int, bool]
"""A condition's index and whether it is negated; (0, False) never holds."""
_NEVER: Literal_ = (0, False)
Guard = Sequence[tuple[Now | Past, bool]]
"""Conditions of which any permits the act; True: its absence does."""


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
        atoms = tuple(cut(rule, self.table.act, self._literals_of) for rule in self._odd)
        one: dict[Atom, Atom] = {}
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
            atoms=tuple(tuple(one.setdefault(atom, atom) for atom in parts) for parts in atoms),
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
