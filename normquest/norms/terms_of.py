"""What a rule speaks of: its verbs, tags and tests, and whether it counts turns or looks at ticks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from normquest.norms.rules import (
    ActPattern,
    Alternation,
    Both,
    Condition,
    Deadline,
    Maintenance,
    Meta,
    Now,
    Past,
    Precedence,
    Prohibition,
    Quantity,
    Reciprocity,
    Repair,
    Rule,
    Speech,
)


@dataclass(frozen=True)
class RuleTerms:
    """What a planner or a draw must know of a rule without reading its meaning.

    `helpful` are acts that may be wanted only because of the rule; `acts` those
    that it restricts or that open a duty; `waits` whether letting time pass can
    help; `upkeep` whether it asks for something to be kept up, which any act may
    end, so that it restricts no kind of act.
    """

    verbs: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    tests: frozenset[tuple[str, str, str]] = frozenset()
    acts: tuple[ActPattern, ...] = ()
    helpful: tuple[ActPattern, ...] = ()
    counts_turns: bool = False
    by_entering: bool = False
    judges_ticks: bool = False
    needs_tick_facts: bool = False
    upkeep: bool = False
    waits: bool = False
    patterns: tuple[ActPattern, ...] = field(default=())


def _parts(rule: Rule) -> Iterator[Rule]:
    if isinstance(rule, Both):
        for part in rule.rules:
            yield from _parts(part)
    else:
        yield rule
        if isinstance(rule, Meta):
            yield from _parts(rule.custom)


def conditions_of(rule: Rule) -> tuple[Condition, ...]:
    """The when and unless conditions of one plain rule."""
    if isinstance(rule, Prohibition | Repair):
        return (*rule.when, *rule.unless)
    if isinstance(rule, Maintenance):
        return (rule.keep, *rule.during)
    if isinstance(rule, Meta):
        return (rule.by,)
    return ()


def _acts(rule: Rule) -> tuple[tuple[ActPattern, ...], tuple[ActPattern, ...]]:
    """(restricted or opening acts, acts that keep the rule)."""
    match rule:
        case Prohibition() | Repair():
            past = tuple(c.act for c in conditions_of(rule) if isinstance(c, Past))
            then = rule.then if isinstance(rule, Repair) else ()
            return (rule.act,), (*past, *then)
        case Precedence():
            return (rule.act,), rule.first
        case Deadline():
            return (rule.act,), rule.then
        case Quantity() | Alternation() | Speech():
            return (rule.act,), ()
        case Reciprocity():
            return (rule.act,), (rule.back,)
        case Meta():
            return (rule.rebuke,), (rule.rebuke,)
    return (), ()


def _windows(rule: Rule) -> list[tuple[str, bool]]:
    """(window, negated) of every look into the past."""
    found: list[tuple[str, bool]] = [
        (c.window, c.negated) for c in conditions_of(rule) if isinstance(c, Past)
    ]
    if isinstance(rule, Precedence):
        found.append((rule.window, rule.negated))
    return found


def terms_of(rule: Rule | tuple[Rule, ...]) -> RuleTerms:
    """Collects the terms of a rule (or of several) and of the rules within it."""
    rules = rule if isinstance(rule, tuple) else (rule,)
    parts = [part for one in rules for part in _parts(one)]
    acts = tuple(p for part in parts for p in _acts(part)[0])
    helpful = tuple(p for part in parts for p in _acts(part)[1])
    patterns = tuple(dict.fromkeys((*acts, *helpful)))
    tests = {(t.subject, t.attribute, t.value) for p in patterns for t in p.tests}
    conditions = [c for part in parts for c in conditions_of(part)]
    tests |= {(c.test.subject, c.test.attribute, c.test.value) for c in conditions if isinstance(c, Now)}
    windows = [w for part in parts for w in _windows(part)]
    rebukes = any(isinstance(part, Meta) and part.within for part in parts)
    duties = rebukes or any(isinstance(part, Deadline | Repair) for part in parts)
    upkeep = any(isinstance(part, Maintenance) for part in parts)
    past_when = any(
        isinstance(part, Prohibition | Repair) and any(isinstance(c, Past) for c in part.when)
        for part in parts
    )
    return RuleTerms(
        verbs=frozenset(p.verb for p in patterns if p.verb is not None),
        tags=frozenset(p.tag for p in patterns if p.tag is not None),
        tests=frozenset(tests),
        acts=acts,
        helpful=helpful,
        counts_turns=duties or any(window == "within" for window, _ in windows),
        by_entering=any(window == "since_entering" for window, _ in windows),
        judges_ticks=duties or upkeep,
        needs_tick_facts=upkeep or rebukes,
        upkeep=upkeep,
        waits=any(subject == "hour" for subject, _, _ in tests)
        or any(window == "within" and negated for window, negated in windows)
        or past_when
        or any(isinstance(p, Quantity) for p in parts),
        patterns=patterns,
    )


def discharges(rule: Rule) -> tuple[ActPattern, ...]:
    """The acts that discharge the duties a rule opens."""
    return tuple(p for part in _parts(rule) if isinstance(part, Deadline | Repair) for p in part.then)
