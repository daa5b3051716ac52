"""Means a round with bands, and the steady state: what a society does, before asking why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from normquest.measures.societies.columns import FloatArray, IntArray
from normquest.measures.societies.ols import Estimate, ols
from normquest.measures.societies.panel import Panel

STEADY = (16, 20)
"""The rounds of the steady state, both included."""


@dataclass(frozen=True, slots=True)
class RoundMean:
    """The mean of one round in one condition, over members and runs; `mean.clusters` counts the runs."""

    condition: str
    family: str | None
    round: int
    mean: Estimate


@dataclass(frozen=True, slots=True)
class Steady:
    """The mean of one family in one condition; `mean.n` counts members, `mean.clusters` runs."""

    family: str
    condition: str
    mean: Estimate


def clustered_mean(
    name: str, values: FloatArray, runs: IntArray, span: tuple[float, float] | None = None
) -> Estimate:
    """The mean of what is not NaN, with a 95 % interval from the spread between runs, kept within `span`.

    For runs of one size it is the t interval of the runs' means. No interval below two runs or where runs do
    not differ at all, no value where nothing is there.
    """
    there = ~np.isnan(values)
    values, runs = values[there], runs[there]
    n, clusters = len(values), len(np.unique(runs))
    if n == 0:
        return Estimate(name, None, None, None, None, None, 0, 0)
    fit = ols(values, np.ones((n, 1)), [name], runs)
    if fit is None:
        return Estimate(name, float(values.mean()), None, None, None, None, n, clusters)
    found = fit.estimate(name)
    if span is None or found.low is None or found.high is None:
        return found
    low, high = max(span[0], found.low), min(span[1], found.high)
    return Estimate(name, found.value, found.se, low, high, found.p, n, clusters)


def round_means(panel: Panel, column: str = "contribution", family: str | None = None) -> list[RoundMean]:
    """The mean of `contribution`, `ee`, `ne` or `payoff` in each round, by condition; bands round by round.

    Of one family, or of all. Adversaries and excluded members do not count. A round in which nobody has a
    value is there with None and N 0.
    """
    used = panel.ordinary()
    if family is not None:
        used = used.where(family=family)
    span = None if column == "payoff" else (0.0, panel.endowment)
    found = []
    for condition in used.conditions():
        own = used.where(condition=condition)
        for number in np.unique(own.round).tolist():
            at = own.where(round=number)
            mean = clustered_mean(column, getattr(at, column), at.run, span)
            found.append(RoundMean(condition, family, number, mean))
    return found


def window_means(
    panel: Panel, rounds: tuple[int, int] = STEADY, column: str = "contribution"
) -> tuple[Panel, FloatArray]:
    """One row for each member that has a value in these rounds, and its mean over them.

    Members and not rounds are what varies in a steady state; averaging first also keeps a member that was
    missing now and then from counting less than the others.
    """
    used = panel.ordinary().between(*rounds)
    used = used.select(~np.isnan(getattr(used, column)))
    keys = np.column_stack([used.run, used.member])
    _, first, inverse, counts = np.unique(
        keys, axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    means = np.bincount(inverse.ravel(), weights=getattr(used, column), minlength=len(first)) / counts
    return used.select(first.astype(np.int64)), means


def steady_state(panel: Panel, rounds: tuple[int, int] = STEADY) -> list[Steady]:
    """The mean contribution in the steady state, over members, by family and condition."""
    members, means = window_means(panel, rounds)
    found = []
    for family in members.families():
        for condition in members.where(family=family).conditions():
            mask = (members.family == family) & (members.condition == condition)
            mean = clustered_mean("contribution", means[mask], members.run[mask], (0.0, panel.endowment))
            found.append(Steady(family, condition, mean))
    return found
