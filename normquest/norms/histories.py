"""Test cases for statements: X, and the extensional score of a stated rule on it.

A case is a short history and the next turn of one person in it; its label
under a rule is "a violated finding is charged to that person". No judge model
is asked: two rules that label every case alike are the same rule here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from normquest.norms.events import Event
from normquest.norms.monitor import Monitor
from normquest.norms.rules import Rule

Stratum = Literal["violation", "keeping", "near_miss", "other"]


@dataclass(frozen=True)
class History:
    """A fresh short history; its acts are the places where a case may ask."""

    events: tuple[Event, ...]


@dataclass(frozen=True)
class CaseSet:
    """X: histories and (history, act number) pairs with the norm's labels and strata."""

    histories: tuple[History, ...]
    items: tuple[tuple[int, int], ...]
    labels: tuple[bool, ...]
    strata: tuple[Stratum, ...]

    @property
    def violating(self) -> int:
        """How many cases are violations of the norm."""
        return sum(self.labels)


@dataclass(frozen=True)
class Score:
    """How a statement fares on X. None where a figure is undefined, never 0; with no case all are.

    `exact`: all labels agree. Balanced accuracy is the mean of the two hit
    rates; `by_stratum` gives accuracy within violations, in-scope keeping,
    near-misses and the rest. `agreement` is the share of cases with the same
    label: the confidence scale asks whether it is at least 19 in 20.
    """

    exact: bool | None
    balanced_accuracy: float | None
    mcc: float | None
    jaccard: float | None
    agreement: float | None
    by_stratum: dict[str, float | None]


def turn_labels(rule: Rule | None, events: Sequence[Event]) -> list[bool]:
    """For each attempted act: is a violation charged to its actor, at the act or by its turn's end?

    What is charged to somebody who has not acted in this turn labels no act.
    """
    labels: list[bool] = []
    if rule is None:
        return [False] * sum(1 for e in events if e.kind in ("act", "failed"))
    monitor = Monitor(rule)
    last: dict[str, int] = {}
    for event in events:
        if event.kind in ("act", "failed"):
            last[event.actor] = len(labels)
            labels.append(False)
        for finding in monitor.feed(event):
            if finding.result == "violated" and finding.bearer in last:
                labels[last[finding.bearer]] = True
        if event.kind == "tick":
            last.clear()
    return labels


def labels_on(rule: Rule | None, cases: CaseSet) -> list[bool]:
    """The rule's labels on every case of X."""
    table = [turn_labels(rule, history.events) for history in cases.histories]
    return [table[history][act] for history, act in cases.items]


def score(rule: Rule | None, cases: CaseSet) -> Score:
    """The extensional score of a stated rule (None: "none that I can see")."""
    return score_labels(labels_on(rule, cases), cases)


def score_labels(stated: Sequence[bool], cases: CaseSet) -> Score:
    """The score of labels on X against the norm's own."""
    truth = cases.labels
    both = list(zip(stated, truth, strict=True))
    tp = sum(s and t for s, t in both)
    fp = sum(s and not t for s, t in both)
    fn = sum(t and not s for s, t in both)
    tn = len(both) - tp - fp - fn
    positives, negatives = tp + fn, tn + fp
    balanced = (tp / positives + tn / negatives) / 2 if positives and negatives else None
    denominator = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    mcc = (tp * tn - fp * fn) / denominator**0.5 if denominator else None
    jaccard = tp / (tp + fp + fn) if tp + fp + fn else None
    by_stratum: dict[str, float | None] = {}
    for stratum in ("violation", "keeping", "near_miss", "other"):
        within = [s == t for (s, t), name in zip(both, cases.strata, strict=True) if name == stratum]
        by_stratum[stratum] = sum(within) / len(within) if within else None
    return Score(
        exact=all(s == t for s, t in both) if both else None,
        balanced_accuracy=balanced,
        mcc=mcc,
        jaccard=jaccard,
        agreement=(tp + tn) / len(both) if both else None,
        by_stratum=by_stratum,
    )
