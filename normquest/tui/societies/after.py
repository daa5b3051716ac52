"""After the last round: who the others were, what all did, and what one believed beside what they did."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static

from normquest.front.societies.about import about_of
from normquest.front.societies.curves import Kind, Row
from normquest.front.societies.debrief import debrief
from normquest.front.societies.fold import Fold
from normquest.front.societies.sitting import Sitting
from normquest.society.games import game_of
from normquest.tui import actions
from normquest.tui.glyphs import look
from normquest.tui.once import Once
from normquest.tui.safe import clicked, joined, plain
from normquest.tui.widgets.hung import Hung, Rows

_STYLES: dict[Kind, str] = {
    "head": "bold $primary",
    "axis": "dim",
    "acts": "$secondary",
    "ee": "bold $primary",
    "ne": "bold",
    "mark": "bold $warning",
    "word": "dim",
    "said": "",
}


class _Page(VerticalScroll, inherit_bindings=False):
    HELP = "Up and Down scroll; Escape leads back."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False),
        Binding("down,space", "scroll_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("home", "scroll_home", show=False),
        Binding("end", "scroll_end", show=False),
    ]


class AfterScreen(Once[None]):
    """The debrief of a seat."""

    CSS_PATH = "seat.tcss"
    WHERE = "after"
    BINDINGS = actions.bindings("after")

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        live = sitting.live
        self.me = sitting.me
        self.fold = Fold(about_of(live.society, live.key, live.config), game_of(live.society))
        self.fold.take(live.records)

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        yield Static(classes="rule")
        with _Page(id="after"):
            yield Hung((), id="rows")
        yield Footer(show_command_palette=True)

    def on_mount(self) -> None:
        self.query_one("#after").focus()
        about = self.fold.about
        said = f"{about.title} · {about.condition} · seed {about.seed} · afterwards"
        self.query_one("#top", Static).update(joined(("NormQuest   ", "bold $primary"), said))
        self.call_after_refresh(self._fill)

    def on_resize(self) -> None:
        if self.is_mounted:
            self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        self.query_one(".rule", Static).update(plain("─" * max(self.size.width - 2, 1)))
        width = max(min(self.size.width - 8, 92), 40)
        rows: Rows = [
            (_styled(row), sum(len(text) for text, _ in row[:2]) if row and row[-1][1] == "mark" else 0)
            for row in debrief(self.fold, self.me, width, look(80).ascii)
        ]
        rows += [(plain(""), 0), (clicked("[ Back ]", "screen.back", "bold $primary"), 0)]
        self.query_one("#rows", Hung).fill(rows)

    def action_back(self) -> None:
        """Back."""
        self.dismiss(None)

    def action_leave(self) -> None:
        """Leave."""
        self.dismiss(None)


def _styled(row: Row) -> Content:
    return joined(*((text, _STYLES[kind]) for text, kind in row))
