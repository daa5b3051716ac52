"""Duties: an act opens an instance, a later act keeps it, a tick ends its time.

An open instance remembers what is needed to close it: when it was opened and
towards whom, how many of the bearer's own turns have passed, whether the
discharge was legal on any of them, and whether some turn was not seen.

Where an act that may have opened an instance was not seen, or not made out, one
may be open that is not known of. Then a later act of the kind need open none,
and what is opened by it is not decided, until that time would be over too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from normquest.norms.events import Event, Finding, Result
from normquest.norms.judging import Guarded, Judge, Slots, at_once
from normquest.norms.matching import (
    Truth3,
    act_match,
    all3,
    bearers_of,
    binding_of,
    could_match,
    state_match,
)
from normquest.norms.past import Memory
from normquest.norms.rules import ActPattern, Meta, Repair

Gap = Literal["", "turn", "opening"]
Binding = tuple[tuple[str, str], ...]
"""(variable, id) pairs: what the discharge must be done to."""
_Open = tuple[int, int, bool, bool, Gap, Binding]
"""(opened by, own turns since, was legal, was recorded throughout, what was not seen, towards whom)."""
_ANYONE = "*"


class Duty:
    """The open instances of one duty: at most one a bearer."""

    def __init__(self, then: Sequence[ActPattern], within: int, slot: int, kind: str) -> None:
        self.then, self.within, self.slot, self.kind = then, within, slot, kind
        self.matches = [act_match(act) for act in then]
        self.could = [could_match(act) for act in then]

    def open(self, memory: Memory, event: Event, bearer: str, towards: Binding = ()) -> list[Finding]:
        """Open an instance, unless one of this bearer is open: a second breach does not extend the first."""
        key = (self.slot, bearer)
        doubtful = self._in_doubt(memory, bearer)
        if doubtful:
            self.perhaps(memory, bearer)
        if key in memory:
            return []
        memory[key] = (event.seq, 0, False, True, "opening" if doubtful else "", towards)
        return [Finding(f"{self.kind}{event.seq}:{bearer}", bearer, event.seq, None, "open")]

    def perhaps(self, memory: Memory, bearer: str = _ANYONE) -> None:
        """An instance of this bearer (or of anyone) may open or close here, unknown to us."""
        if bearer == _ANYONE:
            for key in [k for k in memory if k[:2] == (self.slot, "perhaps")]:
                del memory[key]
        memory[(self.slot, "perhaps", bearer)] = 0

    def _in_doubt(self, memory: Memory, bearer: str) -> bool:
        """Whether an instance of the bearer may be open that is not known of."""
        anyone = 0 if (self.slot, "perhaps", _ANYONE) in memory else -1
        return cast(int, memory.get((self.slot, "perhaps", bearer), anyone)) >= 0

    def own_turn(self, memory: Memory, event: Event) -> list[Finding]:
        """Count an own turn of the actor on its open instance, or close it if this act keeps it."""
        if event.kind not in ("act", "failed", "unseen"):
            return []
        if self._in_doubt(memory, event.actor):
            doubt = (self.slot, "perhaps", event.actor)
            memory[doubt] = cast(int, memory.get(doubt, 0)) + 1
        key = (self.slot, event.actor)
        if key not in memory:
            return []
        opened, turns, legal, recorded, gap, towards = cast(_Open, memory[key])
        if turns >= self.within:
            return []  # too late: its time is over, only the tick has yet to say so
        fits = [self._discharges(i, event, dict(towards)) for i in range(len(self.then))]
        if True in fits:
            del memory[key]
            result: Result = "unknown" if gap == "opening" else "kept"
            return [Finding(f"{self.kind}{opened}:{event.actor}", event.actor, opened, event.seq, result)]
        if None in fits:
            self.perhaps(memory, event.actor)
        memory[key] = (
            opened,
            turns + 1,
            legal or self._was_legal(event, dict(towards)),
            recorded and event.could is not None,
            gap or ("turn" if event.kind == "unseen" or None in fits else ""),
            towards,
        )
        return []

    def tick(self, memory: Memory, event: Event) -> list[Finding]:
        """Close the instances whose time is over, in the order of the bearers' ids."""
        if event.kind != "tick":
            return []
        findings = []
        for key in sorted((k for k in memory if k[0] == self.slot and len(k) == 2), key=lambda k: str(k[1])):
            opened, turns, legal, recorded, gap, _ = cast(_Open, memory[key])
            if turns < self.within:
                continue
            del memory[key]
            result: Result = "unknown" if gap else ("violated" if legal or not recorded else "excused")
            findings.append(Finding(f"{self.kind}{opened}:{key[1]}", str(key[1]), opened, event.seq, result))
        self._settle(memory)
        return findings

    def _settle(self, memory: Memory) -> None:
        """What may have been open for as long as a duty lasts is so no longer."""
        anyone = (self.slot, "perhaps", _ANYONE) in memory
        for key in [k for k in memory if k[:2] == (self.slot, "perhaps") and k[2] != _ANYONE]:
            if cast(int, memory[key]) >= self.within:
                if anyone:
                    memory[key] = -1
                else:
                    del memory[key]

    def _discharges(self, index: int, event: Event, towards: Mapping[str, str]) -> Truth3:
        """Whether the act is the asked-for one, done to whom or what it is owed to."""
        act = self.then[index]
        if event.act is not None and any(
            variable in towards and event.act.slot(slot) != towards[variable] for slot, variable in act.binds
        ):
            return False
        return self.matches[index](event)

    def _was_legal(self, event: Event, towards: Mapping[str, str]) -> bool:
        return any(could(option, event, towards) for could in self.could for option in event.could or ())


class DeadlineJudge:
    """Q within n turns after P."""

    def __init__(
        self, act: ActPattern, then: Sequence[ActPattern], within: int, bearer: str, slots: Slots
    ) -> None:
        self.act, self.bearer = act, bearer
        self.match = act_match(act)
        self.duty = Duty(then, within, slots(), "d")
        self.shared = {variable for q in then for _, variable in q.binds}

    def judge(self, memory: Memory, event: Event) -> list[Finding]:
        findings = self.duty.own_turn(memory, event)
        fits = self.match(event)
        if event.kind == "unseen":
            self.duty.perhaps(memory, event.actor if self.bearer == "actor" else _ANYONE)
        if fits is True:
            bound = binding_of(self.act, event)
            towards = tuple(sorted((v, who) for v, who in bound.items() if v in self.shared))
            for bearer in bearers_of(self.bearer, event):
                findings += self.duty.open(memory, event, bearer, towards)
        elif fits is None:
            for bearer in bearers_of(self.bearer, event):
                self.duty.perhaps(memory, bearer)
                findings.append(at_once(event, bearer, "unknown", "d"))
        return findings + self.duty.tick(memory, event)


class RepairJudge:
    """A breach opens a duty of repair; only the unrepaired breach is violated."""

    def __init__(self, rule: Repair, slots: Slots) -> None:
        self.guarded = Guarded(rule.act, rule.when, rule.unless, slots)
        self.duty = Duty(rule.then, rule.within, slots(), "r")

    def judge(self, memory: Memory, event: Event) -> list[Finding]:
        findings = self.duty.own_turn(memory, event)
        if event.kind == "act":
            result = self.guarded.result(memory, event, event.actor)
            if result == "violated":
                findings += self.duty.open(memory, event, event.actor)
            elif result is not None:
                findings.append(at_once(event, event.actor, result))
        if event.kind == "unseen" or (findings and findings[-1].result == "unknown"):
            self.duty.perhaps(memory, event.actor)
        self.guarded.note(memory, event)
        return findings + self.duty.tick(memory, event)


class MetaMustJudge:
    """Whoever has the standing and sees the told custom broken must rebuke the offender in time."""

    def __init__(self, rule: Meta, custom: list[Judge], slots: Slots) -> None:
        assert rule.within is not None
        self.custom = custom
        self.by = state_match(rule.by)
        self.duty = Duty((rule.rebuke,), rule.within, slots(), "m")
        self.offender = next((v for slot, v in rule.rebuke.binds if slot == "addressee"), None)

    def judge(self, memory: Memory, event: Event) -> list[Finding]:
        closed = self.duty.own_turn(memory, event) + self.duty.tick(memory, event)
        breaches = [f for judge in self.custom for f in judge.judge(memory, event)]
        if event.kind == "unseen":
            self.duty.perhaps(memory)
        return closed + [
            finding
            for person in sorted(event.facts.get("people") or {})
            for finding in self._opened(memory, event, person, breaches)
        ]

    def _opened(
        self, memory: Memory, event: Event, person: str, breaches: Sequence[Finding]
    ) -> list[Finding]:
        """What the breaches that close at this event ask of one person: one duty, or perhaps one."""
        perhaps = False
        for breach in breaches:
            if breach.result not in ("violated", "unknown") or breach.bearer == person:
                continue
            bound = all3([self.by(event, person), _together(event, person, breach.bearer)])
            if bound is True and breach.result == "violated":
                towards = () if self.offender is None else ((self.offender, breach.bearer),)
                return self.duty.open(memory, event, person, towards)
            perhaps = perhaps or bound is not False
        if not perhaps:
            return []
        self.duty.perhaps(memory, person)
        return [at_once(event, person, "unknown", "m")]


def _together(event: Event, person: str, other: str) -> bool:
    """Whether two are in one place: an act's facts are of those present, a tick's of everyone."""
    if event.kind != "tick":
        return True
    people = event.facts.get("people") or {}
    mine, theirs = people.get(person, {}), people.get(other, {})
    where = "place_id" if "place_id" in mine else "place"
    return bool(mine.get(where) == theirs.get(where))
