"""A part of the page that holds one view, and scrolls."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from normquest.tui.societies.figures import curves, standing, ties
from normquest.tui.societies.groups import groups, talk
from normquest.tui.societies.member import member
from normquest.tui.societies.shown import Shown
from normquest.tui.widgets.hung import Hung

DRAWN = {
    "groups": groups,
    "talk": talk,
    "ties": ties,
    "curves": curves,
    "standing": standing,
    "member": member,
}


class Slot(VerticalScroll, inherit_bindings=False):
    """One view of a society. Keys belong to the page: it scrolls by wheel, and by Page Up and Page Down."""

    HELP = (
        "Right and Left leaf through the moments of a round, Tab through the views. "
        "Up and Down choose a member, f follows it; Page Up and Page Down scroll. "
        "1 to 4 set the speed."
    )
    BINDINGS: ClassVar[list[BindingType]] = []

    def compose(self) -> ComposeResult:
        yield Hung(())

    @property
    def room(self) -> int:
        """Columns that there are; 0 before it has been given any."""
        return self.query_one(Hung).size.width

    def draw(self, view: str, shown: Shown) -> None:
        """Show a view; it stays where it was scrolled to."""
        self.query_one(Hung).fill(DRAWN[view](shown))
