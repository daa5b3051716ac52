"""The trials of an episode as rows: how each ended, whether it was noticed, what was believed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from normquest.episode.circumstances import BELIEFS, DIFFERENT, MOST, Belief
from normquest.episode.records import Decision, Record, Request, StageResult, TrialResult
from normquest.measures.newcomers import TrialRow, Tried


def tried(newcomer: str, episode: str, records: Iterable[Record]) -> Tried:
    """A newcomer's trials. What was noticed and believed was asked once for each circumstance, of which every
    trial has the same page: it counts for all of them."""
    results: list[TrialResult] = []
    noticed: dict[str, bool] = {}
    believed: dict[str, dict[Belief, float]] = {}
    successes = 0
    request: Request | None = None
    for record in records:
        match record:
            case Request():
                request = record
            case TrialResult():
                results.append(record)
            case StageResult():
                successes += record.joint
            case Decision() if results and request is not None and record.outcome == "ok":
                now = results[-1].circumstance
                if request.kind == "notice":
                    noticed[now] = _option(request, record.value) == DIFFERENT[_named(now)]
                elif request.kind == "belief" and (share := _share(record.value)) is not None:
                    asked = next(name for name, text in BELIEFS.items() if text == request.question)
                    believed.setdefault(now, {})[asked] = share
    rows = []
    for one in results:
        said = believed.get(one.circumstance, {})
        rows.append(
            TrialRow(
                trial=one.trial,
                circumstance=one.circumstance,
                kept=one.kept,
                noticed=noticed.get(one.circumstance, False),
                ee=said.get("ee"),
                ne=said.get("ne"),
                personal=said.get("personal"),
                sanction=said.get("sanction"),
            )
        )
    return Tried(newcomer, episode, tuple(rows), successes)


def _named(circumstance: str) -> Any:
    return next(name for name in DIFFERENT if name == circumstance)


def _option(request: Request, value: Any) -> str | None:
    there = type(value) is int and 1 <= value <= len(request.options)
    return request.options[value - 1] if there else None


def _share(value: Any) -> float | None:
    return value / MOST if type(value) is int and 0 <= value <= MOST else None
