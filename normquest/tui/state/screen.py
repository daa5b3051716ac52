"""Stating the norm: a sentence chosen in whole phrases, then evidence, own words, certainty, habits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.widgets import Footer, Static

from normquest.episode.records import Request, Statement
from normquest.front import offers
from normquest.front.drafting import TITLES, Draft
from normquest.front.faults import named
from normquest.front.past import Past
from normquest.front.phrases import Phrase, Phrases
from normquest.front.statements import statement_data
from normquest.newcomers.human import Answer
from normquest.norms.english import render
from normquest.norms.language.shapes import Shape
from normquest.norms.reading import NONE, read_rule
from normquest.norms.rules import Rule, rule_data
from normquest.norms.unstatable import Unstatable
from normquest.text import capital
from normquest.tui import actions
from normquest.tui.help import HelpScreen
from normquest.tui.log import LogScreen
from normquest.tui.once import Once
from normquest.tui.people import People
from normquest.tui.safe import joined, lines, plain
from normquest.tui.state.before import before
from normquest.tui.state.sure import Sure
from normquest.tui.widgets.picker import Picker, PickLine
from normquest.world.lexicon import Lexicon

SURE = "The chance that your rule agrees with theirs in at least 19 of 20 test cases."
EVIDENCE = "On what evidence? Space marks a line; Enter goes on, with or without any."
_FORMS = "a form, or the whole sentence"


class StateScreen(Once[Answer]):
    """The statement builder; with `request` None it writes a hypothesis, and asks for the rule alone.

    It is dismissed with the answer, or with None where the player leaves.
    """

    CSS_PATH = "state.tcss"
    BINDINGS = actions.bindings("state")

    def __init__(
        self, lexicon: Lexicon, request: Request | None, past: Past, people: People, hypotheses: Sequence[str]
    ) -> None:
        super().__init__()
        self.lexicon = lexicon
        self.request = request
        self.past = past
        self.people = people
        self.hypotheses = [text for text in dict.fromkeys(hypotheses) if text != f"{capital(NONE)}."]
        self.phrases = Phrases(lexicon)
        self.draft = Draft(self.phrases)
        self.step = "form"
        self.stated: Rule | None = None
        self.unstatable = ""
        self.refused = ""
        self.evidence: tuple[int, ...] = ()
        self.words = ""
        self.sure = 0.5
        self.habits: list[Rule] = []

    def compose(self) -> ComposeResult:
        yield from before(self.request, self.people)
        yield Static(id="question")
        yield Static(id="sentence")
        yield Static(id="ask")
        yield Sure()
        yield Picker()
        yield Static(id="trouble")
        yield Footer(show_command_palette=True)

    def on_mount(self) -> None:
        asked = "Which rule do people here enforce?"
        if self.request is not None:
            asked = f"{self.request.question.partition('?')[0]}?"
        self.query_one("#question", Static).update(plain(asked, "bold $primary"))
        if self.past.stated is not None:
            self.draft = Draft(self.phrases, whole=self.past.stated)
            self._ready()
        else:
            self._forms()

    # --- steps --------------------------------------------------------------------------------------------

    def _go(
        self, step: str, ask: str, offered: Sequence[Phrase], hint: str, instant: Sequence[str] = ()
    ) -> None:
        self.step = step
        self.query_one(Sure).display = step == "sure"
        self.query_one("#ask", Static).update(plain(ask, "$secondary"))
        self.query_one("#trouble", Static).update("")
        marked = step in ("form", "habit", "ready")  # a slot is never filled by one Enter too many
        self.query_one(Picker).offer(offered, hint, instant, marked=marked)
        self._sentence()

    def _forms(self) -> None:
        habit = self.step == "habit"
        self.draft = Draft(self.phrases)
        forms = [Phrase(_short(item.text), item.value) for item in offers.forms()]
        none = [Phrase(capital(NONE), "none")]
        still = [Phrase(f"Still {NONE}", "none")] if self.past.said_none and self.request is not None else []
        if habit:
            offered = [Phrase("No more habits", "enough"), *forms]
            self._go(
                "habit", "Habits that people keep and nobody minds? None is an answer too.", offered, _FORMS
            )
            return
        started = [Phrase(text, "start") for text in self.hypotheses]
        kept = [Phrase(f"Leave my words as they are: {self.refused}", "keep")] if self.refused else []
        self._go("form", "What kind of rule?", [*kept, *still, *forms, *started, *none], _FORMS)

    def _slot(self, name: str) -> None:
        self._go(name, TITLES[name], self.draft.offered(name), "a few letters of it, such as: di ro")

    def _ready(self) -> None:
        if self._for_habit:
            rule = self.draft.rule()
            if rule is not None:
                self.habits.append(rule)
            self.step = "habit"
            self._forms()
            return
        same = self.draft.whole is not None and self.draft.whole == self.past.stated and not self.draft.more
        offered = [Phrase("Yes, still this" if same else "That is it", "take")]
        offered += [Phrase(f"+ {name} …", name) for name in ("when", "unless") if self.draft.takes(name)]
        offered += [Phrase(f"Another: {TITLES[name]}", ("slot", name)) for name in self.draft.slots]
        if self.draft.more:
            offered.append(Phrase("Without the last condition", "less"))
        offered.append(Phrase("Begin again", "again"))
        offered.append(Phrase(capital(NONE), "none"))
        title = "Still this?" if same else "Is that it?"
        self._go("ready", title, offered, "Enter takes it · w adds when · u adds unless", ("w", "u"))

    def _evidence(self) -> None:
        if self.request is None:
            self._done()
            return

        def cited(numbers: list[int] | None) -> None:
            self.evidence = tuple(numbers or ())
            self._go("words", "In your own words? Enter goes on.", (), "your own words, or nothing")

        if self.past.log:
            self.app.push_screen(LogScreen(self.past.log, self.people, self.evidence, EVIDENCE), cited)
        else:
            cited(None)

    @property
    def _for_habit(self) -> bool:
        return self.words_given

    words_given = False

    # --- answers ------------------------------------------------------------------------------------------

    def on_picker_picked(self, message: Picker.Picked) -> None:
        try:
            self._picked(message.phrase, message.line)
        except Unstatable as error:
            near = f" Nearest: {error.nearest}." if error.nearest else ""
            self.query_one("#trouble", Static).update(plain(f"{named(error)}.{near}", "$warning"))
            if self.step == "form" and len(message.line.split()) > 1 and self.request is not None:
                self.refused = message.line

    def _picked(self, phrase: Phrase | None, line: str) -> None:
        match self.step:
            case "form" | "habit":
                self._form(phrase, line)
            case "ready":
                if phrase is not None:
                    self._ready_choice(phrase.value)
            case "when" | "unless":
                if phrase is None and not line:
                    return
                chosen = phrase or self.draft.typed(self.step, line)
                self.draft.more.append((self.step, chosen))
                try:
                    self.draft.rule()
                except Unstatable:
                    self.draft.more.pop()
                    raise
                self._ready()
            case "words":
                self.words = line
                self._go(
                    "sure", f"How sure are you? {SURE}", (), "0 to 100, or Left and Right", ("left", "right")
                )
            case "sure":
                self._sure(line)
            case name:
                if phrase is None and not line:
                    return
                self.draft.parts[name] = phrase or self.draft.typed(name, line)
                self._onward()

    def _form(self, phrase: Phrase | None, line: str) -> None:
        value: Any = None if phrase is None else phrase.value
        if isinstance(value, Shape):
            self.draft = Draft(self.phrases, shape=value)
            self._onward()
        elif value == "none":
            self._none()
        elif value == "enough":
            self._done()
        elif value == "keep":
            self.unstatable, self.stated = self.refused, None
            self._evidence()
        else:
            rule = read_rule(phrase.text if phrase is not None else line, self.lexicon)
            if rule is None:
                self._done() if self._for_habit else self._none()
            else:
                self.draft = Draft(self.phrases, whole=rule)
                self._ready()

    def _onward(self) -> None:
        empty = self.draft.empty
        if empty is not None:
            self._slot(empty)
            return
        try:
            self.draft.rule()
        except Unstatable:
            self.draft.parts.popitem()
            self._slot(self.draft.empty or "act")
            raise
        self._ready()

    def _ready_choice(self, value: Any) -> None:
        if value == "take":
            self.stated, self.unstatable = self.draft.rule(), ""
            self._evidence()
        elif value in ("when", "unless"):
            self._slot(value)
        elif value == "less":
            self.draft.more.pop()
            self._ready()
        elif value == "none":
            self._none()
        elif value == "again":
            self._forms()
        else:
            self._slot(value[1])

    def on_pick_line_instant(self, message: PickLine.Instant) -> None:
        if self.step == "ready":
            name = {"w": "when", "u": "unless"}[message.key]
            if self.draft.takes(name):
                self._slot(name)
        elif self.step == "sure":
            self.query_one(Sure).move(-0.05 if message.key == "left" else 0.05)

    def _none(self) -> None:
        self.stated, self.unstatable = None, ""
        self.draft = Draft(self.phrases)
        self._evidence()

    def _sure(self, line: str) -> None:
        said = line.strip().removesuffix("%").strip()
        if said and not (said.isdecimal() and int(said) <= 100):
            raise Unstatable(line, ("a whole number from 0 to 100",), None, "is no number from 0 to 100")
        self.sure = int(said) / 100 if said else round(self.query_one(Sure).value, 2)
        self.words_given = True
        self.step = "habit"
        self._forms()

    def _done(self) -> None:
        rule = self.stated
        english = (
            "" if self.unstatable else f"{capital(NONE)}." if rule is None else render(rule, self.lexicon)
        )
        if self.request is None:
            self.dismiss(Answer(english))
            return
        said = Statement(
            stage=self.request.stage,
            rule=None if rule is None else rule_data(rule),
            english=english,
            words=self.words,
            evidence=self.evidence,
            confidence=self.sure,
            habits=tuple(rule_data(habit) for habit in self.habits),
            unstatable=self.unstatable,
        )
        data = statement_data(said)
        if self.unstatable:
            data["rule"] = self.unstatable
        self.dismiss(Answer(self.unstatable or english, data))

    # --- what is shown ------------------------------------------------------------------------------------

    def _sentence(self) -> None:
        rows = []
        if self._for_habit or self.step in ("words", "sure"):
            said = self.unstatable or (
                "None that I can see." if self.stated is None else render(self.stated, self.lexicon)
            )
            rows.append(plain(f"“{said}”", "bold"))
            if self.evidence:
                rows.append(joined(("evidence  ", "$secondary"), " ".join(map(str, self.evidence))))
        rows += [joined(("habit  ", "$secondary"), render(habit, self.lexicon)) for habit in self.habits]
        rule = None if self.draft.empty else self.draft.rule()
        if rule is not None and self.step not in ("words", "sure"):
            rows.append(plain(f"“{render(rule, self.lexicon)}”", "bold"))
        elif self.draft.shape is not None and self.step not in ("words", "sure"):
            rows.append(plain(_short(self.draft.shape.menu), "bold"))
            rows += [
                joined(
                    (f"  {name:<8}", "$secondary"),
                    self.draft.parts[name].text if name in self.draft.parts else "…",
                )
                for name in self.draft.slots
            ]
        self.query_one("#sentence", Static).update(lines(*rows) if rows else plain(" "))

    # --- actions ------------------------------------------------------------------------------------------

    def action_back(self) -> None:
        """A step back; from the first one out of a hypothesis, but not out of a question."""
        if self.step in ("when", "unless"):
            self._ready()
        elif self.step == "sure":
            self._evidence()
        elif self.step == "words":
            self._ready() if self.draft.begun else self._forms()
        elif self.step == "habit":
            if self.draft.begun:
                self._forms()
        elif self.step == "form":
            if self.request is None:
                self.dismiss(None)
        else:
            self._forms()

    def action_help(self) -> None:
        """Help for what has the focus."""
        self.app.push_screen(HelpScreen("state", self.focused))

    def action_leave(self) -> None:
        """Stop here; nothing has been stated."""
        self.dismiss(None)


def _short(menu: str) -> str:
    """A form's sentence without the conditions that may be added to it."""
    return menu.replace("[, when …]", "").replace("[, unless …]", "")
