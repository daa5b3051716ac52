"""What a society's log consists of, as frozen values: who sat where, what was said, done, rated, reported.

Members are numbers: those who begin are 0 to N-1, strangers who come later have the next ones. Screens and
analyses fold these records and cannot tell a live society from a replay.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any, Literal

from normquest.society.conditions import Condition, Variant

ENGINE = 1
"""Version of the semantics: what a log means. It is part of every society's key."""

RequestKind = Literal[
    "talk",
    "contribution",
    "word",
    "answer",
    "offer",
    "response",
    "ratings",
    "report",
    "notice",
    "beliefs",
]
MoveKind = Literal["contribution", "word", "answer", "offer", "response"]
Outcome = Literal["ok", "invalid_act", "parse_error", "refusal", "truncated", "infra_error", "budget"]
Role = Literal["member", "adversary", "confederate"]
MoveValue = int | str
NoExpectation = Literal["none"]


@dataclass(frozen=True, slots=True)
class SocietyKey:
    """What identifies a society: the same key and replies give the same log.

    `condition` says which processes are on (`conditions.label`), `members` who sits where as it was asked
    for; `config_hash` covers all switches; `rep` tells repetitions apart.
    """

    engine: int
    file_hash: str
    seed: int
    condition: str
    members: str
    config_hash: str
    rep: int = 0
    participant: str = ""

    def text(self) -> str:
        """The key as one line of canonical JSON."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True)
class Config:
    """Switches of a society; hashed into its key. `shock` and `interventions` are names in its file.

    `models` holds the settings of chat models among the members.
    """

    condition: Condition
    variant: Variant = "standard"
    shock: str = ""
    interventions: tuple[str, ...] = ()
    models: tuple[tuple[str, str], ...] = ()

    def data(self) -> dict[str, Any]:
        """The switches as JSON can hold them."""
        return {
            "condition": asdict(self.condition),
            "variant": self.variant,
            "shock": self.shock,
            "interventions": list(self.interventions),
            "models": [list(pair) for pair in self.models],
        }

    def hash(self) -> str:
        """SHA-256 of the canonical JSON, 16 hex digits."""
        text = json.dumps(self.data(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Reply:
    """A member's answer to a request. `raw` is what was typed or sent; `value` what was understood.

    Values by form: text → text; number → the number; choice → the option; ratings → numbers in the order of
    the form's `about`; report → {"ee": number, "ne": number or "none"}.
    """

    request: int
    raw: str
    value: Any
    outcome: Outcome = "ok"
    ms: int = 0
    calls: int = 0


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a member who reads (a person, a chat model) was sent."""

    request: int
    round: int
    member: int
    kind: RequestKind
    attempt: int
    text: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody sits down: at the beginning (round 1), or in a replaced member's seat. Hidden from members.

    `mind` is who decides there. `anchor`: what an adversary holds one ought to do. `trial`: the intervention
    that brought this about and that will undo it.
    """

    round: int
    member: int
    seat: int
    name: str
    mind: str
    role: Role
    tau: float
    anchor: float | None = None
    trial: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """A member has left its seat: replaced, or excluded; `for_good` unless it will return."""

    round: int
    member: int
    seat: int
    why: Literal["replaced", "excluded"]
    for_good: bool = True


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of a round. `seeds` drew the others of their groups, in this order; empty where all was
    chance.

    `resting`: who was left over.
    """

    round: int
    groups: tuple[tuple[int, ...], ...]
    seeds: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Message:
    """What a member said in its group, as the others were told. `turn` counts the group's messages from 0."""

    round: int
    group: int
    turn: int
    member: int
    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """An act in the game. `repeated`: no usable reply came, and the member's last act stands in for it."""

    round: int
    group: int
    member: int
    kind: MoveKind
    value: MoveValue
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Payoff:
    """What a member has of a round."""

    round: int
    group: int
    member: int
    value: float


@dataclass(frozen=True, slots=True)
class Rating:
    """How a member rates a group mate, from -1 to 1."""

    round: int
    rater: int
    rated: int
    value: float


@dataclass(frozen=True, slots=True)
class Tie:
    """The weight of a tie after it changed."""

    round: int
    source: int
    target: int
    weight: float


@dataclass(frozen=True, slots=True)
class Report:
    """What a member expects: `ee`, what is typical; `ne`, what is socially acceptable, or "none"."""

    round: int
    member: int
    ee: float
    ne: float | NoExpectation


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A member is excluded for good, at this standing."""

    round: int
    member: int
    standing: float


@dataclass(frozen=True, slots=True)
class ShockRecord:
    """After this round, these members were replaced by those; `anchor` is what the strangers hold."""

    round: int
    name: str
    replaced: tuple[int, ...]
    strangers: tuple[int, ...]
    anchor: float


@dataclass(frozen=True, slots=True)
class Trial:
    """A trial of an intervention begins or ends with this round; `members` act as it says, `told` was
    said.
    """

    round: int
    name: str
    kind: str
    trial: int
    begins: bool
    members: tuple[int, ...]
    told: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """What a member says has changed since the round before; `right` if that is the intervention."""

    round: int
    member: int
    name: str
    answer: str
    right: bool


@dataclass(frozen=True, slots=True)
class Believed:
    """What a member says in the last round of a trial: what it holds right itself, on the scale of acts, and
    how likely it would lose by doing nothing, from 0 to 10.
    """

    round: int
    member: int
    belief: float | NoExpectation
    sanction: float


@dataclass(frozen=True, slots=True)
class Missing:
    """A member gave no usable reply, asked twice; `rule` is what the file says becomes of it."""

    round: int
    member: int
    kind: RequestKind
    outcome: Outcome
    rule: str


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A round is over: the mean incoming weight of each active member, in their order."""

    round: int
    members: tuple[int, ...]
    standing: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The society is over: all rounds are played, or too few members are left."""

    round: int
    why: Literal["rounds", "too_few"]


Record = (
    Reply
    | Prompt
    | Seated
    | Left
    | Groups
    | Message
    | Move
    | Payoff
    | Rating
    | Tie
    | Report
    | Exclusion
    | ShockRecord
    | Trial
    | Noticed
    | Believed
    | Missing
    | RoundEnd
    | Ended
)

RECORDS: tuple[type, ...] = (
    Reply, Prompt, Seated, Left, Groups, Message, Move, Payoff, Rating, Tie, Report, Exclusion, ShockRecord,
    Trial, Noticed, Believed, Missing, RoundEnd, Ended,
)  # fmt: skip
"""Every kind of record, in the order in which they are explained above."""
