"""A line to type in and what it picks out, one below the other: a few letters, Enter, and it is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from normquest.front.finding import NOTHING, Finder, Met
from normquest.front.phrases import Menu, Phrase
from normquest.text import sanitise
from normquest.tui.glyphs import shown
from normquest.tui.safe import plain

Draw = Callable[[Phrase], Content]


def _as_it_reads(phrase: Phrase) -> Content:
    return plain(phrase.text)


class PickLine(Input):
    """What is typed. `instant`: keys that, in an empty line, choose at once."""

    HELP = (
        "Type the beginnings of a few words. Up and Down choose, Enter takes what is marked. "
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

    class Erased(Message):
        """Backspace in a line in which nothing has been typed yet: what was chosen before is meant."""

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
        self.fresh = True

    def watch_value(self, value: str) -> None:
        """A key held to empty the line shall not go on and take back more."""
        self.fresh = self.fresh and not value

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
        elif event.key == "backspace" and not self.value and self.fresh:
            event.stop()
            event.prevent_default()
            self.post_message(self.Erased())
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

    class Typed(Message):
        """Something stands in the line: what was said about the one before can go."""

    class Slash(Message):
        """A command was typed, such as "/help"."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self) -> None:
        super().__init__(id="picker")
        self.matches: list[Phrase] = []
        self.marked = True
        self.met: Met = NOTHING
        self.nothing = ""
        self._finders: dict[int, Finder] = {}
        self._finder = Finder(())
        self.besides: Sequence[Phrase] = ()
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
        besides: Sequence[Phrase] = (),
        marked: bool = True,
        digits: bool = True,
        nothing: str = "",
        draw: Draw | None = None,
    ) -> None:
        """Offer these from now on, and a few `besides`. `marked`: Enter in the empty line takes the first.

        `nothing` is said where nothing has the words that are typed.
        """
        self.marked = marked
        self.nothing = nothing
        self.besides = besides
        self._finder = self._finder_of(phrases)
        self.draw = draw or _as_it_reads
        self.line.instant = instant
        self.line.digits = digits
        self.line.placeholder = shown(placeholder)
        self.line.value = ""
        self.line.fresh = True
        self.matches = []
        self.listing.clear_options()
        self._narrow("")
        self.line.focus()

    def offer_too(self, phrases: Sequence[Phrase]) -> None:
        """Offer these from now on; what is typed stays."""
        self._finder = self._finder_of(phrases)

    def ready(self, phrases: Menu) -> None:
        """Make a long list ready, in a thread, while the player still reads."""
        self._finder_of(phrases).ready()

    def mark(self, index: int) -> None:
        """Put the mark on a row of the list."""
        if self.matches:
            self.listing.highlighted = min(max(index, 0), len(self.matches) - 1)
            self.call_after_refresh(self.listing.scroll_to_highlight)

    def redraw(self, phrase: Phrase) -> None:
        """A row that looks otherwise now."""
        if phrase in self.matches:
            self.listing.replace_option_prompt_at_index(self.matches.index(phrase), self.draw(phrase))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if event.value:
            self.post_message(self.Typed())
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
        matches = self._found(typed)
        if matches == self.matches and self.listing.option_count == len(matches):
            if typed and self.listing.highlighted is None and matches:
                self.listing.highlighted = 0
            return
        self.matches = matches
        self.listing.clear_options()
        self.listing.add_options([Option(self.draw(phrase)) for phrase in matches])
        if typed and not matches and self.nothing:
            self.listing.add_option(Option(plain(self.nothing, "dim"), disabled=True))
        self.listing.highlighted = 0 if matches and (typed or self.marked) else None

    def _found(self, typed: str) -> list[Phrase]:
        """What fits; a few besides stand first while nothing is typed, and else last."""
        found = self._finder.found(typed)
        return [*found, *Finder(self.besides).found(typed)] if typed.strip() else [*self.besides, *found]

    def _finder_of(self, phrases: Sequence[Phrase]) -> Finder:
        """The long lists stay the same, and so does the order in which they come to mind."""
        if isinstance(phrases, Menu):
            return self._finders.setdefault(id(phrases), Finder(phrases, self.met))
        # Forms and the like are no things that one meets: a word of theirs says nothing for or against them.
        return Finder(phrases)
