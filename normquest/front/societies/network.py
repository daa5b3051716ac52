"""Ties as a picture in characters: who holds how much of whom, by standing, and the ends of it in words."""

from __future__ import annotations

from dataclasses import dataclass

from normquest.front.societies.fold import Fold

MOST = 24
"""Members in the picture: the first half and the last half of the order, where there are more."""

SHADES = "·░▒▓█"
ASCII_SHADES = ".-o+#"
BOUNDS = (0.25, 0.75, 1.05, 1.4)
"""Of what ties start with: below the first, gone; up to the third, as at the start; above the last, strong.
"""


@dataclass(frozen=True)
class Line:
    """A member, its place in the order, its standing, and its ties to the others in the picture; None is
    itself.
    """

    member: int
    place: int
    standing: float
    ties: tuple[float | None, ...]


@dataclass(frozen=True)
class Network:
    """The picture, and how many members it leaves out."""

    lines: tuple[Line, ...]
    left_out: int


def network(fold: Fold, most: int = MOST) -> Network:
    """The ties at this moment, the highest standing first."""
    ranked = fold.ranked
    shown = ranked if len(ranked) <= most else [*ranked[: most - most // 2], *ranked[-(most // 2) :]]
    place = {member: number for number, member in enumerate(ranked, 1)}
    lines = tuple(
        Line(
            member,
            place[member],
            fold.standing(member),
            tuple(None if other == member else fold.weight(member, other) for other in shown),
        )
        for member in shown
    )
    return Network(lines, len(ranked) - len(shown))


def shade(weight: float, start: float, ascii: bool = False) -> str:
    """A character for a weight, the darker the more."""
    of = weight / start if start else weight
    return (ASCII_SHADES if ascii else SHADES)[sum(of >= bound for bound in BOUNDS)]


def ends(fold: Fold, count: int = 3) -> tuple[list[str], list[str]]:
    """The strongest and the weakest ties in words; ties that never changed are not among them."""
    sitting = set(fold.sitting)
    changed = [
        (weight, source, target)
        for (source, target), weight in fold.weights.items()
        if source in sitting and target in sitting
    ]
    up = sorted((one for one in changed if one[0] > fold.about.start), key=lambda o: (-o[0], o[1], o[2]))
    down = sorted((one for one in changed if one[0] < fold.about.start), key=lambda o: (o[0], o[1], o[2]))
    said = [
        [f"{fold.name(source)} to {fold.name(target)} {weight:.2f}" for weight, source, target in some]
        for some in (up[:count], down[:count])
    ]
    return said[0], said[1]
