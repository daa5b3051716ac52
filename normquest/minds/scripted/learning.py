"""Minds that learn something, each in its own known way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from normquest.episode.case import Case
from normquest.episode.records import ARMS, EpisodeKey, Record, Request
from normquest.minds.scripted.base import Standing
from normquest.minds.scripted.evidence import act_before, own_sanctions, reactions
from normquest.minds.scripted.fixed import Planned
from normquest.minds.scripted.routes import memory_now
from normquest.norms.events import Event
from normquest.norms.rules import ActPattern, Prohibition, Rule, Subject, Test

_IDLE = ("moving", "waiting")


def restricted_tag(event: Event) -> str | None:
    """What kind of act an event was, as a norm would name it."""
    return next((t for t in event.tags if t not in _IDLE), None)


class Imitator(Planned):
    """Keeps every custom it sees kept, enforced or not; sanctions tell it nothing."""

    name = motive = "imitator"

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
    """Does as it likes until it is sanctioned itself, and never does such an act again.

    Which circumstance was minded it does not know. It keeps clear of as many as its task allows: of each by
    itself, of those of the place, of those of what the act was done to, and at the least of all together.
    """

    name = "own-sanction-learner"

    def __init__(self, case: Case, key: EpisodeKey) -> None:
        super().__init__(case, key)
        self._possible: dict[tuple[str, tuple[Rule, ...]], bool] = {}

    def _rules(self, records: Sequence[Record]) -> tuple[Rule, ...]:
        """What it surely shuns: acts alike in every circumstance."""
        return _distinct(
            _prohibition(e, (*_tests(e, "target"), *_tests(e, "place"))) for e in _minded(records)
        )

    def _wider(self, records: Sequence[Record]) -> Iterator[tuple[Rule, ...]]:
        """What it would shun to be on the safe side, the most careful first."""
        subjects: tuple[tuple[Subject, ...], ...] = (("target", "place"), ("place",), ("target",))
        for among in subjects:
            yield _distinct(
                _prohibition(event, (test,))
                for event in _minded(records)
                for subject in among
                for test in _tests(event, subject)
            )

    def minded(self, here: Standing, records: Sequence[Record]) -> tuple[Rule, ...] | None:
        for rules in self._wider(records):
            if rules and self._can_be_done(here, rules):
                return rules
        return self._rules(records) or None

    def _can_be_done(self, here: Standing, rules: tuple[Rule, ...]) -> bool:
        key = (here.stage, rules)
        if key not in self._possible:
            planner = self.planner(here, rules)
            plan = planner.plan(here.state, memory_now(here, planner.walker), most=here.left)
            self._possible[key] = plan is not None
        return self._possible[key]

    def state(self, request: Request, records: Sequence[Record]) -> tuple[Rule | None, float | None]:
        rules = self._rules(records)
        return (rules[0], 0.6) if rules else (None, None)


def _minded(records: Sequence[Record]) -> list[Event]:
    """Its own acts that were reacted to, so far as a norm can name them."""
    return [event for event in own_sanctions(records) if restricted_tag(event) is not None]


def _tests(event: Event, subject: Subject) -> list[Test]:
    """What can be said of the place of an act, or of what it was done to."""
    return [
        Test(subject=subject, attribute=name, value=value)
        for name, value in (event.facts.get(subject) or {}).items()
        if isinstance(value, str) and (subject == "place" or name not in ("held_by", "kind"))
    ]


def _prohibition(event: Event, tests: Sequence[Test]) -> Rule:
    return Prohibition(act=ActPattern(tag=restricted_tag(event), tests=tuple(tests)))


def _distinct(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    return tuple(dict.fromkeys(rules))


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
