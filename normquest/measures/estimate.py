"""From rows to a figure: average within a seed, sum over seeds, take the statistic, put an interval round it.

A measure gives, for each episode, pairs (numerator, denominator); the rest is here. Repetitions of a seed are
averaged first, so that the seed stays the unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from normquest.measures.figures import Figure, undefined
from normquest.measures.intervals import FloatArray, Interval, Statistic, alike, bootstrap, percentile, wilson
from normquest.measures.rows import EpisodeRow

SHARE: Interval = (0.0, 1.0)
DIFFERENCE: Interval = (-1.0, 1.0)

LEAST_WORLDS = 3
"""With fewer worlds there is no interval over worlds."""

Sums = tuple[float, ...]
"""Numerator and denominator by turns: (a, n) for a ratio, (a, n, b, m) for the difference of two."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One seed within a cell: its sums, averaged over its episodes, and how many things (`n`) they count.

    `part` splits a world into strata of its own (communities with and without a norm).
    """

    world: str
    norm: str
    seed: int
    sums: Sums
    n: int
    part: str = ""


def units_of(rows: Iterable[EpisodeRow], sums: Callable[[EpisodeRow], Sums | None]) -> list[Unit]:
    """The units of the rows, sorted. An episode whose `sums` are None, or count nothing, is left out."""
    found: dict[tuple[str, str, int], list[Sums]] = {}
    for row in rows:
        one = sums(row)
        if one is not None and sum(one[1::2]) > 0:
            found.setdefault((row.world, row.norm, row.seed), []).append(one)
    return [
        Unit(*key, tuple(sum(column) / len(many) for column in zip(*many, strict=True)), _counted(many))
        for key, many in sorted(found.items())
    ]


def _counted(many: Sequence[Sums]) -> int:
    return round(sum(sum(one[1::2]) for one in many))


def ratio_of(sums: FloatArray) -> FloatArray:
    """First over second column; NaN where the second is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[:, 1] > 0, sums[:, 0] / sums[:, 1], np.nan)


def gap_of(sums: FloatArray) -> FloatArray:
    """First over second less third over fourth column; NaN where either is undefined."""
    return ratio_of(sums[:, :2]) - ratio_of(sums[:, 2:4])


def _clusters(units: Sequence[Unit]) -> tuple[FloatArray, tuple[int, ...], str]:
    """Sums by cluster (k, m), the clusters of each stratum, and what they are.

    Clusters are the cells of a world (and part); where there is one cell only, its seeds, since a single
    cluster has no spread to resample.
    """
    rows: list[FloatArray] = []
    strata: list[int] = []
    over = "seeds"
    ordered = sorted(units, key=lambda u: (u.world, u.part, u.norm, u.seed))
    for _, stratum in groupby(ordered, key=lambda u: (u.world, u.part)):
        cells = [[u.sums for u in cell] for _, cell in groupby(stratum, key=lambda u: u.norm)]
        if len(cells) > 1:
            over = "cells"
        members = [[one] for one in cells[0]] if len(cells) == 1 else cells
        rows.extend(np.sum(np.array(member, dtype=np.float64), axis=0) for member in members)
        strata.append(len(members))
    return np.array(rows, dtype=np.float64), tuple(strata), over


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
    sums, strata, over = _clusters(units)
    value = float(statistic(sums.sum(axis=0)[None, :])[0])
    if np.isnan(value):
        return undefined(name, n, unit)
    clusters = len(sums)
    if binary and over == "seeds" and len(strata) == 1:
        return _figure(name, value, n, wilson(float(sums[:, 0].sum()), clusters), unit, "wilson", clusters)
    limits, method = _resampled(value, sums, strata, statistic, span, f"bootstrap over {over}")
    worlds = _over_worlds(value, units, statistic, span)
    return _figure(name, value, n, limits, unit, method, clusters, worlds)


def _resampled(
    value: float, sums: FloatArray, strata: tuple[int, ...], statistic: Statistic, span: Interval | None, how: str
) -> tuple[Interval | None, str]:
    if len(sums) < 2:
        return None, "none"
    draws = bootstrap(sums, strata, statistic)
    defined = draws[~np.isnan(draws)]
    if len(defined) and float(np.ptp(defined)) < 1e-12:
        limits = alike(value, len(sums), span) if span else None
        return limits, "all alike" if limits else "none"
    limits = percentile(draws)
    return limits, how if limits else "none"


def _over_worlds(
    value: float, units: Sequence[Unit], statistic: Statistic, span: Interval | None
) -> Interval | None:
    ordered = sorted(units, key=lambda u: (u.world, u.norm, u.seed))
    worlds = [[u.sums for u in world] for _, world in groupby(ordered, key=lambda u: u.world)]
    if len(worlds) < LEAST_WORLDS:
        return None
    sums = np.array([np.sum(np.array(world, dtype=np.float64), axis=0) for world in worlds])
    return _resampled(value, sums, (len(worlds),), statistic, span, "")[0]


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
    """The mean of one value an episode. Where all values are True or False it is a share (Wilson in a cell)."""
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
