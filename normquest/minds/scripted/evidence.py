"""What a newcomer has seen, sorted for minds that learn: histories, who was sanctioned, and what for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from normquest.community.build import YOU
from normquest.community.seen import as_seen
from normquest.community.state import folded
from normquest.episode.case import Case
from normquest.episode.records import Record
from normquest.norms.events import Event
from normquest.norms.monitor import Monitor
from normquest.norms.rules import Rule


@dataclass(frozen=True)
class Seen:
    """One history as seen: its acts and ticks, and the reactions as (turn, target)."""

    stage: str
    events: tuple[Event, ...]
    reactions: tuple[tuple[int, str | None], ...]

    def sanctioned(self, seqs: Sequence[int], delay: int = 0) -> tuple[int, int]:
        """Which acts the reactions answer if they come `delay` turns late, and how many answer none.

        The first is a word with the bit set of each act, by its place in `seqs`.
        """
        place = {seq: bit for bit, seq in enumerate(seqs)}
        word, loose = 0, 0
        for turn, target in self.reactions:
            answered = [
                1 << place[e.seq]
                for e in self.events
                if e.kind in ("act", "failed") and e.turn == turn - delay and target in (e.actor, None)
            ]
            loose += not answered
            for bit in answered:
                word |= bit
        return word, loose


def histories(records: Sequence[Record], case: Case | None = None) -> list[Seen]:
    """The histories in the order seen. Those of the newcomer's own stages follow those of the watch.

    With a case, what happened out of the newcomer's sight in its own stages is left out.
    """
    found: list[Seen] = []
    for events in _cut(records):
        begun = events[0]
        if case is not None and begun.stage in ("act", "elsewhere"):
            events = [begun, *_in_sight(case, begun, events[1:])]
        marks = tuple((e.turn, e.target) for e in events if e.kind == "sanction")
        found.append(Seen(begun.stage, tuple(e for e in events[1:] if e.kind != "sanction"), marks))
    return [seen for seen in found if seen.events]


def scenes_shown(records: Iterable[Record]) -> int:
    """How many scenes of the watch were shown."""
    return sum(isinstance(r, Event) and r.kind == "stage" and r.stage == "watch" for r in records)


def _cut(records: Iterable[Record]) -> list[list[Event]]:
    """The events by history, each from the event that begins it."""
    found: list[list[Event]] = []
    for record in records:
        if isinstance(record, Event):
            if record.kind == "stage":
                found.append([])
            if found:
                found[-1].append(record)
    return found


def _in_sight(case: Case, begun: Event, events: Sequence[Event]) -> Iterator[Event]:
    at_home = begun.stage == "act"
    community = case.home if at_home else case.elsewhere
    state = case.home_start if at_home else case.elsewhere_start
    for event in events:
        seen = as_seen(community, event, YOU, state)
        if event.kind == "tick" or (seen is not None and seen.sight == "full"):
            yield event
        state = folded(state, event.changes)


@dataclass(frozen=True)
class Offence:
    """A violation of a rule: whose, in which turn it came to light, by which act (None: an omission).

    `seen_by` are the residents who were there: at the act, or beside the bearer as the turn ended.
    """

    bearer: str
    turn: int
    act: int | None
    seen_by: tuple[str, ...]


def offences(rule: Rule, events: Sequence[Event]) -> list[Offence]:
    """The violations of a rule in one history, in order."""
    monitor, found = Monitor(rule), []
    for event in events:
        for finding in monitor.feed(event):
            if finding.result == "violated":
                act = None if event.kind == "tick" else event.seq
                found.append(Offence(finding.bearer, event.turn, act, _seen_by(event, finding.bearer)))
    return found


def _seen_by(event: Event, bearer: str) -> tuple[str, ...]:
    if event.kind != "tick":
        return tuple(p for p in event.present if p not in (bearer, YOU))
    places = {p: facts.get("place_id") for p, facts in (event.facts.get("people") or {}).items()}
    here = places.get(bearer)
    return tuple(p for p, at in places.items() if p not in (bearer, YOU) and at == here)


def minds_last_turn(rule: Rule, records: Sequence[Record], who: Collection[str] | None = None) -> bool:
    """Whether the turn that has just gone by broke a rule before somebody (of `who`, if given)."""
    histories = _cut(records)
    if not histories:
        return False
    history = [e for e in histories[-1] if e.kind != "sanction"]
    last = [o for o in offences(rule, history) if o.turn == history[-1].turn]
    return any(o.seen_by if who is None else set(o.seen_by) & set(who) for o in last)


def cause_of(rule: Rule, records: Sequence[Record], seq: int) -> int | str:
    """What earned the reaction `seq` by a rule: an event, "omission", or "nothing"."""
    for history in _cut(records):
        mark = next((e for e in history if e.seq == seq and e.kind == "sanction"), None)
        if mark is not None:
            before = offences(rule, [e for e in history if e.seq < seq])
            earned = [o for o in before if o.seen_by and mark.target in (None, o.bearer)]
            if earned:
                return "omission" if earned[-1].act is None else earned[-1].act
    return "nothing"


def cited(rule: Rule, records: Sequence[Record]) -> list[int]:
    """The reactions that a rule explains, each with the act that earned it, as a newcomer would cite them."""
    found: list[int] = []
    for record in records:
        if isinstance(record, Event) and record.kind == "sanction" and YOU in record.seen_by:
            cause = cause_of(rule, records, record.seq)
            if cause != "nothing":
                found += [cause, record.seq] if isinstance(cause, int) else [record.seq]
    return list(dict.fromkeys(found))


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
