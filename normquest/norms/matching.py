"""Whether an event fits an act pattern, and whether a condition holds: yes, no, or unknown.

Three-valued throughout: `None` means that what would decide it was not seen.
Patterns compile once to closures over `Event`; a verdict costs the number of
tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from normquest.norms.events import Event, Facts
from normquest.norms.rules import ActPattern, Now, Test

Truth3 = bool | None
Match = Callable[[Event], Truth3]
StateMatch = Callable[[Event, str], Truth3]


def all3(values: list[Truth3]) -> Truth3:
    """Conjunction: no if any is no, else unknown if any is unknown."""
    if False in values:
        return False
    return None if None in values else True


def any3(values: list[Truth3]) -> Truth3:
    """Disjunction: yes if any is yes, else unknown if any is unknown."""
    if True in values:
        return True
    return None if None in values else False


def not3(value: Truth3) -> Truth3:
    """Negation; unknown stays unknown."""
    return None if value is None else not value


def _has(subject: Mapping[str, Any] | None, attribute: str, wanted: str) -> Truth3:
    """Whether an attribute map has the value; a list (what one holds) is tested for membership."""
    if subject is None:
        return None
    if attribute not in subject:
        return False
    value = subject[attribute]
    if value is None:
        return None
    if isinstance(value, list | tuple):
        return wanted in value
    return bool(value == wanted)


def _present(event: Event, but: str, attribute: str, wanted: str) -> Truth3:
    people = event.facts.get("people")
    if people is None:
        return None
    others = [facts for person, facts in people.items() if person != but]
    if event.kind == "tick":
        # A tick knows everyone: those in the same place are present.
        mine = people.get(but, {})
        where = "place_id" if "place_id" in mine else "place"
        others = [facts for facts in others if facts.get(where) == mine.get(where)]
    return any3([_has(facts, attribute, wanted) for facts in others])


def _place_of(event: Event, person: str) -> Mapping[str, Any] | None:
    """The attributes of the place where a person is: the event's, or on a tick the person's own."""
    if event.kind == "tick":
        facts = (event.facts.get("people") or {}).get(person)
        return facts.get("place") if facts is not None else None
    return event.facts.get("place")


def act_test(test: Test) -> Match:
    """A test of an act pattern as a closure."""
    attribute, wanted = test.attribute, test.value
    match test.subject:
        case "hour":
            return lambda event: None if not event.hour else event.hour == wanted
        case "place":
            return lambda event: _has(event.facts.get("place"), attribute, wanted)
        case "present":
            return lambda event: _present(event, event.actor, attribute, wanted)
        case "actor":
            return lambda event: _has((event.facts.get("people") or {}).get(event.actor), attribute, wanted)
        case subject:
            return lambda event: (
                _has(event.facts.get(subject), attribute, wanted)
                if subject in event.facts or (event.act is not None and event.act.slot(subject) is not None)
                else False
            )


def act_match(pattern: ActPattern) -> Match:
    """The pattern as a closure: does this event (an act that succeeded) fit?"""
    tests = [act_test(test) for test in pattern.tests]
    verb, tag = pattern.verb, pattern.tag
    slots = [slot for slot, _ in pattern.binds]
    twice = [(a, b) for a, v in pattern.binds for b, w in pattern.binds if v == w and a < b]

    def match(event: Event) -> Truth3:
        if event.kind != "act":
            return False
        if event.act is None or (not event.act.verb and not event.tags):
            return None
        if (event.act.verb != verb) if verb is not None else (tag not in event.tags):
            return False
        for slot in slots:
            if event.act.slot(slot) is None:
                return False
        for one, other in twice:
            if event.act.slot(one) != event.act.slot(other):
                return False
        known: Truth3 = True
        for test in tests:
            value = test(event)
            if value is False:
                return False
            if value is None:
                known = None
        return known

    return match


def could_match(pattern: ActPattern) -> Callable[[Facts, Event, Mapping[str, str]], bool]:
    """Whether a rite listed in `Event.could` fits the pattern, its variables bound as given."""
    tests = pattern.tests
    kind = ("verb", pattern.verb) if pattern.verb is not None else ("tags", pattern.tag)

    def match(option: Facts, event: Event, binding: Mapping[str, str]) -> bool:
        if kind[0] == "verb":
            if option.get("verb") != kind[1]:
                return False
        elif kind[1] not in option.get("tags", ()):
            return False
        slots = option.get("slots", {})
        for slot, variable in pattern.binds:
            if slots.get(slot) is None or binding.get(variable, slots[slot]) != slots[slot]:
                return False
        for test in tests:
            if test.subject in ("thing", "target", "addressee", "style"):
                if _has(option.get(test.subject, {}), test.attribute, test.value) is not True:
                    return False
            elif act_test(test)(event) is False:
                return False
        return True

    return match


def binding_of(pattern: ActPattern, event: Event) -> dict[str, str]:
    """What the pattern's variables stand for in this event."""
    if event.act is None:
        return {}
    return {variable: event.act.slot(slot) or "" for slot, variable in pattern.binds}


def state_match(now: Now) -> StateMatch:
    """A condition on the moment as a closure over the event and the bearer."""
    test = now.test
    attribute, wanted, negated = test.attribute, test.value, now.negated

    def holds(event: Event, bearer: str) -> Truth3:
        match test.subject:
            case "hour":
                value: Truth3 = None if not event.hour else event.hour == wanted
            case "place":
                value = _has(_place_of(event, bearer), attribute, wanted)
            case "present":
                value = _present(event, bearer, attribute, wanted)
            case _:
                value = _has((event.facts.get("people") or {}).get(bearer), attribute, wanted)
        return not3(value) if negated else value

    return holds


def bearers_of(kind: str, event: Event) -> list[str]:
    """Whom a rule binds at this act: the actor, the addressee, or everyone else present."""
    if event.act is None:
        return []
    if kind == "actor":
        return [event.act.actor]
    if kind == "addressee":
        who = event.act.slot("addressee")
        return [who] if who is not None else []
    return [p for p in sorted(event.facts.get("people") or {}) if p != event.act.actor]
