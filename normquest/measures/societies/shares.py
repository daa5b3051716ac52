"""What cooperation rests on, by member and by cooperative success; and how often verdicts are right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from normquest.measures.estimate import estimate
from normquest.measures.figures import Figure
from normquest.measures.intervals import Interval, wilson
from normquest.measures.societies.logs import Span
from normquest.measures.societies.mechanisms import BORROWED, MECHANISMS, NORMATIVE, UNCLASSIFIED
from normquest.measures.societies.panel import Panel
from normquest.measures.societies.verdicts import Verdict
from normquest.measures.units import Unit

Successes = Mapping[tuple[int, int], int]
"""(run, member) to how many cooperative successes it had."""

COOPERATES = 0.5
"""A cooperative success: a round, while nothing is tried, in which a member gives at least this share."""


def successes(panel: Panel, spans: Sequence[Span] = ()) -> Successes:
    """The cooperative successes of each ordinary member, outside of the spans; 0 where it had none."""
    used = panel.ordinary()
    used = used.select(~np.isnan(used.contribution))
    quiet = np.ones(len(used), dtype=np.bool_)
    for span in spans:
        quiet &= ~((used.run == span.run) & (used.round >= span.first) & (used.round <= span.last))
    found: dict[tuple[int, int], int] = {}
    gave = used.contribution >= COOPERATES * panel.endowment
    for run, member, one in zip(
        used.run.tolist(), used.member.tolist(), (gave & quiet).tolist(), strict=True
    ):
        found[run, member] = found.get((run, member), 0) + one
    return found


def mechanism_shares(verdicts: Sequence[Verdict]) -> list[Figure]:
    """The share of members with each verdict, "unclassified" among them; intervals over runs.

    Verdicts and not posteriors are counted: a posterior is so near 0 or 1 in most members that resampling
    them would claim to know shares exactly. What is uncertain has a class of its own.
    """
    return [
        _figure(f"mechanism.{name}", [(v, float(v.mechanism == name), 1.0) for v in verdicts], "members")
        for name in (*MECHANISMS, UNCLASSIFIED)
    ]


def success_shares(verdicts: Sequence[Verdict], counts: Successes) -> list[Figure]:
    """What cooperative successes rest on: incentive or imitation (the headline), a norm, or cannot be told.

    Each success counts by the verdict on its member; the three add up to 1. Undefined without successes.
    Verdicts are of members; those without an entry in `counts` had none.
    """
    parts = {
        "success.borrowed": BORROWED,
        "success.normative": NORMATIVE,
        "success.unclassified": (UNCLASSIFIED,),
    }
    found = []
    for name, mechanisms in parts.items():
        rows = []
        for v in verdicts:
            n = float(counts.get((v.run, v.member if v.member is not None else -1), 0))
            rows.append((v, n if v.mechanism in mechanisms else 0.0, n))
        found.append(_figure(name, rows, "successes"))
    return found


def _figure(name: str, rows: Iterable[tuple[Verdict, float, float]], unit: str) -> Figure:
    runs: dict[int, list[tuple[float, float]]] = {}
    for verdict, part, whole in rows:
        runs.setdefault(verdict.run, []).append((part, whole))
    units = []
    for run, own in sorted(runs.items()):
        part, whole = (sum(column) for column in zip(*own, strict=True))
        if whole > 0:
            units.append(Unit("", "", run, (part, whole), round(whole)))
    return estimate(name, units, unit=unit)


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often units of each planted mechanism (rows) were found to be each (columns)."""

    truths: tuple[str, ...]
    found: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]

    def recovered(self, truth: str) -> tuple[float | None, Interval | None, int]:
        """The share of units of this kind that were found rightly, with Wilson's interval and their number.

        A random mind is found rightly where it is unclassified.
        """
        row = self.counts[self.truths.index(truth)]
        right = row[self.found.index(_right(truth))]
        n = sum(row)
        return (right / n if n else None), wilson(right, n), n


def _right(truth: str) -> str:
    return truth if truth in MECHANISMS else UNCLASSIFIED


def confusion(pairs: Iterable[tuple[str, str]]) -> Confusion:
    """The table of (planted, found) pairs. Kinds planted that are no mechanism ("random") come last."""
    listed = list(pairs)
    planted = {truth for truth, _ in listed}
    truths = (*(m for m in MECHANISMS if m in planted), *sorted(planted - set(MECHANISMS)))
    found = (*MECHANISMS, UNCLASSIFIED)
    counts = tuple(tuple(sum(pair == (t, f) for pair in listed) for f in found) for t in truths)
    return Confusion(truths, found, counts)
