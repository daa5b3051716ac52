"""Contribution and both expectations over the rounds, as rows of a terminal: bars, E and N.

It can be read without colour: a bar is what was done, a letter what was said of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from normquest.front.societies.fold import Mean, Point

Kind = Literal["axis", "acts", "ee", "ne", "mark", "word", "head", "said"]
Row = list[tuple[str, Kind]]
"""A line in pieces, each of a kind, so that a screen can colour it and a pipe need not."""

SIGNS: Mapping[str, str] = {"shock": "▲", "excluded": "✕", "trial": "◇", "returned": "◇"}
"""What stands for something that happened to the society as a whole."""

_EIGHTHS = " ▁▂▃▄▅▆▇█"
_LEFT = 5


def chart(
    points: Sequence[Point],
    rounds: int,
    top: float,
    marks: Mapping[int, str],
    width: int,
    height: int,
    ascii: bool = False,
    letters: str = "EN",
) -> list[Row]:
    """So many rows of bars and letters, an axis and the numbers of rounds below them.

    Where rounds do not fit beside one another, the last ones are shown. `letters` stand for the two
    expectations, or for what else a point holds in their place.
    """
    shown = max(min(rounds, width - _LEFT), 1)
    wide = max(min((width - _LEFT) // shown, 4), 1)
    first = max((points[-1].round if points else 1) - shown, 0) if shown < rounds else 0
    by_round = {point.round: point for point in points}
    columns = range(first + 1, first + shown + 1)
    rows: list[Row] = []
    for level in range(height - 1, -1, -1):
        label = f"{top:g}" if level == height - 1 else "0" if level == 0 else ""
        row: Row = [(f"{label:>3} {'|' if ascii else '│'}", "axis")]
        for round in columns:
            point = by_round.get(round)
            row += (
                _cells(point, level, height, top, wide, ascii, letters) if point else [(" " * wide, "axis")]
            )
        rows.append(row)
    rows.append([(f"    {'+' if ascii else '└'}{('-' if ascii else '─') * (wide * shown)}", "axis")])
    rows.append([("     ", "axis"), (_numbers(columns, wide), "axis")])
    signs = "".join(SIGNS.get(marks.get(round, ""), " ").ljust(wide) for round in columns)
    if signs.strip():
        rows.append([("     ", "axis"), (signs.rstrip(), "mark")])
    return rows


def _cells(point: Point, level: int, height: int, top: float, wide: int, ascii: bool, letters: str) -> Row:
    bar = _bar(point.acts.value, level, height, top, ascii)
    ee, ne = _is_at(point.ee, level, height, top), _is_at(point.ne, level, height, top)
    done: tuple[str, Kind] = (bar, "acts")
    first: tuple[str, Kind] = (letters[0], "ee") if ee else (" ", "axis")
    second: tuple[str, Kind] = (letters[1], "ne") if ne else (" ", "axis")
    if wide == 1:
        return [second if ne else first if ee else done]
    if wide == 2:
        return [done, second if ne else first]
    row: Row = [done, first, second]
    return row if wide == 3 else [*row, (" ", "axis")]


def _is_at(mean: Mean, level: int, height: int, top: float) -> bool:
    return mean.value is not None and min(int(mean.value / top * height), height - 1) == level


def _bar(value: float | None, level: int, height: int, top: float, ascii: bool) -> str:
    if value is None:
        return " "
    full = min(max(value / top * height - level, 0.0), 1.0)
    if ascii:
        return "#" if full >= 0.5 else "_" if level == 0 else " "
    return _EIGHTHS[round(full * 8)] if level or full > 0.06 else "▁"


def _numbers(columns: range, wide: int) -> str:
    row = [" "] * (wide * len(columns) + 4)
    free = 0
    for place, round in enumerate(columns):
        at = place * wide
        if (place == 0 or round % 5 == 0) and at >= free:
            for offset, letter in enumerate(str(round)):
                row[at + offset] = letter
            free = at + len(str(round)) + 1
    return "".join(row).rstrip()


def mean_text(mean: Mean, nothing: str = "not asked") -> str:
    """A mean with its N, and how many said that there is none; nothing known is said so."""
    if mean.value is None:
        return f"none of {mean.none} has one" if mean.none else nothing
    none = f", none: {mean.none}" if mean.none else ""
    return f"{mean.value:.1f} (N={mean.count}{none})"


def legend(ascii: bool = False, deed: str = "put in") -> Row:
    """What bars and letters stand for."""
    bar = "#" if ascii else "█"
    return [
        (f"{bar} ", "acts"),
        (f"{deed}   ", "word"),
        ("E ", "ee"),
        ("typical (EE)   ", "word"),
        ("N ", "ne"),
        ("acceptable (NE)", "word"),
    ]
