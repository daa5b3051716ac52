"""Where an episode stands: a value, so that any step can be taken again from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from normquest.community.build import Community
from normquest.community.state import Key
from normquest.episode.case import Case
from normquest.episode.records import Config, EpisodeKey, Record, Request
from normquest.norms.events import Act, Stage

Phase = Literal[
    "brief",
    "scene",
    "forecast",
    "attribution",
    "recognition",
    "counterfactual",
    "statement",
    "act_brief",
    "act",
    "trials_brief",
    "trial_page",
    "trial",
    "trial_end",
    "done",
]


@dataclass(frozen=True)
class Turned:
    """One decision of the newcomer with what was so before it; opportunities are judged from these.

    `watched`: a sanctioner stood there; `noticed`: one saw the violation of this turn (None: none was).
    """

    state: Mapping[Key, Any]
    memory: Mapping[Any, Any]
    act: Act
    turn: int
    left: int
    watched: bool
    sanctioned: int
    noticed: bool | None = None


@dataclass(frozen=True)
class Acting:
    """A stage with a task, under way. `resumed`: residents go about their day again.

    `set_aside` counts the turns that the reactions of the last turn take away. `most` turns are there, those
    of the task unless it is given; `reacts`: people react to offences, as in the arm unless it is given.
    """

    stage: Stage
    community: Community
    state: Mapping[Key, Any]
    memories: tuple[Mapping[Any, Any], ...]
    turn: int = 0
    arrived: bool = True
    visits: Mapping[str, int] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    taken: tuple[Turned, ...] = ()
    due: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    violations: int = 0
    sanctions: int = 0
    resumed: bool = False
    done: bool = False
    set_aside: int = 0
    most: int | None = None
    reacts: bool | None = None


@dataclass(frozen=True)
class Trial:
    """A trial of the battery, under way: its number, from 0, and what the newcomer has decided in it.

    `began` is the turn of its first decision. `owed` are the duties that it has open; `excused`: one could
    not be discharged; `unread`: some reply could not be used. `asked` questions were put.
    """

    number: int
    began: int
    owed: frozenset[str] = frozenset()
    excused: bool = False
    unread: bool = False
    asked: int = 0


@dataclass(frozen=True)
class EpisodeState:
    """The whole state. `seq` numbers events, `asked` requests, `index` scenes or probes of a phase."""

    key: EpisodeKey
    config: Config
    case: Case
    phase: Phase = "brief"
    index: int = 0
    stage: Stage = "arrival"
    seq: int = 0
    asked: int = 0
    attempt: int = 0
    lines: tuple[str, ...] = ()
    acting: Acting | None = None
    trial: Trial | None = None
    request: Request | None = None
    seen: tuple[int, ...] = ()
    sanction_lines: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Step:
    """What comes of beginning or advancing: the next state, new records, the next request (None: over)."""

    state: EpisodeState
    records: tuple[Record, ...]
    request: Request | None
