"""A page with a few words and a list to choose from: home, choosing, yes or no, a message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from normquest.tui import actions
from normquest.tui.once import Once
from normquest.tui.safe import joined, plain
from normquest.tui.widgets.hung import hung

Item = tuple[str, str, Any]
"""What it is called, a few words about it, and what choosing it gives."""


_WIDTH = 66
"""Columns of the list; what is longer goes on below itself."""


class MenuList(OptionList):
    """The list."""

    HELP = "Up and Down go through the list, Enter chooses; so does a digit or a click."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
    ]


class MenuScreen(Once[Any]):
    """Dismissed with the value of what was chosen, or with None where the player goes back.

    Where there is nothing to go `back` to, Escape goes to the last of the list.
    """

    CSS_PATH = "menu.tcss"
    BINDINGS = actions.bindings("home")

    def __init__(
        self,
        title: str,
        text: str,
        items: Sequence[Item],
        at: int = 0,
        below: str = "",
        back: bool = True,
    ) -> None:
        super().__init__()
        self.back = back
        self.heading = title
        self.text = text
        self.below = below
        self.items = list(items)
        self.start = at

    def compose(self) -> ComposeResult:
        widest = max((len(name) for name, _, _ in self.items), default=0) + 3
        with Vertical(id="menu"):
            yield Static(plain(self.heading, "bold $primary"), id="heading")
            if self.text:
                yield Static(plain(self.text), id="text")
            rows = (joined(name.ljust(widest), (about, "dim")) for name, about, _ in self.items)
            yield MenuList(*(Option(hung(row, widest, _WIDTH)) for row in rows), id="items", compact=True)
            if self.below:
                yield Static(plain(self.below), id="below-items")
        yield Footer(show_command_palette=True)

    def on_mount(self) -> None:
        listing = self.query_one(MenuList)
        listing.highlighted = min(self.start, len(self.items) - 1) if self.items else None
        listing.focus()

    def on_key(self, event: Any) -> None:
        if event.character and event.character.isdecimal() and 1 <= int(event.character) <= len(self.items):
            event.stop()
            self.dismiss(self.items[int(event.character) - 1][2])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.items[event.option_index][2])

    def action_back(self) -> None:
        """Back."""
        if self.back:
            self.dismiss(None)
        else:
            self.query_one(MenuList).highlighted = len(self.items) - 1

    async def action_quit(self) -> None:
        """Out of the program."""
        self.app.exit()
