"""Rules outside the columns, cut into parts whose verdicts take a few integer operations.

An atom is a guarded act, a tally (quantity or alternation), or, where neither
fits, a rule run by its own monitor. A rule of two is the union of its atoms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from normquest.norms.features import Reading
from normquest.norms.rules import (
    Alternation,
    Both,
    Maintenance,
    Meta,
    Prohibition,
    Quantity,
    Repair,
    Rule,
)

Literals = tuple[tuple[int, bool], ...]


@dataclass(frozen=True)
class Atom:
    """One part of an odd rule. `most` 0 stands for alternation; `rule` for anything else.

    Beside `rule`, `act` and `literals` tell the acts without which it can't be violated; -1 where none do.
    """

    act: int = -1
    literals: Literals = ()
    most: int | None = None
    by_hour: bool = False
    rule: Rule | None = None


def cut(
    rule: Rule, act_index: Callable[[Rule], int], columns: Callable[[Rule], Literals | None]
) -> tuple[Atom, ...]:
    """The atoms of a rule; `columns` gives a guarded rule's literals, or None where it has none."""
    if isinstance(rule, Both):
        return tuple(atom for part in rule.rules for atom in cut(part, act_index, columns))
    if isinstance(rule, Quantity) and not rule.act.binds:
        return (Atom(act_index(rule), most=rule.most, by_hour=rule.per == "hour"),)
    if isinstance(rule, Alternation) and not rule.act.binds:
        return (Atom(act_index(rule), most=0),)
    literals = columns(rule)
    if literals is not None:
        return (Atom(act_index(rule), literals),)
    return (_run(rule, act_index, columns),)


def _run(rule: Rule, act_index: Callable[[Rule], int], columns: Callable[[Rule], Literals | None]) -> Atom:
    """A rule for its own monitor, with the acts from which a violation could come."""
    if isinstance(rule, Maintenance | Meta | Both):
        return Atom(rule=rule)
    breach: Literals | None = None
    if isinstance(rule, Repair):
        breach = columns(Prohibition(act=rule.act, when=rule.when, unless=rule.unless))
    return Atom(act_index(rule), breach or (), rule=rule)


def may_violate(atom: Atom, reading: Reading) -> bool:
    """Whether an act was done without which the atom's rule is not violated."""
    return atom.act < 0 or _breaches(atom, reading) != 0


def _breaches(atom: Atom, reading: Reading) -> int:
    """The acts that fit and that none of the literals permits."""
    permitted = 0
    for index, negated in atom.literals:
        word = int(reading.bits.conditions[index])
        permitted |= ~word if negated else word
    return int(reading.bits.acts[atom.act]) & ~permitted


def atom_word(atom: Atom, reading: Reading) -> int:
    """The verdict word of an atom that is not run by a monitor."""
    if atom.most is None:
        return _breaches(atom, reading)
    bits = reading.bits
    acts = int(bits.acts[atom.act])
    out = 0
    last = ""
    counts: dict[tuple[str, int, str], int] = {}
    for bit in range(bits.length):
        if not acts >> bit & 1:
            continue
        actor = bits.actors[bit]
        if atom.most == 0:
            if last == actor:
                out |= 1 << bit
            last = actor
            continue
        day, hour = bits.times[bit]
        span = (actor, day, hour if atom.by_hour else "")
        counts[span] = counts.get(span, 0) + 1
        if counts[span] > atom.most:
            out |= 1 << bit
    return out
