"""Plain tables: aligned, no wider than asked, nothing in them that acts on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.text import sanitise

GAP = "  "
NA = "–"
_LEAST = 4
"""No column is cut below this width."""


def number(value: float | None) -> str:
    """Two decimals; none and thousands apart from 1,000 on; "–" for what is undefined."""
    if value is None:
        return NA
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    # Adding 0 turns a rounded -0.0 into 0.0.
    return f"{round(value, 2) + 0.0:.2f}"


def p_value(p: float | None) -> str:
    """Three decimals, or `<.001`; "–" where there was no test."""
    if p is None:
        return NA
    return "<.001" if p < 0.001 else f"{p:.3f}"


def interval(low: float | None, high: float | None) -> str:
    """`[0.61, 0.95]`, or "–"."""
    return NA if low is None or high is None else f"[{number(low)}, {number(high)}]"


def cut(text: str, width: int) -> str:
    """The text on one line, safe to show, of at most `width` characters (at least 1).

    What is too long loses its middle to "…": names that are alike often differ at their ends.
    """
    text = sanitise(text, newlines=False)
    if len(text) <= width:
        return text
    tail = max((width - 1) // 2, 0)
    return text[: max(width - 1 - tail, 0)] + "…" + (text[-tail:] if tail else "")


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int,
    keys: int = 1,
    words: Sequence[int] = (),
) -> str:
    """Rows under their heads. The first `keys` columns name the row, stand left and give way to the others.

    The others are figures: they stand right (left, those numbered in `words`) and are never cut. Figures that
    do not fit beside the keys follow in a further table below, with the keys again. Only where the widest
    figure and a few characters a key exceed `width` is a line longer. Raises ValueError where a row has not
    one entry a head.
    """
    if any(len(row) != len(heads) for row in rows):
        raise ValueError("a table needs one entry a head in every row")
    whole = [[sanitise(entry, newlines=False) for entry in row] for row in [heads, *rows]]
    sizes = [max(len(row[i]) for row in whole) for i in range(len(heads))]
    figures = sizes[keys:]
    room = width - sum(size + len(GAP) for size in figures)
    # All in one table if that leaves each key 10 characters (or all it has), else figures in several.
    least = sum(min(size, 10) for size in sizes[:keys]) + len(GAP) * (keys - 1)
    if room < least:
        room = max(least, width // 2)
    shrunk = _shrunk(sizes[:keys], room - len(GAP) * (keys - 1))
    used = sum(shrunk) + len(GAP) * (keys - 1)
    parts = [_lines(whole, shrunk, sizes, columns, words) for columns in _packed(figures, keys, width - used)]
    return "\n\n".join(parts)


def _shrunk(sizes: Sequence[int], room: int) -> list[int]:
    """The sizes, the largest made smaller until they fit in `room`."""
    found = list(sizes)
    while sum(found) > room and max(found) > _LEAST:
        found[found.index(max(found))] -= 1
    return found


def _packed(figures: Sequence[int], first: int, room: int) -> list[list[int]]:
    """Columns by number, in as many groups as it takes for each to fit in `room`."""
    groups: list[list[int]] = [[]]
    left = room
    for i, size in enumerate(figures, start=first):
        if groups[-1] and size + len(GAP) > left:
            groups.append([])
            left = room
        groups[-1].append(i)
        left -= size + len(GAP)
    return groups


def _lines(
    rows: Sequence[Sequence[str]],
    shrunk: Sequence[int],
    sizes: Sequence[int],
    columns: Sequence[int],
    words: Sequence[int],
) -> str:
    lines = []
    for row in rows:
        entries = [cut(row[i], size).ljust(size) for i, size in enumerate(shrunk)]
        entries += [row[i].ljust(sizes[i]) if i in words else row[i].rjust(sizes[i]) for i in columns]
        lines.append(GAP.join(entries).rstrip())
    length = sum(shrunk) + sum(sizes[i] for i in columns) + len(GAP) * (len(shrunk) + len(columns) - 1)
    lines.insert(1, "-" * length)
    return "\n".join(lines)
