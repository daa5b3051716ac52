"""What a rule means: a monitor reads events and emits findings.

A monitor is a pure function over a memory: `judge(memory, event)` returns the
next memory and the findings that this event closes or opens. Memory is small
and hashable by `memory_key`, so that a planner can carry it in its state.
Findings are append-only; feeding events one by one gives the same findings as
feeding the whole history.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

from normquest.norms.duties import DeadlineJudge, MetaMustJudge, RepairJudge
from normquest.norms.events import Event, Finding
from normquest.norms.judging import (
    AlternationJudge,
    Judge,
    PrecedenceJudge,
    ProhibitionJudge,
    QuantityJudge,
    ReciprocityJudge,
)
from normquest.norms.past import Memory
from normquest.norms.rules import (
    Alternation,
    Both,
    Deadline,
    Maintenance,
    Meta,
    Precedence,
    Prohibition,
    Quantity,
    Reciprocity,
    Repair,
    Rule,
    Speech,
    Test,
)
from normquest.norms.upkeep import MaintenanceJudge

__all__ = ["Monitor", "monitor_for", "violations"]


class _Slots:
    """Hands out memory slots, so that the parts of one rule never share one."""

    def __init__(self) -> None:
        self.next = 0

    def __call__(self) -> int:
        self.next += 1
        return self.next - 1


def _judges(rule: Rule, slots: _Slots) -> list[Judge]:
    match rule:
        case Prohibition():
            return [ProhibitionJudge(rule.act, rule.when, rule.unless, rule.bearer, slots)]
        case Speech():
            return [_speech(rule, slots)]
        case Precedence():
            return [PrecedenceJudge(rule, slots)]
        case Deadline():
            return [DeadlineJudge(rule.act, rule.then, rule.within, rule.bearer, slots)]
        case Repair():
            return [RepairJudge(rule, slots)]
        case Maintenance():
            return [MaintenanceJudge(rule, slots)]
        case Quantity():
            return [QuantityJudge(rule, slots)]
        case Alternation():
            return [AlternationJudge(rule, slots)]
        case Reciprocity():
            return [ReciprocityJudge(rule, slots)]
        case Both():
            return [judge for part in rule.rules for judge in _judges(part, slots)]
        case Meta(modality="may"):
            # An act of rebuke by one who lacks the standing: a prohibition unless `by` holds.
            return [ProhibitionJudge(rule.rebuke, (), (rule.by,), "actor", slots)]
        case Meta():
            return [MetaMustJudge(rule, _judges(rule.custom, slots), slots)]


def _speech(rule: Speech, slots: _Slots) -> Judge:
    style = Test(subject="style", attribute="name", value=rule.style)
    return ProhibitionJudge(rule.act, (), (style,), "actor", slots)


class Monitor:
    """A rule at work. Use `feed` for a log, `judge` where the memory is carried by the caller."""

    def __init__(self, rule: Rule | tuple[Rule, ...]) -> None:
        """A monitor of one rule, or of several at once as if all were enforced."""
        slots = _Slots()
        rules = rule if isinstance(rule, tuple) else (rule,)
        self._judges = [judge for one in rules for judge in _judges(one, slots)]
        self.memory: Memory = {}

    def judge(self, memory: Memory, event: Event) -> tuple[Memory, list[Finding]]:
        """The memory after this event, and the findings it brings; `memory` itself is left alone."""
        if event.kind == "stage":
            return {}, []
        if event.kind == "sanction":
            return memory, []
        after = dict(memory)
        findings: list[Finding] = []
        for number, judge in enumerate(self._judges):
            for finding in judge.judge(after, event):
                if len(self._judges) > 1:
                    finding = replace(finding, instance=f"{number}/{finding.instance}")
                findings.append(finding)
        return after, findings

    def feed(self, event: Event) -> list[Finding]:
        """Judge the next event of a log."""
        self.memory, findings = self.judge(self.memory, event)
        return findings

    def feed_all(self, events: Iterable[Event]) -> list[Finding]:
        """Judge a whole log from where the monitor stands."""
        return [finding for event in events for finding in self.feed(event)]

    @staticmethod
    def memory_key(memory: Memory) -> Hashable:
        """A hashable image of a memory, equal for equal futures."""
        return frozenset(memory.items())


def monitor_for(rule: Rule) -> Monitor:
    """A fresh monitor of the rule."""
    return Monitor(rule)


def violations(findings: Iterable[Finding], bearer: str | None = None) -> list[Finding]:
    """The findings that are violations, of one bearer if given."""
    return [f for f in findings if f.result == "violated" and (bearer is None or f.bearer == bearer)]
