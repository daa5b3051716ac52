"""A run's figures as plain data: by newcomer × arm, pooled and by world, each with N and interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from normquest.measures import compare
from normquest.measures.calibration import reliability
from normquest.measures.figures import LEVEL
from normquest.measures.registry import MEASURES, Measure
from normquest.measures.rows import EpisodeRow
from normquest.measures.select import scored
from normquest.measures.success import joint
from normquest.measures.table import ACROSS, arm_order, figures_of

VERSION = 1
"""Of the layout of the data."""


def report_data(
    rows: Sequence[EpisodeRow],
    measures: Sequence[Measure] = MEASURES,
    runs: Sequence[Mapping[str, Any]] = (),
    calls: Sequence[Mapping[str, Any]] = (),
    revisions: Mapping[str, Mapping[str, int]] = MappingProxyType({}),
) -> dict[str, Any]:
    """All that a report shows, as JSON can hold it (None for what is undefined, no NaN).

    `groups` is a flat list of {newcomer, arm, world, episodes, seeds, figures}: `world` is None where worlds
    are pooled, `arm` is "*" where arms are compared, and `figures` maps a name to a figure's fields. `cells`
    has the joint success of each world × norm. `comparisons` and `reliability` go with it, and `runs`: the
    number, name and status of the runs the rows are of; `calls`: their model calls by newcomer and outcome;
    `revisions`: by newcomer, which revision of the model answered how many calls, "" where its provider did
    not say.
    The order of `rows` does not matter.
    """
    ordered = sorted(rows, key=lambda row: (row.world, row.norm, row.seed, row.rep, row.episode))
    kept = scored(ordered)
    worlds = sorted({row.world for row in kept})
    groups = list(_groups(kept, None, measures))
    for world in worlds:
        groups += _groups([row for row in kept if row.world == world], world, measures)
    return {
        "version": VERSION,
        "runs": [dict(run) for run in runs],
        "level": LEVEL,
        "episodes": len(ordered),
        "scored": len(kept),
        "left_out": dict(
            sorted((Counter(r.status for r in ordered) - Counter(r.status for r in kept)).items())
        ),
        "newcomers": sorted({row.newcomer for row in kept}),
        "arms": sorted({row.arm for row in kept}, key=arm_order),
        "worlds": worlds,
        "measures": [{"name": m.name, "meaning": m.meaning, "scope": m.scope} for m in measures],
        "groups": groups,
        "cells": list(_cells(kept)),
        "comparisons": {
            "newcomers": [c.data() for c in compare.newcomers(kept)],
            "arms": [c.data() for c in compare.arms(kept)],
        },
        "reliability": list(_reliability(kept)),
        "calls": [dict(call) for call in calls],
        "revisions": {newcomer: dict(told) for newcomer, told in revisions.items()},
    }


def _groups(
    rows: Sequence[EpisodeRow], world: str | None, measures: Sequence[Measure]
) -> Iterator[dict[str, Any]]:
    for (newcomer, arm), figures in figures_of(rows, measures).items():
        own = [row for row in rows if row.newcomer == newcomer and arm in (row.arm, ACROSS)]
        yield {
            "newcomer": newcomer,
            "arm": arm,
            "world": world,
            "episodes": len(own),
            "seeds": len({(row.world, row.norm, row.seed) for row in own}),
            "figures": {name: figure.data() for name, figure in figures.items()},
        }


def _cells(rows: Sequence[EpisodeRow]) -> Iterator[dict[str, Any]]:
    cells: dict[tuple[str, str, str, str], list[EpisodeRow]] = {}
    for row in rows:
        cells.setdefault((row.newcomer, row.arm, row.world, row.norm), []).append(row)
    for (newcomer, arm, world, norm), own in sorted(cells.items()):
        yield {"newcomer": newcomer, "arm": arm, "world": world, "norm": norm, "joint": joint(own).data()}


def _reliability(rows: Sequence[EpisodeRow]) -> Iterator[dict[str, Any]]:
    """By newcomer and arm, and (arm "*") over all arms."""
    for newcomer in sorted({row.newcomer for row in rows}):
        own = [row for row in rows if row.newcomer == newcomer]
        for arm in [*sorted({row.arm for row in own}, key=arm_order), ACROSS]:
            bins = reliability([row for row in own if arm in (row.arm, ACROSS)])
            yield {
                "newcomer": newcomer,
                "arm": arm,
                "bins": [
                    {
                        "low": b.low,
                        "high": b.high,
                        "confidence": None if b.confidence is None else round(b.confidence, 6),
                        "truth": b.truth.data(),
                    }
                    for b in bins
                ],
            }
