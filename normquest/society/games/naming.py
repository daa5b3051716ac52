"""A naming game in pairs: a speaker says a word, a hearer says whether it would have said it too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from normquest.society.forms import Form
from normquest.society.games.base import Ask, Table, Tongue, losing
from normquest.society.records import Move, MoveKind, RequestKind
from normquest.streams import Stream, chance
from normquest.text import join_words

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class NamingGame:
    """Two steps: the speaker's word, then the hearer's answer. Expectations are about the first word.

    `top`: of so many members, expectations ask how many.
    """

    words: tuple[str, ...]
    reward: float
    top: float
    kind: str = "naming"
    key_move: MoveKind = "word"

    @property
    def utmost(self) -> float:
        """Always the first word."""
        return self.top

    def roles(self, group: Sequence[int], rng: Stream) -> tuple[str, ...]:
        """Who speaks is drawn."""
        return ("speaker", "hearer") if chance(rng, 0.5) else ("hearer", "speaker")

    def asks(self, table: Table) -> tuple[Ask, ...]:
        """The speaker, then the hearer, unless there is nothing to hear."""
        if table.aside or len(table.moves) > 1:
            return ()
        if not table.moves:
            return (Ask(_with(table, "speaker"), "word"),)
        return (Ask(_with(table, "hearer"), "answer"),)

    def form(self, kind: MoveKind, table: Table) -> Form:
        """One of the words; yes or no."""
        return Form("choice", options=self.words if kind == "word" else (YES, NO))

    def payoffs(self, table: Table) -> tuple[tuple[int, float], ...]:
        """The reward for both if the answer is yes, nothing if no; none where somebody stood aside."""
        answer = table.value("answer")
        if answer is None:
            return ()
        earned = self.reward if answer == YES else 0.0
        return tuple((member, earned) for member in table.group)

    def level(self, move: Move) -> float | None:
        """The top for the first word, 0 for another: the mean of many is how many of so many say it."""
        if move.kind != "word":
            return None
        return self.top if move.value == self.words[0] else 0.0

    def rules(self, tongue: Tongue, size: int) -> str:
        """The rules in words."""
        words = join_words([f"“{word}”" for word in self.words], "or")
        return (
            f"Each round you meet one other member, before a thing that has no agreed name. One of you, "
            f"drawn by lot, says {words}; the other says whether it would have said the same. If so, both "
            f"earn {self.reward:g}, otherwise neither earns anything."
        )

    def tendency(self, tongue: Tongue) -> str:
        """A word is not more cooperative than another."""
        return ""

    def ought(self, tongue: Tongue, anchor: float | None) -> str:
        """What a committed member holds."""
        return f"the thing is called “{self.words[-1]}”"

    def demand(self, tongue: Tongue, level: float) -> str:
        """That one ought to say the first word, or another."""
        return f"one ought to say “{self.words[0] if level > self.top / 2 else self.words[-1]}”"

    def question(self, kind: RequestKind, tongue: Tongue, table: Table | None) -> str:
        """Which word; whether one would have said it; or how many do, and think that one should."""
        if kind == "word":
            return f"You speak. What do you call it? One of: {', '.join(self.words)}."
        if kind == "answer":
            assert table is not None
            return f"The other calls it “{table.value('word')}”. Would you have said so too? {YES} or {NO}."
        first, top = self.words[0], f"{self.top:g}"
        if kind == "beliefs":
            return (
                f"Do you yourself find that one has to say “{first}”, whatever others think? A number from "
                f"0, not at all, to {top}, by all means; or none, if it is no such matter. "
                f"{losing('say another word')}"
            )
        typical = f"Of {top} members, how many do you expect to say “{first}”? A number from 0 to {top}."
        acceptable = f"Of {top} members, how many find that one has to say “{first}”?"
        ends = "" if tongue.neutral_anchors else f": 0 if nobody minds which word it is, {top} if all do"
        return f"{typical} {acceptable} A number from 0 to {top}{ends}; or none, if it is no such matter."

    def story(self, tongue: Tongue, me: int, names: Sequence[str], table: Table) -> str:
        """Who said what, and whether it was the other's word."""
        parts = []
        for move in table.moves:
            who = "you" if move.member == me else names[move.member]
            if move.kind == "word":
                parts.append(f"{who} called it “{move.value}”")
            else:
                parts.append(f"{who} {'would have said so too' if move.value == YES else 'would not have'}")
        parts += [f"{'you' if member == me else names[member]} stood aside" for member in table.aside]
        return "; ".join(parts)


def _with(table: Table, role: str) -> int:
    return table.group[table.roles.index(role)]
