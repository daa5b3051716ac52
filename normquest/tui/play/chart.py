"""The map: places one has been to or heard of, laid out on a grid as one walks, drawn as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from textual.content import Content

from normquest.episode.records import Observation
from normquest.tui.safe import joined, lines, plain

Spot = tuple[int, int]
"""Column and row."""

_AROUND: tuple[Spot, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
_NEAR: tuple[Spot, ...] = ((1, 1), (-1, 1), (1, -1), (-1, -1), (2, 0), (-2, 0), (0, 2), (0, -2))
NOTHING = "It fills in as you walk."


@dataclass
class Chart:
    """Places with the ways out seen there, and where each stands. It is empty again elsewhere."""

    stage: str = ""
    now: str = ""
    ways: dict[str, tuple[str, ...]] = field(default_factory=dict)
    spots: dict[str, Spot] = field(default_factory=dict)

    def visit(self, seen: Observation) -> None:
        """Draw in the place of an observation and the ways out of it. What stands stays where it is."""
        if seen.stage != self.stage:
            self.stage, self.ways, self.spots = seen.stage, {}, {}
        if not (seen.place and seen.exits):
            return
        self.now = _bare(seen.place.partition(" (")[0])
        self.ways[self.now] = tuple(map(_bare, seen.exits))
        self._settle(self.now, None)
        for way in self.ways[self.now]:
            self._settle(way, self.spots[self.now])

    def _settle(self, place: str, beside: Spot | None) -> None:
        if place in self.spots:
            return
        taken = set(self.spots.values())
        column, row = beside or (0, 0)
        free = [(column + x, row + y) for x, y in (*_AROUND, *_NEAR) if (column + x, row + y) not in taken]
        if beside is None and not taken:
            free = [(0, 0)]
        if not free:
            free = [(max(x for x, _ in taken) + 1, row)]
        # Three columns fit beside the scene; a fourth would not.
        wide = {x for x, _ in taken}
        fitting = [spot for spot in free if len({*wide, spot[0]}) <= 3]
        self.spots[place] = (fitting or free)[0]

    # --- drawn --------------------------------------------------------------------------------------------

    def drawn(self, width: int = 38) -> Content:
        """The map in so many columns; a list where it would not fit."""
        if not self.ways:
            return plain(NOTHING, "dim")
        columns = sorted({x for x, _ in self.spots.values()})
        widths = {x: max(len(p) for p, spot in self.spots.items() if spot[0] == x) for x in columns}
        for gap in (4, 2):
            if sum(widths.values()) + gap * (len(columns) - 1) <= width:
                return lines(*self._rows(columns, widths, gap))
        return self._listed()

    def _rows(self, columns: list[int], widths: dict[int, int], gap: int) -> Iterator[Content]:
        at = {spot: place for place, spot in self.spots.items()}
        rows = range(min(y for _, y in at), max(y for _, y in at) + 1)
        for y in rows:
            yield joined(*self._row(at, y, columns, widths, gap))
            if y != rows[-1]:
                below = (
                    ("" if x == columns[0] else " " * gap)
                    + ("│" if self._joined(at, (x, y), (x, y + 1)) else " ").center(widths[x])
                    for x in columns
                )
                yield plain("".join(below), "dim")
        for one, other in self._pairs():
            if not self._beside(one, other):
                yield plain(f"{one} ── {other}", "dim")

    def _row(
        self, at: dict[Spot, str], y: int, columns: list[int], widths: dict[int, int], gap: int
    ) -> Iterator[Content]:
        """Places in the middle of their columns, with lines between those that lead to one another."""
        space = 0
        for x in columns:
            place = at.get((x, y), "")
            spare = widths[x] - len(place)
            space += spare // 2
            yield _way(space, self._joined(at, (x - 1, y), (x, y)))
            yield plain(place.upper() if place == self.now else place, self._style(place))
            space = spare - spare // 2 + gap

    def _style(self, place: str) -> str:
        return "bold $primary" if place == self.now else "" if place in self.ways else "dim"

    def _joined(self, at: dict[Spot, str], one: Spot, other: Spot) -> bool:
        return one in at and other in at and self._next(at[one], at[other])

    def _listed(self) -> Content:
        rows = []
        for place, ways in self.ways.items():
            here = place == self.now
            spot = plain(place.upper() if here else place, "bold $primary" if here else "")
            rows.append(joined(spot, (f" ── {' · '.join(ways)}", "dim")))
        return lines(*rows)

    def _next(self, one: str, other: str) -> bool:
        return other in self.ways.get(one, ()) or one in self.ways.get(other, ())

    def _pairs(self) -> Iterator[tuple[str, str]]:
        for one, ways in self.ways.items():
            for other in ways:
                if not (other in self.ways and list(self.ways).index(other) < list(self.ways).index(one)):
                    yield one, other

    def _beside(self, one: str, other: str) -> bool:
        (x, y), (to_x, to_y) = self.spots[one], self.spots[other]
        return abs(x - to_x) + abs(y - to_y) == 1


def _way(width: int, there: bool) -> Content:
    """A stretch between two names; the line keeps clear of them where there is room."""
    if not there:
        return plain(" " * width)
    return plain(f" {'─' * (width - 2)} " if width > 3 else "─" * width, "dim")


def _bare(place: str) -> str:
    """A place's name without its article, in small letters."""
    return place.casefold().removeprefix("the ")
