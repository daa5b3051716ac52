"""Scores of stated rules on the test cases, and whether a rule is one of the customs in effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from normquest.episode.case import Case
from normquest.norms.histories import CaseSet, Score, Stratum, labels_on, score_labels
from normquest.norms.rules import Rule, rule_from
from normquest.store.canonical import canonical


def without_norm(cases: CaseSet) -> CaseSet:
    """The same test cases where nothing is enforced: none of them is a violation."""
    other: Stratum = "other"
    return replace(cases, labels=(False,) * len(cases.items), strata=(other,) * len(cases.items))


class Scorer:
    """Scores rules on one case; each rule is judged once, since newcomers often say the same."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.cases = case.cases if case.norm is not None else without_norm(case.cases)
        self._rules: dict[str, Rule | None] = {}
        self._labels: dict[str, tuple[bool, ...]] = {}

    def rule(self, data: Mapping[str, Any] | None) -> Rule | None:
        """A stored rule, read once."""
        name = canonical(data)
        if name not in self._rules:
            self._rules[name] = None if data is None else rule_from(dict(data))
        return self._rules[name]

    def score(self, data: Mapping[str, Any] | None) -> Score:
        """The score of a stated rule; None: "none that I can see"."""
        return score_labels(self._labelled(data), self.cases)

    def customs(self, data: Mapping[str, Any] | None) -> list[int]:
        """Which customs, by number, the rule is: the same rule, or the same labels if any is a violation."""
        rule = self.rule(data)
        if rule is None:
            return []
        own = self._labelled(data)
        return [
            number
            for number, custom in enumerate(self.case.customs)
            if rule == custom or (any(own) and own == self._custom_labels(number))
        ]

    def _labelled(self, data: Mapping[str, Any] | None) -> tuple[bool, ...]:
        return self._judged(canonical(data), self.rule(data))

    def _custom_labels(self, number: int) -> tuple[bool, ...]:
        return self._judged(f"custom {number}", self.case.customs[number])

    def _judged(self, name: str, rule: Rule | None) -> tuple[bool, ...]:
        if name not in self._labels:
            self._labels[name] = tuple(labels_on(rule, self.cases))
        return self._labels[name]

    @property
    def unenforced(self) -> list[int]:
        """The numbers of the customs that nobody minds."""
        case = self.case
        return [n for n in range(len(case.customs)) if case.norm is None or n != case.enforced]
