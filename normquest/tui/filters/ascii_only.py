"""Textual's own signs in ASCII: arrows, frames, blocks. Ours are translated where they are written."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from normquest.tui.glyphs import shown

_SIGNS = {
    "←": "<",
    "→": ">",
    "↑": "^",
    "↓": "v",
    "⌫": "<",
    "⏎": ">",
    "▔": "-",
    "▁": "_",
    "🔎": ": ",
    "\xa0": " ",
}
_UPRIGHT = "│┃║▎▏▕▊▌▐▋▍▉"
_ACROSS = "─━═╌╍┄┅┈┉"


class AsciiOnly(LineFilter):
    """Translates signs; letters of other alphabets stay."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(segment.text.isascii() for segment in segments):
            return segments
        return [Segment(_signs(text), style, control) for text, style, control in segments]


@lru_cache(4096)
def _signs(text: str) -> str:
    return "".join(char if char.isascii() else _sign(char) for char in text)


def _sign(char: str) -> str:
    if char in _SIGNS:
        return _SIGNS[char]
    if char in _UPRIGHT:
        return "|"
    if char in _ACROSS:
        return "-"
    if "\u2500" <= char <= "\u257f":
        return "+"
    if "\u2580" <= char <= "\u259f":
        return "#"
    return shown(char)[: cell_len(char)] or char
