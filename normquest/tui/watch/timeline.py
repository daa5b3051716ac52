"""The whole episode in one row: a click or a drag goes there."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from normquest.front.story import Page, Sign
from normquest.tui.safe import joined, plain
from normquest.tui.widgets.scrubbed import ScrubbedRow

_SIGNS: tuple[tuple[Sign, str, str], ...] = (
    ("violation", "✕", "bold $warning"),
    ("statement", "◇", "bold $secondary"),
    ("sanction", "▲", "$warning"),
)


class Timeline(ScrubbedRow):
    """Marks of all pages; where they do not fit, several pages share a cell."""

    HELP = "Click or drag in the row to go there; m and M go from mark to mark."

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.pages: Sequence[Page] = ()
        self.at = 0
        self.truth = False
        self.known: int | None = None

    def show(self, pages: Sequence[Page], at: int, truth: bool, known: int | None) -> None:
        """The pages there are, which one is shown, whether the truth may be, and where one could know it."""
        self.pages, self.at, self.truth, self.known = pages, at, truth, known
        self.refresh()

    def place_at(self, x: int) -> int | None:
        """The page that a cell stands for; a stage's name stands for its first page."""
        cells = self._laid_out()
        if not cells:
            return None
        first, following, _ = cells[min(max(x, 0), len(cells) - 1)]
        return max(following - 1, first) if x >= len(cells) - 1 else first

    def _laid_out(self) -> list[tuple[int, int, str]]:
        """The cells from left to right: its first page, the one after its last, and a name's letter or ""."""
        width, count = max(self.size.width, 1), len(self.pages)
        begins = [n for n in range(count) if n == 0 or self.pages[n].stage != self.pages[n - 1].stage]
        named = {n: f"{'  ' if n else ''}{self.pages[n].stage} " for n in begins}
        letters = sum(map(len, named.values()))
        if count + letters > width:
            named, letters = {}, 0
        per_cell = max(count / max(width - letters, 1), 1.0)
        cells: list[tuple[int, int, str]] = []
        page = laid = 0
        while page < count:
            cells += [(page, page, letter) for letter in named.get(page, "")]
            laid += 1
            following = min(max(int(laid * per_cell), page + 1), count)
            cells.append((page, count if len(cells) == width - 1 else following, ""))
            page = cells[-1][1]
        return cells

    def render(self) -> Content:
        cells = [
            plain(letter, "dim") if letter else self._cell(first, following)
            for first, following, letter in self._laid_out()
        ]
        return joined(*cells) if cells else plain("")

    def _cell(self, first: int, following: int) -> Content:
        signs: set[Sign] = set()
        for page in self.pages[first:following]:
            signs |= page.shown(self.truth)
        acting = self.pages[first].stage in ("act", "elsewhere")
        glyph, style = ("·", "" if acting else "dim")
        if self.truth and self.known is not None and first <= self.known < following:
            glyph, style = "★", "bold $primary"
        for sign, mark, look in reversed(_SIGNS):
            if sign in signs:
                glyph, style = mark, look
        if first <= self.at < following:
            style = f"{style} reverse".strip()
        return plain(glyph, style)
