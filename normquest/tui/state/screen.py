"""Stating the norm on a single sheet: the rule in whole phrases, evidence, own words, certainty, habits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static

from normquest.episode.records import Request
from normquest.front import sheet_asking
from normquest.front.faults import named
from normquest.front.finding import Met, example, stems
from normquest.front.lessons import STATING, Lessons
from normquest.front.past import Past
from normquest.front.phrases import Menu, Phrase, Phrases
from normquest.front.sheet import AFTER, Sheet
from normquest.front.statements import statement_data
from normquest.newcomers.human import Answer
from normquest.norms.unstatable import Unstatable
from normquest.tui import actions
from normquest.tui.once import Once
from normquest.tui.people import People
from normquest.tui.prose import cited_line
from normquest.tui.safe import plain
from normquest.tui.state import rows
from normquest.tui.state.before import before
from normquest.tui.state.sure import Sure
from normquest.tui.widgets.hung import Hung
from normquest.tui.widgets.picker import Picker, PickLine

_GRAMMAR = stems(
    "one has not since entering today at any time within one's last turns someone is are was of "
    "in the presence of while as a particular person nobody anyone wears wearing holds holding does "
    "to into on from for over with any way"
)
"""Words that say nothing of what was met with."""


class StateScreen(Once[Answer]):
    """The statement builder; with `request` None it writes a hypothesis, and asks for the rule alone.

    It is dismissed with the answer, or with None where the player leaves. `opens`: what else can be looked at
    meanwhile; `fresh` gives the hypotheses anew, once something was.
    """

    CSS_PATH = "state.tcss"
    WHERE = "state"
    BINDINGS = actions.bindings("state")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - Textual's own name and kind
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]  # noqa: RUF012

    def __init__(
        self,
        phrases: Phrases,
        request: Request | None,
        past: Past,
        people: People,
        hypotheses: Sequence[str],
        start: str = "",
        lessons: Lessons | None = None,
    ) -> None:
        super().__init__()
        self.lessons = lessons or Lessons({})
        self.request = request
        self.people = people
        stage = None if request is None else request.stage
        self.sheet = Sheet(phrases, past, stage, hypotheses)
        self.start = start
        self._example = ""
        self._examples: dict[int, str] = {}
        self.opens: Mapping[str, Callable[[], None]] = {}
        self.fresh: Callable[[], Sequence[str]] = lambda: hypotheses

    def compose(self) -> ComposeResult:
        yield from before(self.request, self.people)
        yield Static(id="question")
        yield Static(id="lesson")
        with VerticalScroll(id="sheet", can_focus=False):
            yield Hung((), id="rule-rows")
            yield Hung((), id="more-rows")
            yield Sure()
            yield Hung((), id="last-rows")
        yield Static(id="ask")
        yield Static(id="trouble")
        yield Picker()
        yield Footer(show_command_palette=True)

    def on_mount(self) -> None:
        asked = "For your notebook: which rule might people here enforce?"
        if self.request is not None:
            asked = f"{self.request.question.partition('?')[0]}?"
        self.query_one("#question", Static).update(plain(asked, "bold $primary"))
        picker = self.query_one(Picker)
        picker.met = Met(self.sheet.log.values(), _GRAMMAR)
        self.query_one(Sure).display = self.request is not None
        if self.start:
            self._take(None, self.start)
        self._show()
        self.call_after_refresh(picker.line.opens)
        self.run_worker(self._make_ready, thread=True, group="ready", exit_on_error=False)

    def _make_ready(self) -> None:
        """The longest list is made while the player still reads."""
        self.query_one(Picker).ready(self.sheet.phrases.conditions)

    # --- what is shown ------------------------------------------------------------------------------------

    def _show(self) -> None:
        """The sheet as it is now, and what its row in hand asks."""
        sheet, picker = self.sheet, self.query_one(Picker)
        self._draw()
        self.query_one("#ask", Static).update(plain(sheet_asking.title(sheet), "$secondary"))
        self._trouble("")
        lesson = self.query_one("#lesson", Static)
        lesson.update(plain(self.lessons.at(*(STATING[one] for one in (sheet.at,) if one in STATING))))
        lesson.display = bool(str(lesson.content))
        self.set_class(sheet.changed, "begun")
        offered = sheet_asking.offered(sheet)
        self._example = self._example_of(offered)
        picker.offer(
            offered,
            sheet_asking.hint(sheet, self._example),
            sheet_asking.keys(sheet),
            besides=sheet_asking.besides(sheet),
            marked=sheet_asking.marked(sheet),
            digits=sheet.at not in ("form", "rule"),
            nothing=sheet_asking.nothing(sheet),
            draw=self._cited if sheet.at == "evidence" else None,
        )
        picker.line.help = sheet_asking.help_(sheet, self._example)
        if sheet.at == "evidence":
            picker.mark(len(sheet.log) - 1)

    def _example_of(self, offered: Sequence[Phrase]) -> str:
        """A few letters that would pick something out of a long list."""
        if not isinstance(offered, Menu):
            return ""
        if id(offered) not in self._examples:
            self._examples[id(offered)] = example(offered, self.query_one(Picker).met)
        return self._examples[id(offered)]

    def _draw(self) -> None:
        sheet = self.sheet
        self.query_one("#rule-rows", Hung).show(rows.above(sheet))
        self.query_one("#more-rows", Hung).show(rows.between(sheet))
        self.query_one(Sure).show(sheet.sure, sheet.at == "sure")
        self.query_one("#last-rows", Hung).show(rows.below(sheet))
        page = self.query_one("#sheet", VerticalScroll)
        low = sheet.at in AFTER
        self.call_after_refresh(page.scroll_end if low else page.scroll_home, animate=False)

    def _cited(self, phrase: Phrase) -> Content:
        return cited_line(phrase.value, self.sheet.log[phrase.value], self.sheet.evidence, self.people)

    def _trouble(self, text: str) -> None:
        trouble = self.query_one("#trouble", Static)
        trouble.update(plain(text, "$warning"))
        trouble.display = bool(text)

    # --- answers ------------------------------------------------------------------------------------------

    def on_picker_picked(self, message: Picker.Picked) -> None:
        if self.sheet.at == "evidence" and message.by_click and message.phrase is not None:
            self._mark(message.phrase)
        elif message.phrase is None and not message.line and sheet_asking.unmarked(self.sheet):
            self._trouble(sheet_asking.unmarked(self.sheet, self._example))
        else:
            self._take(message.phrase, message.line)

    def _take(self, phrase: Phrase | None, line: str) -> None:
        at = self.sheet.at
        try:
            self.sheet.take(phrase, line)
        except Unstatable as error:
            near = f" Nearest: {error.nearest}." if error.nearest else ""
            self._trouble(f"{named(error)}.{near}")
            if self.sheet.refused and at == "form":
                self.query_one(Picker).offer_too(sheet_asking.offered(self.sheet))
            return
        if self.sheet.done:
            self._hand_over()
        else:
            self._show()

    def _mark(self, phrase: Phrase) -> None:
        self.sheet.mark(phrase.value)
        self.query_one(Picker).redraw(phrase)
        self._draw()
        self.query_one(Picker).line.focus()

    def on_pick_line_instant(self, message: PickLine.Instant) -> None:
        sheet, picker = self.sheet, self.query_one(Picker)
        if sheet.at == "rule":
            self.action_goto(sheet_asking.ADDED[message.key])
        elif sheet.at == "evidence":
            if picker.at is not None:
                self._mark(picker.at)
        elif sheet.at == "sure":
            sheet.sure = self.query_one(Sure).step(-1 if message.key == "left" else 1)
            self._draw()

    def on_picker_typed(self) -> None:
        if self.sheet.at != "form" or not self.sheet.refused:
            self._trouble("")

    def on_pick_line_erased(self) -> None:
        """Backspace in an empty line: the phrase before it goes."""
        if self.sheet.undo():
            self._show()

    def on_pick_line_turn(self, message: PickLine.Turn) -> None:
        """Tab: the next row; where none is left it goes round."""
        stations = self.sheet.stations
        at = stations.index(self.sheet.at) if self.sheet.at in stations else 0
        self.action_goto(stations[(at + message.by) % len(stations)])

    def on_sure_moved(self, message: Sure.Moved) -> None:
        if self.sheet.at != "sure":
            self.action_goto("sure")
        self.sheet.sure = message.value
        self._draw()

    def on_picker_slash(self, message: Picker.Slash) -> None:
        found = [one for one in actions.at("state") if one.typed == message.name]
        if found:
            self.run_worker(self.run_action(found[0].id), group="action")
        else:
            known = " ".join(f"/{one.typed}" for one in actions.at("state"))
            self._trouble(f"There is no /{message.name[:20]} here. There are: {known}")

    def _hand_over(self) -> None:
        sheet = self.sheet
        if sheet.stage is None:
            self.dismiss(Answer(sheet.english))
            return
        data = statement_data(sheet.statement())
        if sheet.unstatable:
            data["rule"] = sheet.unstatable
        self.dismiss(Answer(sheet.english, data))

    # --- actions ------------------------------------------------------------------------------------------

    def action_goto(self, station: str) -> None:
        """To a row of the sheet, as by a click on it."""
        if station in self.sheet.stations:
            self.sheet.go(station)
            self._show()

    def action_send(self) -> None:
        """Hand it in, or go to what is still lacking."""
        lacking = self.sheet.hand_in()
        if lacking is None:
            self._hand_over()
        else:
            self._show()
            self._trouble("This is still to be said.")

    def action_undo(self) -> None:
        """Take back what was chosen last. Nothing has been handed in yet, so all of it can be."""
        if self.sheet.undo():
            self._show()
        else:
            self._trouble("There is nothing to take back.")

    def action_back(self) -> None:
        """A step back; from the first one out of a hypothesis, but not out of a question."""
        line = self.query_one(Picker).line
        if line.value:
            line.value = ""
        elif self.sheet.undo():
            self._show()
        elif self.request is None:
            self.dismiss(None)

    def on_screen_resume(self) -> None:
        """Back from the notebook: what was written there is offered too."""
        if self.sheet.at == "form" and list(self.fresh()) != list(self.sheet.hypotheses):
            self.sheet.hypotheses = self.fresh()
            self._show()

    def action_log(self) -> None:
        """All that has happened."""
        self._open("log")

    def action_notes(self) -> None:
        """The notebook."""
        self._open("notes")

    def _open(self, name: str) -> None:
        if name in self.opens:
            self.opens[name]()
        else:
            self._trouble("You come from there: Escape goes back.")

    def action_leave(self) -> None:
        """Stop here; nothing has been stated."""
        self.dismiss(None)
