"""The log with a cursor: Space pins a line to the notebook, or cites it as evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from normquest.tui.once import Once
from normquest.tui.people import People
from normquest.tui.safe import plain
from normquest.tui.widgets.log_list import LogList

TITLE = "What has happened. Space or a click pins a line to the notebook."


class LogScreen(Once[list[int]], ModalScreen[list[int]]):
    """The whole log over the page; gives the lines that were marked."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f4", "done", "Back"),
        Binding("enter", "done", show=False),
    ]

    def __init__(
        self, log: Mapping[int, str], people: People, marked: Iterable[int] = (), title: str = TITLE
    ) -> None:
        super().__init__()
        self.list = LogList(log, people, marked)
        self.heading = title

    def compose(self) -> ComposeResult:
        with Vertical(id="log-page"):
            yield Static(plain(self.heading, "bold $primary"))
            yield self.list
            yield Footer(show_command_palette=False)

    def action_done(self) -> None:
        """Back, with what was marked."""
        self.dismiss(sorted(self.list.marked))
