"""A pie is shared in pairs: a proposer offers a part of it, and a responder takes it or leaves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from normquest.society.forms import Form
from normquest.society.games.base import Ask, Table, Tongue, losing
from normquest.society.records import Move, MoveKind, RequestKind
from normquest.streams import Stream, chance

ACCEPT, REJECT = "accept", "reject"


@dataclass(frozen=True, slots=True)
class FairnessGame:
    """ultimatum: two steps, the offer and the response. dictator: the offer alone, which is taken."""

    variant: Literal["ultimatum", "dictator"]
    pie: int
    kind: str = "fairness"
    key_move: MoveKind = "offer"

    @property
    def utmost(self) -> float:
        """An equal share."""
        return self.pie / 2

    def roles(self, group: Sequence[int], rng: Stream) -> tuple[str, ...]:
        """Who proposes is drawn."""
        return ("proposer", "responder") if chance(rng, 0.5) else ("responder", "proposer")

    def asks(self, table: Table) -> tuple[Ask, ...]:
        """The proposer, then in an ultimatum the responder."""
        if table.aside or len(table.moves) > (1 if self.variant == "ultimatum" else 0):
            return ()
        if not table.moves:
            return (Ask(_with(table, "proposer"), "offer"),)
        return (Ask(_with(table, "responder"), "response"),)

    def form(self, kind: MoveKind, table: Table) -> Form:
        """A whole number of the pie; to accept or to reject."""
        if kind == "offer":
            return Form("number", 0, self.pie, whole=True)
        return Form("choice", options=(ACCEPT, REJECT))

    def payoffs(self, table: Table) -> tuple[tuple[int, float], ...]:
        """The offer to the one and the rest to the other; nothing to both if it is rejected."""
        offer, response = table.value("offer"), table.value("response")
        if offer is None or (self.variant == "ultimatum" and response is None):
            return ()
        taken = response != REJECT
        return tuple(
            (member, float((int(offer) if role == "responder" else self.pie - int(offer)) if taken else 0))
            for member, role in zip(table.group, table.roles, strict=True)
        )

    def level(self, move: Move) -> float | None:
        """What was offered."""
        return float(move.value) if move.kind == "offer" else None

    def rules(self, tongue: Tongue, size: int) -> str:
        """The rules in words."""
        if tongue.neutral_verbs:
            first = (
                f"Each round you meet one other member. One of you, drawn by lot, assigns {self.pie} units: "
                f"a whole number from 0 to {self.pie} to the other's account, the rest to its own."
            )
            second = " The other says accept or reject; after reject both accounts get 0."
        else:
            first = (
                f"Each round you meet one other member. One of you, drawn by lot, has {self.pie} coins and "
                f"offers the other a part of them, a whole number from 0 to {self.pie}; the rest is its own."
            )
            second = " The other accepts or rejects that; if it rejects, neither gets anything."
        return first + (second if self.variant == "ultimatum" else "")

    def tendency(self, tongue: Tongue) -> str:
        """ "share", or the same in the words of accounts."""
        return "assign units to others" if tongue.neutral_verbs else "share"

    def ought(self, tongue: Tongue, anchor: float | None) -> str:
        """That so little will do."""
        deed = "assigns" if tongue.neutral_verbs else "offers"
        if anchor is None:
            return f"it does not matter how much anyone {deed}"
        return f"nobody need mind if one {deed} no more than about {anchor:.1f}"

    def demand(self, tongue: Tongue, level: float) -> str:
        """That one ought to offer so much."""
        return f"one ought to {'assign the other' if tongue.neutral_verbs else 'offer'} {level:g}"

    def question(self, kind: RequestKind, tongue: Tongue, table: Table | None) -> str:
        """How much; yes or no; or what is typical and what is acceptable."""
        deed = "assign to the other" if tongue.neutral_verbs else "offer"
        span = f"from 0 to {self.pie}"
        if kind == "offer":
            return f"How much do you {deed}? A whole number {span}."
        if kind == "response":
            assert table is not None
            return (
                f"The other {'assigns' if tongue.neutral_verbs else 'offers'} you {table.value('offer')} "
                + (f"of {self.pie}. {ACCEPT} or {REJECT}?")
            )
        if kind == "beliefs":
            return (
                f"How much must one {deed} for you yourself to find it acceptable, whatever others think? A "
                f"number {span}, or none, if you do not mind how much it is. {losing(f'{deed} 0')}"
            )
        typical = f"How much do you expect a member typically to {deed}? A number {span}."
        acceptable = (
            f"How much must one {deed} for most members to find it socially acceptable? A number {span}"
        )
        ends = "" if tongue.neutral_anchors else ": 0 if anything is fine"
        return f"{typical} {acceptable}{ends}; or none, if members do not mind how much it is."

    def story(self, tongue: Tongue, me: int, names: Sequence[str], table: Table) -> str:
        """Who offered how much, and what became of it."""
        parts = []
        for move in table.moves:
            who = "you" if move.member == me else names[move.member]
            if move.kind == "offer":
                deed = "assigned to the other" if tongue.neutral_verbs else "offered"
                parts.append(f"{who} {deed} {move.value}")
            else:
                parts.append(
                    f"{who} said {move.value}" if tongue.neutral_verbs else f"{who} {move.value}ed it"
                )
        parts += [f"{'you' if member == me else names[member]} stood aside" for member in table.aside]
        return "; ".join(parts)


def _with(table: Table, role: str) -> int:
    return table.group[table.roles.index(role)]
