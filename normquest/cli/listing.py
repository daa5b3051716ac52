"""Episodes and records as lines: for people, and as data."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import asdict
from typing import Any

from normquest.episode.records import Record, StageResult
from normquest.report.tables import NA, table
from normquest.session.lines import stored_row
from normquest.store import EpisodeRow

INTERRUPTED = "interrupted"
"""Said of an unfinished episode whose run was stopped."""
_HEADS = ("no", "world", "newcomer", "arm", "seed", "status", "joint", "elsewhere", "begun")


def episode_table(heads: Sequence[EpisodeRow], width: int, interrupted: Container[int] = ()) -> str:
    """A line an episode. The norm is not in it: it may still be played."""
    rows = [_row(head, head.id in interrupted) for head in heads]
    return table(_HEADS, rows, width, keys=4, words=(5, 8))


def _row(head: EpisodeRow, interrupted: bool) -> list[str]:
    row = stored_row(head)
    who = head.key.newcomer + (f" {head.key.participant}" if head.key.participant else "")
    return [
        str(head.id),
        head.world,
        who + (f" #{head.key.rep + 1}" if head.key.rep else ""),
        head.key.arm,
        str(head.key.seed),
        INTERRUPTED if interrupted else head.status,
        _yes_no(row.act if row else None),
        _yes_no(row.transfer if row else None),
        head.started[:16].replace("T", " "),
    ]


def _yes_no(result: StageResult | None) -> str:
    return NA if result is None else "yes" if result.joint else "no"


def episode_data(head: EpisodeRow, interrupted: bool = False) -> dict[str, Any]:
    """The same as data; `norm` and `family` are the truth."""
    row = stored_row(head)
    return {
        "episode": head.id,
        "key": head.key.text(),
        "world": head.world,
        "family": head.family,
        **{
            name: getattr(head.key, name)
            for name in ("norm", "seed", "arm", "newcomer", "rep", "participant")
        },
        "status": INTERRUPTED if interrupted else head.status,
        "error": head.error,
        "joint": row.act.joint if row and row.act else None,
        "transfer_joint": row.transfer.joint if row and row.transfer else None,
        "started": head.started,
        "ended": head.ended,
        "records": head.records,
    }


def record_data(record: Record) -> dict[str, Any]:
    """A record as data, under its kind."""
    return {"record": type(record).__name__, **asdict(record)}
