"""A society as a row of moments that one can leaf through: groups, each turn of talk, acts, ratings, reports.

The records decide where a moment ends; so a replay, and a society that goes on while it is watched, have the
same moments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from normquest.front.societies.about import About
from normquest.front.societies.fold import Fold, Phase
from normquest.society.games import Game
from normquest.society.records import (
    Believed,
    Groups,
    Message,
    Missing,
    Move,
    Noticed,
    Payoff,
    Rating,
    Record,
    Reply,
    Report,
    RoundEnd,
    Seated,
    ShockRecord,
    Tie,
    Trial,
)

ORDER: tuple[Phase, ...] = ("groups", "talk", "acts", "ratings", "reports", "noticed", "beliefs")


@dataclass
class Moment:
    """`end`: how many records it is seen after. `turn` counts what each group has said so far."""

    round: int
    phase: Phase
    turn: int
    end: int

    @property
    def place(self) -> tuple[int, int, int]:
        """Where it stands, to be compared with a moment of another society."""
        return (self.round, ORDER.index(self.phase), self.turn)


class Reel:
    """All records so far, the moments in them, and the fold at one of them."""

    def __init__(self, about: About, game: Game) -> None:
        self.about = about
        self.game = game
        self.records: list[Record] = []
        self.moments: list[Moment] = []
        self._round = 1
        self._fold = Fold(about, game)
        self._taken = 0
        self._head = Fold(about, game)
        self._headed = 0

    def take(self, records: Sequence[Record]) -> bool:
        """Add these; whether there is a new moment."""
        before = len(self.moments)
        for record in records:
            self.records.append(record)
            self._place(record)
        return len(self.moments) > before

    def _place(self, record: Record) -> None:
        found = _phase_of(record)
        if found is not None:
            turn = record.turn + 1 if isinstance(record, Message) else 0
            last = self.moments[-1] if self.moments else None
            if last is None or (last.round, last.phase, last.turn) != (self._round, found, turn):
                self.moments.append(Moment(self._round, found, turn, 0))
        if isinstance(record, RoundEnd):
            self._round = record.round + 1
        if self.moments and not isinstance(record, Reply | Missing):
            self.moments[-1].end = len(self.records)

    def at(self, number: int) -> Fold:
        """The society at a moment, counted from 0; at the last one, with all that has come since."""
        if not self.moments:
            end = len(self.records)
        else:
            number = min(max(number, 0), len(self.moments) - 1)
            last = number == len(self.moments) - 1
            end = len(self.records) if last else self.moments[number].end
        if end < self._taken:
            self._fold, self._taken = Fold(self.about, self.game), 0
        self._fold.take(self.records[self._taken : end])
        self._taken = end
        return self._fold

    def first_of(self, round: int) -> int:
        """The number of the first moment of a round, or of the nearest there is."""
        for number, moment in enumerate(self.moments):
            if moment.round >= round:
                return number
        return max(len(self.moments) - 1, 0)

    def near(self, place: tuple[int, int, int]) -> int:
        """The number of the last moment that does not lie after this place."""
        found = 0
        for number, moment in enumerate(self.moments):
            if moment.place <= place:
                found = number
        return found

    @property
    def whole(self) -> Fold:
        """The society as far as it has come, whatever moment is looked at."""
        self._head.take(self.records[self._headed :])
        self._headed = len(self.records)
        return self._head


def _phase_of(record: Record) -> Phase | None:
    """The moment that a record belongs to; None for one that belongs to whichever is there."""
    match record:
        case Seated() | Trial() | ShockRecord() | Groups():
            return "groups"
        case Message():
            return "talk"
        case Move() | Payoff():
            return "acts"
        case Rating() | Tie():
            return "ratings"
        case Report():
            return "reports"
        case Noticed():
            return "noticed"
        case Believed():
            return "beliefs"
    return None
