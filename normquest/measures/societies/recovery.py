"""After a shock: how far contributions and NE fall, how soon they are halfway back, what stays lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from normquest.measures.societies.columns import FloatArray
from normquest.measures.societies.means import clustered_mean
from normquest.measures.societies.ols import Estimate
from normquest.measures.societies.panel import Panel, condition_order

BEFORE = 3
"""Rounds up to the shock that are averaged as what was there before."""


@dataclass(frozen=True, slots=True)
class Dip:
    """One run. `depth`: the level before less the lowest after. `residual`: less that of the last round.

    `half_life`: rounds from the lowest until half of the depth is made good, between rounds by a straight
    line; None where that is not seen (`back` False) or where there was no dip (`back` None).
    """

    before: float
    depth: float
    half_life: float | None
    back: bool | None
    residual: float


@dataclass(frozen=True, slots=True)
class Recovery:
    """All runs of one condition and shock round, for "contribution" or "ne".

    `half_life` is the mean of those runs that came halfway back: `back` of the `dipped`. It is too short
    where many had not come back when the run ended, so the two counts belong to it.
    """

    condition: str
    shock: int
    column: str
    before: Estimate
    depth: Estimate
    half_life: Estimate
    residual: Estimate
    back: int
    dipped: int
    runs: int


def recovery(panel: Panel, shocks: Mapping[int, int]) -> list[Recovery]:
    """By condition and round of the shock, of the runs that `shocks` (run to the last round before it) names.

    Of ordinary members alone: those who were there before and stayed. A run that lacks a value right before
    the shock or after it does not count.
    """
    used = panel.ordinary()
    there = {
        (str(c), shocks[r]) for r, c in zip(used.run.tolist(), used.condition, strict=True) if r in shocks
    }
    keys = sorted(there, key=lambda key: (condition_order(key[0]), key[1]))
    return [
        one
        for condition, shock in keys
        for column in ("contribution", "ne")
        for one in _of(used.where(condition=condition), shocks, shock, condition, column)
    ]


def _of(
    panel: Panel, shocks: Mapping[int, int], shock: int, condition: str, column: str
) -> Iterator[Recovery]:
    dips = {}
    for run in np.unique(panel.run).tolist():
        if shocks.get(run) == shock:
            dip = dip_of(*_series(panel.where(run=run), column), shock)
            if dip is not None:
                dips[run] = dip
    if not dips:
        return
    runs = np.array(list(dips), dtype=np.int64)
    found = list(dips.values())

    def mean(name: str) -> Estimate:
        values = [getattr(dip, name) for dip in found]
        return clustered_mean(name, np.array([np.nan if v is None else v for v in values]), runs)

    yield Recovery(
        condition,
        shock,
        column,
        mean("before"),
        mean("depth"),
        mean("half_life"),
        mean("residual"),
        sum(dip.back is True for dip in found),
        sum(dip.back is not None for dip in found),
        len(found),
    )


def _series(panel: Panel, column: str) -> tuple[FloatArray, FloatArray]:
    """The rounds that have a value, and the mean of the members in each."""
    values = getattr(panel, column)
    there = ~np.isnan(values)
    rounds, inverse = np.unique(panel.round[there], return_inverse=True)
    sums = np.bincount(inverse.ravel(), weights=values[there], minlength=len(rounds))
    return rounds.astype(np.float64), sums / np.maximum(
        np.bincount(inverse.ravel(), minlength=len(rounds)), 1
    )


def dip_of(rounds: FloatArray, means: FloatArray, shock: int) -> Dip | None:
    """The dip of one run; None without a round among the last before the shock, or none after it."""
    early = (rounds > shock - BEFORE) & (rounds <= shock)
    late = rounds > shock
    if not early.any() or not late.any():
        return None
    before = float(means[early].mean())
    times, after = rounds[late], means[late]
    lowest = int(np.argmin(after))
    depth = before - float(after[lowest])
    residual = before - float(after[-1])
    if depth <= 0:
        return Dip(before, depth, None, None, residual)
    goal = before - depth / 2
    for i in range(lowest + 1, len(after)):
        if after[i] >= goal:
            share = (goal - after[i - 1]) / (after[i] - after[i - 1])
            at = times[i - 1] + share * (times[i] - times[i - 1])
            return Dip(before, depth, float(at - times[lowest]), True, residual)
    return Dip(before, depth, None, False, residual)
