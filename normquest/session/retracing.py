"""Taking stored decisions again and making sure that the same things happen, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from normquest.episode.records import Decision, Record
from normquest.episode.step import WrongDecision
from normquest.norms.events import Event
from normquest.session.errors import SessionError
from normquest.session.live import Live
from normquest.store.canonical import canonical
from normquest.store.codec import line

_LONGEST = 120


def retraced(live: Live, stored: Sequence[Record]) -> Iterator[tuple[Record, ...]]:
    """Take an episode that has not begun through its stored decisions, a step at a time; gives their records.

    Raises SessionError at the first record that differs from the stored one, naming it.
    """
    decisions = [record for record in stored if isinstance(record, Decision)]
    at = 0
    for decision in (None, *decisions):
        try:
            records = live.again(decision)
        except WrongDecision as error:
            raise _differs(live, stored, at, str(error)) from error
        for record in records:
            if at >= len(stored):
                raise _differs(live, stored, at, f"now there is {_name(record)}, and nothing was stored")
            if line(record) != line(stored[at]):
                raise _differs(live, stored, at, _difference(stored[at], record))
            at += 1
        yield records
    if at < len(stored):
        raise _differs(live, stored, at, "now there is nothing more")


def _differs(live: Live, stored: Sequence[Record], at: int, how: str) -> SessionError:
    name = _name(stored[at]) if at < len(stored) else "its end"
    return SessionError(
        f"episode {live.number}",
        f"it does not happen again as it was stored; the first difference is at {name}: {how}",
        "the same records, byte for byte",
        "The code has changed without a new engine version, or the database was changed: use the NormQuest "
        "that played it",
    )


def _name(record: Record) -> str:
    """What a record is called in a message: "event 37 (act)"."""
    if isinstance(record, Event):
        return f"event {record.seq} ({record.kind})"
    number: Any = getattr(record, "seq", getattr(record, "request", ""))
    return f"{type(record).__name__.lower()} {number}".strip()


def _difference(stored: Record, now: Record) -> str:
    if type(stored) is not type(now):
        return f"now there is {_name(now)}"
    for field in fields(stored):
        was, is_now = (canonical(getattr(record, field.name)) for record in (stored, now))
        if was != is_now:
            at = next((n for n, (a, b) in enumerate(zip(was, is_now, strict=False)) if a != b), 0)
            return f"its {field.name} was {_cut(was, at)}, now it is {_cut(is_now, at)}"
    return "it is written otherwise"


def _cut(text: str, at: int) -> str:
    """The part of a long text around the place where it differs."""
    if len(text) <= _LONGEST:
        return text
    start = max(at - _LONGEST // 4, 0)
    end = start + _LONGEST
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
