"""From an answered statement request to a `Statement`: what the language can say, and what it can't."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

from pydantic import ValidationError

from normquest.episode.case import Case
from normquest.episode.records import Statement
from normquest.norms.english import render
from normquest.norms.events import Stage
from normquest.norms.reading import Unstatable, check_vocabulary, read_rule
from normquest.norms.rules import Rule, rule_data
from normquest.world.words import lexicon_of

NONE_SEEN = "None that I can see."


def understand(case: Case, stage: Stage, value: Any) -> tuple[Statement | None, str]:
    """The statement, or None and what was wrong with it, in words for whoever made it.

    `value` is a mapping: rule (mapping, sentence, or None), words, evidence,
    confidence (0 to 1), habits.
    """
    if not isinstance(value, Mapping):
        return None, "a statement has a rule, evidence and confidence"
    lexicon = lexicon_of(case.home.world)
    try:
        rule = _rule(value.get("rule"), case)
        habits = [r for h in _listed(value.get("habits")) if (r := _rule(h, case)) is not None]
    except Unstatable as error:
        return None, str(error)
    confidence = value.get("confidence")
    if confidence is not None and not _is_chance(confidence):
        return None, f"confidence is a chance between 0 and 1, not {confidence!r}"
    evidence = _listed(value.get("evidence"))
    if not all(isinstance(n, int) and not isinstance(n, bool) for n in evidence):
        return None, "evidence is a list of line numbers"
    return (
        Statement(
            stage=stage,
            rule=None if rule is None else rule_data(rule),
            english=NONE_SEEN if rule is None else render(rule, lexicon),
            words=str(value.get("words") or "")[:2000],
            evidence=tuple(evidence),
            confidence=None if confidence is None else float(confidence),
            habits=tuple(rule_data(h) for h in habits),
        ),
        "",
    )


def unstatable(stage: Stage, raw: str, value: Any = None) -> Statement:
    """What stands for a statement that the language could not take the second time: scored as no rule.

    What else it said (words, evidence, confidence) is kept where it can be read.
    """
    said = value if isinstance(value, Mapping) else {}
    confidence = said.get("confidence")
    cited = [n for n in _listed(said.get("evidence")) if isinstance(n, int) and not isinstance(n, bool)]
    return Statement(
        stage=stage,
        rule=None,
        english=NONE_SEEN,
        words=str(said.get("words") or "")[:2000],
        evidence=tuple(cited),
        confidence=float(confidence) if _is_chance(confidence) else None,
        unstatable=(raw or str(said.get("rule") or "") or "(nothing that could be read)")[:2000],
    )


def _is_chance(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def _rule(data: Any, case: Case) -> Rule | None:
    if data is None:
        return None
    lexicon = lexicon_of(case.home.world)
    try:
        rule = read_rule(dict(data) if isinstance(data, Mapping) else data, lexicon)
    except ValidationError as error:
        first = error.errors()[0]
        raise Unstatable(str(data)[:200], ("a rule of one of the forms",), None, first["msg"]) from error
    if rule is not None:
        check_vocabulary(rule, lexicon)
    return rule
