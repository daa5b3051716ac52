"""Rows whose further lines stand under the words of the first, whatever the width."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.widgets import Static

from normquest.tui.safe import joined, lines

_NARROWEST = 30
_FIRST = 76


class Hung(Static):
    """Rows, each with the column at which its words begin."""

    DEFAULT_CSS = "Hung { width: 100%; height: auto; }"

    def __init__(self, rows: Sequence[tuple[Content, int]]) -> None:
        self.rows = tuple(rows)
        super().__init__(self._set(_FIRST))

    def on_resize(self, event: events.Resize) -> None:
        self.update(self._set(event.size.width))

    def _set(self, width: int) -> Content:
        return lines(*(hung(row, deep, width) for row, deep in self.rows))


def hung(row: Content, deep: int, width: int) -> Content:
    """One row in so many columns."""
    if len(row) <= width or width < _NARROWEST or not deep:
        return row
    head, tail = row.divide([deep])[:2]
    parts = tail.wrap(width - deep)
    return lines(*(joined(head if at == 0 else " " * deep, part.rstrip()) for at, part in enumerate(parts)))
