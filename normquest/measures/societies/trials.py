"""Trials: what a member did when something was tried, whether it noticed, and what it said it believed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from normquest.measures.societies.columns import (
    BoolArray,
    Columns,
    FloatArray,
    IntArray,
    TextArray,
    in_range,
    once,
)
from normquest.measures.societies.logs import Span
from normquest.measures.societies.mechanisms import INTERVENTIONS
from normquest.measures.societies.panel import Panel

HELD = 0.75
"""Who gives at least this share of what it gave right before has kept on."""

NOTHING = 0.1
"""Who gives less than this share of the endowment does not cooperate: there is nothing to keep."""

HALF = 0.5
"""Who did not cooperate does so from this share of the endowment on."""

BEFORE = 3
"""What a member gave before a trial is the median of so many rounds: a single one may have been a lapse."""

LEAST_TRIALS = 3
"""An intervention counts in a run that met it so often. In simulation one trial tells a conditional mind
with .85 and a random one with .50 probability; three do with .98 and .95."""


@dataclass(frozen=True, eq=False)
class Trials(Columns):
    """One row a member and trial. `kept`: 1 it went on cooperating, 0 it did not, NaN not to be told.

    `before` and `during`: the share of the endowment it gave; NaN where acts are a yes or no. `ee`, `ne`,
    `belief` and `sanction` are what it went by in the trial, as it said: what is typical, what others
    approve, what it holds right itself, what to expect if it did not cooperate, from 0 to 1; where acts are a
    yes or no, .5 and more is a yes, as it is for a sanction that outweighs the gain. NaN: not asked; an NE of
    "none" is 0. A newcomer of an episode is a member 0 of a run of its own.
    """

    run: IntArray
    member: IntArray
    intervention: TextArray
    trial: IntArray
    kept: FloatArray
    before: FloatArray
    during: FloatArray
    noticed: BoolArray
    ee: FloatArray
    ne: FloatArray
    belief: FloatArray
    sanction: FloatArray

    def _check(self) -> None:
        if np.any(~np.isnan(self.kept) & (self.kept != 0) & (self.kept != 1)):
            raise ValueError("kept is 1, 0 or NaN")
        for name in ("before", "during", "ee", "ne", "belief", "sanction"):
            in_range(name, getattr(self, name), 0.0, 1.0)
        unknown = sorted({str(name) for name in self.intervention} - set(INTERVENTIONS))
        if unknown:
            raise ValueError(f"unknown interventions: {', '.join(unknown)}")
        _, named = np.unique(self.intervention, return_inverse=True)
        once("a trial of a member", self.run, self.member, named.ravel().astype(np.int64), self.trial)

    def usable(self) -> Trials:
        """The noticed and told trials, of interventions that their run met at least three times.

        Of the run and not of the member: where a majority acts for an intervention, its members differ from
        trial to trial, and each meets fewer than there are. How little that says of one shows in its verdict.
        """
        if len(self) == 0:
            return self
        _, named = np.unique(self.intervention, return_inverse=True)
        cells, cell = np.unique(np.column_stack([self.run, named.ravel()]), axis=0, return_inverse=True)
        met = np.unique(np.column_stack([cell.ravel(), self.trial]), axis=0)[:, 0]
        enough = np.bincount(met, minlength=len(cells)) >= LEAST_TRIALS
        return self.select(enough[cell.ravel()] & self.noticed & ~np.isnan(self.kept))


Noticing = Mapping[tuple[int, int, str, int], bool]
"""(run, member, intervention, trial) to whether the member said rightly what had changed."""


Believing = Mapping[tuple[int, int, str, int], tuple[float, float]]
"""(run, member, intervention, trial) to what the member held right, and how likely to lose by 0: 0 to 1."""


def trials_of(
    panel: Panel, spans: Sequence[Span], noticed: Noticing | None = None, believed: Believing | None = None
) -> Trials:
    """The trials of all ordinary members who were there before and at the end of a span.

    A member is compared with itself: its contribution in the last round of the span, when those who follow
    others have had time to, with the median of the three rounds before the span that belong to no other.
    Where it had stopped cooperating after an earlier trial, nothing can be told; where it never cooperated
    before any trial, it keeps on if it gives at least half. `noticed` None: nobody was asked, and all
    count; a trial that is not in it was not noticed.

    EE is what the member reported a round earlier, after it had seen what others did: it acts on that. NE is
    what it reported in the round, for what others say they approve is said before the act; and so is what it
    held right itself and feared (`believed`), where it was asked.
    """
    rows: list[tuple[object, ...]] = []
    used = panel.ordinary()
    ordered = sorted(spans, key=lambda span: (span.run, span.first))
    for run, own in groupby(ordered, key=lambda span: span.run):
        here = used.where(run=run)
        listed = list(own)
        taken = {number for span in listed for number in range(span.first, span.last + 1)}
        began: dict[int, float] = {}
        for span in listed:
            quiet = [n for n in range(1, span.first) if n not in taken][-BEFORE:]
            before = _medians(here, quiet)
            during = _medians(here, [span.last])
            typical = _said(here, "ee", span.last - 1)
            asked, approved = _said(here, "ee", span.last), _said(here, "ne", span.last)
            for member in sorted(before.keys() & during.keys()):
                began.setdefault(member, before[member])
                told = kept(began[member], before[member], during[member], panel.endowment)
                ee = typical.get(member, np.nan) / panel.endowment
                ne = approved[member] / panel.endowment
                # Both are asked together: without an NE beside an EE, the member said "none".
                ne = 0.0 if np.isnan(ne) and not np.isnan(asked[member]) else ne
                gave = (before[member] / panel.endowment, during[member] / panel.endowment)
                key = (run, member, span.intervention, span.trial)
                seen = True if noticed is None else noticed.get(key, False)
                held = (believed or {}).get(key, (np.nan, np.nan))
                rows.append((*key, told, *gave, seen, ee, ne, *held))
    return of_rows(rows)


def pooled(trials: Trials, units: Mapping[int, int]) -> Trials:
    """The same trials with runs renumbered by `units`: societies that differ in what was tried alone are one.

    A society can bear one intervention at a time, and a mechanism shows in several: those of the same members
    in the same seats (one seed, one condition) are taken together. Runs not named keep their number. Trials
    are numbered anew within a unit and intervention, in order of run and trial.
    """
    if len(trials) == 0:
        return trials
    unit = np.array([units.get(run, run) for run in trials.run.tolist()], dtype=np.int64)
    _, named = np.unique(trials.intervention, return_inverse=True)
    _, first, inverse = np.unique(
        np.column_stack([unit, named.ravel(), trials.run, trials.trial]),
        axis=0,
        return_index=True,
        return_inverse=True,
    )
    # The cells come sorted, so those of one unit and intervention stand together.
    cells = np.column_stack([unit, named.ravel()])[first]
    starts = np.concatenate([[True], np.any(cells[1:] != cells[:-1], axis=1)])
    rank = np.arange(len(cells)) - np.maximum.accumulate(np.where(starts, np.arange(len(cells)), 0))
    return trials._with({"run": unit, "trial": rank[inverse.ravel()]})


def of_rows(rows: Sequence[tuple[object, ...]]) -> Trials:
    """Trials of rows in the order of the columns."""
    columns: list[object] = list(zip(*rows, strict=True)) or [()] * 12
    names = [name for name, _ in Trials._columns()]
    return Trials(**dict(zip(names, columns, strict=True)))  # type: ignore[arg-type]


def _said(panel: Panel, column: str, number: int) -> dict[int, float]:
    at = panel.where(round=number)
    return dict(zip(at.member.tolist(), getattr(at, column).tolist(), strict=True))


def _medians(panel: Panel, rounds: Sequence[int]) -> dict[int, float]:
    """Member to the median of what it gave in these rounds, of those in which it gave anything at all."""
    there = panel.select(np.isin(panel.round, rounds) & ~np.isnan(panel.contribution))
    members = np.unique(there.member).tolist()
    return {m: float(np.median(there.contribution[there.member == m])) for m in members}


def kept(began: float, before: float, during: float, endowment: float) -> float:
    """1, 0 or NaN for a member that gave `began` before any trial, `before` and `during` this one."""
    if np.isnan(before) or np.isnan(during):
        return float("nan")
    if before >= NOTHING * endowment:
        return float(during >= HELD * before)
    if began >= NOTHING * endowment:
        return float("nan")
    return float(during >= HALF * endowment)
