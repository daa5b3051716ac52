"""Records of societies as rows, and back, by what their fields are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from normquest.society import records as log
from normquest.society.records import Record
from normquest.store.canonical import canonical, dumps, loads, readable, storable
from normquest.store.log_rows import Row

TABLES: Mapping[type, str] = {
    log.Reply: "society_replies",
    log.Prompt: "society_prompts",
    log.Seated: "society_seats",
    log.Left: "society_leavings",
    log.Groups: "society_groups",
    log.Message: "society_messages",
    log.Move: "society_moves",
    log.Payoff: "society_payoffs",
    log.Rating: "society_ratings",
    log.Tie: "society_ties",
    log.Report: "society_reports",
    log.Exclusion: "society_exclusions",
    log.ShockRecord: "society_shocks",
    log.Trial: "society_trials",
    log.Noticed: "society_noticed",
    log.Believed: "society_beliefs",
    log.Missing: "society_missing",
    log.RoundEnd: "society_rounds",
    log.Ended: "society_ends",
}
"""The table of each kind of record."""

_Pair = tuple[Callable[[Any], Any], Callable[[Any], Any]]


def _same(value: Any) -> Any:
    return value


def _tuples(stored: Any) -> Any:
    return _as_tuples(loads(stored))


def _as_tuples(value: Any) -> Any:
    return tuple(_as_tuples(item) for item in value) if isinstance(value, list) else value


_TEXT: _Pair = (storable, readable)
_TUPLES: _Pair = (dumps, _tuples)
_FREE: _Pair = (dumps, loads)
_FLAG: _Pair = (_same, bool)
_SPECIAL: Mapping[tuple[type, str], _Pair] = {
    (log.Reply, "raw"): _TEXT,
    (log.Reply, "value"): _FREE,
    (log.Prompt, "text"): _TEXT,
    (log.Left, "for_good"): _FLAG,
    (log.Groups, "groups"): _TUPLES,
    (log.Groups, "seeds"): _TUPLES,
    (log.Groups, "resting"): _TUPLES,
    (log.Message, "text"): _TEXT,
    (log.Move, "value"): _FREE,
    (log.Move, "repeated"): _FLAG,
    (log.Report, "ne"): _FREE,
    (log.ShockRecord, "replaced"): _TUPLES,
    (log.ShockRecord, "strangers"): _TUPLES,
    (log.Trial, "begins"): _FLAG,
    (log.Trial, "members"): _TUPLES,
    (log.Trial, "told"): _TEXT,
    (log.Noticed, "right"): _FLAG,
    (log.Believed, "belief"): _FREE,
    (log.RoundEnd, "members"): _TUPLES,
    (log.RoundEnd, "standing"): _TUPLES,
}
"""How a field that SQLite can't hold as it is gets there and back."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    table: tuple(field.name for field in fields(kind)) for kind, table in TABLES.items()
}
"""The columns of each table, beside `society` and `pos`."""

_WAYS: Mapping[type, tuple[tuple[str, Callable[[Any], Any], Callable[[Any], Any]], ...]] = {
    kind: tuple((field.name, *_SPECIAL.get((kind, field.name), (_same, _same))) for field in fields(kind))
    for kind in TABLES
}
_KINDS = {table: kind for kind, table in TABLES.items()}


def society_values(record: Record) -> tuple[str, tuple[Any, ...]]:
    """The record's table, and its values in the order of `COLUMNS`.

    Raises TypeError for what is no record, TypeError or ValueError for what JSON cannot say.
    """
    kind = type(record)
    if kind not in TABLES:
        raise TypeError(f"a {kind.__name__} is not a record of a society")
    return TABLES[kind], tuple([there(getattr(record, name)) for name, there, _ in _WAYS[kind]])


def society_record(table: str, row: Row) -> Record:
    """The record that a row stands for. Raises KeyError, TypeError or ValueError for a broken row."""
    kind = _KINDS[table]
    values = {name: back(row[name]) for name, _, back in _WAYS[kind]}
    record: Record = kind(**values)
    return record


def society_line(record: Record) -> str:
    """The record as one line of canonical JSON, by which two logs are compared byte for byte."""
    return canonical({type(record).__name__: record})
