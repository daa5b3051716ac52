"""The line that waits at the foot of the page: history, completion, and keys that need no Enter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from normquest.text import sanitise

MOST_HISTORY = 200
_MEANT = {"shift+up": "log", "tab": "panel", "escape": "escape"}
"""Keys that mean something to the page, and what."""


class CommandLine(Input):
    """A line to type in. `instant`: keys that, in an empty line, answer at once, without Enter."""

    class Given(Message):
        """A line was entered, or an instant key pressed."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Key(Message):
        """A key that means something to the page: `reread`, `log`, `panel`, `escape`."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, suggest: Callable[[str], str | None]) -> None:
        super().__init__(select_on_focus=False, id="line", suggester=_Completing(suggest), compact=True)
        self.instant: Sequence[str] = ()
        self.help = self.helped()
        self.history: list[str] = []
        self._at = 0
        self._begun = ""

    @staticmethod
    def helped(examples: Sequence[str] = ()) -> str:
        """What can be typed, for the help page. `examples`: acts offered now, as they may be said."""
        such = f", such as: {', '.join(examples)}" if examples else ""
        return (
            f"Type a number of the list, or an act in words{such}. "
            "Right completes, Up and Down bring back what you typed. "
            "A slash gives commands: /log, /notes, /state."
        )

    async def _on_key(self, event: events.Key) -> None:
        if not self.value and event.key == "backspace":
            event.stop()
            event.prevent_default()
            self.post_message(self.Key("reread"))
        elif not self.value and event.character is not None and event.character in self.instant:
            event.stop()
            event.prevent_default()
            self.post_message(self.Given(event.character))
        elif event.key in ("up", "down"):
            event.stop()
            self._recall(-1 if event.key == "up" else 1)
        elif event.key in _MEANT:
            event.stop()
            event.prevent_default()
            self.post_message(self.Key(_MEANT[event.key]))
        elif event.key in ("pageup", "pagedown", "shift+down"):
            event.stop()
            self.post_message(self.Key(event.key))
        else:
            await super()._on_key(event)

    async def action_submit(self) -> None:
        """Hand the line over and empty it."""
        text = sanitise(self.value, newlines=False)
        if text.strip():
            self.history = [*[one for one in self.history if one != text], text][-MOST_HISTORY:]
        self._at, self._begun = len(self.history), ""
        self.value = ""
        self.post_message(self.Given(text))

    def _recall(self, step: int) -> None:
        if self._at >= len(self.history):
            self._begun = self.value
        self._at = min(max(self._at + step, 0), len(self.history))
        self.value = self.history[self._at] if self._at < len(self.history) else self._begun
        self.cursor_position = len(self.value)


class _Completing(Suggester):
    def __init__(self, suggest: Callable[[str], str | None]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._suggest = suggest

    async def get_suggestion(self, value: str) -> str | None:
        return self._suggest(value)
