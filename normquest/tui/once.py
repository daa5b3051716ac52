"""A page that is left once, however fast the keys come."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

T = TypeVar("T")


class Once(Screen[T]):
    """Textual's `dismiss` takes away whatever page is on top, each time it is called.

    Two keys pressed at once would take away two pages, and the second of them would never answer.
    """

    _left = False

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Leave, the first time; what still lies over this page goes with it."""
        if self._left or self not in self.app.screen_stack:
            return AwaitComplete()
        self._left = True
        while self.app.screen is not self:
            self.app.pop_screen()
        return super().dismiss(result)
