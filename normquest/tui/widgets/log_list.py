"""Lines of the log with a cursor. A line is set when it is first seen, so that a long past costs no more.

Textual's OptionList sets every line before it shows one, and paints the whole page for each key.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.content import Content
from textual.css.styles import RulesMap
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual

from normquest.tui.glyphs import shown
from normquest.tui.people import People
from normquest.tui.prose import cited_line

_BEFORE = 16
"""Columns that stand before the words of a line at most: its mark, a number, the mark of a person."""
_STAY = 3
"""Lines that stay where the page turns."""
_KEPT = 1_000
"""Lines that are kept as they were painted."""


class LogList(ScrollView, can_focus=True):
    """The lines; `marked` are the numbers of those that were marked, `highlighted` counts from the first."""

    HELP = "Up and Down go from line to line, Space marks one, Enter or Escape goes back."
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "Mark"),
        Binding("k,up", "by(-1)", show=False),
        Binding("j,down", "by(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "to_line(0)", show=False),
        Binding("end", "to_line(-1)", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"log--line", "log--cursor", "log--hover"}
    DEFAULT_CSS = """
    LogList {
        color: $foreground;
        background: $surface;
        overflow-x: hidden;
        & > .log--cursor {
            color: $block-cursor-blurred-foreground;
            background: $block-cursor-blurred-background;
            text-style: $block-cursor-blurred-text-style;
        }
        &:focus > .log--cursor {
            color: $block-cursor-foreground;
            background: $block-cursor-background;
            text-style: $block-cursor-text-style;
        }
        & > .log--hover {
            background: $block-hover-background;
        }
    }
    """

    highlighted: reactive[int | None] = reactive(None, repaint=False)
    hovered: reactive[int | None] = reactive(None, repaint=False)

    def __init__(self, log: Mapping[int, str], people: People, marked: Iterable[int] = ()) -> None:
        super().__init__(id="log")
        self.numbers = sorted(log)
        self.log_lines = log
        self.people = people
        self.marked = set(marked)
        self._ends: list[int] = []
        """Where each line of the log ends, in lines of the page."""
        self._width = -1
        self._rows: LRUCache[int, Content] = LRUCache(_KEPT)
        self._strips: LRUCache[tuple[int, str], list[Strip]] = LRUCache(_KEPT)

    def on_mount(self) -> None:
        if self.numbers:
            self.highlighted = len(self.numbers) - 1

    # --- how it stands on the page ------------------------------------------------------------------------

    def _row(self, index: int) -> Content:
        row = self._rows.get(index)
        if row is None:
            number = self.numbers[index]
            row = cited_line(number, self.log_lines[number], self.marked, self.people)
            self._rows[index] = row
        return row

    def _height(self, index: int, width: int) -> int:
        number = self.numbers[index]
        text = shown(self.log_lines[number])
        if "\n" not in text and cell_len(text) + _BEFORE + len(str(number)) <= width:
            return 1
        return self._row(index).get_height(RulesMap(), width)

    def _set(self) -> None:
        """Where each line stands, for the width there is."""
        width = self.scrollable_content_region.width
        if width == self._width or not width:
            return
        self._width = width
        self._strips.clear()
        self._ends = list(accumulate(self._height(index, width) for index in range(len(self.numbers))))
        self.virtual_size = Size(width, self._ends[-1] if self._ends else 0)

    def _span(self, index: int) -> tuple[int, int]:
        """The first line of the page that a line of the log takes, and how many."""
        first = self._ends[index - 1] if index else 0
        return first, self._ends[index] - first

    def on_resize(self) -> None:
        self._set()
        self._follow()

    def notify_style_update(self) -> None:
        self._strips.clear()
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        self._set()  # a scroll bar that has come takes a column
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        index = bisect_right(self._ends, at)
        if index >= len(self._ends):
            return Strip.blank(self._width, self.get_visual_style("log--line").rich_style)
        return self._painted(index)[at - self._span(index)[0]]

    def _painted(self, index: int) -> list[Strip]:
        look = "cursor" if index == self.highlighted else "hover" if index == self.hovered else "line"
        strips = self._strips.get((index, look))
        if strips is None:
            style = self.get_visual_style("log--line", f"log--{look}")
            strips = self._strips[(index, look)] = self._paint(index, style)
        return strips

    def _paint(self, index: int, style: Style) -> list[Strip]:
        row, width = self._row(index), self._width
        if self._span(index)[1] > 1:
            return Visual.to_strips(self, row, width, None, style, pad=True)
        parts = row.render(style, "", self.app.stylesheet.parse_style)  # a tenth of what breaking it takes
        segments = [Segment(text, look.rich_style) for text, look in parts]
        room = width - sum(segment.cell_length for segment in segments)
        return [Strip([*segments, Segment(" " * room, style.rich_style)], width)]

    def _repaint(self, *indices: int | None) -> None:
        for index in indices:
            if index is not None and index < len(self._ends):
                self.refresh_lines(*self._span(index))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The bar is painted again where that shows: it has eight steps a line of the page."""
        bar, step = self.vertical_scrollbar, self.virtual_size.height / (8 * max(self.size.height, 1))
        if abs(bar.position - new_value) >= step or new_value in (0, self.max_scroll_y):
            bar.position = new_value
        if round(old_value) != round(new_value):
            self.refresh(self.size.region)

    # --- the cursor ---------------------------------------------------------------------------------------

    def validate_highlighted(self, index: int | None) -> int | None:
        if index is None or not self.numbers:
            return None
        return max(0, min(index, len(self.numbers) - 1))

    def watch_highlighted(self, old: int | None, new: int | None) -> None:
        self._repaint(old, new)
        self._follow()

    def watch_hovered(self, old: int | None, new: int | None) -> None:
        self._repaint(old, new)

    def _follow(self) -> None:
        """Bring the cursor on the page. Where it has left it, the page turns: some lines of it stay.

        So one sees ahead what the cursor comes to, and a key seldom paints more than two lines.
        """
        if self.highlighted is None or self.highlighted >= len(self._ends):
            return
        first, height = self._span(self.highlighted)
        page, top = self.scrollable_content_region.height, self.scroll_offset.y
        stay = min(_STAY, page // 3)
        if first < top:
            self.scroll_to(y=first + height + stay - page, force=True, animate=False)
        elif first + height > top + page:
            self.scroll_to(y=first - stay, force=True, animate=False)

    def action_by(self, lines: int) -> None:
        """So many lines on; from the last to the first, and back."""
        if self.highlighted is not None:
            self.highlighted = (self.highlighted + lines) % len(self.numbers)

    def action_page(self, pages: int) -> None:
        """A page on."""
        if self.highlighted is not None and self._ends:
            at = self._span(self.highlighted)[0] + pages * self.scrollable_content_region.height
            self.highlighted = bisect_right(self._ends, max(at, 0))

    def action_to_line(self, index: int) -> None:
        """The first line or the last."""
        self.highlighted = index % len(self.numbers) if self.numbers else None

    # --- marking ------------------------------------------------------------------------------------------

    def _under(self, event: events.MouseEvent) -> int | None:
        offset = event.get_content_offset(self)
        index = (
            len(self._ends) if offset is None else bisect_right(self._ends, offset.y + self.scroll_offset.y)
        )
        return index if index < len(self._ends) else None

    def on_click(self, event: events.Click) -> None:
        """A click marks a line, or takes its mark away."""
        index = self._under(event)
        if index is not None:
            self.highlighted = index
            self.action_mark()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.hovered = self._under(event)

    def on_leave(self) -> None:
        self.hovered = None

    def action_mark(self) -> None:
        """Mark the line under the cursor, or take its mark away."""
        if self.highlighted is None:
            return
        self.marked ^= {self.numbers[self.highlighted]}
        self._rows.discard(self.highlighted)
        for look in ("cursor", "hover", "line"):
            self._strips.discard((self.highlighted, look))
        self._repaint(self.highlighted)
