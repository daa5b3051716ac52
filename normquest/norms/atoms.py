"""Rules outside the columns, cut into parts whose verdicts take a few integer operations.

An atom is a guarded act, a tally (quantity or alternation), a repair, or, where
none of these fits, a rule run by its own monitor. A rule of two is the union of
its atoms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from normquest.norms.features import Reading
from normquest.norms.rules import (
    ActPattern,
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

    With `then` a breach is violated if none of these acts follows within so many of one's own turns. Beside
    `rule`, `act` and `literals` tell the acts without which it can't be violated; -1 where none do.
    """

    act: int = -1
    literals: Literals = ()
    most: int | None = None
    by_hour: bool = False
    then: tuple[int, ...] = ()
    within: int = 0
    rule: Rule | None = None


def cut(
    rule: Rule, act_index: Callable[[ActPattern], int], columns: Callable[[Rule], Literals | None]
) -> tuple[Atom, ...]:
    """The atoms of a rule; `columns` gives a guarded rule's literals, or None where it has none."""
    if isinstance(rule, Both):
        return tuple(atom for part in rule.rules for atom in cut(part, act_index, columns))
    if isinstance(rule, Quantity) and not rule.act.binds:
        return (Atom(act_index(rule.act), most=rule.most, by_hour=rule.per == "hour"),)
    if isinstance(rule, Alternation) and not rule.act.binds:
        return (Atom(act_index(rule.act), most=0),)
    if isinstance(rule, Maintenance | Meta):
        return (Atom(rule=rule),)
    literals = columns(rule)
    if literals is not None:
        return (Atom(act_index(rule.act), literals),)
    if isinstance(rule, Repair):
        return (_repair(rule, act_index, columns),)
    return (Atom(act_index(rule.act), rule=rule),)


def _repair(
    rule: Repair, act_index: Callable[[ActPattern], int], columns: Callable[[Rule], Literals | None]
) -> Atom:
    breach = columns(Prohibition(act=rule.act, when=rule.when, unless=rule.unless))
    if breach is None or any(pattern.binds for pattern in rule.then):
        return Atom(act_index(rule.act), breach or (), rule=rule)
    then = tuple(act_index(pattern) for pattern in rule.then)
    return Atom(act_index(rule.act), breach, then=then, within=rule.within)


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
    if atom.then:
        return _unrepaired(atom, reading)
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


def _unrepaired(atom: Atom, reading: Reading) -> int:
    """Bits of the acts at which the time runs out for one who could have repaired a breach and did not."""
    breaches = _breaches(atom, reading)
    out = 0
    turns: dict[str, int] = {}
    legal: dict[str, bool] = {}
    for bit in range((breaches & -breaches).bit_length() - 1, reading.bits.length) if breaches else ():
        actor = reading.bits.actors[bit]
        if actor in turns:
            row, rites = reading.fits[bit], reading.rites[bit]
            if any(row[pattern] for pattern in atom.then):
                del turns[actor]
            else:
                turns[actor] += 1
                legal[actor] |= rites is None or any(rites[pattern] for pattern in atom.then)
        if breaches >> bit & 1 and actor not in turns:
            turns[actor], legal[actor] = 0, False
        if actor in turns and turns[actor] >= atom.within:
            out |= legal[actor] << bit
            del turns[actor]
    return out
