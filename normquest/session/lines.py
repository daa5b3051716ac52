"""The line of JSON that `run` prints for an episode; its fields are promised to the next program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from normquest.episode.records import StageResult, Statement
from normquest.measures.rows import EpisodeRow as Row
from normquest.session.rows.data import row_from
from normquest.store import EpisodeRow

_NO_NORM = {"family": None, "english": None, "rule": None}
_SCORES = ("balanced_accuracy", "exact", "mcc", "jaccard", "confidence")


def episode_line(head: EpisodeRow, statements: Sequence[Statement]) -> dict[str, Any]:
    """The fields of an episode, ended or not; what is not known, or undefined, is None."""
    row = stored_row(head)
    result = head.result or {}
    norm = {**_NO_NORM, "family": head.family, **result.get("norm", {})}
    return {
        "episode": head.id,
        "key": head.key.text(),
        "world": head.world,
        "world_hash": head.key.world_hash,
        "norm": norm,
        "seed": head.key.seed,
        "arm": head.key.arm,
        "newcomer": head.key.newcomer,
        "status": head.status,
        **_stage(row.act if row else None),
        "transfer": _stage(row.transfer if row else None),
        "turns": row.act.turns if row and row.act else None,
        "statements": _statements(row, statements),
        "tokens": row.tokens if row else None,
    }


def stored_row(head: EpisodeRow) -> Row | None:
    """The row for the measures that was stored with an episode that has ended; None where there is none."""
    data = (head.result or {}).get("row")
    if not isinstance(data, Mapping):
        return None
    try:
        return row_from(data)
    except (KeyError, TypeError, ValueError):
        return None


def _stage(result: StageResult | None) -> dict[str, Any]:
    return {
        "task_success": result.task_success if result else None,
        "violations": result.violations if result else None,
        "opportunities": result.opportunities if result else None,
        "joint": result.joint if result else None,
    }


def _statements(row: Row | None, statements: Sequence[Statement]) -> list[dict[str, Any]]:
    scored = row.statements if row else ()
    return [
        {
            "stage": said.stage,
            "english": said.english,
            **{name: getattr(scores, name) if scores else None for name in _SCORES},
            "confidence": said.confidence,
        }
        for said, scores in zip(statements, [*scored, *[None] * len(statements)], strict=False)
    ]
