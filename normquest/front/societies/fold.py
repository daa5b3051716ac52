"""The records of a society, folded into what a screen shows at a moment; live and replay are the same.

What the records do not hold (where ties start, the scale of acts) comes from `About`. Missing stays missing:
a mean has its N, and a member that said nothing of itself has no number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from normquest.front.societies.about import About
from normquest.society.games import Game
from normquest.society.records import (
    Believed,
    Ended,
    Exclusion,
    Groups,
    Left,
    Message,
    Missing,
    Move,
    Noticed,
    Payoff,
    Prompt,
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

Phase = Literal["groups", "talk", "acts", "ratings", "reports", "noticed", "beliefs", "ended"]


@dataclass
class Face:
    """Somebody who sits or sat. `gone`: why it no longer does, and since `went`; `came`: its first round."""

    member: int
    name: str
    mind: str
    role: str
    tau: float
    came: int
    gone: str = ""
    went: int = 0
    acts: dict[int, float] = field(default_factory=dict)
    said: dict[int, tuple[float, float | None]] = field(default_factory=dict)
    paid: dict[int, float] = field(default_factory=dict)
    standing: dict[int, float] = field(default_factory=dict)
    """By round: how far it went, what it reported (a normative expectation of "none" is None), what it had,
    how it stood at the end."""
    not_itself: set[int] = field(default_factory=set)
    """Rounds in which it acted for the experiment; means leave these out."""


@dataclass(frozen=True)
class Mean:
    """A mean and how many it is of; `none`: how many said that there is none. None: nobody said anything."""

    value: float | None
    count: int
    none: int = 0


@dataclass(frozen=True)
class Point:
    """The means of a round, over members who act for themselves."""

    round: int
    acts: Mean
    ee: Mean
    ne: Mean


@dataclass(frozen=True)
class Told:
    """Something that happened to the society as a whole, at the beginning of a round or in it."""

    round: int
    kind: Literal["shock", "trial", "excluded", "returned"]
    text: str


@dataclass
class Exchange:
    """What a member that reads was sent, and what came back; None: it has not answered."""

    prompt: Prompt
    reply: Reply | None = None


@dataclass
class Fold:
    """A society at a moment; `take` brings it forward."""

    about: About
    game: Game
    round: int = 0
    phase: Phase = "groups"
    faces: dict[int, Face] = field(default_factory=dict)
    groups: tuple[tuple[int, ...], ...] = ()
    seeds: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()
    talk: list[Message] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    payoffs: dict[int, float] = field(default_factory=dict)
    ratings: dict[tuple[int, int], float] = field(default_factory=dict)
    missing: list[Missing] = field(default_factory=list)
    noticed: list[Noticed] = field(default_factory=list)
    believed: list[Believed] = field(default_factory=list)
    weights: dict[tuple[int, int], float] = field(default_factory=dict)
    told: list[Told] = field(default_factory=list)
    exchanges: dict[int, list[Exchange]] = field(default_factory=dict)
    running: str = ""
    ended: str = ""
    _open: dict[int, Exchange] = field(default_factory=dict)
    _round_over: bool = False

    def take(self, records: Iterable[Record]) -> None:
        """Fold these in, which follow those before."""
        for record in records:
            self._one(record)

    def _one(self, record: Record) -> None:
        match record:
            case Seated():
                self._seat(record)
            case Left():
                face = self.faces[record.member]
                face.gone, face.went = record.why if record.for_good else "away", record.round
            case Trial():
                self._trial(record)
            case ShockRecord():
                self.told.append(Told(record.round + 1, "shock", self._shock(record)))
            case Groups():
                self._open_round(record)
            case Message():
                self.phase = "talk"
                self.talk.append(record)
            case Move():
                self._move(record)
            case Payoff():
                self.phase = "acts"
                self.payoffs[record.member] = record.value
                self.faces[record.member].paid[record.round] = record.value
            case Rating():
                self.phase = "ratings"
                self.ratings[record.rater, record.rated] = record.value
            case Tie():
                self.weights[record.source, record.target] = record.weight
            case Exclusion():
                name = self.name(record.member)
                text = f"{name} is excluded for good, at a standing of {record.standing:.2f}."
                self.told.append(Told(record.round, "excluded", text))
            case Report():
                self.phase = "reports"
                ne = None if record.ne == "none" else record.ne
                self._own(record.member).said[record.round] = (record.ee, ne)
            case Noticed():
                self.phase = "noticed"
                self.noticed.append(record)
            case Believed():
                self.phase = "beliefs"
                self.believed.append(record)
            case Missing():
                self.missing.append(record)
            case Prompt():
                self._prompt(record)
            case Reply():
                found = self._open.pop(record.request, None)
                if found is not None:
                    found.reply = record
            case RoundEnd():
                for member, standing in zip(record.members, record.standing, strict=True):
                    self.faces[member].standing[record.round] = standing
            case Ended():
                self.ended = record.why
                self.phase = "ended"

    def _seat(self, record: Seated) -> None:
        known = self.faces.get(record.member)
        if known is None:
            self.faces[record.member] = Face(
                record.member, record.name, record.mind, record.role, record.tau, record.round
            )
            return
        known.mind, known.role, known.gone = record.mind, record.role, ""

    def _trial(self, record: Trial) -> None:
        self.running = record.name if record.begins else ""
        if record.told:
            begins = record.round if record.begins else record.round + 1
            self.told.append(Told(begins, "trial", record.told))

    def _shock(self, record: ShockRecord) -> str:
        gone = ", ".join(map(self.name, record.replaced))
        come = ", ".join(map(self.name, record.strangers))
        return f"{gone} left; strangers in their place: {come}."

    def _open_round(self, record: Groups) -> None:
        self.round, self.phase = record.round, "groups"
        self.groups, self.seeds, self.resting = record.groups, record.seeds, record.resting
        self.talk, self.moves, self.payoffs, self.ratings = [], [], {}, {}
        self.missing, self.noticed, self.believed = [], [], []

    def _move(self, record: Move) -> None:
        self.phase = "acts"
        self.moves.append(record)
        level = self.game.level(record)
        if level is not None and not record.repeated:
            self._own(record.member).acts[record.round] = level

    def _own(self, member: int) -> Face:
        """The one who acts, with a note of whether it acts for itself."""
        face = self.faces[member]
        if face.role != "member":
            face.not_itself.add(self.round)
        return face

    def _prompt(self, record: Prompt) -> None:
        made = self._open[record.request] = Exchange(record)
        self.exchanges.setdefault(record.member, []).append(made)

    # --- what can be read from it -------------------------------------------------------------------------

    def name(self, member: int) -> str:
        """A member's name; foreign text."""
        face = self.faces.get(member)
        return face.name if face is not None else f"#{member}"

    @property
    def sitting(self) -> list[int]:
        """Who sits, by number."""
        return [member for member, face in self.faces.items() if not face.gone]

    def weight(self, source: int, target: int) -> float:
        """The weight of a tie as it is now."""
        return self.weights.get((source, target), self.about.start)

    def standing(self, member: int) -> float:
        """The mean weight of the ties from those who sit: what it is now, also in the middle of a round."""
        others = [one for one in self.sitting if one != member]
        if not others:
            return self.about.start
        return sum(self.weight(other, member) for other in others) / len(others)

    @property
    def ranked(self) -> list[int]:
        """Who sits, the highest standing first; of equals, the lower number."""
        standing = {member: self.standing(member) for member in self.sitting}
        return sorted(standing, key=lambda member: (-standing[member], member))

    @property
    def strangers(self) -> set[int]:
        """Who came later, in somebody's place, among those who sit."""
        return {member for member in self.sitting if self.faces[member].came > 1}

    @property
    def waiting(self) -> list[int]:
        """Who has been sent something and has not answered."""
        return sorted({one.prompt.member for one in self._open.values()})

    def speaking(self, group: int) -> int | None:
        """Who has said the last thing in a group, while they talk."""
        said = [one.member for one in self.talk if one.group == group]
        return said[-1] if said and self.phase == "talk" else None

    def got(self, member: int) -> list[tuple[int, float]]:
        """How its mates rated a member in this round."""
        return [(rater, value) for (rater, rated), value in self.ratings.items() if rated == member]

    def given(self, member: int) -> list[tuple[int, float]]:
        """How a member rated its mates in this round."""
        return [(rated, value) for (rater, rated), value in self.ratings.items() if rater == member]

    @property
    def points(self) -> list[Point]:
        """The means of each round so far, over members that act for themselves."""
        found = []
        for round in range(1, self.round + 1):
            own = [face for face in self.faces.values() if round not in face.not_itself]
            acts = [face.acts[round] for face in own if round in face.acts]
            said = [face.said[round] for face in own if round in face.said]
            ne = [one for _, one in said if one is not None]
            found.append(
                Point(round, _mean(acts), _mean([ee for ee, _ in said]), _mean(ne, len(said) - len(ne)))
            )
        return found

    @property
    def marks(self) -> Mapping[int, str]:
        """By round, the gravest thing that happened to the society in it."""
        found: dict[int, str] = {}
        for one in self.told:
            if found.get(one.round) != "shock":
                found[one.round] = one.kind
        return found


def _mean(values: list[float], none: int = 0) -> Mean:
    return Mean(sum(values) / len(values) if values else None, len(values), none)


def gone_text(face: Face) -> str:
    """Why and since when somebody sits no more, in a few words."""
    said = {"excluded": "excluded in round", "replaced": "replaced before round"}
    return f"{said.get(face.gone, 'away since round')} {face.went}" if face.gone else ""
