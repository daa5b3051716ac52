"""Rows as JSON can hold them, and back: stored with the episode, since a case takes seconds to draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from normquest.episode.records import StageResult
from normquest.measures.rows import (
    AttributionRow,
    EpisodeRow,
    ForecastRow,
    NoiseRow,
    ObserverRow,
    OpportunityRow,
    OwnTrialRow,
    PermittedRow,
    RecognitionRow,
    StatementRow,
    SuppositionRow,
)

_ONE: Mapping[str, type[Any]] = {"act": StageResult, "transfer": StageResult, "noise": NoiseRow}
_MANY: Mapping[str, type[Any]] = {
    "opportunities": OpportunityRow,
    "permitted": PermittedRow,
    "statements": StatementRow,
    "forecasts": ForecastRow,
    "attributions": AttributionRow,
    "recognitions": RecognitionRow,
    "suppositions": SuppositionRow,
    "observer": ObserverRow,
    "own_trials": OwnTrialRow,
}


def row_data(row: EpisodeRow) -> dict[str, Any]:
    """The row as a mapping of plain values."""
    return asdict(row)


def row_from(data: Mapping[str, Any]) -> EpisodeRow:
    """The row that `row_data` was given. Raises KeyError, TypeError or ValueError for anything else.

    Fields that this version does not know are left out, so that rows of a later one can be read.
    """
    known = {field.name for field in fields(EpisodeRow)}
    values: dict[str, Any] = {}
    for name, value in data.items():
        if name not in known:
            continue
        if name in _ONE:
            value = None if value is None else _made(_ONE[name], value)
        elif name in _MANY:
            value = tuple(_made(_MANY[name], one) for one in value)
        values[name] = value
    return EpisodeRow(**values)


def _made(kind: type[Any], data: Mapping[str, Any]) -> Any:
    known = {field.name for field in fields(kind)}
    return kind(**{name: value for name, value in data.items() if name in known})
