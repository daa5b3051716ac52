"""Records as rows, and back: nothing is lost and nothing is added.

`decode(*encode(record)) == record` for every record whose free values (facts, changed values, rules, a
decision's value) are JSON with lists; tuples in those come back as lists. `line` never sees the difference.
"""

from collections.abc import Callable, Mapping
from typing import Any

from normquest.episode.records import (
    Decision,
    OpportunityRecord,
    Record,
    Request,
    StageResult,
    Statement,
    TrialResult,
    Truth,
)
from normquest.norms.events import Event
from normquest.store import log_rows as log
from normquest.store.canonical import canonical
from normquest.store.log_rows import Row, Values

KINDS: Mapping[type, tuple[str, Callable[[Any], Values], Callable[[Row], Record], str]] = {
    Event: (
        "events",
        log.event_row,
        log.event,
        "seq turn stage kind place hour day actor verb slots tags facts could present seen_by sight changes"
        " target text",
    ),
    Truth: (
        "truths",
        log.truth_row,
        log.truth,
        "seq custom instance bearer opened_by closed_by result watched cause",
    ),
    Request: (
        "requests",
        log.request_row,
        log.request,
        "seq kind stage question about attempt options observation",
    ),
    Decision: (
        "decisions",
        log.decision_row,
        log.decision,
        "request raw value outcome ms calls",
    ),
    Statement: (
        "statements",
        log.statement_row,
        log.statement,
        "stage rule english words evidence confidence habits unstatable",
    ),
    OpportunityRecord: (
        "opportunities",
        log.opportunity_row,
        log.opportunity,
        "stage instance first last outcome watched sanctioned_before",
    ),
    StageResult: (
        "stage_results",
        log.stage_result_row,
        log.stage_result,
        "stage task_success violations opportunities turns",
    ),
    TrialResult: (
        "trial_results",
        log.trial_result_row,
        log.trial_result,
        "trial circumstance kept turns watched",
    ),
}
"""Of each kind of record: its table, the way there, the way back, the columns."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    table: tuple(columns.split()) for table, _, _, columns in KINDS.values()
}
"""The columns of each table, beside `episode` and `pos` (the record's place in the episode, from 0)."""

_TO_ROW = {kind: (table, to_row) for kind, (table, to_row, _, _) in KINDS.items()}
_FROM_ROW = {table: from_row for table, _, from_row, _ in KINDS.values()}


def values(record: Record) -> tuple[str, Values]:
    """The record's table, and its values in the order of `COLUMNS`.

    Raises TypeError for what is not a record, and TypeError or ValueError for a value that JSON cannot say.
    """
    try:
        table, to_row = _TO_ROW[type(record)]
    except KeyError:
        raise TypeError(f"a {type(record).__name__} is not a record of an episode") from None
    return table, to_row(record)


def encode(record: Record) -> tuple[str, dict[str, Any]]:
    """The record's table, and its row by column; `decode` is the way back. Raises as `values` does."""
    table, row = values(record)
    return table, dict(zip(COLUMNS[table], row, strict=True))


def decode(table: str, row: Row) -> Record:
    """The record that a row stands for. Raises KeyError, TypeError or ValueError for a broken row."""
    return _FROM_ROW[table](row)


def line(record: Record) -> str:
    """The record as one line of canonical JSON, under its type's name.

    Two records have the same line only if they say the same, whether they come from an episode that runs or
    from the store: replay is compared by this, byte for byte.
    """
    return canonical({type(record).__name__: record})
