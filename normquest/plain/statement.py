"""Stating the norm, line by line: a sentence or menus, then own words, evidence, confidence, habits."""

from __future__ import annotations

from collections.abc import Mapping

from normquest.episode.records import Statement
from normquest.front import offers
from normquest.front.citing import cited, shown_log
from normquest.front.faults import fault
from normquest.front.look import Look, page
from normquest.front.menu import listing, pick_one
from normquest.front.parts import extended, whole
from normquest.front.refusing import Refusals
from normquest.norms.english import render
from normquest.norms.events import Stage
from normquest.norms.reading import NONE, read_rule
from normquest.norms.rules import Rule, rule_data
from normquest.norms.unstatable import Unstatable
from normquest.plain.asking import Answer, Asker, Back
from normquest.plain.builder import Builder
from normquest.plain.terminal import Terminal
from normquest.text import capital
from normquest.world.lexicon import Lexicon

QUESTION = "Which rule do people here enforce?"
HOW = (
    "Type it as a sentence (elsewhere it might be: It is forbidden to sing, when an elder is present), "
    "or the number of a form to build it from. If you see none, say so: 0."
)
RULE_PROMPT = "rule (? = forms, 0 = none) > "
CONFIRM = "Enter = that is it · when · unless · or · no > "
HABIT_PROMPT = "habit (Enter = no more) > "
HABIT_WAYS = "Enter = no more habits · ? = all forms"
NONE_PROMPT = "Enter = that is it · no > "
CONFIRM_HELP = (
    "Enter takes the rule. when and unless add a condition (unless 4; unless not 4; unless has). "
    "or adds another act that will do as well. no starts again. A whole sentence replaces it."
)
LEAVE = "0 or /back leaves it, and nothing is stated."
SURE = "The chance, from 0 to 100, that your rule agrees with theirs in at least 19 of 20 test cases."
_ONCE_MORE = "Then once more: a sentence, or a form's number; ? lists them."


def statement_menu(look: Look, question: str = QUESTION) -> str:
    """The question, and every form of sentence with its number."""
    return page(look, question, HOW, form_list(look))


def form_list(look: Look) -> str:
    """Every form of sentence with its number, and 0 for none of them."""
    return f"{listing(offers.forms(), look)}\n  0  {capital(NONE)}"


def ask_statement(
    terminal: Terminal,
    lexicon: Lexicon,
    stage: Stage,
    *,
    look: Look | None = None,
    log: Mapping[int, str] | None = None,
    question: str = QUESTION,
    commands: Mapping[str, Answer] | None = None,
    before: Rule | None = None,
) -> Statement:
    """Ask for a whole statement. Raises Closed where the input ends; nothing has been decided then.

    `log`: the events that may be cited, by number, in the words in which they
    were seen; /log shows them. `before`: the rule stated last, which `same`
    takes up again. /back begins again.
    """
    events = dict(log or {})
    view = look or Look()
    own: dict[str, Answer] = {"log": lambda _: shown_log(events, view)}
    asker = Asker(terminal, view, {**own, **(commands or {})})
    while True:
        terminal.write(f"{statement_menu(view, question)}\n")
        if before is not None:
            asker.say(f"Last time you said: “{render(before, lexicon)}” Type same to say it again.")
        try:
            return _Dialogue(asker, lexicon, events, before).statement(stage)
        except Back:
            asker.say("From the beginning, then.")


class _Dialogue:
    """One pass through the questions."""

    def __init__(
        self, asker: Asker, lexicon: Lexicon, log: Mapping[int, str], before: Rule | None = None
    ) -> None:
        self.asker = asker
        self.lexicon = lexicon
        self.log = log
        self.before = before
        self.builder = Builder(asker, lexicon)
        self.acts = [item.text for item in offers.acts(lexicon)]

    def statement(self, stage: Stage) -> Statement:
        rule, unstatable = self._rule()
        words = self.asker.line("In your own words (Enter = nothing) > ")
        self.asker.terminal.write(page(self.asker.look, "On what evidence? /log shows what has happened."))
        evidence = self.asker.until(
            "event numbers (Enter = none) > ", lambda said: cited(said, self.log), "such as: 44 18 20-23"
        )
        self.asker.terminal.write(page(self.asker.look, f"How sure are you? {SURE}"))
        sure = self.asker.until("0-100 > ", _confidence, SURE)
        habits = self._habits()
        english = "" if unstatable else capital(f"{NONE}.") if rule is None else render(rule, self.lexicon)
        return Statement(
            stage=stage,
            rule=None if rule is None else rule_data(rule),
            english=english,
            words=words,
            evidence=evidence,
            confidence=sure,
            habits=tuple(rule_data(habit) for habit in habits),
            unstatable=unstatable,
        )

    def _rule(self) -> tuple[Rule | None, str]:
        """The rule, or None with the sentence that the language cannot say (empty for "none")."""
        refusals = Refusals(self.asker.look, self.acts)
        while True:
            line = self.asker.line(RULE_PROMPT, f"{HOW}\n\n{form_list(self.asker.look)}")
            if line.casefold() == "keep" and refusals.sentences:
                return None, refusals.sentences[-1]
            try:
                same = self.before is not None and line.casefold() == "same"
                rule = self.before if same else None if line == "0" else self._read(line)
                refusals.understood()
                if rule is None:
                    if line != "0" or self._none_confirmed():
                        return None, ""
                elif (agreed := self._confirmed(rule)) is not None:
                    return agreed, ""
                self.asker.say(_ONCE_MORE)
            except Unstatable as error:
                self.asker.say(refusals.of(line, error))
            except Back:
                refusals.understood()
                self.asker.say(_ONCE_MORE)

    def _none_confirmed(self) -> bool:
        """Whether a 0, which is soon typed by mistake, was meant to say that there is no rule to be seen."""
        self.asker.say(f"“{capital(NONE)}.”")
        while True:
            line = self.asker.line(NONE_PROMPT, "Enter states that you see no rule; no goes back.").casefold()
            if line in ("", "y", "yes", "n", "no"):
                return line in ("", "y", "yes")
            self.asker.say("Enter or y states it, no goes back.")

    def _read(self, line: str) -> Rule | None:
        if line.isdecimal():
            shape = pick_one(line, menu := offers.forms())
            text = next(item.text for item in menu if item.value is shape)
            self.asker.say(f"Form {int(line)}: {text}", LEAVE)
            return self.builder.rule(shape)
        return read_rule(line, self.lexicon)

    def _confirmed(self, rule: Rule) -> Rule | None:
        """The rule as it stands once the player is content with it, or None where it is dropped."""
        while True:
            self.asker.say(f"“{render(rule, self.lexicon)}”")
            line = self.asker.line(CONFIRM, CONFIRM_HELP)
            if line.casefold() in ("", "y", "yes"):
                return rule
            if line.casefold() in ("n", "no"):
                return None
            try:
                rule = self._changed(rule, line)
            except Unstatable as error:
                self.asker.say(fault(error, self.asker.look))
            except Back:
                self.asker.say("The rule stays as it was.")

    def _changed(self, rule: Rule, line: str) -> Rule:
        head, _, rest = line.partition(" ")
        match head.casefold():
            case "when" | "if" | "unless":
                field = "unless" if head.casefold() == "unless" else "when"
                extended(rule, self.lexicon, **{field: ()})  # say at once where there is no place for it
                return extended(rule, self.lexicon, **{field: self.builder.conditions(field, rest.strip())})
            case "or":
                field = "first" if hasattr(rule, "first") else "then"
                extended(rule, self.lexicon, **{field: ()})
                return extended(
                    rule, self.lexicon, **{field: (self.builder.act("Which act will do as well?"),)}
                )
        other = read_rule(line, self.lexicon)
        if other is None:
            raise Unstatable(line, ("Enter", "when …", "unless …", "or", "no", "a sentence"), None)
        return other

    def _habits(self) -> list[Rule]:
        """Rules that people keep without anybody minding."""
        self.asker.say("Habits that are not rules? One sentence or form number each; Enter ends.")
        habits: list[Rule] = []
        refusals = Refusals(self.asker.look, self.acts, HABIT_WAYS, keeps=False)
        while line := self.asker.line(HABIT_PROMPT, form_list(self.asker.look)):
            if line == "0":
                break
            try:
                habit = self._read(line)
                refusals.understood()
            except Unstatable as error:
                self.asker.say(refusals.of(line, error))
                continue
            except Back:
                continue
            if habit is None:
                break
            habits.append(habit)
            self.asker.say(f"“{render(habit, self.lexicon)}”")
        return habits


def _confidence(line: str) -> float:
    return whole(line.removesuffix("%").strip(), 100, "a whole number from 0 to 100", least=0) / 100
