"""What a newcomer has seen, sorted for minds that learn: histories, and who was sanctioned in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from normquest.community.build import YOU
from normquest.episode.records import Record
from normquest.norms.events import Event


@dataclass(frozen=True)
class Seen:
    """One history as seen: its acts and ticks, and the reactions as (turn, target)."""

    stage: str
    events: tuple[Event, ...]
    reactions: tuple[tuple[int, str | None], ...]

    def sanctioned(self, seqs: Sequence[int], delay: int = 0) -> int:
        """A word with the bit set of each act (by its place in `seqs`) that a reaction answers."""
        place = {seq: bit for bit, seq in enumerate(seqs)}
        word = 0
        for event in self.events:
            if event.kind not in ("act", "failed"):
                continue
            for turn, target in self.reactions:
                if event.turn == turn - delay and target in (event.actor, None):
                    word |= 1 << place[event.seq]
        return word


def histories(records: Sequence[Record]) -> list[Seen]:
    """The histories in the order seen. Those of the newcomer's own stages follow those of the watch."""
    found: list[Seen] = []
    events: list[Event] = []
    reactions: list[tuple[int, str | None]] = []
    stage = "arrival"

    def close() -> None:
        if events:
            found.append(Seen(stage, tuple(events), tuple(reactions)))

    for record in records:
        if not isinstance(record, Event):
            continue
        if record.kind == "stage":
            close()
            events, reactions, stage = [], [], record.stage
        elif record.kind == "sanction":
            reactions.append((record.turn, record.target))
        elif record.kind == "tick" or record.actor == YOU or YOU in record.seen_by:
            events.append(record)
    close()
    return found


def own_sanctions(records: Sequence[Record]) -> list[Event]:
    """The newcomer's acts that were reacted to: the last one before each reaction."""
    found: list[Event] = []
    last: Event | None = None
    for record in records:
        if isinstance(record, Event):
            if record.kind in ("act", "failed") and record.actor == YOU:
                last = record
            elif record.kind == "sanction" and record.target == YOU and last is not None:
                found.append(last)
    return found


def act_before(records: Sequence[Record], seq: int) -> Event | None:
    """The act that stands last in the log before an event: what a careless eye takes for the cause."""
    last: Event | None = None
    for record in records:
        if isinstance(record, Event):
            if record.seq >= seq:
                break
            if record.kind in ("act", "failed"):
                last = record
    return last


def reactions(records: Sequence[Record]) -> list[Event]:
    """All sanctions seen in the watch."""
    return [r for r in records if isinstance(r, Event) and r.kind == "sanction" and r.stage == "watch"]
