"""A block with a name that can be folded away; in a small window one of several, chosen by its tab."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from normquest.tui.glyphs import look
from normquest.tui.safe import joined


class Fold(Vertical):
    """Its digit and name, and below them what it holds, unless it is folded."""

    class Chosen(Message):
        """Its name was clicked."""

        def __init__(self, fold: Fold) -> None:
            super().__init__()
            self.fold = fold

    def __init__(self, digit: str, title: str, id: str) -> None:
        super().__init__(id=id, classes="fold")
        self.digit = digit
        self.title = title

    def compose(self) -> ComposeResult:
        yield Static(self.header(), classes="head")
        with VerticalScroll(classes="body", can_focus=False):
            yield Static(classes="said")

    def header(self) -> Content:
        """Its name, as a line or as a tab."""
        mark = ("+" if self.shut else "-") if look(80).ascii else ("▸" if self.shut else "▾")
        return joined((f"{mark} ", "dim"), (self.title.upper(), "bold $primary"), (f"  {self.digit}", "dim"))

    @property
    def shut(self) -> bool:
        """Whether it is folded."""
        return self.has_class("-shut")

    def fold(self, shut: bool) -> None:
        """Fold it, or open it."""
        self.set_class(shut, "-shut")
        if self.is_mounted:
            self.query_one(".head", Static).update(self.header())

    def say(self, content: Content, to_the_end: bool = False) -> None:
        """What it holds now; at its end where what is new comes there."""
        self.query_one(".said", Static).update(content)
        body = self.query_one(".body", VerticalScroll)
        if to_the_end:
            body.scroll_end(animate=False)
        else:
            body.scroll_home(animate=False)

    def on_click(self, event: Click) -> None:
        if event.widget is not None and event.widget.has_class("head"):
            self.post_message(self.Chosen(self))
