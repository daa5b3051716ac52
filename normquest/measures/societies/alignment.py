"""Do contributions move toward what members expect others to do (EE), or to what they ought to do (NE)?

The plain form regresses the step C(t+1) - C(t) on the gaps NE(t) - C(t) and EE(t) - C(t). Members who differ
for good bias it: who likes to give contributes above what it expects and yet stays there, which looks as if
gaps did not pull. In simulated societies with pulls of .20 and .15 it finds about .10 and .05. With the
member's tau as a covariate both are found. The level form regresses C(t+1) on NE(t), EE(t) and C(t); it says
the same where only gaps pull, and stays right where members are drawn to a level of their own as well. Its
price is the small-sample bias of a lagged outcome (Nickell 1981, Econometrica 49, 1417-1426): about .003 to
.005 low in EE with 20 rounds and 20 to 30 runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from normquest.measures.societies.columns import BoolArray, FloatArray, IntArray
from normquest.measures.societies.design import dummies, matrix
from normquest.measures.societies.ols import Estimate, Fit, Kind, Test, ols
from normquest.measures.societies.panel import Panel

Form = Literal["gap", "level"]
FORMS: tuple[Form, ...] = ("gap", "level")


@dataclass(frozen=True, slots=True)
class Alignment:
    """One form of the regression, with effects of condition, family and round.

    `ne` and `ee` are the pulls; `equal` tests that they are the same; `lag` is C(t) in the level form; `tau`
    stands where it was a covariate. `members` counts members of runs, `ne.n` the steps.
    """

    form: Form
    with_tau: bool
    ne: Estimate
    ee: Estimate
    equal: Test
    lag: Estimate | None
    tau: Estimate | None
    members: int


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Rows of a panel that have a next round: `before` and, row by row, the contribution `after`."""

    before: Panel
    after: FloatArray


def steps(panel: Panel) -> Steps:
    """From each round of an ordinary member to its next, where both contributions are there."""
    used = panel.ordinary()
    used = used.select(np.lexsort((used.round, used.member, used.run)))
    follows: BoolArray = (
        (used.run[1:] == used.run[:-1])
        & (used.member[1:] == used.member[:-1])
        & (used.round[1:] == used.round[:-1] + 1)
        & ~np.isnan(used.contribution[1:])
        & ~np.isnan(used.contribution[:-1])
    )
    at: IntArray = np.flatnonzero(follows).astype(np.int64)
    return Steps(used.select(at), used.contribution[at + 1])


def alignment(
    panel: Panel, form: Form = "gap", with_tau: bool = True, kind: Kind = "CR3"
) -> Alignment | None:
    """The regression in one form; None where there are not enough steps with both expectations."""
    moved = steps(panel)
    there = ~np.isnan(moved.before.ee) & ~np.isnan(moved.before.ne)
    if with_tau:
        there &= ~np.isnan(moved.before.tau)
    before, after = moved.before.select(there), moved.after[there]
    fit = _fit(before, after, form, with_tau, kind)
    if fit is None:
        return None
    return Alignment(
        form,
        with_tau,
        fit.estimate("NE"),
        fit.estimate("EE"),
        fit.equal("NE = EE", "NE", "EE"),
        fit.estimate("C(t)") if form == "level" else None,
        fit.estimate("tau") if with_tau else None,
        len(np.unique(np.column_stack([before.run, before.member]), axis=0)),
    )


def alignments(panel: Panel) -> list[Alignment]:
    """Both forms, without and with tau; those that could be fitted."""
    found = [alignment(panel, form, with_tau) for form in FORMS for with_tau in (False, True)]
    return [one for one in found if one is not None]


def _fit(before: Panel, after: FloatArray, form: Form, with_tau: bool, kind: Kind) -> Fit | None:
    own = before.contribution
    if form == "gap":
        y, pulls, names = after - own, [before.ne - own, before.ee - own], ["NE", "EE"]
    else:
        y, pulls, names = after, [before.ne, before.ee, own], ["NE", "EE", "C(t)"]
    if with_tau:
        pulls, names = [*pulls, before.tau], [*names, "tau"]
    # Effects first: where they explain a pull it is the pull that is undefined.
    x, labels = matrix(
        len(before),
        dummies(before.condition, "condition"),
        dummies(before.family, "family"),
        dummies(before.round, "round"),
        (np.column_stack(pulls), names),
    )
    return ols(y, x, labels, before.run, kind)
