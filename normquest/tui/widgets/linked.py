"""Text in which words can be clicked: they keep their own colour, and a line comes under them on the way."""

from __future__ import annotations

from rich.style import Style
from textual.widgets import Static


class Linked(Static):
    """A Static whose links look like the text that they stand in."""

    @property
    def link_style(self) -> Style:
        """Nothing of its own: what is said by colour stays said."""
        return Style.null()
