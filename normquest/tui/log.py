"""The log with a cursor: Space pins a line to the notebook, or cites it as evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from normquest.tui.once import Once
from normquest.tui.people import People
from normquest.tui.prose import cited_line
from normquest.tui.safe import plain

TITLE = "What has happened. Space or a click pins a line to the notebook."


class LogList(OptionList):
    """The lines."""

    HELP = "Up and Down go from line to line, Space marks one, Enter or Escape goes back."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "Mark"),
        Binding("k,up", "cursor_up", show=False),
    ]

    def __init__(self, log: Mapping[int, str], people: People, marked: Iterable[int] = ()) -> None:
        self.numbers = sorted(log)
        self.log_lines = log
        self.people = people
        self.marked = set(marked)
        super().__init__(*(Option(self._row(number)) for number in self.numbers), id="log")

    def _row(self, number: int) -> Content:
        return cited_line(number, self.log_lines[number], self.marked, self.people)

    async def _on_click(self, event: events.Click) -> None:
        """A click marks a line, or takes its mark away."""
        place = event.style.meta.get("option")
        if place is not None:
            self.highlighted = place
            self.action_mark()

    def on_mount(self) -> None:
        if self.numbers:
            self.highlighted = len(self.numbers) - 1

    def action_mark(self) -> None:
        """Mark the line under the cursor, or take its mark away."""
        if self.highlighted is None:
            return
        number = self.numbers[self.highlighted]
        self.marked ^= {number}
        self.replace_option_prompt_at_index(self.highlighted, self._row(number))


class LogScreen(Once[list[int]], ModalScreen[list[int]]):
    """The whole log over the page; gives the lines that were marked."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f4", "done", "Back")]

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

    def on_option_list_option_selected(self, _: OptionList.OptionSelected) -> None:
        self.action_done()

    def action_done(self) -> None:
        """Back, with what was marked."""
        self.dismiss(sorted(self.list.marked))
