"""A statement as a decision holds it."""

from __future__ import annotations

from typing import Any

from normquest.episode.records import Statement


def statement_data(statement: Statement) -> dict[str, Any]:
    """The statement as the mapping that a decision holds."""
    return {
        "stage": statement.stage,
        "rule": None if statement.rule is None else dict(statement.rule),
        "english": statement.english,
        "words": statement.words,
        "evidence": list(statement.evidence),
        "confidence": statement.confidence,
        "habits": [dict(habit) for habit in statement.habits],
        "unstatable": statement.unstatable,
    }
