"""What there is to see of a stored episode, whoever plays it; and what is new."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from normquest.episode.records import Record
from normquest.session.gate import Setting
from normquest.session.keeping import head_of
from normquest.store import EpisodeRow, Store, open_store
from normquest.store.rows import Command

Piece = tuple[str, str]
"""A part and its text, as a `Hears` is told them."""


@dataclass(frozen=True, slots=True)
class Used:
    """What an episode's calls have used. `exact`: all that was answered said so; `cost` None: not known."""

    calls: int = 0
    pending: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    exact: bool = True
    cost: float | None = None
    again: int = 0
    last_ms: int | None = None


@dataclass(frozen=True)
class News:
    """What is new: records and pieces since the last time, the rest as it is now."""

    records: Sequence[Record]
    pieces: Sequence[Piece]
    thoughts: Mapping[int, str]
    head: EpisodeRow
    used: Used
    setting: Setting


class Source:
    """Reads one episode from the file, and sends commands to whoever plays it. Use it in one thread.

    `hears` gives what is being said right now, where this process plays. Raises StoreError, and SessionError
    if there is no such episode.
    """

    def __init__(self, path: Path, number: int, hears: Callable[[], Sequence[Piece]] | None = None) -> None:
        self.path = path
        self.number = number
        self._hears = hears
        self._store: Store = open_store(path, readonly=True)
        self._version = -1
        self._read = 0
        self._thoughts_to = -1
        self._last: News | None = None
        try:
            self.head: EpisodeRow = head_of(self._store, number)
        except BaseException:
            self.close()
            raise

    def news(self) -> News | None:
        """What is new, or None. It costs a few microseconds where nothing is."""
        pieces = self._hears() if self._hears is not None else ()
        version = self._store.version()
        if version != self._version or self._last is None:
            self._version = version
            self._last = self._looked(pieces)
            return self._last
        if not pieces:
            return None
        last = self._last
        return News((), pieces, {}, last.head, last.used, last.setting)

    def _looked(self, pieces: Sequence[Piece]) -> News:
        store, number = self._store, self.number
        # The head first: what it says is over has all its records by the time they are read.
        self.head = head_of(store, number)
        records = store.records(number, after=self._read - 1)
        self._read += len(records)
        thoughts = store.thoughts(number, self._thoughts_to)
        self._thoughts_to = max(thoughts, default=self._thoughts_to + 1) - 1  # the last may be thought on
        setting = Setting()
        for command in store.controls(number):
            setting = setting.after(command)
        return News(records, pieces, thoughts, self.head, _used(store, number), setting)

    def send(self, command: Command) -> None:
        """Ask whoever plays for something; it is heard before the next request. Raises StoreError."""
        with open_store(self.path) as store:
            store.send(self.number, command)

    def close(self) -> None:
        """Stop looking."""
        self._store.close()

    def __enter__(self) -> Source:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _used(store: Store, number: int) -> Used:
    totals, effort = store.totals(episode=number), store.effort(number)
    return Used(
        totals.calls,
        totals.pending,
        totals.tokens_in,
        totals.tokens_out,
        totals.calls == totals.pending or store.tokens_of(number) is not None,
        None if totals.unpriced else totals.cost,
        effort.again,
        effort.last_ms,
    )
