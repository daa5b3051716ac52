"""A line to type in and what it picks out, one below the other: a few letters, Enter, and it is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from normquest.front.phrases import Phrase, matching
from normquest.text import sanitise
from normquest.tui.safe import plain


class PickLine(Input):
    """What is typed. `instant`: keys that, in an empty line, choose at once."""

    HELP = (
        "Type the beginnings of a few words, such as: di ro. Up and Down choose, Enter takes what is marked."
    )

    class Instant(Message):
        """An instant key was pressed."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Step(Message):
        """Up or down the list."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self) -> None:
        super().__init__(select_on_focus=False, compact=True, id="pick-line")
        self.instant: Sequence[str] = ()

    async def _on_key(self, event: events.Key) -> None:
        steps = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8}
        if event.key in steps:
            event.stop()
            event.prevent_default()
            self.post_message(self.Step(steps[event.key]))
        elif not self.value and (event.character in self.instant or event.key in self.instant):
            event.stop()
            event.prevent_default()
            character = event.character or ""
            self.post_message(self.Instant(character if character in self.instant else event.key))
        else:
            await super()._on_key(event)


class Picker(Vertical):
    """Offers phrases. `Picked` holds the phrase, or the line where nothing of the list was meant."""

    class Picked(Message):
        """Something was chosen."""

        def __init__(self, phrase: Phrase | None, line: str) -> None:
            super().__init__()
            self.phrase = phrase
            self.line = line

    def __init__(self) -> None:
        super().__init__(id="picker")
        self.phrases: Sequence[Phrase] = ()
        self.matches: list[Phrase] = []
        self.marked = True
        self.listing = OptionList(id="matches", compact=True)
        self.listing.can_focus = False

    def compose(self) -> ComposeResult:
        yield PickLine()
        yield self.listing

    @property
    def line(self) -> PickLine:
        """The line to type in."""
        return self.query_one(PickLine)

    def offer(
        self, phrases: Sequence[Phrase], placeholder: str, instant: Sequence[str] = (), *, marked: bool = True
    ) -> None:
        """Offer these from now on. `marked`: Enter in the empty line takes the first."""
        self.marked = marked
        self.phrases = phrases
        self.line.instant = instant
        self.line.placeholder = placeholder
        self.line.value = ""
        self._narrow("")
        self.line.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._narrow(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._narrow(event.value)  # the change may still be on its way
        chosen = self.listing.highlighted
        phrase = self.matches[chosen] if chosen is not None and self.matches else None
        self.post_message(self.Picked(phrase, sanitise(event.value, newlines=False).strip()))

    def on_pick_line_step(self, message: PickLine.Step) -> None:
        if self.matches:
            now = -1 if self.listing.highlighted is None else self.listing.highlighted
            self.listing.highlighted = min(max(now + message.by, 0), len(self.matches) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Picked(self.matches[event.option_index], ""))

    def _narrow(self, typed: str) -> None:
        matches = matching(typed, self.phrases)
        if matches == self.matches and self.listing.option_count == len(matches):
            if typed and self.listing.highlighted is None and matches:
                self.listing.highlighted = 0
            return
        self.matches = matches
        self.listing.clear_options()
        self.listing.add_options([Option(plain(phrase.text)) for phrase in matches])
        self.listing.highlighted = 0 if matches and (typed or self.marked) else None
