"""What happened, as the log records it and as monitors read it.

`facts` is what could be observed at the moment of the act, before its
changes: attributes of the things used, of the place, and of everyone present.
Monitors read nothing else, so a verdict depends only on what was there to see.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

NEWCOMER = "you"
"""The newcomer's id in every community."""

Kind = Literal["act", "failed", "tick", "sanction", "stage", "unseen"]
Sight = Literal["full", "dim", "none"]
Stage = Literal["arrival", "watch", "act", "elsewhere", "trials", "debrief"]
Facts = Mapping[str, Any]
Change = tuple[str, str, Any]
"""`(entity, attribute, new value)`; folded over the start state it gives the state."""


@dataclass(frozen=True, slots=True)
class Act:
    """An attempted action: who, which verb, and what fills its slots (entity ids)."""

    actor: str
    verb: str
    slots: tuple[tuple[str, str], ...] = ()

    def slot(self, name: str) -> str | None:
        """The id in the slot `name`, or None."""
        for key, value in self.slots:
            if key == name:
                return value
        return None


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of the log.

    seq counts from 0 within an episode; turn from 0 within a stage. `kind`:
    `act` succeeded, `failed` did not, `tick` closes a turn, `sanction` is a
    reaction to `target`, `stage` begins a stage or, in the watch, a fresh
    history, `unseen` stands, on an observer's side only, for a turn of `actor`
    that it could not see. `tags` are the verb's. `facts` has the keys `thing`,
    `target`, `addressee`, `style`, `place` (attribute maps) and `people`
    (id → attribute map, everyone present including the actor; on a tick,
    everyone, each with its own `place` map). `could` lists, as fact maps with
    `verb`, `tags` and `slots`, the rites that the actor could have done instead;
    None where that was not recorded.
    """

    seq: int
    turn: int
    stage: Stage
    kind: Kind
    place: str = ""
    hour: str = ""
    day: int = 0
    act: Act | None = None
    tags: tuple[str, ...] = ()
    facts: Facts = field(default_factory=dict)
    could: tuple[Facts, ...] | None = None
    present: tuple[str, ...] = ()
    seen_by: tuple[str, ...] = ()
    sight: Sight = "full"
    changes: tuple[Change, ...] = ()
    target: str | None = None
    text: str = ""

    @property
    def actor(self) -> str:
        """Who acted, or the empty string."""
        return self.act.actor if self.act is not None else ""

    @property
    def verb(self) -> str:
        """Which verb, or the empty string."""
        return self.act.verb if self.act is not None else ""

    def renumbered(self, seq: int, turn: int) -> Event:
        """The same event at another place in the log."""
        return replace(self, seq=seq, turn=turn)


Result = Literal["violated", "kept", "excused", "open", "unknown"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A monitor's ruling on one instance of a rule.

    `instance` is unique within a monitor. `opened_by` and `closed_by` are
    sequence numbers of events (closed_by is None while open). `charged` is the
    bearer. Findings are append-only: an instance that was `open` may be
    followed by one closing finding, never changed.
    """

    instance: str
    bearer: str
    opened_by: int
    closed_by: int | None
    result: Result
