"""Do members come to expect the same? The spread of expectations between members, early and late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from normquest.measures.societies.columns import FloatArray, IntArray
from normquest.measures.societies.means import clustered_mean
from normquest.measures.societies.ols import Estimate
from normquest.measures.societies.panel import Panel

EARLY, LATE = (1, 3), (18, 20)
LEAST_REPORTS = 2


@dataclass(frozen=True, slots=True)
class Sharedness:
    """The standard deviation between members of one expectation ("ee" or "ne") in one condition.

    Averaged over rounds within a run, then over runs: each estimate's `n` is the number of runs. `change` is
    late less early of the runs that have both; below 0 where expectations come together. `reports` counts
    the early and the late reports.
    """

    condition: str
    family: str | None
    expectation: str
    early: Estimate
    late: Estimate
    change: Estimate
    reports: tuple[int, int]


def spread_between_members(panel: Panel, column: str) -> tuple[IntArray, IntArray, FloatArray]:
    """Run, round and sample standard deviation (n - 1) of the members' values, if at least two gave one."""
    used = panel.ordinary()
    values = getattr(used, column)
    used, values = used.select(~np.isnan(values)), values[~np.isnan(values)]
    if len(used) == 0:
        return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0)
    keys, inverse, counts = np.unique(
        np.column_stack([used.run, used.round]), axis=0, return_inverse=True, return_counts=True
    )
    inverse = inverse.ravel()
    means = np.bincount(inverse, weights=values) / counts
    squares = np.bincount(inverse, weights=(values - means[inverse]) ** 2)
    enough = counts >= LEAST_REPORTS
    return keys[enough, 0], keys[enough, 1], np.sqrt(squares[enough] / (counts[enough] - 1))


def sharedness(
    panel: Panel, early: tuple[int, int] = EARLY, late: tuple[int, int] = LATE, family: str | None = None
) -> list[Sharedness]:
    """EE and NE in every condition in which anybody was asked, of one family or of all."""
    used = panel if family is None else panel.where(family=family)
    return [
        one
        for condition in used.conditions()
        for one in _of_condition(used.where(condition=condition), condition, family, early, late)
    ]


def _of_condition(
    panel: Panel, condition: str, family: str | None, early: tuple[int, int], late: tuple[int, int]
) -> Iterator[Sharedness]:
    for column in ("ee", "ne"):
        if np.isnan(getattr(panel, column)).all():
            continue
        runs = np.unique(panel.run)
        windows = [_by_run(panel.between(*rounds), column, runs) for rounds in (early, late)]
        reports = [
            int(np.count_nonzero(~np.isnan(getattr(panel.ordinary().between(*rounds), column))))
            for rounds in (early, late)
        ]
        first, last = (clustered_mean(column, values, runs) for values in windows)
        change = clustered_mean(column, windows[1] - windows[0], runs)
        yield Sharedness(condition, family, column, first, last, change, (reports[0], reports[1]))


def _by_run(panel: Panel, column: str, runs: IntArray) -> FloatArray:
    """The mean over rounds of the spread, for each of the runs; NaN where there is none."""
    own, _, spread = spread_between_members(panel, column)
    return np.array([spread[own == run].mean() if np.any(own == run) else np.nan for run in runs])
