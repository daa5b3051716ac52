"""What the store hands out beside records: heads of episodes and runs, worlds, totals. All frozen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from normquest.episode.records import EpisodeKey, OpportunityRecord, StageResult, Statement, Status
from normquest.society.records import SocietyKey

StoredStatus = Status | Literal["discarded"]
RunStatus = Literal["running", "done", "stopped"]
RunKind = Literal["episodes", "societies", "coding"]
Speed = Literal["slow", "calm", "brisk", "full"]
Command = Literal["pause", "resume", "step", "score", "discard"] | Speed
"""What a watcher may ask: score is "stop and score what is there", discard "stop and forget"."""

SPEEDS: Mapping[Speed, float] = {"slow": 4.0, "calm": 1.5, "brisk": 0.5, "full": 0.0}
"""The least seconds from one request to the next, the slowest first."""

COMMANDS: tuple[Command, ...] = ("pause", "resume", "step", "score", "discard", *SPEEDS)
FINISHED: tuple[StoredStatus, ...] = ("done", "stopped")
"""An episode of this status is not run again."""


@dataclass(frozen=True, slots=True)
class WorldFile:
    """A world as it was played: its hash, id, title, and the whole source."""

    hash: str
    id: str
    title: str
    source: str


@dataclass(frozen=True, slots=True)
class RunRow:
    """The head of a run. Times are UTC, ISO 8601."""

    id: int
    name: str
    started: str
    ended: str | None
    args: Mapping[str, Any]
    status: RunStatus


@dataclass(frozen=True, slots=True)
class EpisodeRow:
    """The head of an episode.

    `run` is the run that began it (others may include it). `world` is the world's id, `family` the norm's.
    `records` counts the records written, 0 for a new episode; `last_seq` is the last event's seq, or -1.
    """

    id: int
    key: EpisodeKey
    run: int | None
    world: str
    family: str
    config: Mapping[str, Any]
    status: StoredStatus
    error: str
    started: str
    ended: str | None
    result: Mapping[str, Any] | None
    records: int
    last_seq: int


@dataclass(frozen=True, slots=True)
class SocietyRow:
    """The head of a society. `society` is its file's id; `records` counts the records written."""

    id: int
    key: SocietyKey
    run: int | None
    society: str
    config: Mapping[str, Any]
    status: StoredStatus
    error: str
    started: str
    ended: str | None
    result: Mapping[str, Any] | None
    records: int


@dataclass(frozen=True, slots=True)
class EpisodeResult:
    """What a report needs of an episode: how its stages ended, its opportunities, its statements."""

    episode: EpisodeRow
    stages: tuple[StageResult, ...]
    opportunities: tuple[OpportunityRecord, ...]
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class CallsBy:
    """The model calls of one newcomer that ended in one way ("pending": not yet, or it was killed meanwhile).

    `untold` of them ended without word of what they used, so that tokens are a lower bound; of `unpriced`
    ones the cost is not known. `ms` is the mean time of those that ended, in milliseconds.
    """

    newcomer: str
    outcome: str
    calls: int
    retries: int
    tokens_in: int
    tokens_out: int
    untold: int
    cost: float
    unpriced: int
    ms: float | None


@dataclass(frozen=True, slots=True)
class CallTotals:
    """What the model calls of a run have used so far.

    `tokens` and `cost` count a call at what it reserved as long as its use is not known: pending, killed, or
    answered without figures. So they are never too low. `unpriced` calls have neither a cost nor a
    reservation; if there are any, `cost` is a lower bound.
    """

    calls: int
    pending: int
    tokens_in: int
    tokens_out: int
    tokens: int
    cost: float
    unpriced: int


@dataclass(frozen=True, slots=True)
class Effort:
    """How an episode's model calls went: `again` counts those that were not the first for their request.

    `last_ms`: how long the last answered call took; None before there is one.
    """

    again: int
    last_ms: int | None
