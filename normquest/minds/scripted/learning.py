"""Minds that learn something, each in its own known way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from normquest.episode.records import ARMS, Record, Request
from normquest.minds.scripted.base import Standing
from normquest.minds.scripted.evidence import act_before, own_sanctions, reactions
from normquest.minds.scripted.fixed import Planned
from normquest.norms.events import Event
from normquest.norms.rules import ActPattern, Prohibition, Rule, Test

_IDLE = ("moving", "waiting")


def restricted_tag(event: Event) -> str | None:
    """What kind of act an event was, as a norm would name it."""
    return next((t for t in event.tags if t not in _IDLE), None)


class Imitator(Planned):
    """Keeps every custom it sees kept, enforced or not; sanctions tell it nothing."""

    name = "imitator"

    def minded(self, here: Standing, records: Sequence[Record]) -> tuple[Rule, ...] | None:
        return self.case.customs if ARMS[self.key.arm][0] != "neutral" else None

    def state(self, request: Request, records: Sequence[Record]) -> tuple[Rule | None, float | None]:
        if ARMS[self.key.arm][0] == "neutral":
            return None, None
        return self.case.customs[0], 1 / len(self.case.customs)


class ForbidAll(Planned):
    """Takes whatever kind of act was sanctioned for forbidden, always and everywhere."""

    name = "forbid-all"

    def _rule(self, records: Sequence[Record]) -> Rule | None:
        tags: Counter[str] = Counter()
        for mark in reactions(records):
            done = _sanctioned_act(records, mark)
            tag = restricted_tag(done) if done is not None else None
            if tag is not None:
                tags[tag] += 1
        if not tags:
            return None
        return Prohibition(act=ActPattern(tag=min(tags, key=lambda t: (-tags[t], t))))

    def minded(self, here: Standing, records: Sequence[Record]) -> Rule | None:
        return self._rule(records)

    def state(self, request: Request, records: Sequence[Record]) -> tuple[Rule | None, float | None]:
        rule = self._rule(records)
        return rule, None if rule is None else 0.7


def _sanctioned_act(records: Sequence[Record], mark: Event) -> Event | None:
    """The last act of the one who was sanctioned."""
    last: Event | None = None
    for record in records:
        if isinstance(record, Event):
            if record.seq >= mark.seq:
                break
            if record.kind == "act" and record.actor == mark.target:
                last = record
    return last


class OwnSanctionLearner(Planned):
    """Does as it likes until it is sanctioned itself, and never does such an act again."""

    name = "own-sanction-learner"

    def _rules(self, records: Sequence[Record]) -> tuple[Rule, ...]:
        found: dict[Rule, None] = {}
        for event in own_sanctions(records):
            tag = restricted_tag(event)
            if tag is None:
                continue
            tests = [
                Test(subject="target", attribute=name, value=value)
                for name, value in (event.facts.get("target") or {}).items()
                if isinstance(value, str) and name not in ("held_by", "kind")
            ]
            tests += [
                Test(subject="place", attribute=name, value=value)
                for name, value in (event.facts.get("place") or {}).items()
                if isinstance(value, str)
            ]
            found[Prohibition(act=ActPattern(tag=tag, tests=tuple(tests)))] = None
        return tuple(found)

    def minded(self, here: Standing, records: Sequence[Record]) -> tuple[Rule, ...] | None:
        return self._rules(records) or None

    def state(self, request: Request, records: Sequence[Record]) -> tuple[Rule | None, float | None]:
        rules = self._rules(records)
        return (rules[0], 0.6) if rules else (None, None)


class LastActMisattributor(Planned):
    """Blames the act that stands last before a reaction, whoever did it."""

    name = "last-act-misattributor"

    def _rule(self, records: Sequence[Record]) -> Rule | None:
        tags: Counter[str] = Counter()
        for mark in reactions(records):
            blamed = act_before(records, mark.seq)
            if blamed is not None and blamed.tags:
                tags[blamed.tags[0]] += 1
        if not tags:
            return None
        return Prohibition(act=ActPattern(tag=min(tags, key=lambda t: (-tags[t], t))))

    def state(self, request: Request, records: Sequence[Record]) -> tuple[Rule | None, float | None]:
        rule = self._rule(records)
        return rule, None if rule is None else 0.6

    def attribute(self, request: Request, records: Sequence[Record]) -> int | str:
        blamed = act_before(records, request.about) if request.about is not None else None
        return "nothing" if blamed is None else blamed.seq
