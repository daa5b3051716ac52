"""The notebook over the page: what people do, and what may be enforced, which waits or is crossed out."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from normquest.front.weighing import LEGEND, Weight
from normquest.newcomers.human import Answer
from normquest.session.aids import OFF, Aids
from normquest.session.notebook import Note, Notebook, Standing
from normquest.tui import actions
from normquest.tui.once import Once
from normquest.tui.people import People
from normquest.tui.play.panels import STANDS
from normquest.tui.play.thinking import UNDONE
from normquest.tui.safe import joined, plain

EMPTY = "Nothing is written down yet. n writes a hypothesis; in the log, Space pins a line."

Builder = Callable[[str], Screen[Answer]]
"""The builder of statements, begun with a sentence or with nothing."""

Weighing = Callable[[str], Weight | None]


class NotesList(OptionList):
    """The notes."""

    HELP = (
        "Up and Down go through the notes. A hypothesis can wait (w), be doubted (d) or be crossed out (x); "
        "Enter writes it anew. t tests each against what you saw, n begins a new one, Delete drops a note."
    )

    async def _on_click(self, event: events.Click) -> None:
        """A click chooses; what is to be done with it, a key or the footer says."""
        place = event.style.meta.get("option")
        if place is not None and not self.get_option_at_index(place).disabled:
            self.highlighted = place


class NotesScreen(Once[None], ModalScreen[None]):
    """Dismissed when the player has seen enough; every change is in the notebook at once."""

    CSS_PATH = "notes.tcss"
    WHERE = "notes"
    BINDINGS = actions.bindings("notes")

    def __init__(
        self, book: Notebook, people: People, aids: Aids, builder: Builder, weigh: Weighing, tested: bool
    ) -> None:
        super().__init__()
        self.book = book
        self.people = people
        self.aids = aids
        self.builder = builder
        self.weigh = weigh
        self.tested = tested
        self.listed: list[Note | None] = []

    def compose(self) -> ComposeResult:
        with Vertical(id="notes-page"):
            yield Static(plain("NOTEBOOK", "bold $primary"))
            yield NotesList(id="notes")
            yield Static(id="said")
            yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self._list(0)
        self.query_one(NotesList).focus()

    def _list(self, at: int | None, said: str = "") -> None:
        """Show all notes; a heading stands in the list too, and cannot be chosen."""
        listing = self.query_one(NotesList)
        rows: list[tuple[Content, Note | None]] = [(plain("what people do", "$secondary"), None)]
        rows += [(self._remark(note), note) for note in self.book.remarks]
        rows.append((plain("what is enforced", "$secondary"), None))
        rows += [(self._hypothesis(note), note) for note in self.book.hypotheses]
        self.listed = [note for _, note in rows]
        listing.clear_options()
        listing.add_options([Option(row, disabled=note is None) for row, note in rows])
        choosable = [place for place, note in enumerate(self.listed) if note is not None]
        if choosable:
            wanted = at or choosable[-1]
            listing.highlighted = min(choosable, key=lambda place: abs(place - wanted))
        legend = LEGEND if self.tested else ""
        self.query_one("#said", Static).update(plain(said or legend or ("" if choosable else EMPTY), "dim"))

    def _remark(self, note: Note) -> Content:
        number = "·" if note.number is None else str(note.number)
        return joined((f"{number:>4}  ", "dim"), self.people.coloured(note.text))

    def _hypothesis(self, note: Note) -> Content:
        style = {"waits": "", "doubted": "dim", "out": "dim strike"}.get(note.standing, "")
        row = joined((f"   {STANDS[note.standing]}  ", "bold $primary"), (note.text, style))
        weight = self.weigh(note.text) if self.tested else None
        return row if weight is None else joined(row, (f"\n      {weight}", "$secondary"))

    @property
    def _at(self) -> Note | None:
        place = self.query_one(NotesList).highlighted
        return None if place is None or place >= len(self.listed) else self.listed[place]

    def _place(self) -> int | None:
        return self.query_one(NotesList).highlighted

    def _judge(self, standing: Standing) -> None:
        note = self._at
        if note is None or not note.standing:
            self._list(self._place(), "That is a note of what people do: only a hypothesis can be judged.")
            return
        self.book.judge(note, standing)
        self.aids.used("notebook", f"{standing}: {note.text}")
        self._list(self._place())

    # --- actions ------------------------------------------------------------------------------------------

    def on_option_list_option_selected(self, _: OptionList.OptionSelected) -> None:
        self.action_reword()

    def action_waits(self) -> None:
        """Let it wait: it may be true."""
        self._judge("waits")

    def action_doubt(self) -> None:
        """Doubt it."""
        self._judge("doubted")

    def action_cross(self) -> None:
        """Cross it out."""
        self._judge("out")

    def action_weigh(self) -> None:
        """Test each hypothesis against what was seen, or no longer."""
        if not self.aids.on("test"):
            self._list(self._place(), OFF)
            return
        self.tested = not self.tested
        if self.tested:
            self.aids.used("test", "; ".join(note.text for note in self.book.hypotheses))
        self._list(self._place())

    def action_new(self) -> None:
        """A hypothesis, in the same builder as the statement."""

        def written(answer: Answer | None) -> None:
            if answer is not None and answer.raw:
                self.book.suppose(answer.raw)
                self.aids.used("notebook", f"supposed: {answer.raw}")
                self._list(None)

        self.app.push_screen(self.builder(""), written)

    def action_reword(self) -> None:
        """Write the hypothesis anew, beginning with what it says."""
        note = self._at
        if note is None or not note.standing:
            return

        def written(answer: Answer | None) -> None:
            if answer is not None and answer.raw:
                self.book.reword(note, answer.raw)
                self.aids.used("notebook", f"reworded: {answer.raw}")
                self._list(self._place())

        self.app.push_screen(self.builder(note.text), written)

    def action_drop(self) -> None:
        """Take the note out."""
        note = self._at
        if note is not None:
            self.book.drop(note)
            self.aids.used("notebook", f"dropped: {note}")
            self._list(self._place())

    def action_undo(self) -> None:
        """Take back the last change."""
        if not self.aids.on("undo"):
            self._list(self._place(), OFF)
        elif self.book.undo():
            self.aids.used("undo", "notebook")
            self._list(self._place(), UNDONE)
        else:
            self._list(self._place(), "There is nothing to take back.")

    def action_close(self) -> None:
        """Back to the page."""
        self.dismiss(None)
