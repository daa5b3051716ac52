"""Rules outside the columns, cut into parts whose verdicts take a few integer operations.

An atom is a guarded act, a tally (quantity or alternation), or, where neither
fits, a rule run by its own monitor. A rule of two is the union of its atoms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from normquest.norms.features import Reading
from normquest.norms.rules import Alternation, Both, Quantity, Rule

Literals = tuple[tuple[int, bool], ...]


@dataclass(frozen=True)
class Atom:
    """One part of an odd rule. `most` 0 stands for alternation; `rule` for anything else."""

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
    return (Atom(rule=rule),)


def atom_word(atom: Atom, reading: Reading) -> int:
    """The verdict word of an atom that is not run by a monitor."""
    bits = reading.bits
    acts = int(bits.acts[atom.act])
    if atom.most is None:
        permitted = 0
        for index, negated in atom.literals:
            word = int(bits.conditions[index])
            permitted |= ~word if negated else word
        return acts & ~permitted
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
