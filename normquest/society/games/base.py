"""What a game is to the engine: who moves when, what may be done, what it pays, and its words.

A round of a game is played at tables, one a group. Moves of one step are made at the same time; nobody sees
another's before all have moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from normquest.society.forms import SURE, Form
from normquest.society.records import Move, MoveKind, MoveValue, RequestKind
from normquest.streams import Stream


@dataclass(frozen=True, slots=True)
class Table:
    """A group at play: who is in it, in which role, what was done so far, who stands aside."""

    group: tuple[int, ...]
    roles: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    aside: tuple[int, ...] = ()

    def value(self, kind: MoveKind) -> MoveValue | None:
        """The value of the first move of this kind, or None."""
        return next((move.value for move in self.moves if move.kind == kind), None)

    def role(self, member: int) -> str:
        """A member's role at this table."""
        return self.roles[self.group.index(member)]


class Ask(NamedTuple):
    """Somebody's turn to move."""

    member: int
    kind: MoveKind


class Tongue(NamedTuple):
    """Which words are used: of accounts instead of giving and keeping; without examples and judgements."""

    neutral_verbs: bool = False
    neutral_anchors: bool = False


class Game(Protocol):
    """The rules of a game, and how it is told. Frozen; all of it is public to its players."""

    @property
    def kind(self) -> str:
        """The game's name in a society file."""

    @property
    def key_move(self) -> MoveKind:
        """The move that expectations are about."""

    @property
    def utmost(self) -> float:
        """How far a member goes who is wholly inclined to."""

    def roles(self, group: Sequence[int], rng: Stream) -> tuple[str, ...]:
        """A role for each of the group."""

    def asks(self, table: Table) -> tuple[Ask, ...]:
        """Who moves next; empty when the round is over."""

    def form(self, kind: MoveKind, table: Table) -> Form:
        """What may be done in a move."""

    def payoffs(self, table: Table) -> tuple[tuple[int, float], ...]:
        """What each of those who played has of it."""

    def level(self, move: Move) -> float | None:
        """A key move on the scale of expectations; None for other moves."""

    def rules(self, tongue: Tongue, size: int) -> str:
        """The rules in words, where groups are as a rule of this size."""

    def tendency(self, tongue: Tongue) -> str:
        """What a tendency is a tendency to: "cooperate"."""

    def ought(self, tongue: Tongue, anchor: float | None) -> str:
        """That so little will do, as the end of a sentence; None: that it does not matter what one does."""

    def demand(self, tongue: Tongue, level: float) -> str:
        """That one ought to do so much, as the end of a sentence."""

    def question(self, kind: RequestKind, tongue: Tongue, table: Table | None) -> str:
        """The question of a move, a report, or of beliefs."""

    def story(self, tongue: Tongue, me: int, names: Sequence[str], table: Table) -> str:
        """What was done at a table, to one who sat there."""


def losing(deed: str) -> str:
    """How likely one is to lose by what one could do at the others' expense, as a question."""
    return (
        f"If you {deed}, how likely is it that you come to lose by what the others do about it? A number "
        f"from 0, not at all, to {SURE:g}, for certain."
    )
