"""The whole episode in one row: a click or a drag goes there."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message
from textual.widget import Widget

from normquest.front.story import Page, Sign
from normquest.tui.safe import joined, plain

_SIGNS: tuple[tuple[Sign, str, str], ...] = (
    ("violation", "✕", "bold $warning"),
    ("statement", "◇", "bold $secondary"),
    ("sanction", "▲", "$warning"),
)


class Timeline(Widget):
    """Marks of all pages; where they do not fit, several pages share a cell."""

    HELP = "Click or drag in the row to go there; m and M go from mark to mark."

    class Scrubbed(Message):
        """A page was pointed at."""

        def __init__(self, page: int) -> None:
            super().__init__()
            self.page = page

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.pages: Sequence[Page] = ()
        self.at = 0
        self.truth = False
        self.known: int | None = None
        self._held = False

    def show(self, pages: Sequence[Page], at: int, truth: bool, known: int | None) -> None:
        """The pages there are, which one is shown, whether the truth may be, and where one could know it."""
        self.pages, self.at, self.truth, self.known = pages, at, truth, known
        self.refresh()

    @property
    def per_cell(self) -> float:
        """Pages a cell, at most one a cell where there is room."""
        return max(len(self.pages) / max(self.size.width, 1), 1.0)

    def page_at(self, x: int) -> int:
        """The page that a cell stands for."""
        return min(max(int(x * self.per_cell), 0), max(len(self.pages) - 1, 0))

    def render(self) -> Content:
        cells: list[Content] = []
        page, count = 0, len(self.pages)
        while page < count and len(cells) < max(self.size.width, 1):
            following = min(max(int((len(cells) + 1) * self.per_cell), page + 1), count)
            cells.append(self._cell(page, following))
            page = following
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

    def _point(self, x: int) -> None:
        if self.pages:
            self.post_message(self.Scrubbed(self.page_at(x)))

    def on_mouse_down(self, event: MouseDown) -> None:
        self._held = True
        self.capture_mouse()
        self._point(event.x)

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._held:
            self._point(event.x)

    def on_mouse_up(self, event: MouseUp) -> None:
        self._held = False
        self.release_mouse()
