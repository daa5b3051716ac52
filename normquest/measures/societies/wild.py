"""The wild cluster bootstrap with the null imposed, for tests where runs are few.

Cameron, Gelbach and Miller (2008), Review of Economics and Statistics 90, 414-427. The residuals of the model
without the tested column keep their cluster together and are multiplied by one weight a cluster; the share of
resamples whose t is at least as far from 0 as the observed one is the p-value. Rademacher weights (-1, 1) up
to 2**13 patterns are all counted, as there are no more; Webb's six values (2023, Canadian J Economics 56,
839-858) give many more patterns where clusters are very few.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np

from normquest.measures.intervals import generator
from normquest.measures.societies.columns import FloatArray, IntArray
from normquest.measures.societies.ols import LEAST_CLUSTERS, ROUNDING, by_cluster, independent

DRAWS = 9_999
Weights = Literal["rademacher", "webb"]

_WEBB = np.array([-(1.5**0.5), -1.0, -(0.5**0.5), 0.5**0.5, 1.0, 1.5**0.5])


def wild_p(
    y: FloatArray,
    x: FloatArray,
    tested: int,
    clusters: IntArray,
    weights: Weights = "rademacher",
    draws: int = DRAWS,
) -> float | None:
    """Two-sided p-value of the hypothesis that the coefficient of column `tested` is 0.

    None where the column is explained by the others, clusters are fewer than two, or the statistic has no
    spread. The observed pattern counts as one of the resamples, so that p is never 0.
    """
    rows = by_cluster(clusters)
    others = np.delete(x, tested, axis=1)
    others = others[:, independent(others)]
    column = x[:, tested]
    if len(rows) < LEAST_CLUSTERS or not independent(np.column_stack([others, column]))[-1]:
        return None
    # Frisch, Waugh and Lovell: only what is the column's own, and what the others leave of y, matter.
    basis = np.linalg.qr(others)[0]
    own = column - basis @ (basis.T @ column)
    left = y - basis @ (basis.T @ y)
    if np.linalg.norm(left) <= ROUNDING * np.linalg.norm(y):
        return None
    whole = np.column_stack([basis, own / np.linalg.norm(own)])
    # Row h, column g: what a weight on cluster h adds to the score of cluster g. On the diagonal its own
    # residuals, less what the refitted model takes away everywhere.
    score = np.array([own[g] @ left[g] for g in rows])
    reach = np.array([whole[g].T @ left[g] for g in rows])
    takes = np.array([whole[g].T @ own[g] for g in rows])
    spread = np.diag(score) - reach @ takes.T
    patterns, exact = _patterns(len(rows), weights, draws)
    seen = _t(np.ones((1, len(rows))), score, spread)[0]
    if np.isnan(seen):
        return None
    drawn = np.nan_to_num(_t(patterns, score, spread), nan=0.0)
    extreme = int(np.count_nonzero(drawn >= seen * (1 - ROUNDING)))
    return extreme / len(patterns) if exact else (extreme + 1) / (len(patterns) + 1)


def _t(patterns: FloatArray, score: FloatArray, spread: FloatArray) -> FloatArray:
    """|t| of each pattern but for factors that are the same in all; NaN where there is no spread."""
    errors = np.sqrt(((patterns @ spread) ** 2).sum(axis=1))
    with np.errstate(divide="ignore", invalid="ignore"):
        least = ROUNDING * np.abs(score).sum()
        t: FloatArray = np.where(errors > least, np.abs(patterns @ score) / errors, np.nan)
    return t


@lru_cache(maxsize=16)
def _patterns(clusters: int, weights: Weights, draws: int) -> tuple[FloatArray, bool]:
    """Weights by resample and cluster, read-only, and whether they are all that there are."""
    exact = weights == "rademacher" and 2**clusters <= draws
    if exact:
        numbers = np.arange(2**clusters, dtype=np.int64)[:, None] >> np.arange(clusters, dtype=np.int64)
        found = (1 - 2 * (numbers & 1)).astype(np.float64)
    else:
        drawn = generator("wild", weights, clusters, draws).random((draws, clusters))
        found = (
            np.where(drawn < 0.5, -1.0, 1.0) if weights == "rademacher" else _WEBB[(drawn * 6).astype(int)]
        )
    found.setflags(write=False)
    return found, exact
