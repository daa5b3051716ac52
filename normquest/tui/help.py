"""Help that follows the focus: what the focused thing takes, then each action with its key and typed twin."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget

from normquest.tui import actions
from normquest.tui.once import Once
from normquest.tui.safe import clicked, joined, plain
from normquest.tui.widgets.hung import Hung

_SAY = (
    ("a number", "that line of the list"),
    ("words", "an act, or an unmistakable part of one: dip coarse, bow maud, yard"),
    ("z · g", "wait · do the last thing again"),
    ("l · x THING · i", "look · examine · inventory"),
)


class HelpScreen(Once[None], ModalScreen[None]):
    """One page over another."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,f1,q", "dismiss", "Back")]

    def __init__(self, where: actions.Where, focused: Widget | None) -> None:
        super().__init__()
        self.where = where
        self.about = (
            "" if focused is None else str(getattr(focused, "help", "") or getattr(focused, "HELP", "") or "")
        )

    def compose(self) -> ComposeResult:
        rows = [(plain("HELP", "bold $primary"), 0), (plain(""), 0)]
        if self.about:
            rows += [(plain(self.about), 0), (plain(""), 0)]
        if self.where == "play":
            rows += [(joined((f"{key:<18}", "$secondary"), said), 18) for key, said in _SAY]
            rows.append((plain(""), 0))
        for action in actions.at(self.where):
            twin = f"/{action.typed}" if self.where in ("play", "state", "seat") else ""
            rows.append((joined((f"{action.key:<8}{twin:<10}", "$secondary"), action.help), 18))
        rows += [(plain(""), 0), (clicked("Escape closes this page.", "screen.dismiss", "dim"), 0)]
        with VerticalScroll(id="help"):
            yield Hung(rows)
