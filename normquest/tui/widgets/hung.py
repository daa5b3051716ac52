"""Rows whose further lines stand under the words of the first, whatever the width."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content

from normquest.front.look import TIED
from normquest.tui.safe import joined, lines
from normquest.tui.widgets.linked import Linked

Rows = list[tuple[Content, int]]
"""Each with the column at which its further lines begin."""

_NARROWEST = 30
_KNOT = "\ue000"
"""Stands for a tied space while lines are broken: a letter to whoever breaks them, of one column."""

_FIRST = 76


class Hung(Linked):
    """Rows, each with the column at which its words begin."""

    DEFAULT_CSS = "Hung { width: 100%; height: auto; }"

    def __init__(self, rows: Sequence[tuple[Content, int]], id: str | None = None) -> None:
        self.rows = tuple(rows)
        super().__init__(self._set(_FIRST), id=id)

    def show(self, rows: Sequence[tuple[Content, int]]) -> None:
        """Other rows in their place; without any it takes no room."""
        self.display = bool(rows)
        self.fill(rows)

    def fill(self, rows: Sequence[tuple[Content, int]]) -> None:
        """Other rows in their place, and room for them even where there are none."""
        self.rows = tuple(rows)
        self.update(self._set(self.size.width or _FIRST))

    def on_resize(self, event: events.Resize) -> None:
        self.update(self._set(event.size.width))

    def _set(self, width: int) -> Content:
        return lines(*(hung(row, deep, width) for row, deep in self.rows))


def hung(row: Content, deep: int, width: int) -> Content:
    """One row in so many columns."""
    if len(row) <= width or width < _NARROWEST:
        return _tied(row, TIED, " ")
    head, tail = row.divide([deep])[:2] if deep else (Content(""), row)
    parts = _tied(tail, TIED, _KNOT).wrap(width - deep)
    return lines(
        *(
            joined(head if at == 0 else " " * deep, _tied(part.rstrip(), _KNOT, " "))
            for at, part in enumerate(parts)
        )
    )


def _tied(content: Content, old: str, new: str) -> Content:
    """One character for another: Textual breaks a line at every space, at a tied one too."""
    return Content(content.plain.replace(old, new), list(content.spans))
