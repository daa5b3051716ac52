"""Units: seeds within the cells world × norm, their sums, and the clusters in which they are resampled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from normquest.measures.intervals import FloatArray
from normquest.measures.rows import EpisodeRow

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
    return [Unit(*key, _averaged(many), _counted(many)) for key, many in sorted(found.items())]


def _averaged(many: Sequence[Sums]) -> Sums:
    if len(many) == 1:
        return many[0]
    # Sorted, so that the order of repetitions does not change the last bit of a sum.
    return tuple(sum(column) / len(many) for column in zip(*sorted(many), strict=True))


def _counted(many: Sequence[Sums]) -> int:
    return round(sum(sum(one[1::2]) for one in many))


def ratio_of(sums: FloatArray) -> FloatArray:
    """First over second column; NaN where the second is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[:, 1] > 0, sums[:, 0] / sums[:, 1], np.nan)


def gap_of(sums: FloatArray) -> FloatArray:
    """First over second less third over fourth column; NaN where either is undefined."""
    return ratio_of(sums[:, :2]) - ratio_of(sums[:, 2:4])


def clusters_of(units: Sequence[Unit]) -> tuple[FloatArray, tuple[int, ...], str]:
    """Sums by cluster (k, m), the clusters of each stratum, and what they are.

    Clusters are the cells of a world (and part); where there is one cell only, its seeds, since a single
    cluster has no spread to resample. Worlds with a single seed in all are taken together as one stratum
    (collapsed strata: Cochran 1977, section 5A.12).
    """
    strata: list[list[FloatArray]] = []
    lone: list[FloatArray] = []
    over = "seeds"
    ordered = sorted(units, key=lambda u: (u.world, u.part, u.norm, u.seed))
    for _, stratum in groupby(ordered, key=lambda u: (u.world, u.part)):
        cells = [[u.sums for u in cell] for _, cell in groupby(stratum, key=lambda u: u.norm)]
        if len(cells) > 1:
            over = "cells"
        clusters = cells if len(cells) > 1 else [[one] for one in cells[0]]
        summed = [np.sum(np.array(cluster, dtype=np.float64), axis=0) for cluster in clusters]
        if len(summed) > 1:
            strata.append(summed)
        else:
            lone.extend(summed)
    if lone:
        strata.append(lone)
    rows = [row for stratum in strata for row in stratum]
    return np.array(rows, dtype=np.float64), tuple(len(stratum) for stratum in strata), over
