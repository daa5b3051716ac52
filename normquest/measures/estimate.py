"""From rows to a figure: average within a seed, sum over seeds, take the statistic, put an interval round it.

A measure gives, for each episode, pairs (numerator, denominator); the rest is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

import numpy as np

from normquest.measures.figures import Figure, undefined
from normquest.measures.intervals import FloatArray, Interval, Statistic, alike, bootstrap, percentile, wilson
from normquest.measures.rows import EpisodeRow
from normquest.measures.units import Sums, Unit, clusters_of, gap_of, ratio_of, units_of

SHARE: Interval = (0.0, 1.0)
DIFFERENCE: Interval = (-1.0, 1.0)

LEAST_WORLDS = 3
"""With fewer worlds there is no interval over worlds."""


def estimate(
    name: str,
    units: Sequence[Unit],
    statistic: Statistic = ratio_of,
    *,
    unit: str,
    span: Interval | None = SHARE,
    binary: bool = False,
) -> Figure:
    """The statistic of the summed units, with its interval.

    Wilson's where all lies in one cell and each unit is a yes or no (`binary`); otherwise the cluster
    bootstrap over cells, stratified by world, with the bootstrap over worlds beside it; where all resamples
    are alike, the interval of `alike` (with `span` the least and greatest value of the measure, None if
    unbounded). No interval below two clusters, but for Wilson's.
    """
    n = sum(u.n for u in units)
    if not units:
        return undefined(name, n, unit)
    sums, strata, over = clusters_of(units)
    value = float(statistic(sums.sum(axis=0)[None, :])[0])
    if np.isnan(value):
        return undefined(name, n, unit)
    clusters = len(sums)
    if binary and len({(u.world, u.norm, u.part) for u in units}) == 1:
        return _figure(name, value, n, wilson(float(sums[:, 0].sum()), clusters), unit, "wilson", clusters)
    limits, method = _resampled(value, sums, strata, statistic, span, len(units), f"bootstrap over {over}")
    worlds = _over_worlds(value, units, statistic, span)
    return _figure(name, value, n, limits, unit, method, clusters, worlds)


def _resampled(
    value: float,
    sums: FloatArray,
    strata: tuple[int, ...],
    statistic: Statistic,
    span: Interval | None,
    seeds: int,
    how: str,
) -> tuple[Interval | None, str]:
    if len(sums) < 2:
        return None, "none"
    limits = percentile(bootstrap(sums, strata, statistic))
    if limits is not None and limits[1] - limits[0] < 1e-12:
        limits, how = (alike(value, seeds, span) if span else None), "all alike"
    return limits, how if limits else "none"


def _over_worlds(
    value: float, units: Sequence[Unit], statistic: Statistic, span: Interval | None
) -> Interval | None:
    ordered = sorted(units, key=lambda u: (u.world, u.norm, u.seed))
    worlds = [[u.sums for u in world] for _, world in groupby(ordered, key=lambda u: u.world)]
    if len(worlds) < LEAST_WORLDS:
        return None
    sums = np.array([np.sum(np.array(world, dtype=np.float64), axis=0) for world in worlds])
    return _resampled(value, sums, (len(worlds),), statistic, span, len(units), "")[0]


def _figure(
    name: str,
    value: float,
    n: int,
    limits: Interval | None,
    unit: str,
    method: str,
    clusters: int,
    worlds: Interval | None = None,
) -> Figure:
    low, high = limits or (None, None)
    world_low, world_high = worlds or (None, None)
    return Figure(name, value, n, low, high, unit, method, clusters, world_low, world_high)


def mean(
    name: str,
    rows: Iterable[EpisodeRow],
    value: Callable[[EpisodeRow], float | None],
    *,
    unit: str = "episodes",
    span: Interval | None = SHARE,
) -> Figure:
    """The mean of one value an episode. Where all are True or False it is a share (Wilson in a cell)."""
    binary = True

    def sums(row: EpisodeRow) -> Sums | None:
        nonlocal binary
        one = value(row)
        if one is None:
            return None
        binary = binary and isinstance(one, bool)
        return float(one), 1.0

    units = units_of(rows, sums)
    return estimate(name, units, unit=unit, span=span, binary=binary)


def ratio(
    name: str,
    rows: Iterable[EpisodeRow],
    counts: Callable[[EpisodeRow], tuple[float, float]],
    *,
    unit: str,
    span: Interval | None = SHARE,
) -> Figure:
    """The sum of numerators over the sum of denominators, (numerator, denominator) an episode."""
    return estimate(name, units_of(rows, counts), unit=unit, span=span)


def gap(
    name: str,
    rows: Iterable[EpisodeRow],
    counts: Callable[[EpisodeRow], tuple[float, float, float, float]],
    *,
    unit: str,
) -> Figure:
    """The difference of two ratios, (a, n, b, m) an episode: Σa/Σn − Σb/Σm."""
    return estimate(name, units_of(rows, counts), gap_of, unit=unit, span=DIFFERENCE)
