"""What is stored of a society that has ended: raw means a round, and how much went missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Any

from normquest.society.games import game_of
from normquest.society.records import Ended, Exclusion, Missing, Move, Noticed, Record, Report, Seated, Trial
from normquest.society.schema import Society

STEADY = 5
"""The last so many rounds count as the steady state."""


def summed(records: Sequence[Record], society: Society) -> dict[str, Any]:
    """Means over ordinary members: neither adversaries nor those in whose name somebody else acted."""
    game = game_of(society)
    acts: dict[int, list[float]] = {}
    ee: dict[int, list[float]] = {}
    ne: dict[int, list[float]] = {}
    roles: dict[int, str] = {}
    for record in records:
        match record:
            case Seated():
                roles[record.member] = record.role
            case Move() if roles[record.member] == "member":
                level = game.level(record)
                if level is not None:
                    acts.setdefault(record.round, []).append(level)
            case Report() if roles[record.member] == "member":
                ee.setdefault(record.round, []).append(record.ee)
                if record.ne != "none":
                    ne.setdefault(record.round, []).append(record.ne)
    last = max(acts, default=0)
    steady = [level for round, levels in acts.items() if round > last - STEADY for level in levels]
    every = [level for levels in acts.values() for level in levels]
    return {
        "rounds": last,
        "why": next((record.why for record in records if isinstance(record, Ended)), "stopped"),
        "mean": _mean(every),
        "steady": _mean(steady),
        "acts": _by_round(acts, last),
        "ee": _by_round(ee, last),
        "ne": _by_round(ne, last),
        "exclusions": _count(records, Exclusion),
        "missing": _count(records, Missing),
        "trials": sum(isinstance(record, Trial) and record.begins for record in records),
        "noticed": _mean([float(record.right) for record in records if isinstance(record, Noticed)]),
    }


def _by_round(values: dict[int, list[float]], last: int) -> list[float | None]:
    return [_mean(values.get(round, [])) for round in range(1, last + 1)]


def _mean(values: Sequence[float]) -> float | None:
    return fsum(values) / len(values) if values else None


def _count(records: Iterable[Record], kind: type) -> int:
    return sum(isinstance(record, kind) for record in records)
