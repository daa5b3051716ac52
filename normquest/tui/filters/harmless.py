"""The last look at every line: nothing in it acts on the terminal, whatever a widget let through."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from normquest.text import sanitise


class Harmless(LineFilter):
    """Takes out characters that act or hide. What goes into a line to type in, say, no widget of ours saw."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(segment.text.isascii() and segment.text.isprintable() for segment in segments):
            return segments
        return [Segment(harmless(text), style, control) for text, style, control in segments]


@lru_cache(4096)
def harmless(text: str) -> str:
    """The text in as many cells: not `sanitise` as a whole, which takes away what follows an escape too."""
    if sanitise(text) == text and "\n" not in text:
        return text
    safe = "".join(char if char != "\n" and sanitise(char) == char else "" for char in text)
    return set_cell_size(safe, cell_len(text))
