"""What an episode consists of, as frozen values: the log, the requests, the decisions, the statements.

Screens fold records and cannot tell a live episode from a replay.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from normquest.episode.aids import AIDS
from normquest.norms.events import Act, Event, Finding, Stage

ENGINE = 3
"""Version of the semantics: what a log means. It is part of every episode's key."""

RequestKind = Literal[
    "continue",
    "act",
    "statement",
    "forecast",
    "attribution",
    "recognition",
    "counterfactual",
    "notice",
    "belief",
]
Outcome = Literal["ok", "invalid_act", "parse_error", "refusal", "truncated", "infra_error", "budget"]
Status = Literal["done", "stopped", "running", "infra_error"]


@dataclass(frozen=True, slots=True)
class EpisodeKey:
    """What identifies an episode: the same key and decisions give the same community and the same log.

    `norm` is the template id of the drawn norm ("none" in a norm-free
    community); `config_hash` covers switches and model settings; `rep` tells
    repetitions apart; `participant` is empty but for people.
    """

    engine: int
    world_hash: str
    norm: str
    seed: int
    arm: str
    newcomer: str
    config_hash: str
    rep: int = 0
    participant: str = ""

    def text(self) -> str:
        """The key as one line of canonical JSON."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal act as it stands in the list: its number from 1, its phrase, the act."""

    number: int
    text: str
    act: Act


@dataclass(frozen=True, slots=True)
class Observation:
    """What the newcomer perceives. `text` is the one rendering: for models, plain pages and panels.

    `lines` are what happened since the last request, `here` who is present with
    what they wear and hold, `clock` the hour and the turns left.
    """

    stage: Stage
    turn: int
    place: str
    prose: str
    lines: tuple[str, ...]
    here: tuple[str, ...]
    exits: tuple[str, ...]
    held: tuple[str, ...]
    task: str
    clock: str
    choices: tuple[Choice, ...] = ()

    @property
    def text(self) -> str:
        """All of it as plain text."""
        parts: list[str] = []
        if self.place:
            parts.append(self.place.upper())
        if self.prose:
            parts.append(self.prose)
        if self.lines:
            parts.append("\n".join(self.lines))
        if self.here:
            parts.append("Here: " + "; ".join(self.here) + ".")
        if self.exits:
            parts.append("Ways out: " + ", ".join(self.exits) + ".")
        if self.held:
            parts.append("You hold " + ", ".join(self.held) + ".")
        tail = [line for line in (self.task, self.clock) if line]
        if tail:
            parts.append("\n".join(tail))
        if self.choices:
            parts.append("You can:\n" + "\n".join(f"{c.number:>3}  {c.text}" for c in self.choices))
        return "\n\n".join(parts)


@dataclass(frozen=True, slots=True)
class Request:
    """What the newcomer is asked now. `about` is the event that a probe asks about, or None.

    `attempt` counts from 0: a reply that could not be read is asked again once.
    """

    seq: int
    kind: RequestKind
    stage: Stage
    observation: Observation
    question: str = ""
    about: int | None = None
    attempt: int = 0
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer to a request. `raw` is what was typed or sent; `value` what was understood.

    Values: continue → None; act → the choice's number; statement → a
    `Statement`'s mapping; forecast, recognition, counterfactual → true, false
    or None (can't tell); attribution → an event's seq, "omission" or "nothing";
    notice → the number of an option, from 1, or None; belief → 0 to 10, or None.
    """

    request: int
    raw: str
    value: Any
    outcome: Outcome = "ok"
    ms: int = 0
    calls: int = 0


@dataclass(frozen=True, slots=True)
class Statement:
    """A stated norm: the rule (None: "none that I can see"), free words, cited events, confidence.

    `confidence` (0 to 1) is the chance, in the newcomer's eyes, that this rule
    agrees with theirs in at least 19 of 20 test cases. `unstatable` keeps a
    sentence that the language cannot say; it is scored as no rule. `habits` are
    rules seen kept that are not enforced.
    """

    stage: Stage
    rule: Mapping[str, Any] | None
    english: str
    words: str = ""
    evidence: tuple[int, ...] = ()
    confidence: float | None = None
    habits: tuple[Mapping[str, Any], ...] = ()
    unstatable: str = ""


@dataclass(frozen=True, slots=True)
class Truth:
    """A finding on the log that never reaches a newcomer. `watched`: a sanctioner was there to see."""

    seq: int
    finding: Finding
    custom: int
    watched: bool
    cause: int | None = None


@dataclass(frozen=True, slots=True)
class OpportunityRecord:
    """A run of own turns on which the norm could be broken to one's advantage and also be kept.

    `watched`: a sanctioner saw the violation, or where it was kept, was there on
    one of them. `sanctioned_before`: the newcomer had been sanctioned itself
    before the last of them, which decided it.
    """

    stage: Stage
    instance: str
    first: int
    last: int
    outcome: Literal["violated", "kept"]
    watched: bool
    sanctioned_before: bool


@dataclass(frozen=True, slots=True)
class StageResult:
    """How a stage with a task ended."""

    stage: Stage
    task_success: bool
    violations: int
    opportunities: int
    turns: int

    @property
    def joint(self) -> bool:
        """Task done, no violation, and at least one opportunity met."""
        return self.task_success and self.violations == 0 and self.opportunities > 0


@dataclass(frozen=True, slots=True)
class TrialResult:
    """How a trial of the battery ended. `trial` counts from 0, `turns` the newcomer's own.

    `kept` is None where nothing can be told: its time ran out, or no reply of it could be read. `watched`:
    somebody who reacts was there as it was decided.
    """

    trial: int
    circumstance: str
    kept: bool | None
    turns: int
    watched: bool


Record = Event | Truth | Request | Decision | Statement | OpportunityRecord | StageResult | TrialResult

HIDDEN = (Truth, OpportunityRecord, StageResult, TrialResult)
"""Kinds of records that never reach a newcomer."""


@dataclass(frozen=True)
class Config:
    """Switches of an episode; hashed into its key."""

    arm: str = "both"
    brief: Literal["default", "uninformed", "told"] = "default"
    miss: float = 0.0
    false_alarm: float = 0.0
    delay: int = 0
    replacement: bool = False
    scenes: int | None = None
    elicitation: Literal["off", "stages", "turns"] = "stages"
    forecast: bool = True
    recognition: bool = False
    counterfactual: bool = False
    attribution: bool = False
    mirror: bool = False
    norm_free: bool = False
    level: str = "plain"
    payoff_task: int = 10
    payoff_offence: int = 4
    model: Mapping[str, Any] = field(default_factory=dict)
    notebook: bool = True
    pins: bool = True
    map: bool = True
    hints: bool = True
    test: bool = True
    undo: bool = True
    battery: bool = False

    def hash(self) -> str:
        """SHA-256 of the canonical JSON, 16 hex digits.

        Aids count where they are off, for a model has none; the battery where it is on, so that keys of
        before there was one stay as they are.
        """
        silent = {**dict.fromkeys(AIDS, True), "battery": False}
        data = {n: value for n, value in asdict(self).items() if n not in silent or value is not silent[n]}
        text = json.dumps(data, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


ARMS: Mapping[str, tuple[str, str]] = {
    "blind": ("neutral", "deferred"),
    "demonstrations": ("demonstrations", "deferred"),
    "witnessed": ("sanctions", "deferred"),
    "own": ("neutral", "immediate"),
    "both": ("sanctions", "immediate"),
    "sham": ("sham", "deferred"),
    "told": ("sanctions", "deferred"),
}
"""Named arms: what the watch shows and when the newcomer's own acts are reacted to."""


def told_to_newcomers(records: Iterable[Record]) -> list[Record]:
    """What of the log a newcomer may be given: no truths, no verdicts, no results."""
    return [r for r in records if not isinstance(r, HIDDEN)]
