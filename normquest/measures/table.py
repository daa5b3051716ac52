"""All figures of a run: by newcomer and arm, and by newcomer across arms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from normquest.episode.records import ARMS
from normquest.measures.figures import Figure
from normquest.measures.registry import MEASURES, Measure, take
from normquest.measures.rows import EpisodeRow

ACROSS = "*"
"""Stands for the arm of a figure that compares arms."""

Figures = Mapping[tuple[str, str], Mapping[str, Figure]]
"""(newcomer, arm) to figures by name; the arm is `ACROSS` where arms are compared."""


def arm_order(arm: str) -> tuple[int, str]:
    """A key that sorts arms as the design lists them, others after them by name."""
    named = list(ARMS)
    return (named.index(arm) if arm in named else len(named), arm)


def figures_of(rows: Sequence[EpisodeRow], measures: Sequence[Measure] = MEASURES) -> Figures:
    """Every figure of every newcomer, by arm and across arms. Sorted by newcomer, then arm, `ACROSS` last."""
    by_newcomer: dict[str, dict[str, list[EpisodeRow]]] = {}
    for row in rows:
        by_newcomer.setdefault(row.newcomer, {}).setdefault(row.arm, []).append(row)
    found: dict[tuple[str, str], Mapping[str, Figure]] = {}
    for newcomer, arms in sorted(by_newcomer.items()):
        for arm in sorted(arms, key=arm_order):
            found[newcomer, arm] = take(arms[arm], "arm", measures)
        found[newcomer, ACROSS] = take([row for arm in arms.values() for row in arm], "arms", measures)
    return found
