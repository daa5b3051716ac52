"""What a view of a society is given: the fold, the room it has, who is followed, what may be told."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from normquest.front.societies.fold import Fold
from normquest.tui.glyphs import PEOPLE
from normquest.tui.safe import clicked, joined, plain
from normquest.tui.themes import person_style

NAME = 10
"""Columns of a name; a longer one is cut."""


@dataclass(frozen=True)
class Shown:
    """`minds`: whether it may be told who decides in a seat. `ascii`: only ASCII marks."""

    fold: Fold
    width: int
    height: int
    member: int | None = None
    minds: bool = False
    ascii: bool = False

    def style(self, member: int) -> str:
        """A member's colour; those of one mark have several."""
        return person_style(member + member // len(PEOPLE) * 3)

    def mark(self, member: int) -> Content:
        """A member's mark: of somebody who came later, that of the shock."""
        if member in self.fold.strangers:
            return plain("▲", "bold $warning")
        return plain(PEOPLE[member % len(PEOPLE)], self.style(member))

    def name(self, member: int, wide: int = NAME) -> Content:
        """Mark and name, as wide as told; a click follows the member."""
        text = cut(self.fold.name(member), wide)
        style = f"{self.style(member)}{' bold underline' if member == self.member else ''}"
        named = clicked(text, f"screen.member({member})", style)
        return joined(self.mark(member), " ", named, " " * (wide - cell_len(text)))

    def names(self, members: list[int]) -> Content:
        """Several, one behind the other."""
        parts: list[Content] = []
        for member in members:
            parts += [plain(", ")] if parts else []
            name = cut(self.fold.name(member), 20)
            parts.append(clicked(name, f"screen.member({member})", self.style(member)))
        return joined(*parts)


def cut(text: str, most: int) -> str:
    """The text in at most so many columns, on one line; a letter may take two of them."""
    line = " ".join(plain(text).plain.split())
    if cell_len(line) <= most:
        return line
    end = plain("…").plain
    return set_cell_size(line, max(most - len(end), 0)).rstrip() + end


def fit(text: str, wide: int) -> str:
    """The text cut or filled up to so many columns."""
    return set_cell_size(cut(text, wide), wide)


def bar(value: float | None, top: float, wide: int) -> str:
    """A bar of blocks; nothing known, nothing shown."""
    if value is None:
        return " " * wide
    full = round(wide * min(max(value / top, 0.0), 1.0)) if top else 0
    return "█" * full + "░" * (wide - full)


def number(value: float | None, form: str, wide: int) -> str:
    """A number, or a dash for one that is not known, to the right."""
    return ("–" if value is None else format(value, form)).rjust(wide)
