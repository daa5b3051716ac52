"""Hints: where to look among what one has seen. They know nothing that the player has not read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from normquest.community.phrases import spoken
from normquest.episode.records import Record
from normquest.norms.events import Event
from normquest.text import join_words

NOTHING = "Nobody has minded anything in your sight yet: see what people do, and what they leave."


@dataclass(frozen=True, slots=True)
class Minded:
    """A reaction and the last act of the one reacted to, which need not be what earned it."""

    reaction: int
    act: Event


def hints(records: Sequence[Record], log: Mapping[int, str]) -> list[str]:
    """The hints that can be given now, the mildest first."""
    found = _minded(records, log)
    if not found:
        return [NOTHING]
    numbers = join_words([str(one.reaction) for one in found])
    told = [f"Reactions so far: lines {numbers}. Compare what came before each of them."]
    known = {one.act.seq for one in found}
    acts = [e for e in records if isinstance(e, Event) and e.kind == "act" and e.seq in log]
    for one in found:
        alike = [e for e in acts if e.act and one.act.act and e.act.verb == one.act.act.verb]
        free = [e for e in alike if e.seq not in known]
        if free:
            nearest = max(free, key=lambda e: (_shared(log[e.seq], log[one.act.seq]), -e.seq))
            told.append(
                f"Line {one.act.seq} came before a reaction; line {nearest.seq} is much like it, and nobody "
                "minded. What differs: the thing, the place, the hour, who was there, what came before?"
            )
    return list(dict.fromkeys(told))


def _minded(records: Sequence[Record], log: Mapping[int, str]) -> list[Minded]:
    found: list[Minded] = []
    history: list[Event] = []
    for record in records:
        if not isinstance(record, Event):
            continue
        if record.kind == "stage":
            history = []
        elif record.kind == "sanction" and record.seq in log:
            own = [e for e in history if e.seq in log and record.target in (None, e.actor)]
            if own:
                found.append(Minded(record.seq, own[-1]))
        elif record.kind == "act":
            history.append(record)
    return found


def _shared(one: str, other: str) -> int:
    return len(set(spoken(one)) & set(spoken(other)))
