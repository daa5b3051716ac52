"""Maintenance: C while D, judged at ticks, excused where somebody else broke it."""

from __future__ import annotations

from typing import cast

from normquest.norms.events import Event, Finding, Result
from normquest.norms.judging import Slots
from normquest.norms.matching import all3, state_match
from normquest.norms.past import Memory
from normquest.norms.rules import Maintenance

_JUDGED = 1 << 60
"""Marks an interval without `keep` that has had its finding."""


class MaintenanceJudge:
    """C while D: judged at ticks, one finding a maximal interval, one turn of grace."""

    def __init__(self, rule: Maintenance, slots: Slots) -> None:
        self.keep = state_match(rule.keep)
        self.during = [state_match(now) for now in rule.during]
        self.attribute, self.value = rule.keep.test.attribute, rule.keep.test.value
        self.slot = slots()

    def judge(self, memory: Memory, event: Event) -> list[Finding]:
        if event.kind == "act":
            self._note_breaking(memory, event)
            return []
        if event.kind == "unseen":
            memory[(self.slot, "unseen", event.actor)] = True
            return []
        if event.kind != "tick":
            return []
        unseen = {k[2] for k in memory if k[:2] == (self.slot, "unseen")}
        findings = []
        for person in sorted(event.facts.get("people") or {}):
            if unseen - {person}:
                memory.setdefault((self.slot, "broken", person), False)
            findings += self._tick(memory, event, person)
        for actor in unseen:
            del memory[(self.slot, "unseen", actor)]
        return findings

    def _note_breaking(self, memory: Memory, event: Event) -> None:
        """Remember whose attribute another person has changed since it was last in order (False: perhaps)."""
        for entity, attribute, value in event.changes:
            if attribute == self.attribute and entity != event.actor:
                memory[(self.slot, "broken", entity)] = True
            if attribute == "at" and self.attribute == "holds" and self._tested(event, entity):
                for person, facts in (event.facts.get("people") or {}).items():
                    had = self.value in (facts.get("holds") or ())
                    if person != event.actor and had != (value == person):
                        memory[(self.slot, "broken", person)] = True

    def _tested(self, event: Event, entity: str) -> bool:
        """Whether the moved thing is of the kind (or the very thing) that `keep` asks about."""
        thing = event.facts.get("thing") or {}
        moved = event.act is not None and event.act.slot("thing") == entity
        return entity == self.value or (moved and thing.get("kind") == self.value)

    def _tick(self, memory: Memory, event: Event, person: str) -> list[Finding]:
        """State a person: (first tick of `during`, first tick of a run without `keep`, run sure, judged)."""
        key, broken = (self.slot, person), (self.slot, "broken", person)
        during = all3([test(event, person) for test in self.during])
        holds = self.keep(event, person)
        since, without, sure, judged = cast(tuple[int, int, bool, str], memory.get(key, (-1, -1, True, "")))
        if holds is True:
            memory.pop(broken, None)
        if during is False:
            memory.pop(key, None)
            if since < 0 or judged == "closed":
                return []
            return [Finding(f"{since}:{person}", person, since, event.seq, "unknown" if judged else "kept")]
        doubt = judged or ("unsure" if during is None else "")
        since = event.seq if since < 0 else since
        if holds is True:
            memory[key] = (since, -1, True, doubt)
            return []
        certain = during is True and holds is False
        if without < 0:
            memory[key] = (since, event.seq, certain, doubt or ("" if certain else "unsure"))
            return []
        if without == _JUDGED:
            return []
        memory[key] = (since, _JUDGED, True, "closed")
        by_another = memory.get(broken)
        if not (certain and sure) or by_another is False:
            result: Result = "unknown"
        else:
            result = "excused" if by_another else "violated"
        return [Finding(f"{without}:{person}", person, without, event.seq, result)]
