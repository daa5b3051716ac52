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


def thinned(values: Sequence[float | None], most: int) -> list[float | None]:
    """At most so many of the values, evenly spaced, the last one among them."""
    if len(values) <= most or most < 1:
        return list(values)
    return [values[(number + 1) * len(values) // most - 1] for number in range(most)]
