"""Does confidence mean what it says? It means one thing: the rule agrees with theirs in 19 of 20 test cases.

One statement a stage counts, the last of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from normquest.measures.estimate import DIFFERENCE, ratio
from normquest.measures.figures import Figure
from normquest.measures.rows import EpisodeRow, StatementRow
from normquest.measures.select import normed, stage_statements

Rows = Sequence[EpisodeRow]

AGREES = 19 / 20
"""The share of test cases that the event asks for."""

BINS = 5


def came_true(said: StatementRow) -> bool | None:
    """Whether the rule agrees with the norm on at least 19 of 20 test cases; None where that is not known."""
    if said.agreement is not None:
        return said.agreement >= AGREES - 1e-12
    return True if said.exact else None


def _pairs(row: EpisodeRow) -> list[tuple[float, bool]]:
    """Confidence and event of each statement that has both."""
    said = ((s.confidence, came_true(s)) for s in stage_statements(row))
    return [(confidence, event) for confidence, event in said if confidence is not None and event is not None]


def confidence(rows: Rows) -> Figure:
    """Mean confidence of the statements whose truth is known."""
    return ratio(
        "confidence",
        normed(rows),
        lambda row: (sum(c for c, _ in _pairs(row)), len(_pairs(row))),
        unit="statements",
    )


def brier(rows: Rows) -> Figure:
    """Mean squared error of confidence on the event (Brier 1950): 0 is perfect, .25 is a half each time."""

    def counts(row: EpisodeRow) -> tuple[float, float]:
        pairs = _pairs(row)
        return sum((c - event) ** 2 for c, event in pairs), len(pairs)

    return ratio("calibration.brier", normed(rows), counts, unit="statements")


def overconfidence(rows: Rows) -> Figure:
    """Mean confidence less the share that came true: above 0 is too sure, below too modest."""

    def counts(row: EpisodeRow) -> tuple[float, float]:
        pairs = _pairs(row)
        return sum(c - event for c, event in pairs), len(pairs)

    return ratio("overconfidence", normed(rows), counts, unit="statements", span=DIFFERENCE)


@dataclass(frozen=True, slots=True)
class Bin:
    """Statements with a confidence from `low` to below `high` (the last bin holds 1 too).

    `confidence` is their mean (None where the bin is empty), `truth` the share that came true, with N.
    """

    low: float
    high: float
    confidence: float | None
    truth: Figure


def reliability(rows: Rows, bins: int = BINS) -> list[Bin]:
    """Confidence against truth in `bins` bins of like width: a reliability diagram (Murphy and Winkler 1977).

    Raises ValueError below one bin.
    """
    if bins < 1:
        raise ValueError(f"reliability needs at least one bin, not {bins}")
    return [_bin(rows, number, bins) for number in range(bins)]


def _bin(rows: Rows, number: int, bins: int) -> Bin:
    def within(row: EpisodeRow) -> list[tuple[float, bool]]:
        return [(c, event) for c, event in _pairs(row) if min(int(c * bins + 1e-9), bins - 1) == number]

    low, high = number / bins, (number + 1) / bins
    name = f"came_true.{low:.2f}-{high:.2f}"
    truth = ratio(
        name, normed(rows), lambda row: (sum(e for _, e in within(row)), len(within(row))), unit="statements"
    )
    sure = ratio(
        name, normed(rows), lambda row: (sum(c for c, _ in within(row)), len(within(row))), unit="statements"
    )
    return Bin(low, high, sure.value, truth)
