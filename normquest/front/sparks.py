"""Chances over time as a row of small bars."""

from __future__ import annotations

from collections.abc import Sequence

_BARS = "▁▂▃▄▅▆▇█"
_ASCII_BARS = "_.-~=+*#"


def sparkline(values: Sequence[float | None], width: int, ascii: bool = False) -> str:
    """A bar for each chance between 0 and 1, a space for one that is not known; the last `width` of them."""
    bars = _ASCII_BARS if ascii else _BARS
    shown = values[-max(width, 1) :]
    return "".join(
        " " if one is None else bars[min(int(max(one, 0.0) * len(bars)), len(bars) - 1)] for one in shown
    )
