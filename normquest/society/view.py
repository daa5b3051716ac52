"""What a member can know when it is asked: the one source of its text, and of what scripted members read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from normquest.society.games import Game, Table
from normquest.society.people import Person
from normquest.society.records import NoExpectation

Numbered = tuple[tuple[int, float], ...]
"""A number for each of some members."""

Talked = tuple[tuple[int, str], ...]
"""Who said what, in order."""

Expected = tuple[float, float | NoExpectation]


@dataclass(frozen=True, slots=True)
class Past:
    """A round as one member knew it. `group` is empty where it rested; `report` is None unless shown back."""

    round: int
    group: tuple[int, ...]
    talk: Talked
    table: Table | None
    payoffs: Numbered
    given: Numbered
    got: Numbered
    report: Expected | None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that all were told at the beginning of a round.

    `kind`: that of an intervention, or news (who has gone or come). `on`: it begins to hold; else it ends.
    `says`: what a majority was said to hold.
    """

    round: int
    kind: str
    text: str
    on: bool = True
    says: float | Literal["none"] | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds at the moment, and all are told. `rounds` is 0 where their number is not told."""

    game: Game
    learning: bool
    selection: bool
    ratings: bool
    ratings_count: bool
    ratings_told: bool
    selection_from: int
    members: int
    size: int
    rounds: int
    scale: tuple[float, float]


@dataclass(frozen=True, slots=True)
class View:
    """What a member knows: itself, the rules, the rounds so far, and this round as far as it has come."""

    me: Person
    round: int
    rules: Rules
    names: Sequence[str]
    group: tuple[int, ...]
    talk: Talked
    table: Table | None
    payoffs: Numbered
    given: Numbered
    got: Numbered
    past: tuple[Past, ...]
    notices: tuple[Notice, ...]

    @property
    def others(self) -> tuple[int, ...]:
        """Its group mates."""
        return tuple(member for member in self.group if member != self.me.id)

    @property
    def trial(self) -> Notice | None:
        """The change that holds now, if one does."""
        for notice in reversed(self.notices):
            if notice.kind != "news":
                return notice if notice.on else None
        return None
