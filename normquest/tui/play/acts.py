"""The numbered acts below the scene, each to be clicked: two columns, or beyond nine verb first, packed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from textual.content import Content

from normquest.episode.records import Choice
from normquest.front.choices import MOST_PLAIN, headed, split
from normquest.tui.safe import clicked, joined, lines, plain

_VERB_COLUMN = 18
_MOST_ALONE = 6
"""Rows that acts may have one by one; they are fewer by verb."""
_MORE = "… and more: type what you would do, or make the window taller."
_DEEPER = 2
_BETWEEN = 2
"""Columns between two acts on a row; between two verbs on a row there are twice as many."""


def acts(options: Sequence[Choice], width: int, fair: int = 99, most: int = 99) -> Content:
    """The acts in so many columns: in a `fair` number of rows each verb has its own, beyond that they share.

    Where there are more than `most`, it says so.
    """
    if not options:
        return Content("")
    rows = _two_columns(options, width) if len(options) <= MOST_PLAIN else []
    if not rows or len(rows) > min(_MOST_ALONE, fair) or any(len(row) > width for row in rows):
        rows = _by_verb(options, width)
    if len(rows) > fair:
        rows = _packed(options, width)
    if len(rows) > most:
        rows = [*rows[: max(most - 1, 1)], plain(_MORE, "dim")]
    return lines(*rows)


def _by_verb(options: Sequence[Choice], width: int) -> list[Content]:
    """A verb a row, and what it can be done to beside it; what is too long goes on below itself."""
    groups = _groups(options)
    column = min(max(len(verb) for verb, _ in groups) + 2, _VERB_COLUMN + 3, width // 2)
    rows: list[Content] = []
    for verb, units in groups:
        row = joined(verb, " " * max(column - len(verb), _BETWEEN))
        start = True
        for unit in units:
            if not start and len(row) + len(unit) + _BETWEEN > width:
                rows += _folded(row, width, column)
                row = plain(" " * column)
            row, start = joined(row, unit, " " * _BETWEEN), False
        rows += _folded(row, width, column)
    return rows


def _packed(options: Sequence[Choice], width: int) -> list[Content]:
    """One verb after the other, as many on a row as there is room for."""
    rows: list[Content] = []
    row = plain("")
    for verb, units in _groups(options):
        for place, unit in enumerate(units):
            part = unit if place else joined(verb, " ", unit)
            gap = " " * (_BETWEEN if place else 2 * _BETWEEN - 1)
            if row.plain.strip() and len(row) + len(gap) + len(part) > width:
                rows += _folded(row, width, 4)
                row = joined("    " if place else "", part)
            else:
                row = joined(row, gap if row.plain.strip() else "", part)
    return [*rows, *_folded(row, width, 4)]


def _folded(row: Content, width: int, column: int) -> list[Content]:
    """The row in so many columns; what goes on stands below where it began."""
    row = row.rstrip()
    if len(row) <= width:
        return [row]
    cut = row.plain.rfind(" ", column + _DEEPER + 1, width + 1)
    if cut < 0:
        return [row]
    rest = row[cut + 1 :]
    return [row[:cut], *_folded(joined(" " * (column + _DEEPER), rest), width, column)]


def _groups(options: Sequence[Choice]) -> list[tuple[Content, list[Content]]]:
    """Each verb with what it can be done to. A verb of one act alone can be clicked for it."""
    found: list[tuple[Content, list[Content]]] = []
    for _, group in groupby(options, lambda choice: (choice.act.verb, split(choice.text)[0])):
        same = list(group)
        verb, rest = headed([choice.text for choice in same])
        label = plain(f" {verb}", "$secondary")
        if len(same) == 1:
            label = clicked(f" {verb}", f"screen.choose({same[0].number})", "$secondary")
        found.append((label, [_act(choice, said) for choice, said in zip(same, rest, strict=True)]))
    return found


def _act(choice: Choice, text: str) -> Content:
    return joined(
        clicked(f"{choice.number}", f"screen.choose({choice.number})", "bold $primary"),
        clicked(f" {text}".rstrip(), f"screen.choose({choice.number})"),
    )


def _two_columns(options: Sequence[Choice], width: int) -> list[Content]:
    widest = max(len(choice.text) for choice in options) + 6
    if widest * 2 > width:
        return [joined(" ", _act(choice, choice.text)) for choice in options]
    half = (len(options) + 1) // 2
    rows = []
    for left, right in zip(options[:half], [*options[half:], None], strict=False):
        row = joined(" ", _act(left, left.text))
        if right is not None:
            row = joined(row, " " * (width // 2 - len(row)), _act(right, right.text))
        rows.append(row)
    return rows
