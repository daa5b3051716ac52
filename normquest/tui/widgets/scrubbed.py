"""A row that stands for a course of things: a click or a drag goes to a place in it."""

from __future__ import annotations

from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message
from textual.widget import Widget


class ScrubbedRow(Widget):
    """Says `Pointed` with the place that a column stands for. Whoever draws the row says which that is."""

    class Pointed(Message):
        """A place was pointed at: a page, a round."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    _held = False

    def place_at(self, x: int) -> int | None:
        """The place that a column stands for; None while there is none."""
        raise NotImplementedError

    def _point(self, x: int) -> None:
        place = self.place_at(x)
        if place is not None:
            self.post_message(self.Pointed(place))

    def on_mouse_down(self, event: MouseDown) -> None:
        self._held = True
        self.capture_mouse()
        self._point(event.x)

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._held:
            self._point(event.x)

    def on_mouse_up(self, event: MouseUp) -> None:
        self._held = False
        self.release_mouse()
