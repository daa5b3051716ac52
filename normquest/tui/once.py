"""What all pages share: a page is left once, however fast the keys come; help and themes are everywhere."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

from normquest.tui import actions

T = TypeVar("T")


class Once(Screen[T]):
    """Textual's `dismiss` takes away whatever page is on top, each time it is called.

    Two keys pressed at once would take away two pages, and the second of them would never answer.
    """

    WHERE: ClassVar[actions.Where] = "home"
    """Which actions there are on the page, and so what its help tells."""

    _left = False

    @property
    def was_left(self) -> bool:
        """Whether it goes, or has gone."""
        return self._left

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Leave, the first time; what still lies over this page goes with it."""
        if self._left or self not in self.app.screen_stack:
            return AwaitComplete()
        self._left = True
        while self.app.screen is not self:
            self.app.pop_screen()
        return super().dismiss(result)

    def action_help(self) -> None:
        """Help for what has the focus."""
        from normquest.tui.help import HelpScreen  # late: it is a page itself

        self.app.push_screen(HelpScreen(self.WHERE, self.focused))

    def action_theme(self) -> None:
        """The next theme."""
        self.app.action_next_theme()  # type: ignore[attr-defined]
