"""Stating the norm, line by line: a sentence or menus, then own words, evidence, confidence, habits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from normquest.episode.records import Statement
from normquest.norms.english import render
from normquest.norms.events import Stage
from normquest.norms.reading import NONE, read_rule
from normquest.norms.rules import Rule, rule_data
from normquest.norms.unstatable import Unstatable
from normquest.plain import offers
from normquest.plain.asking import Answer, Asker, Back, fault
from normquest.plain.builder import Builder, extended, whole
from normquest.plain.look import Look, columns, page
from normquest.plain.menu import listing, pick_one
from normquest.plain.terminal import Terminal
from normquest.text import capital
from normquest.world.lexicon import Lexicon

QUESTION = "Which rule do people here enforce?"
HOW = "Type it as a sentence, or the number of a form to build it from; or “none that I can see”."
CONFIRM = "Enter = that is it · when · unless · or · no > "
CONFIRM_HELP = (
    "Enter takes the rule. when and unless add a condition (unless 4; unless not 4; unless has). "
    "or adds another act that will do as well. no starts again. A whole sentence replaces it."
)
SURE = "The chance, from 0 to 100, that your rule agrees with theirs in at least 19 of 20 test cases."
_KEEP = "Or type keep: your words stay as they are, and count as no rule."
_RANGE = re.compile(r"([0-9]{1,7})\s*[-–]\s*([0-9]{1,7})")
_MOST_EVENTS = 60


def statement_menu(look: Look, question: str = QUESTION) -> str:
    """The question, and every form of sentence with its number."""
    return page(look, question, HOW, listing(offers.forms(), look))


def ask_statement(
    terminal: Terminal,
    lexicon: Lexicon,
    stage: Stage,
    *,
    look: Look | None = None,
    log: Mapping[int, str] | None = None,
    question: str = QUESTION,
    commands: Mapping[str, Answer] | None = None,
) -> Statement:
    """Ask for a whole statement. Raises Closed where the input ends; nothing has been decided then.

    `log`: the events that may be cited, by number, in the words in which they
    were seen; /log shows them. /back begins again.
    """
    events = dict(log or {})
    view = look or Look()
    own: dict[str, Answer] = {"log": lambda _: _shown_log(events, view)}
    asker = Asker(terminal, view, {**own, **(commands or {})})
    while True:
        terminal.write(f"{statement_menu(view, question)}\n")
        try:
            return _Dialogue(asker, lexicon, events).statement(stage)
        except Back:
            asker.say("From the beginning, then.")


def statement_data(statement: Statement) -> dict[str, Any]:
    """The statement as the mapping that a decision holds."""
    return {
        "stage": statement.stage,
        "rule": None if statement.rule is None else dict(statement.rule),
        "english": statement.english,
        "words": statement.words,
        "evidence": list(statement.evidence),
        "confidence": statement.confidence,
        "habits": [dict(habit) for habit in statement.habits],
        "unstatable": statement.unstatable,
    }


class _Dialogue:
    """One pass through the questions."""

    def __init__(self, asker: Asker, lexicon: Lexicon, log: Mapping[int, str]) -> None:
        self.asker = asker
        self.lexicon = lexicon
        self.log = log
        self.builder = Builder(asker, lexicon)

    def statement(self, stage: Stage) -> Statement:
        rule, unstatable = self._rule()
        words = self.asker.line("In your own words (Enter = nothing) > ")
        self.asker.terminal.write(page(self.asker.look, "On what evidence? /log shows what has happened."))
        evidence = self.asker.until("event numbers (Enter = none) > ", self._evidence, "such as: 44 18 20-23")
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
        tried: list[str] = []
        while True:
            line = self.asker.line("rule > ", HOW)
            if line.casefold() == "keep" and tried:
                return None, tried[-1]
            if not line:
                self.asker.terminal.write(f"{statement_menu(self.asker.look)}\n")
                continue
            try:
                rule = self._read(line)
                if rule is None:
                    return None, ""
                if (agreed := self._confirmed(rule)) is not None:
                    return agreed, ""
                self.asker.say("Then once more: a sentence, or the number of a form (Enter lists them).")
            except Unstatable as error:
                tried += [] if line.isdecimal() else [line]
                self.asker.say(fault(error, self.asker.look), _KEEP if len(tried) > 1 else "")
            except Back:
                self.asker.say("A sentence, or the number of a form (Enter lists them).")

    def _read(self, line: str) -> Rule | None:
        if line.isdecimal():
            return self.builder.rule(pick_one(line, offers.forms()))
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

    def _evidence(self, line: str) -> tuple[int, ...]:
        """Numbers of events, ranges too. Raises Unstatable for one that is not in the log."""
        found: dict[int, None] = {}
        for part in _RANGE.sub(r"\1-\2", line).replace(",", " ").replace("#", " ").split():
            if span := _RANGE.fullmatch(part):
                inside = [n for n in self.log if int(span[1]) <= n <= int(span[2])]
                if not inside:
                    raise Unstatable(part, _numbers(self.log), None, "has no event in it")
                found |= dict.fromkeys(inside)
            elif re.fullmatch(r"[0-9]{1,7}", part) and int(part) in self.log:
                found[int(part)] = None
            else:
                raise Unstatable(
                    part, _numbers(self.log), _nearest_number(part, self.log), "is no event of the log"
                )
        return tuple(found)

    def _habits(self) -> list[Rule]:
        """Rules that people keep without anybody minding."""
        self.asker.say("Habits that are not rules? One sentence or form number each; Enter ends.")
        habits: list[Rule] = []
        while line := self.asker.line(
            "habit (Enter = no more) > ", "such as: one must not dye a cloth again …"
        ):
            try:
                habit = self._read(line)
            except Unstatable as error:
                self.asker.say(fault(error, self.asker.look))
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


def _numbers(log: Mapping[int, str]) -> tuple[str, ...]:
    return (f"numbers from {min(log)} to {max(log)}",) if log else ("Enter: there is nothing to cite",)


def _nearest_number(part: str, log: Mapping[int, str]) -> str | None:
    if not log or not re.fullmatch(r"[0-9]{1,7}", part):
        return None
    close = min(log, key=lambda number: (abs(number - int(part)), number))
    return f"{close} ({log[close]})"


def _shown_log(log: Mapping[int, str], look: Look) -> str:
    if not log:
        return "Nothing has happened yet that could be cited."
    rows = [(str(number), text) for number, text in sorted(log.items())]
    left = len(rows) - _MOST_EVENTS
    earlier = f"({left} earlier ones are left out.)\n" if left > 0 else ""
    return earlier + columns(look, rows[-_MOST_EVENTS:])
