"""A quiet page while a community is drawn."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from normquest.tui.safe import plain


class WaitScreen(Screen[None]):
    """A sentence in the middle of the page."""

    CSS_PATH = "menu.tcss"

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        yield Static(plain(self.text), id="wait")

    def say(self, text: str) -> None:
        """Another sentence."""
        self.query_one("#wait", Static).update(plain(text))
