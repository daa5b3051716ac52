"""One-edit variants of a rule: what a newcomer who nearly found it would say.

They choose the test cases on which statements are scored, and they stand in
every observer's space, for the norm and the other customs alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

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
    Quantity,
    Reciprocity,
    Repair,
    Rule,
    Speech,
    Test,
    rule_from,
)


@dataclass(frozen=True)
class Vocabulary:
    """What can be told apart in a community.

    `tests`: tag → `slot.attribute` → values that occur. `conditions`: tests of
    the moment that are sometimes true and sometimes not. `rites`: patterns of
    acts that a norm may ask for.
    """

    tests: Mapping[str, Mapping[str, tuple[str, ...]]]
    conditions: tuple[Now, ...] = ()
    rites: tuple[ActPattern, ...] = ()
    styles: tuple[str, ...] = ()
    spans: tuple[int, ...] = field(default=(1, 2, 3, 4, 5))


def pattern_edits(pattern: ActPattern, words: Vocabulary) -> Iterator[ActPattern]:
    """A test dropped, its value changed, a test added, or a variable forgotten: any person for that one."""
    known = words.tests.get(pattern.tag or pattern.verb or "", {})
    for index, test in enumerate(pattern.tests):
        rest = pattern.tests[:index] + pattern.tests[index + 1 :]
        yield pattern.model_copy(update={"tests": rest})
        for value in known.get(test.key, ()):
            if value != test.value:
                yield _with_tests(pattern, (*rest, test.model_copy(update={"value": value})))
    have = {t.key for t in pattern.tests}
    for key, values in known.items():
        if key not in have:
            subject, _, attribute = key.partition(".")
            for value in values:
                test = Test(subject=subject, attribute=attribute, value=value)  # type: ignore[arg-type]
                yield _with_tests(pattern, (*pattern.tests, test))
    for index in range(len(pattern.binds)):
        yield pattern.model_copy(update={"binds": pattern.binds[:index] + pattern.binds[index + 1 :]})


def _with_tests(pattern: ActPattern, tests: Sequence[Test]) -> ActPattern:
    return ActPattern(verb=pattern.verb, tag=pattern.tag, tests=tuple(tests), binds=pattern.binds)


def condition_edits(condition: Condition, words: Vocabulary) -> Iterator[Condition]:
    """Denied, another value, another window, another number of turns, another past act."""
    yield condition.model_copy(update={"negated": not condition.negated})
    if isinstance(condition, Now):
        for other in words.conditions:
            if other.test.key == condition.test.key and other.test.value != condition.test.value:
                yield other.model_copy(update={"negated": condition.negated})
        return
    for act in pattern_edits(condition.act, words):
        yield condition.model_copy(update={"act": act})
    for window, n in windows(words):
        if (window, n) != (condition.window, condition.n):
            yield Past(act=condition.act, window=window, n=n, negated=condition.negated)  # type: ignore[arg-type]
    if condition.window == "since_entering":
        # "Has bowed to one since entering" is easily taken for "one is here".
        for test in condition.act.tests:
            if test.subject == "addressee":
                present = Test(subject="present", attribute=test.attribute, value=test.value)
                yield Now(test=present, negated=condition.negated)


def windows(words: Vocabulary) -> list[tuple[str, int | None]]:
    """Every window that a past condition may have here."""
    return [("since_entering", None), ("today", None), ("ever", None), *(("within", n) for n in words.spans)]


def edits(rule: Rule, words: Vocabulary) -> list[Rule]:
    """The one-edit variants of a rule, each once, in a fixed order; never the rule itself.

    A variant that would only say something twice, or say it and deny it, is left out.
    """
    found: dict[Rule, None] = {}
    for variant in _variants(rule, words):
        if variant != rule and not _repeats_itself(variant):
            found[variant] = None
    return list(found)


def _variants(rule: Rule, words: Vocabulary) -> Iterator[Rule]:
    if isinstance(rule, Both):
        first, second = rule.rules
        yield from (first, second)
        for variant in edits(first, words):
            yield Both(rules=(variant, second))  # type: ignore[arg-type]
        for variant in edits(second, words):
            yield Both(rules=(first, variant))  # type: ignore[arg-type]
        return
    for change in _changes(rule, words):
        try:
            yield rule_from({**_raw(rule), **change})
        except ValidationError:
            continue


def _repeats_itself(rule: Rule) -> bool:
    match rule:
        case Prohibition():
            lists = [_plain((*rule.when, *rule.unless))]
        case Repair():
            lists = [_plain((*rule.when, *rule.unless)), list(rule.then)]
        case Precedence():
            lists = [list(rule.first)]
        case Deadline():
            lists = [list(rule.then)]
        case Maintenance():
            lists = [_plain((rule.keep, *rule.during))]
        case Both():
            lists = [list(rule.rules)]
        case _:
            lists = []
    return any(len(set(parts)) < len(parts) for parts in lists)


def _plain(conditions: Sequence[Condition]) -> list[Any]:
    return [condition.model_copy(update={"negated": False}) for condition in conditions]


def _raw(rule: Rule) -> dict[str, Any]:
    return {name: getattr(rule, name) for name in type(rule).model_fields}


def _changes(rule: Rule, words: Vocabulary) -> Iterator[dict[str, Any]]:
    """Changed fields, one edit each."""
    if hasattr(rule, "act"):
        for act in pattern_edits(rule.act, words):
            yield {"act": act}
    match rule:
        case Prohibition() | Repair():
            yield from _guard_changes(rule, words)
        case Precedence():
            yield from _precedence_changes(rule, words)
        case Quantity():
            for most in range(1, 5):
                yield {"most": most}
            yield {"per": "hour" if rule.per == "day" else "day"}
        case Speech():
            for style in words.styles:
                yield {"style": style}
        case Reciprocity():
            for act in pattern_edits(rule.back, words):
                yield {"back": act}
        case Maintenance():
            yield from _maintenance_changes(rule, words)
        case Meta():
            yield from _meta_changes(rule, words)
    if isinstance(rule, Deadline | Repair):
        for index, then in enumerate(rule.then):
            for act in pattern_edits(then, words):
                yield {"then": (*rule.then[:index], act, *rule.then[index + 1 :])}
            if len(rule.then) > 1:
                yield {"then": rule.then[:index] + rule.then[index + 1 :]}
        yield from ({"within": n} for n in _near(rule.within))


def _near(n: int) -> list[int]:
    """Numbers of turns easily taken for n."""
    return [near for near in (n - 2, n - 1, n + 1, n + 2) if near >= 1]


def _guard_changes(rule: Prohibition | Repair, words: Vocabulary) -> Iterator[dict[str, Any]]:
    for name in ("when", "unless"):
        conditions: tuple[Condition, ...] = getattr(rule, name)
        for index, condition in enumerate(conditions):
            rest = conditions[:index] + conditions[index + 1 :]
            yield {name: rest}
            for other in condition_edits(condition, words):
                yield {name: (*conditions[:index], other, *conditions[index + 1 :])}
    if len(rule.when) + len(rule.unless) < 2:
        for condition in words.conditions:
            yield {"unless": (*rule.unless, condition)}
            yield {"when": (*rule.when, condition)}
        for rite in words.rites:
            if len(rite.tests) == 0:
                past = Past(act=rite, window="since_entering")
                yield {"unless": (*rule.unless, past)}


def _precedence_changes(rule: Precedence, words: Vocabulary) -> Iterator[dict[str, Any]]:
    yield {"negated": not rule.negated}
    for index, first in enumerate(rule.first):
        for act in pattern_edits(first, words):
            yield {"first": (*rule.first[:index], act, *rule.first[index + 1 :])}
        if len(rule.first) > 1:
            yield {"first": rule.first[:index] + rule.first[index + 1 :]}
    for window, n in windows(words):
        yield {"window": window, "n": n}
    if len(rule.first) < 2:
        for rite in words.rites:
            yield {"first": (*rule.first, rite)}


def _maintenance_changes(rule: Maintenance, words: Vocabulary) -> Iterator[dict[str, Any]]:
    for keep in condition_edits(rule.keep, words):
        yield {"keep": keep}
    for index, condition in enumerate(rule.during):
        yield {"during": rule.during[:index] + rule.during[index + 1 :]}
        for other in condition_edits(condition, words):
            yield {"during": (*rule.during[:index], other, *rule.during[index + 1 :])}
    if len(rule.during) < 2:
        for condition in words.conditions:
            yield {"during": (*rule.during, condition)}


def _meta_changes(rule: Meta, words: Vocabulary) -> Iterator[dict[str, Any]]:
    """The custom is told to all: nobody gets it wrong."""
    for act in pattern_edits(rule.rebuke, words):
        yield {"rebuke": act}
    for by in condition_edits(rule.by, words):
        yield {"by": by}
    if rule.within is not None:
        yield {"modality": "may", "within": None}
        yield from ({"within": n} for n in _near(rule.within))
    else:
        yield {"modality": "must", "within": 1}
