"""Duties with variables, meta rules at ticks and the like: corners of the contract, by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from normquest.norms.events import Act, Event
from normquest.norms.monitor import Monitor
from normquest.norms.rules import rule_from
from norms.town import PEOPLE


def did(seq: int, by: str, verb: str, people: Sequence[str] = PEOPLE, **slots: str) -> Event:
    """An act among people who stand together."""
    facts = {"people": {name: {"role": "guest"} for name in people}}
    facts |= {slot: {} for slot in slots}
    return Event(seq, 0, "watch", "act", act=Act(by, verb, tuple(slots.items())), tags=("any",), facts=facts)


def tick(seq: int, **places: str) -> Event:
    """The end of a turn, with who stands where."""
    people = {name: {"role": "guest", "place": {}, "place_id": place} for name, place in places.items()}
    return Event(seq, 0, "watch", "tick", facts={"people": people})


def told(rule: Any, events: Sequence[Event]) -> list[tuple[str, str, int, int | None]]:
    return [(f.result, f.bearer, f.opened_by, f.closed_by) for f in Monitor(rule_from(rule)).feed_all(events)]


def test_a_duty_is_owed_to_whom_the_shared_variable_names() -> None:
    """Not to whatever the act bound first: here the thing must come back, to whomever."""
    rule = {
        "form": "deadline",
        "act": {"verb": "borrow", "addressee": "?who", "thing": "?it"},
        "then": [{"verb": "give", "thing": "?it"}],
        "within": 1,
    }
    borrowed = did(0, "oren", "borrow", addressee="vera", thing="lamp")
    same, other = did(1, "oren", "give", thing="lamp"), did(1, "oren", "give", thing="linen")
    assert told(rule, [borrowed, same, tick(2)]) == [("open", "oren", 0, None), ("kept", "oren", 0, 1)]
    assert told(rule, [borrowed, other, tick(2)]) == [("open", "oren", 0, None), ("violated", "oren", 0, 2)]


def test_a_variable_that_only_the_discharge_binds_asks_for_nothing() -> None:
    rule = {
        "form": "deadline",
        "act": {"verb": "borrow", "addressee": "?who"},
        "then": [{"verb": "give", "addressee": "?who", "thing": "?anything"}],
        "within": 1,
    }
    events = [
        did(0, "oren", "borrow", addressee="vera"),
        did(1, "oren", "give", addressee="vera", thing="lamp"),
    ]
    assert told(rule, events) == [("open", "oren", 0, None), ("kept", "oren", 0, 1)]


def test_an_open_duty_is_not_doubled_whoever_it_was_done_to() -> None:
    """Rule 17 of the contract: one open instance a bearer, owed to the first."""
    rule = {
        "form": "deadline",
        "act": {"verb": "borrow", "addressee": "?who"},
        "then": [{"verb": "give", "addressee": "?who"}],
        "within": 2,
    }
    events = [
        did(0, "oren", "borrow", addressee="vera"),
        did(1, "oren", "borrow", addressee="tova"),
        did(2, "oren", "give", addressee="tova"),
        tick(3),
    ]
    assert told(rule, events) == [("open", "oren", 0, None), ("violated", "oren", 0, 3)]


def test_two_counterparts_of_two_first_acts_are_not_mixed_up() -> None:
    """Bowing to vera is not asking about vera, though both name her."""
    rule = {
        "form": "precedence",
        "act": {"verb": "speak", "addressee": "?who", "target": "?of"},
        "first": [{"verb": "bow", "addressee": "?who"}, {"verb": "ask", "target": "?of"}],
    }
    bowed = did(0, "oren", "bow", addressee="vera")
    speak = did(1, "oren", "speak", addressee="tova", target="vera")
    assert told(rule, [bowed, speak]) == [("violated", "oren", 1, 1)]
    assert told(rule, [bowed, did(1, "oren", "speak", addressee="vera", target="tova")]) == [
        ("kept", "oren", 1, 1)
    ]


META = {
    "form": "meta",
    "custom": {"form": "deadline", "act": {"verb": "spill"}, "then": [{"verb": "wash"}], "within": 1},
    "rebuke": {"verb": "rebuke", "addressee": "?them"},
    "by": {"one.role": "guest"},
    "modality": "must",
    "within": 1,
}


def test_only_those_in_the_offenders_place_must_rebuke_what_a_tick_brings_to_light() -> None:
    """Rules 4 and 20 of the contract: at a tick, present is who is in the same place."""
    events = [
        did(0, "oren", "spill", ("oren", "vera")),
        tick(1),
        did(2, "oren", "sit", ("oren", "vera")),
        tick(3, oren="hall", vera="hall", tova="yard"),
    ]
    assert told(META, events) == [("open", "vera", 3, None)]


def test_two_offenders_at_once_open_one_duty_a_person() -> None:
    """Each instance has an id of its own; a person who has one open gets no second."""
    events = [
        did(0, "oren", "spill"),
        did(1, "tova", "spill"),
        tick(2),
        did(3, "oren", "sit"),
        did(4, "tova", "sit"),
        tick(5, oren="hall", vera="hall", tova="hall"),
    ]
    findings = Monitor(rule_from(META)).feed_all(events)
    assert [(f.result, f.bearer) for f in findings] == [("open", "oren"), ("open", "tova"), ("open", "vera")]
    assert len({f.instance for f in findings}) == 3


def test_at_one_tick_duties_close_before_others_open() -> None:
    """Rule 22 of the contract: vera's time is over just as oren's second breach comes to light."""
    here = {"oren": "hall", "vera": "hall"}
    events = [
        did(0, "oren", "spill", tuple(here)),
        tick(1, **here),
        did(2, "oren", "sit", tuple(here)),
        tick(3, **here),
        did(4, "oren", "spill", tuple(here)),
        tick(5, **here),
        did(6, "oren", "sit", tuple(here)),
        did(7, "vera", "sit", tuple(here)),
        tick(8, **here),
    ]
    assert told(META, events) == [
        ("open", "vera", 3, None),
        ("violated", "vera", 3, 8),
        ("open", "vera", 8, None),
    ]


def test_an_act_that_may_be_none_decides_nothing() -> None:
    """Rule 25 of the contract: reciprocity of an act whose facts were not made out."""
    rule = {
        "form": "reciprocity",
        "act": {"verb": "borrow", "thing.kind": "bead", "addressee": "?who"},
        "back": {"verb": "give", "addressee": "?who"},
    }
    event = did(0, "oren", "borrow", addressee="vera", thing="something")
    hidden = replace(event, facts={**event.facts, "thing": {"kind": None}})
    assert told(rule, [hidden]) == [("unknown", "oren", 0, 0)]
