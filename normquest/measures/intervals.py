"""Intervals at the 95 % level: Wilson for one cell, the stratified cluster bootstrap for what is pooled.

Nothing here depends on the order of its input or on a global random state: the draws come from a stream named
after the shape of the data alone, so the same rows give the same interval on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from normquest.measures.figures import LEVEL, Z
from normquest.streams import stream

FloatArray = npt.NDArray[np.float64]
Statistic = Callable[[FloatArray], FloatArray]
"""Sums of shape (draws, m) to values of shape (draws,), NaN where undefined."""

Interval = tuple[float, float]
DRAWS = 2_000
"""Bootstrap resamples: the simulation error of a 95 % limit is about a twentieth of the interval's width."""

_MOST_UNDEFINED = 0.1
"""If more of the resamples have no value than this share, the interval is undefined."""


def generator(*purpose: str | int) -> np.random.Generator:
    """A numpy generator of its own for one purpose. Draw with `random()` alone: other methods may change."""
    return np.random.Generator(np.random.PCG64(stream(0, "measures", *purpose).getrandbits(128)))


def wilson(successes: float, n: float) -> Interval | None:
    """The score interval of a share (Wilson 1927, JASA 22, 209-212), within 0..1; None where n is 0.

    `successes` may be a fraction, where repetitions of a seed were averaged.
    Raises ValueError unless 0 <= successes <= n.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}")
    if n == 0:
        return None
    p, spread = successes / n, Z * Z / n
    centre = (p + spread / 2) / (1 + spread)
    half = Z * np.sqrt(p * (1 - p) / n + spread / (4 * n)) / (1 + spread)
    # At the ends the limit is exact but for rounding, and must not cut off the share itself.
    return max(0.0, min(p, float(centre - half))), min(1.0, max(p, float(centre + half)))


def alike(value: float, units: int, span: Interval) -> Interval | None:
    """An interval where all clusters gave the same value, so that resampling shows no spread at all.

    Up to u = z² / (units + z²) of all units, Wilson's upper limit for 0 of `units`, may be unlike these; each
    by as much as the `span` of the measure allows. At the ends of 0..1 this is Wilson's interval. Units and
    not clusters, or 30 successes in 30 would be less sure than 29. None below two units, which say nothing
    about spread.
    """
    if units < 2:
        return None
    share = Z * Z / (units + Z * Z)
    low, high = span
    return value - share * (value - low), value + share * (high - value)


@lru_cache(maxsize=16)
def resamples(strata: tuple[int, ...], draws: int = DRAWS) -> FloatArray:
    """How often each cluster stands in each resample: shape (draws, sum of strata), read-only.

    Clusters are drawn with replacement within their stratum, one fewer than there are, and weighted up again
    (Rao, Wu and Yue 1992, Survey Methodology 18, 209-217): with few clusters a stratum the plain bootstrap
    makes variances too small by (k - 1) / k. In a simulation of 3 to 5 worlds of 3 norms of 10 seeds, norms
    .8 logits apart, 95 % intervals held the truth in 88 to 94 % of cases so, and in 83 to 86 % drawn plainly.
    A cluster alone in its stratum always stands once.
    """
    rng = generator("bootstrap", draws, *strata)
    blocks = []
    for size in strata:
        taken = max(size - 1, 1)
        picked = (rng.random((draws, taken)) * size).astype(np.intp)
        picked += np.arange(draws, dtype=np.intp)[:, None] * size
        counts = np.bincount(picked.ravel(), minlength=draws * size).reshape(draws, size)
        blocks.append(counts * (size / taken))
    weights: FloatArray = np.concatenate(blocks, axis=1) if blocks else np.empty((draws, 0))
    weights.setflags(write=False)
    return weights


def bootstrap(sums: FloatArray, strata: tuple[int, ...], statistic: Statistic) -> FloatArray:
    """The statistic of each resample, shape (DRAWS,), NaN where undefined.

    `sums` has one row a cluster, shape (k, m), ordered by stratum; `strata` are the clusters in each. The
    cluster bootstrap of Davison and Hinkley (1997), section 3.8, stratified (3.2).
    """
    return statistic(resamples(strata) @ sums)


def percentile(values: FloatArray) -> Interval | None:
    """The percentile interval (Efron 1979); None where more than a tenth of the resamples are undefined."""
    defined = values[~np.isnan(values)]
    if len(values) == 0 or len(defined) < (1 - _MOST_UNDEFINED) * len(values):
        return None
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)
