"""Do two coders agree beyond chance? Cohen's kappa (1960, Educ Psychol Meas 20, 37-46)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from normquest.measures.intervals import FloatArray, bootstrap, percentile


@dataclass(frozen=True, slots=True)
class Agreement:
    """Share of items coded alike, and kappa with an interval over runs; None where not defined."""

    code: str
    n: int
    alike: float | None
    kappa: float | None
    low: float | None
    high: float | None
    runs: int


def agreement(
    code: str, one: Sequence[Hashable], other: Sequence[Hashable], runs: Sequence[int]
) -> Agreement:
    """The agreement on one code of the same items, `runs` telling which run each is of.

    Kappa is undefined where both coders give one and the same code throughout: chance then agrees as well.
    The interval resamples runs, for messages of one run are alike; none below two runs or where
    all runs are alike. Raises ValueError
    where lengths differ.
    """
    if not len(one) == len(other) == len(runs):
        raise ValueError(f"{len(one)} and {len(other)} codes of {len(runs)} items")
    labels = sorted({*one, *other}, key=str)
    clusters = sorted(set(runs))
    counts = np.zeros((len(clusters), len(labels), len(labels)))
    for a, b, run in zip(one, other, runs, strict=True):
        counts[clusters.index(run), labels.index(a), labels.index(b)] += 1
    if not labels:
        return Agreement(code, 0, None, None, None, None, 0)
    sums = counts.reshape(len(clusters), -1)

    def statistic(summed: FloatArray) -> FloatArray:
        return _kappa(summed.reshape(-1, len(labels), len(labels)))

    value = float(statistic(sums.sum(axis=0)[None])[0])
    alike = float(np.trace(counts.sum(axis=0))) / len(one)
    if np.isnan(value):
        return Agreement(code, len(one), alike, None, None, None, len(clusters))
    limits = percentile(bootstrap(sums, (len(clusters),), statistic)) if len(clusters) > 1 else None
    if limits is not None and limits[1] - limits[0] < 1e-12:
        limits = None  # runs that are all alike say nothing of how they vary
    low, high = limits or (None, None)
    return Agreement(code, len(one), alike, value, low, high, len(clusters))


def _kappa(counts: FloatArray) -> FloatArray:
    """Kappa of each of several tables, shape (tables, codes, codes); NaN where chance agrees always."""
    totals = counts.sum(axis=(1, 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        seen = np.trace(counts, axis1=1, axis2=2) / totals
        chance = (counts.sum(axis=1) * counts.sum(axis=2)).sum(axis=1) / totals**2
        # Rounding must not make a kappa of what chance alone explains.
        found: FloatArray = np.where(chance < 1 - 1e-12, (seen - chance) / (1 - chance), np.nan)
    return found
