"""The path of selection: who gives less is rated down, loses ties, draws fewer groups, and may be excluded.

Each link is an association with its own N and interval. None of them alone shows that selection works: the
chain does, if every link holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from normquest.measures.intervals import wilson
from normquest.measures.societies.columns import BoolArray, FloatArray, IntArray
from normquest.measures.societies.design import dummies, matrix
from normquest.measures.societies.logs import Draws, Ratings
from normquest.measures.societies.ols import Estimate, ols
from normquest.measures.societies.panel import Panel


@dataclass(frozen=True, slots=True)
class Pathway:
    """The links in order.

    `rating`: change of the rating received for each unit given less than the mean of the group mates.
    `praise` and `blame`: change of a tie for a rating of +1 and for one of -1 (below 0 where blame weakens).
    `seeding`: change of the chance to be a seed for each unit of standing.
    `standing`: mean standing before the last round of those excluded in it, less that of the others.
    `excluded`: the share of members who were excluded, with Wilson's interval; `members` is its N.
    """

    rating: Estimate
    praise: Estimate
    blame: Estimate
    seeding: Estimate
    standing: Estimate
    excluded: float | None
    excluded_low: float | None
    excluded_high: float | None
    members: int


def shortfalls(panel: Panel) -> FloatArray:
    """How much less each row gave than the mean of its group mates; NaN where it gave nothing or has none."""
    found = np.full(len(panel), np.nan)
    there = ~np.isnan(panel.contribution) & (panel.group >= 0)
    if not there.any():
        return found
    own = panel.contribution[there]
    _, group = np.unique(
        np.column_stack([panel.run, panel.round, panel.group])[there], axis=0, return_inverse=True
    )
    group = group.ravel()
    sizes, sums = np.bincount(group)[group], np.bincount(group, weights=own)[group]
    with np.errstate(invalid="ignore", divide="ignore"):
        found[there] = np.where(sizes > 1, (sums - own) / (sizes - 1), np.nan) - own
    return found


def pathway(panel: Panel, ratings: Ratings, draws: Draws) -> Pathway:
    """All links. A link of which nothing was recorded, or in which nothing varies, is undefined."""
    gap = looked_up(panel, shortfalls(panel), ratings.run, ratings.round, ratings.rated)
    moved = ratings.after - ratings.before
    gained = ~np.isnan(moved)
    share, low, high, members = _excluded(panel)
    return Pathway(
        slope("rating", ratings.value, gap, ratings.run, ratings.round),
        slope("praise", moved, ratings.value, ratings.run, None, gained & (ratings.value > 0)),
        slope("blame", moved, -ratings.value, ratings.run, None, gained & (ratings.value < 0)),
        slope("seeding", draws.seed.astype(np.float64), draws.standing, draws.run, draws.round),
        _standing_of_the_excluded(panel),
        share,
        low,
        high,
        members,
    )


def looked_up(
    panel: Panel, values: FloatArray, run: IntArray, number: IntArray, member: IntArray
) -> FloatArray:
    """The values of the panel's rows at these keys; NaN where there is no such row."""
    rows = zip(panel.run.tolist(), panel.round.tolist(), panel.member.tolist(), strict=True)
    at = dict(zip(rows, values.tolist(), strict=True))
    keys = zip(run.tolist(), number.tolist(), member.tolist(), strict=True)
    return np.array([at.get(key, np.nan) for key in keys], dtype=np.float64)


def slope(
    name: str,
    y: FloatArray,
    x: FloatArray,
    runs: IntArray,
    rounds: IntArray | None,
    mask: BoolArray | None = None,
) -> Estimate:
    """How `y` changes with a unit of `x`, clustered by run, with effects of the round if they are given."""
    there = ~np.isnan(y) & ~np.isnan(x)
    if mask is not None:
        there &= mask
    y, x, runs = y[there], x[there], runs[there]
    parts = [] if rounds is None else [dummies(rounds[there], "round")]
    columns, names = matrix(len(y), *parts, (x[:, None], [name]))
    fit = ols(y, columns, names, runs)
    if fit is None:
        return Estimate(name, None, None, None, None, None, len(y), len(np.unique(runs)))
    return fit.estimate(name)


def _standing_of_the_excluded(panel: Panel) -> Estimate:
    """Compares rows whose member is excluded in the next round with those whose member is not."""
    used = panel.select(np.lexsort((panel.round, panel.member, panel.run)))
    follows = (
        (used.run[1:] == used.run[:-1])
        & (used.member[1:] == used.member[:-1])
        & ~used.excluded[:-1]
        & ~used.adversary[:-1]
    )
    at = np.flatnonzero(follows)
    lost = used.excluded[at + 1].astype(np.float64)
    return slope("standing", used.standing[at], lost, used.run[at], None)


def _excluded(panel: Panel) -> tuple[float | None, float | None, float | None, int]:
    keys = np.column_stack([panel.run, panel.member])[~panel.adversary]
    if len(keys) == 0:
        return None, None, None, 0
    _, member = np.unique(keys, axis=0, return_inverse=True)
    lost = np.bincount(member.ravel(), weights=panel.excluded[~panel.adversary]) > 0
    limits = wilson(int(lost.sum()), len(lost))
    low, high = limits or (None, None)
    return float(lost.mean()), low, high, len(lost)
