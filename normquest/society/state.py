"""The state of a society, and a step: the state, what it brought, and what is asked now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from normquest.society.forms import Form
from normquest.society.games import Table
from normquest.society.people import Person
from normquest.society.records import Config, Record, RequestKind, SocietyKey
from normquest.society.schema import Society
from normquest.society.telling import Teller
from normquest.society.ties import Weights
from normquest.society.view import Expected, Notice, Numbered, Past, Rules, Talked, View

Phase = Literal["talk", "play", "ratings", "report", "notice", "beliefs", "done"]
EMPTY = -1
"""Stands for an empty seat."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a member is asked. `attempt` counts from 0: what could not be used is asked again once.

    `kept`: whether the member may be reminded of the question and its own answer later.
    """

    seq: int
    round: int
    member: int
    kind: RequestKind
    form: Form
    view: View
    teller: Teller = field(repr=False, compare=False)
    attempt: int = 0
    kept: bool = True

    @property
    def text(self) -> str:
        """All that the member is told, with the question last."""
        return self.teller.text(self.view, self.kind, self.form, self.attempt)


@dataclass(frozen=True, slots=True)
class Running:
    """A trial that runs: which, of which intervention, till when; who sat in the seats that it took."""

    name: str
    trial: int
    last: int
    replaced: tuple[Person, ...] = ()
    members: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SocietyState:
    """A society at a moment. `people` are all who ever sat, by number; `seats` who sits now.

    `reports` are those of the round at hand, and before they are asked, those of the round before.
    """

    key: SocietyKey
    config: Config
    society: Society
    teller: Teller
    rules: Rules
    people: tuple[Person, ...]
    names: tuple[str, ...]
    seats: tuple[int, ...]
    weights: Weights
    pasts: tuple[tuple[Past, ...], ...]
    last: int
    phase: Phase = "done"
    round: int = 0
    groups: tuple[tuple[int, ...], ...] = ()
    resting: tuple[int, ...] = ()
    orders: tuple[tuple[int, ...], ...] = ()
    turn: int = 0
    talk: tuple[Talked, ...] = ()
    tables: tuple[Table, ...] = ()
    payoffs: tuple[Numbered, ...] = ()
    ratings: tuple[tuple[int, int, float], ...] = ()
    reports: Mapping[int, Expected] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    running: Running | None = None
    asked: int = 0
    requests: tuple[Request, ...] = ()
    taken: Mapping[int, Any] = field(default_factory=dict)

    @property
    def active(self) -> tuple[int, ...]:
        """Who sits, by number."""
        return tuple(sorted(member for member in self.seats if member != EMPTY))


@dataclass(frozen=True, slots=True)
class Step:
    """What a step gives; no requests: the society is over."""

    state: SocietyState
    records: tuple[Record, ...]
    requests: tuple[Request, ...]
