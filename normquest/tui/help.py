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
    ("words", "an act, or an unmistakable part of one"),
    ("z · g", "wait · do the last thing again"),
    ("l · x THING · i", "look · examine · inventory"),
)


_KEYS, _TWIN = 8, 10
"""Columns of a key, at least, and of its typed twin."""


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
        here, moved = actions.at(self.where), self._moved()
        keys = {one.id: actions.spelled(moved.get(one.id) or one.key) for one in here}
        wide = max(_KEYS, *(len(said) + 2 for said in keys.values()))
        deep = wide + (_TWIN if self.where in ("play", "state", "seat") else 0)
        for action in here:
            start = keys[action.id].ljust(wide) + (f"/{action.typed}".ljust(_TWIN) if deep > wide else "")
            rows.append((joined((start, "$secondary"), actions.told(action, self.where)), deep))
        rows += [(plain(""), 0), (clicked("Escape closes this page.", "screen.dismiss", "dim"), 0)]
        with VerticalScroll(id="help"):
            yield Hung(rows)

    def _moved(self) -> dict[str, str]:
        """The keys as they are on the page below, which the player may have moved."""
        found: dict[str, list[str]] = {}
        for key, active in self.app.screen_stack[-2].active_bindings.items():
            if active.binding.id:
                found.setdefault(active.binding.id, []).append(key)
        return {name: ",".join(keys) for name, keys in found.items()}
