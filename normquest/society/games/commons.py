"""A public-goods game: what is put in grows and is shared by all at the table, whatever they put in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from normquest.society.forms import Form
from normquest.society.games.base import Ask, Table, Tongue, losing
from normquest.society.records import Move, MoveKind, RequestKind
from normquest.streams import Stream
from normquest.text import join_words


@dataclass(frozen=True, slots=True)
class CommonsGame:
    """One step: everybody puts in a whole number from 0 to the endowment, unseen by the others."""

    endowment: int
    multiplier: float
    kind: str = "commons"
    key_move: MoveKind = "contribution"

    @property
    def utmost(self) -> float:
        """All that one has."""
        return float(self.endowment)

    def roles(self, group: Sequence[int], rng: Stream) -> tuple[str, ...]:
        """All play the same part."""
        return ("",) * len(group)

    def asks(self, table: Table) -> tuple[Ask, ...]:
        """Everybody, once."""
        if table.moves or table.aside:
            return ()
        return tuple(Ask(member, "contribution") for member in table.group)

    def form(self, kind: MoveKind, table: Table) -> Form:
        """A whole number of what one has."""
        return Form("number", 0, self.endowment, whole=True)

    def payoffs(self, table: Table) -> tuple[tuple[int, float], ...]:
        """What was kept, and an equal share of the pot. Who stands aside neither gives nor gets."""
        given = {move.member: int(move.value) for move in table.moves}
        if not given:
            return ()
        share = sum(given.values()) * self.multiplier / len(given)
        return tuple((member, self.endowment - amount + share) for member, amount in given.items())

    def level(self, move: Move) -> float | None:
        """What was put in."""
        return float(move.value) if move.kind == "contribution" else None

    def rules(self, tongue: Tongue, size: int) -> str:
        """The rules in words."""
        times = f"{self.multiplier:g}"
        if tongue.neutral_verbs:
            return (
                f"Each round everyone in a group has {self.endowment} units and decides in private how many "
                f"of "
                f"them to assign to account B; the others go to account A. Account A is one's own. All that "
                f"the "
                f"group assigns to account B is multiplied by {times} and paid out to all in the group in "
                f"equal "
                f"parts. As a rule a group has {size} members."
            )
        return (
            f"Each round everyone in a group has {self.endowment} coins and decides in private how many of "
            f"them "
            f"to put into a common pot and how many to keep. What the group puts in is multiplied by {times} "
            f"and shared out to all in the group in equal parts, whatever each put in. As a rule a group has "
            f"{size} members."
        )

    def tendency(self, tongue: Tongue) -> str:
        """ "cooperate", or the same in the words of accounts."""
        return "assign to account B" if tongue.neutral_verbs else "cooperate"

    def ought(self, tongue: Tongue, anchor: float | None) -> str:
        """That so little will do."""
        deed = "assigns to account B" if tongue.neutral_verbs else "puts in"
        if anchor is None:
            return f"it does not matter how much anyone {deed}"
        return f"nobody need mind if one {deed} no more than about {anchor:.1f}"

    def demand(self, tongue: Tongue, level: float) -> str:
        """That one ought to put in so much."""
        if tongue.neutral_verbs:
            return f"one ought to assign {level:g} to account B"
        return f"one ought to put in {level:g}"

    def question(self, kind: RequestKind, tongue: Tongue, table: Table | None) -> str:
        """How much; or, in a report, what is typical and what is acceptable."""
        deed = "assign to account B" if tongue.neutral_verbs else "put in"
        if kind == "contribution":
            return f"How much do you {deed}? A whole number from 0 to {self.endowment}."
        if kind == "beliefs":
            return (
                f"How much must one {deed} for you yourself to find it acceptable, whatever others think? A "
                f"number from 0 to {self.endowment}, or none, if you do not mind how much one does. "
                f"{losing(f'{deed} {_nothing(tongue)}')}"
            )
        typical = f"How much do you expect a member typically to {deed}?"
        acceptable = f"How much must one {deed} for most members to find it socially acceptable?"
        span = f"from 0 to {self.endowment}"
        if tongue.neutral_anchors:
            return f"{typical} A number {span}. {acceptable} A number {span}, or none."
        none = _nothing(tongue)
        return (
            f"{typical} A number {span}: 0 if members {deed} {none}, {self.endowment} if they {deed} all "
            f"they "
            f"have. {acceptable} A number {span}: 0 if {none} is fine, {self.endowment} if only all is; or "
            f"none, "
            "if members do not mind how much one does."
        )

    def story(self, tongue: Tongue, me: int, names: Sequence[str], table: Table) -> str:
        """Who put in how much."""
        deed = "assigned to account B" if tongue.neutral_verbs else "put in"
        mine = next((f"you {deed} {move.value}" for move in table.moves if move.member == me), "")
        others = [f"{names[move.member]} {move.value}" for move in table.moves if move.member != me]
        aside = [names[member] for member in table.aside if member != me]
        said = [mine or "you stood aside"]
        said += [join_words(others)] if others else []
        said += [f"{join_words(aside)} stood aside"] if aside else []
        return "; ".join(said)


def _nothing(tongue: Tongue) -> str:
    return "0" if tongue.neutral_verbs else "nothing"
