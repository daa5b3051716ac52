"""A line to type in and what it picks out, one below the other: a few letters, Enter, and it is chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from normquest.front.phrases import Phrase, matching
from normquest.text import sanitise
from normquest.tui.glyphs import shown
from normquest.tui.safe import plain

Draw = Callable[[Phrase], Content]


def _as_it_reads(phrase: Phrase) -> Content:
    return plain(phrase.text)


class PickLine(Input):
    """What is typed. `instant`: keys that, in an empty line, choose at once."""

    HELP = (
        "Type the beginnings of a few words, such as: di ro. Up and Down choose, Enter takes what is marked. "
        "A slash gives commands: /help."
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

    class Turn(Message):
        """To the next row of the page, or the one before."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self) -> None:
        super().__init__(select_on_focus=False, compact=True, id="pick-line")
        self.instant: Sequence[str] = ()
        self.digits = True
        self.open_since = 0.0
        self.help = self.HELP

    def opens(self) -> None:
        """From now on: what was pressed before was not meant for this line."""
        self.open_since = Message().time

    async def _on_key(self, event: events.Key) -> None:
        steps = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8}
        stray = not self.value and not self.digits and (event.character or "").isdecimal()
        if event.time < self.open_since or stray:
            event.stop()
            event.prevent_default()
        elif event.key in steps:
            event.stop()
            event.prevent_default()
            self.post_message(self.Step(steps[event.key]))
        elif event.key in ("tab", "shift+tab"):
            event.stop()
            event.prevent_default()
            self.post_message(self.Turn(1 if event.key == "tab" else -1))
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
        """Something was chosen, by a click or by Enter."""

        def __init__(self, phrase: Phrase | None, line: str, by_click: bool = False) -> None:
            super().__init__()
            self.phrase = phrase
            self.line = line
            self.by_click = by_click

    class Slash(Message):
        """A command was typed, such as "/help"."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self) -> None:
        super().__init__(id="picker")
        self.phrases: Sequence[Phrase] = ()
        self.matches: list[Phrase] = []
        self.marked = True
        self.known: Collection[str] = ()
        self.draw: Draw = _as_it_reads
        self.listing = OptionList(id="matches", compact=True)
        self.listing.can_focus = False

    def compose(self) -> ComposeResult:
        yield PickLine()
        yield self.listing

    @property
    def line(self) -> PickLine:
        """The line to type in."""
        return self.query_one(PickLine)

    @property
    def at(self) -> Phrase | None:
        """What is marked in the list."""
        chosen = self.listing.highlighted
        return self.matches[chosen] if chosen is not None and chosen < len(self.matches) else None

    def offer(
        self,
        phrases: Sequence[Phrase],
        placeholder: str,
        instant: Sequence[str] = (),
        *,
        marked: bool = True,
        digits: bool = True,
        draw: Draw | None = None,
    ) -> None:
        """Offer these from now on. `marked`: Enter in the empty line takes the first."""
        self.marked = marked
        self.phrases = phrases
        self.draw = draw or _as_it_reads
        self.line.instant = instant
        self.line.digits = digits
        self.line.placeholder = shown(placeholder)
        self.line.value = ""
        self.matches = []
        self.listing.clear_options()
        self._narrow("")
        self.line.focus()

    def mark(self, index: int) -> None:
        """Put the mark on a row of the list."""
        if self.matches:
            self.listing.highlighted = min(max(index, 0), len(self.matches) - 1)

    def redraw(self, phrase: Phrase) -> None:
        """A row that looks otherwise now."""
        if phrase in self.matches:
            self.listing.replace_option_prompt_at_index(self.matches.index(phrase), self.draw(phrase))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._narrow(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        line = sanitise(event.value, newlines=False).strip()
        if line.startswith("/"):
            self.line.value = ""
            self.post_message(self.Slash(line[1:].strip().casefold()))
            return
        self._narrow(event.value)  # the change may still be on its way
        self.post_message(self.Picked(self.at, line))

    def on_pick_line_step(self, message: PickLine.Step) -> None:
        now = -1 if self.listing.highlighted is None else self.listing.highlighted
        self.mark(now + message.by)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Picked(self.matches[event.option_index], "", by_click=True))

    def _narrow(self, typed: str) -> None:
        matches = matching(typed, self.phrases, known=self.known)
        if matches == self.matches and self.listing.option_count == len(matches):
            if typed and self.listing.highlighted is None and matches:
                self.listing.highlighted = 0
            return
        self.matches = matches
        self.listing.clear_options()
        self.listing.add_options([Option(self.draw(phrase)) for phrase in matches])
        self.listing.highlighted = 0 if matches and (typed or self.marked) else None
