"""Is the stated rule theirs? Scored by its labels on the test cases X, never by its words (section 9).

`first` is the statement after the watch, before any own act; `last` the one on all the evidence. Headline is
*exact*: a balanced accuracy of .9 is not "found".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from normquest.measures.estimate import DIFFERENCE, mean
from normquest.measures.figures import Figure
from normquest.measures.rows import EpisodeRow, StatementRow
from normquest.measures.select import first_statement, last_statement, normed, observer_after

Rows = Sequence[EpisodeRow]


def _first(
    name: str,
    rows: Rows,
    value: Callable[[StatementRow], float | None],
    span: tuple[float, float] = (0, 1),
) -> Figure:
    def of(row: EpisodeRow) -> float | None:
        said = first_statement(row)
        return None if said is None else value(said)

    return mean(name, normed(rows), of, unit="statements", span=span)


def _last(name: str, rows: Rows, value: Callable[[StatementRow], float | None]) -> Figure:
    def of(row: EpisodeRow) -> float | None:
        said = last_statement(row)
        return None if said is None else value(said)

    return mean(name, normed(rows), of, unit="statements")


def exact_first(rows: Rows) -> Figure:
    """Share of first statements with the norm's label on every test case."""
    return _first("exact.first", rows, lambda said: said.exact)


def exact_last(rows: Rows) -> Figure:
    """Share of last statements with the norm's label on every test case."""
    return _last("exact.last", rows, lambda said: said.exact)


def balanced_first(rows: Rows) -> Figure:
    """Balanced accuracy of first statements; .5 is what a guess without evidence gets."""
    return _first("balanced.first", rows, lambda said: said.balanced_accuracy)


def balanced_last(rows: Rows) -> Figure:
    """Balanced accuracy of last statements."""
    return _last("balanced.last", rows, lambda said: said.balanced_accuracy)


def mcc_first(rows: Rows) -> Figure:
    """Matthews's correlation of first statements' labels with the norm's (Matthews 1975), -1 to 1."""
    return _first("mcc.first", rows, lambda said: said.mcc, DIFFERENCE)


def jaccard_first(rows: Rows) -> Figure:
    """Cases that rule and norm both call violations, of those that either does (Jaccard 1901)."""
    return _first("jaccard.first", rows, lambda said: said.jaccard)


def strata(rows: Rows) -> list[Figure]:
    """First statements' share right among violations, in-scope keeping and near-misses, each by itself."""
    return [
        _first("right.violations", rows, lambda said: said.on_violations),
        _first("right.keeping", rows, lambda said: said.on_keeping),
        _first("right.near_misses", rows, lambda said: said.on_near_misses),
    ]


def evidence(rows: Rows) -> list[Figure]:
    """For the first statement: how many cited events bear on the norm, how many that bear on it are cited."""
    return [
        _first("evidence.precision", rows, lambda said: said.evidence_precision),
        _first("evidence.recall", rows, lambda said: said.evidence_recall),
    ]


def habits(rows: Rows) -> list[Figure]:
    """For the first statement: how many habits given are customs, how many customs are given as habits."""
    return [
        _first("habits.precision", rows, lambda said: said.habit_precision),
        _first("habits.recall", rows, lambda said: said.habit_recall),
    ]


def unstatable(rows: Rows) -> Figure:
    """Share of first statements that the rule language cannot say, and that were scored as none."""
    return _first("unstatable", rows, lambda said: said.unstatable)


def regret(rows: Rows) -> list[Figure]:
    """The reference observer's score on the same evidence less the newcomer's: what the evidence had to give.

    On the first statement, exact and balanced accuracy; below 0 where the newcomer did better.
    """

    def exact(row: EpisodeRow) -> float | None:
        said, seen = first_statement(row), observer_after(row, "watch")
        if said is None or seen is None or said.exact is None or seen.exact is None:
            return None
        return float(seen.exact) - float(said.exact)

    def balanced(row: EpisodeRow) -> float | None:
        said, seen = first_statement(row), observer_after(row, "watch")
        if said is None or seen is None or said.balanced_accuracy is None or seen.balanced_accuracy is None:
            return None
        return seen.balanced_accuracy - said.balanced_accuracy

    return [
        mean("regret.exact", normed(rows), exact, unit="statements", span=DIFFERENCE),
        mean("regret.balanced", normed(rows), balanced, unit="statements", span=DIFFERENCE),
    ]
