"""NO_COLOR taken at its word: no colour is written, and weight and reverse say what colour said."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

_READ_EASILY = 5.0
"""Contrast below which text was meant to stand back; it is dim then."""
_STANDS_OUT = 1.3
"""Contrast from which a ground was meant to be seen, such as the row under a cursor."""


class Colourless(LineFilter):
    """Takes every colour away. Textual's own filter for NO_COLOR only turns colours into greys."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        ground = background.rgb
        return [
            Segment(text, style if style is None else without_colour(style, ground), control)
            for text, style, control in segments
        ]


@lru_cache(4096)
def without_colour(style: Style, ground: tuple[int, int, int]) -> Style:
    """The style in attributes alone, as it stands on this ground."""
    around = Color(*ground)
    text = Color.from_rich_color(style.color) if style.color is not None else None
    under = Color.from_rich_color(style.bgcolor) if style.bgcolor is not None else around
    bare = style.without_color
    if style.meta:  # what a click does
        bare += Style(meta=style.meta)
    if text is not None and text != under and _contrast(text, under) < _READ_EASILY:
        bare += Style(dim=True)
    if not style.reverse and _contrast(under, around) >= _STANDS_OUT:
        bare += Style(reverse=True)
    return bare


def _contrast(one: Color, other: Color) -> float:
    """As accessibility guidelines count it: 1 for alike, 21 for black and white."""
    darker, lighter = sorted((_light(one), _light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _light(colour: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
