"""How sure one is, as a line with a mark on it that keys and the mouse move."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Static

from normquest.front.sheet import HALF
from normquest.tui.safe import joined, plain

LABEL = 30
"""Columns before the scale."""

_WIDTH, _NARROW = 40, 26
_STEP = 0.05


class Sure(Static):
    """A scale from 0 to 100 per cent; None is "not said yet"."""

    class Moved(Message):
        """The mark was set with the mouse."""

        def __init__(self, value: float) -> None:
            super().__init__()
            self.value = value

    def __init__(self) -> None:
        super().__init__(id="sure")
        self.value: float | None = None
        self.asked = False
        self._held = False

    def show(self, value: float | None, asked: bool) -> None:
        """Draw the mark there. `asked`: the row is in hand."""
        self.value, self.asked = value, asked
        width = self._wide
        at = round((HALF if value is None else value) * width)
        said = "not said yet" if value is None else f"{value:.0%}"
        name = "How sure".ljust(LABEL - 3)
        self.update(
            joined(
                plain(" › " if asked else "   ", "bold $primary"),
                (name, "bold" if asked else "$secondary"),
                ("─" * at, "$primary" if value is not None else "dim"),
                ("●", "bold $primary" if value is not None or asked else "dim"),
                ("─" * (width - at), "dim"),
                (f"  {said}", "" if value is not None else "dim"),
            )
        )

    @property
    def _wide(self) -> int:
        return _WIDTH if self.size.width > LABEL + _WIDTH + 14 else _NARROW

    def on_resize(self) -> None:
        self.show(self.value, self.asked)

    def step(self, by: int) -> float:
        """The value one step further up or down."""
        now = HALF if self.value is None else self.value
        return min(max(round(now + by * _STEP, 2), 0.0), 1.0)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._held = True
        self.capture_mouse()
        self._at(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._held:
            self._at(event.x)

    def on_mouse_up(self, _: events.MouseUp) -> None:
        self._held = False
        self.release_mouse()

    def _at(self, column: int) -> None:
        share = min(max((column - LABEL) / self._wide, 0.0), 1.0)
        self.post_message(self.Moved(round(share, 2)))
