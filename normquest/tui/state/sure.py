"""How sure one is, as a line with a mark on it."""

from __future__ import annotations

from textual.widgets import Static

from normquest.tui.safe import joined

_WIDTH = 40


class Sure(Static):
    """A scale from 0 to 100 per cent."""

    def __init__(self) -> None:
        super().__init__(id="sure")
        self.value = 0.5

    def on_mount(self) -> None:
        self.move(0)

    def move(self, by: float) -> None:
        """Set the mark further up or down."""
        self.value = min(max(round(self.value + by, 2), 0.0), 1.0)
        at = round(self.value * _WIDTH)
        self.update(
            joined(
                ("─" * at, "$primary"),
                ("●", "bold $primary"),
                ("─" * (_WIDTH - at), "dim"),
                f"  {self.value:.0%}",
            )
        )
