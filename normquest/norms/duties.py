"""Duties: an act opens an instance, a later act keeps it, a tick ends its time.

An open instance remembers what is needed to close it: who opened it and when,
how many of the bearer's own turns have passed, whether the discharge was legal
on any of them, and whether some turn was not seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from normquest.norms.events import Event, Finding, Result
from normquest.norms.judging import Guarded, Judge, Slots, at_once
from normquest.norms.matching import act_match, bearers_of, binding_of, could_match, state_match
from normquest.norms.past import Memory
from normquest.norms.rules import ActPattern, Meta, Repair

_Open = tuple[int, int, bool, bool, bool]
"""(opened by, own turns since, was legal, was recorded throughout, some turn unseen)."""


class Duty:
    """The open instances of one duty: one a bearer (and, where variables bind, a counterpart)."""

    def __init__(self, then: Sequence[ActPattern], within: int, slot: int, kind: str) -> None:
        self.then, self.within, self.slot, self.kind = then, within, slot, kind
        self.matches = [act_match(act) for act in then]
        self.could = [could_match(act) for act in then]

    def open(self, memory: Memory, event: Event, bearer: str, other: str = "") -> list[Finding]:
        """Open an instance, unless one of this bearer is open: a second breach does not extend the first."""
        key = (self.slot, bearer, other)
        if key in memory:
            return []
        memory[key] = (event.seq, 0, False, True, False)
        return [Finding(f"{self.kind}{event.seq}:{bearer}", bearer, event.seq, None, "open")]

    def own_turn(
        self, memory: Memory, event: Event, variables: Mapping[str, str] | None = None
    ) -> list[Finding]:
        """Count an own turn of the actor on each of its open instances, and close those it keeps."""
        if event.kind not in ("act", "failed", "unseen"):
            return []
        findings = []
        for key in self._open_of(memory, event.actor):
            opened, turns, legal, recorded, gap = memory[key]  # type: ignore[misc]
            other = str(key[2])
            if turns >= self.within:
                continue  # too late: its time is over, only the tick has yet to say so
            if self._discharged(event, other):
                del memory[key]
                findings.append(
                    Finding(f"{self.kind}{opened}:{key[1]}", str(key[1]), opened, event.seq, "kept")
                )
                continue
            fits_unknown = any(match(event) is None for match in self.matches)
            memory[key] = (
                opened,
                turns + 1,
                legal or self._was_legal(event, other),
                recorded and event.could is not None,
                gap or event.kind == "unseen" or fits_unknown,
            )
        return findings

    def tick(self, memory: Memory, event: Event) -> list[Finding]:
        """Close the instances whose time is over."""
        if event.kind != "tick":
            return []
        findings = []
        for key in sorted((k for k in memory if k[0] == self.slot and len(k) == 3), key=str):
            opened, turns, legal, recorded, gap = memory[key]  # type: ignore[misc]
            if turns < self.within:
                continue
            del memory[key]
            result: Result = "unknown" if gap else ("violated" if legal or not recorded else "excused")
            findings.append(Finding(f"{self.kind}{opened}:{key[1]}", str(key[1]), opened, event.seq, result))
        return findings

    def _open_of(self, memory: Memory, bearer: str) -> list[tuple[object, ...]]:
        return sorted((k for k in memory if k[0] == self.slot and len(k) == 3 and k[1] == bearer), key=str)

    def _discharged(self, event: Event, other: str) -> bool:
        for act, match in zip(self.then, self.matches, strict=True):
            if match(event) is True:
                bound = binding_of(act, event)
                if not other or all(value == other for value in bound.values()):
                    return True
        return False

    def _was_legal(self, event: Event, other: str) -> bool:
        for act, could in zip(self.then, self.could, strict=True):
            binding = {variable: other for _, variable in act.binds} if other else {}
            if any(could(option, event, binding) for option in event.could or ()):
                return True
        return False


class DeadlineJudge:
    """Q within n turns after P."""

    def __init__(
        self, act: ActPattern, then: Sequence[ActPattern], within: int, bearer: str, slots: Slots
    ) -> None:
        self.act, self.bearer = act, bearer
        self.match = act_match(act)
        self.duty = Duty(then, within, slots(), "d")
        bound = {variable for _, variable in act.binds}
        self.shared = bool(bound & {variable for q in then for _, variable in q.binds})

    def judge(self, memory: Memory, event: Event) -> list[Finding]:
        findings = self.duty.own_turn(memory, event)
        fits = self.match(event)
        if fits is True:
            other = next(iter(binding_of(self.act, event).values())) if self.shared else ""
            for bearer in bearers_of(self.bearer, event):
                findings += self.duty.open(memory, event, bearer, other)
        elif fits is None:
            findings += [at_once(event, b, "unknown", "d") for b in bearers_of(self.bearer, event)]
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
        self.guarded.note(memory, event)
        return findings + self.duty.tick(memory, event)


class MetaMustJudge:
    """Whoever has the standing and sees the told custom broken must rebuke the offender in time."""

    def __init__(self, rule: Meta, custom: list[Judge], slots: Slots) -> None:
        assert rule.within is not None
        self.custom = custom
        self.by = state_match(rule.by)
        self.duty = Duty((rule.rebuke,), rule.within, slots(), "m")
        self.binds = bool(rule.rebuke.binds)

    def judge(self, memory: Memory, event: Event) -> list[Finding]:
        findings = self.duty.own_turn(memory, event)
        for judge in self.custom:
            for finding in judge.judge(memory, event):
                if finding.result not in ("violated", "unknown"):
                    continue
                for person in sorted(event.facts.get("people") or {}):
                    if person == finding.bearer:
                        continue
                    standing = self.by(event, person)
                    if standing is False:
                        continue
                    if standing is None or finding.result == "unknown":
                        findings.append(at_once(event, person, "unknown", "m"))
                    else:
                        other = finding.bearer if self.binds else ""
                        findings += self.duty.open(memory, event, person, other)
        return findings + self.duty.tick(memory, event)
