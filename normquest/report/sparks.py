"""Figures of one line: blocks for a series, a bar for a value. A number stands beside each of them."""

from __future__ import annotations

from collections.abc import Sequence

_BLOCKS = "▁▂▃▄▅▆▇█"
_EIGHTHS = " ▏▎▍▌▋▊▉█"
GAP = "·"


def sparkline(values: Sequence[float | None], low: float, high: float) -> str:
    """One block for each value from `low` (the lowest block) to `high`; "·" for what is undefined."""
    return "".join(GAP if v is None else _BLOCKS[_level(v, low, high, len(_BLOCKS) - 1)] for v in values)


def bar(value: float | None, high: float, width: int) -> str:
    """A bar whose whole `width` is `high`, in eighths of a character; "" for what is undefined."""
    if value is None:
        return ""
    eighths = _level(value, 0.0, high, 8 * width)
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")


def _level(value: float, low: float, high: float, most: int) -> int:
    share = (value - low) / (high - low) if high > low else 0.0
    return int(min(max(share, 0.0), 1.0) * most + 0.5)
