"""Does a condition raise contributions? Each against a baseline, within a family of members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from normquest.measures.societies.columns import FloatArray, IntArray
from normquest.measures.societies.means import STEADY, window_means
from normquest.measures.societies.mixed import random_intercepts
from normquest.measures.societies.ols import Estimate, ols
from normquest.measures.societies.panel import Panel
from normquest.measures.societies.wild import wild_p

LEAST_RUNS = 2
"""A condition of a single run has no spread of its own, so a contrast with it has no interval."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """`condition` less `baseline` in the steady state of one family.

    `estimate` is the regression's, `p_bonferroni` its p-value times the number of contrasts of the family
    that could be tested, `p_wild` the wild bootstrap's, `mixed` the mixed model's.
    """

    family: str
    condition: str
    baseline: str
    estimate: Estimate
    p_bonferroni: float | None
    p_wild: float | None
    mixed: Estimate


class _Compared(NamedTuple):
    y: FloatArray
    x: FloatArray
    runs: IntArray


def contrasts(
    panel: Panel,
    baseline: str = "none",
    rounds: tuple[int, int] = STEADY,
    column: str = "contribution",
) -> list[Contrast]:
    """All contrasts with `baseline`, by family and condition. Rows are members' means over the rounds.

    Each uses the runs of its two conditions alone: a regression on all conditions at once would give the same
    difference with the degrees of freedom of runs that say nothing about it. Contrasts that cannot be tested
    are there, undefined, as long as both conditions were run.
    """
    members, means = window_means(panel, rounds, column)
    found = []
    for family in members.families():
        mask = members.family == family
        of_family = [
            _contrast(members.select(mask), means[mask], family, condition, baseline)
            for condition in members.select(mask).conditions()
            if condition != baseline and np.any(members.condition[mask] == baseline)
        ]
        adjusted = bonferroni([one.estimate.p for one in of_family])
        found += [replace(one, p_bonferroni=p) for one, p in zip(of_family, adjusted, strict=True)]
    return found


def bonferroni(p_values: Sequence[float | None]) -> list[float | None]:
    """Each p-value times how many there are, at most 1; None stays None and does not count."""
    tested = sum(p is not None for p in p_values)
    return [None if p is None else min(1.0, p * tested) for p in p_values]


def _contrast(members: Panel, means: FloatArray, family: str, condition: str, baseline: str) -> Contrast:
    mask = (members.condition == condition) | (members.condition == baseline)
    treated = (members.condition[mask] == condition).astype(np.float64)
    compared = _Compared(means[mask], np.column_stack([np.ones(len(treated)), treated]), members.run[mask])
    name = f"{condition} − {baseline}"
    estimate = _difference(name, compared)
    tested = estimate.p is not None
    return Contrast(
        family,
        condition,
        baseline,
        estimate,
        None,
        wild_p(compared.y, compared.x, 1, compared.runs) if tested else None,
        random_intercepts(compared.y, compared.x, 1, compared.runs, name),
    )


def _difference(name: str, compared: _Compared) -> Estimate:
    treated = compared.x[:, 1] == 1
    sides = [len(np.unique(compared.runs[side])) for side in (treated, ~treated)]
    fit = ols(compared.y, compared.x, ["constant", name], compared.runs)
    if fit is not None and min(sides) >= LEAST_RUNS:
        return fit.estimate(name)
    value = float(compared.y[treated].mean() - compared.y[~treated].mean())
    return Estimate(name, value, None, None, None, None, len(compared.y), sum(sides))
