"""A statement in the making, as one sheet: which row is in hand, and what an answer does.

A row is named by its station: "form", a slot of the form, "when" and "unless", "rule" (the whole sentence,
to be taken or gone on with), then "evidence", "words", "sure" and "habits". Whatever is taken can be taken
back. A hypothesis is the rule alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from normquest.episode.records import Statement
from normquest.front.citing import cited
from normquest.front.drafting import Draft, opened
from normquest.front.past import Past
from normquest.front.phrases import Phrase, Phrases
from normquest.norms.english import render
from normquest.norms.events import Stage
from normquest.norms.language.shapes import Shape
from normquest.norms.reading import NONE, read_rule
from normquest.norms.rules import Rule, rule_data
from normquest.norms.unstatable import Unstatable
from normquest.text import capital

AFTER = ("evidence", "words", "sure", "habits")
"""Stations that follow the rule, in their order."""

HALF = 0.5


@dataclass
class Sheet:
    """`stage` None: a hypothesis. `hypotheses`: sentences to start from. `log`: what can be cited."""

    phrases: Phrases
    past: Past
    stage: Stage | None = None
    hypotheses: Sequence[str] = ()
    draft: Draft = field(init=False)
    habit: Draft | None = None
    at: str = "form"
    none: bool = False
    unstatable: str = ""
    refused: str = ""
    words: str = ""
    evidence: tuple[int, ...] = ()
    sure: float | None = None
    habits: tuple[Rule, ...] = ()
    done: bool = False
    _before: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.draft = Draft(self.phrases)
        if self.past.stated is not None and self.stage is not None:
            self.draft, self.at = opened(self.past.stated, self.phrases), "rule"

    # --- what stands there --------------------------------------------------------------------------------

    @property
    def log(self) -> Mapping[int, str]:
        """The lines that can be cited, by number."""
        return self.past.log

    @property
    def building(self) -> Draft:
        """The rule in the making: the norm, or a habit that is none."""
        return self.draft if self.habit is None else self.habit

    @property
    def rule(self) -> Rule | None:
        """The rule as far as it is whole."""
        return None if self.none or self.unstatable else self.draft.rule()

    @property
    def english(self) -> str:
        """The sentence that would be handed in now; empty while there is none."""
        if self.unstatable:
            return self.unstatable
        if self.none:
            return f"{capital(NONE)}."
        rule = self.draft.rule()
        return "" if rule is None else render(rule, self.phrases.lexicon)

    @property
    def still(self) -> bool:
        """Whether it is the rule that was stated the last time."""
        return self.past.stated is not None and self.stage is not None and self.rule == self.past.stated

    @property
    def stations(self) -> list[str]:
        """The rows that can be gone to now, from top to bottom."""
        more = [name for name in ("when", "unless") if self.takes(name)]
        rule = ["rule"] if self.english else []
        after = list(AFTER) if self.stage is not None else []
        return ["form", *self.draft.slots, *more, *rule, *after]

    @property
    def changed(self) -> bool:
        """Whether anything has been done that could be taken back."""
        return bool(self._before)

    @property
    def slot(self) -> str:
        """The slot in hand, of the norm or of a habit."""
        return self.at.partition(" of a habit")[0]

    @property
    def lacking(self) -> str | None:
        """The first row that has to be filled before the statement can be handed in."""
        if not self.english:
            return self.draft.empty or "form"
        return "sure" if self.stage is not None and self.sure is None else None

    def takes(self, name: str) -> bool:
        """Whether a condition can be added there."""
        return not self.none and not self.unstatable and self.draft.takes(name)

    # --- what an answer does ------------------------------------------------------------------------------

    def go(self, station: str) -> None:
        """To another row, as by a click; a habit that was begun is dropped."""
        if station in self.stations or station == self.at:
            self._keep()
            self.at, self.habit = station, None

    def take(self, phrase: Phrase | None, line: str) -> None:
        """An answer to the row in hand. Raises Unstatable, and nothing has changed then."""
        self._keep()
        try:
            self._take(phrase, line)
        except Unstatable:
            self.undo()
            if self.at == "form" and len(line.split()) > 1 and self.stage is not None:
                self.refused = line
            raise

    def undo(self) -> bool:
        """Take back what was done last. False if there is nothing to take back."""
        if not self._before:
            return False
        for name, value in self._before.pop().items():
            setattr(self, name, value)
        return True

    def mark(self, number: int) -> None:
        """Cite a line, or no longer."""
        cites = set(self.evidence) ^ {number}
        self.evidence = tuple(sorted(cites))

    def hand_in(self) -> str | None:
        """Hand it in; or give the row that is still lacking, and go there."""
        lacking = self.lacking
        if lacking is not None:
            self.go(lacking) if lacking in self.stations else None
            return lacking
        self.done = True
        return None

    def _keep(self) -> None:
        names = ("at", "none", "unstatable", "words", "evidence", "sure", "habits", "done")
        kept = {name: getattr(self, name) for name in names}
        kept |= {"draft": self.draft.copy(), "habit": None if self.habit is None else self.habit.copy()}
        self._before.append(kept)

    def _take(self, phrase: Phrase | None, line: str) -> None:
        match self.at:
            case "form":
                self._form(phrase, line)
            case "rule":
                self._rule(None if phrase is None else phrase.value)
            case "evidence":
                self._evidence(phrase, line)
            case "words":
                self.words, self.at = line, "sure"
            case "sure":
                self._sure(line)
            case "habits" if self.habit is None:
                self._habit(phrase, line)
            case "when" | "unless":
                self._more(phrase, line)
            case _:
                self._part(phrase, line)

    def _form(self, phrase: Phrase | None, line: str) -> None:
        value: Any = None if phrase is None else phrase.value
        self.unstatable = ""
        if isinstance(value, Shape):
            self.draft, self.none = Draft(self.phrases, shape=value), False
            self._onward()
        elif value == "keep":
            self.unstatable, self.none = self.refused, False
            self._next()
        elif value == "none":
            self._see_none()
        else:
            rule = read_rule(line if phrase is None else phrase.text, self.phrases.lexicon)
            if rule is None:
                self._see_none()
            else:
                self.draft, self.none, self.at = opened(rule, self.phrases), False, "rule"

    def _see_none(self) -> None:
        self.draft, self.none = Draft(self.phrases), True
        self._next()

    def _rule(self, value: Any) -> None:
        match value:
            case "take":
                self._next()
            case "when" | "unless":
                self.at = value
            case "none":
                self._see_none()
            case "again":
                self.draft, self.none, self.unstatable, self.at = Draft(self.phrases), False, "", "form"

    def _next(self) -> None:
        """On from the rule: a hypothesis is done."""
        if self.stage is None:
            self.done = True
        else:
            self.at = "evidence" if self.log else "words"

    def _evidence(self, phrase: Phrase | None, line: str) -> None:
        if not line:
            self.at = "words"
        elif line.replace(",", " ").replace("-", " ").replace("–", " ").replace(" ", "").isdecimal():
            self.evidence = tuple(sorted({*self.evidence, *cited(line, self.log)}))
        elif phrase is None:
            raise Unstatable(line, ("a number, or words of a line",), None, "is in no line")
        else:
            self.mark(phrase.value)

    def _sure(self, line: str) -> None:
        said = line.strip().removesuffix("%").strip()
        if said and not (said.isdecimal() and int(said) <= 100):
            raise Unstatable(line, ("a whole number from 0 to 100",), None, "is no number from 0 to 100")
        if said:
            self.sure = int(said) / 100
        elif self.sure is None:
            self.sure = HALF
        self.at = "habits"

    def _habit(self, phrase: Phrase | None, line: str) -> None:
        value: Any = None if phrase is None else phrase.value
        if value == "enough" or not (phrase or line):
            self.done = self.lacking is None
            self.at = self.lacking or self.at
        elif isinstance(value, Shape):
            self.habit = Draft(self.phrases, shape=value)
            self._onward()
        else:
            rule = read_rule(line, self.phrases.lexicon)
            if rule is not None:
                self.habits = (*self.habits, rule)

    def _more(self, phrase: Phrase | None, line: str) -> None:
        if phrase is None and not line:
            self.at = "rule"
            return
        if phrase is not None and isinstance(phrase.value, tuple) and phrase.value[0] == "without":
            self.draft.more = [one for one in self.draft.more if one[1] is not phrase.value[1]]
        else:
            added = phrase or self.draft.typed(self.at, line)
            if added.text not in [one.text for name, one in self.draft.more if name == self.at]:
                self.draft.more.append((self.at, added))
            self.draft.rule()
        self.at = "rule"

    def _part(self, phrase: Phrase | None, line: str) -> None:
        if phrase is None and not line:
            return
        slot = self.slot
        self.building.parts[slot] = phrase or self.building.typed(slot, line)
        self._onward()

    def _onward(self) -> None:
        """To the next slot that is empty, or on from a rule that is whole."""
        made = self.building
        if made.empty is not None:
            self.at = made.empty if self.habit is None else f"{made.empty} of a habit"
            return
        rule = made.rule()
        if self.habit is None:
            self.at = "rule"
        elif rule is not None:
            self.habits, self.habit, self.at = (*self.habits, rule), None, "habits"

    # --- what comes of it ---------------------------------------------------------------------------------

    def statement(self) -> Statement:
        """What is handed in."""
        assert self.stage is not None
        rule = self.rule
        return Statement(
            stage=self.stage,
            rule=None if rule is None else rule_data(rule),
            english="" if self.unstatable else self.english,
            words=self.words,
            evidence=self.evidence,
            confidence=self.sure,
            habits=tuple(rule_data(habit) for habit in self.habits),
            unstatable=self.unstatable,
        )
