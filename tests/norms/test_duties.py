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


TAKE_THEN_BOW = {"form": "deadline", "act": {"verb": "take"}, "then": [{"verb": "bow"}], "within": 2}


def turns(*verbs: str) -> list[Event]:
    """One person's turns; "?" went unseen."""
    events: list[Event] = []
    for verb in verbs:
        seq = len(events)
        unseen = Event(seq, 0, "watch", "unseen", act=Act("oren", ""))
        events += [unseen if verb == "?" else did(seq, "oren", verb), tick(seq + 1, oren="hall")]
    return events


def test_what_may_have_been_opened_unseen_leaves_the_next_duty_undecided() -> None:
    """Had the first turn been a taking, the time would be over after the third, not the fourth."""
    assert told(TAKE_THEN_BOW, turns("take", "take", "sit", "sit"))[-1] == ("violated", "oren", 0, 5)
    assert told(TAKE_THEN_BOW, turns("sit", "take", "sit", "sit"))[-1] == ("violated", "oren", 2, 7)
    assert told(TAKE_THEN_BOW, turns("?", "take", "sit", "sit"))[-1] == ("unknown", "oren", 2, 7)
    assert told(TAKE_THEN_BOW, turns("?", "take", "sit", "bow"))[-1] == ("unknown", "oren", 2, 6)


def test_doubt_about_an_unseen_opening_ends_when_its_time_would_be_over() -> None:
    assert told(TAKE_THEN_BOW, turns("?", "sit", "sit", "take", "sit", "sit")) == [
        ("open", "oren", 6, None),
        ("violated", "oren", 6, 11),
    ]


def test_where_any_act_may_have_opened_it_doubt_lasts_until_it_is_settled_again() -> None:
    """While in doubt each further act of the kind may be the one that opened."""
    found = told(TAKE_THEN_BOW, turns("?", "take", "sit", "take", "sit", "take", "sit", "sit"))
    assert all(result in ("open", "unknown") for result, *_ in found)


def hazy(seq: int, by: str, verb: str, what: str, **slots: str) -> Event:
    """An act of which one attribute, written `thing.kind`, was not made out."""
    subject, _, attribute = what.partition(".")
    event = did(seq, by, verb, **slots)
    return replace(event, facts={**event.facts, subject: {attribute: None}})


TAKE_BEAD = {**TAKE_THEN_BOW, "act": {"verb": "take", "thing.kind": "bead"}}
BOW_WITH_BEAD = {**TAKE_THEN_BOW, "then": [{"verb": "bow", "thing.kind": "bead"}]}


def test_what_may_have_been_opened_by_an_act_not_made_out_does_so_too() -> None:
    bead = {"thing": {"kind": "bead"}}
    events = turns("take", "take", "sit", "sit")
    taken = replace(events[2], facts={**events[2].facts, **bead})
    events = [hazy(0, "oren", "take", "thing.kind", thing="it"), events[1], taken, *events[3:]]
    assert told(TAKE_BEAD, events) == [
        ("unknown", "oren", 0, 0),
        ("open", "oren", 2, None),
        ("unknown", "oren", 2, 7),
    ]


def test_what_may_have_been_kept_may_have_been_opened_again() -> None:
    """Had the second turn kept it, the third would open a duty whose time is over after the fifth."""
    events = turns("take", "bow", "take", "take", "sit", "sit")
    events[2] = hazy(2, "oren", "bow", "thing.kind", thing="it")
    assert told(BOW_WITH_BEAD, events) == [
        ("open", "oren", 0, None),
        ("unknown", "oren", 0, 5),
        ("open", "oren", 6, None),
        ("unknown", "oren", 6, 11),
    ]


META_AT_ONCE = {**META, "custom": {"form": "prohibition", "act": {"verb": "spill"}}, "within": 2}


def test_a_breach_that_may_have_gone_unseen_leaves_who_must_rebuke_undecided() -> None:
    sits = [event for seq in (4, 6) for event in (did(seq, "vera", "sit"), tick(seq + 1))]
    spilt = did(2, "oren", "spill", ("oren", "vera"))
    unseen = Event(0, 0, "watch", "unseen", act=Act("oren", ""))
    assert told(META_AT_ONCE, [did(0, "oren", "sit"), tick(1), spilt, *sits])[-1] == (
        "violated",
        "vera",
        2,
        7,
    )
    assert told(META_AT_ONCE, [unseen, tick(1), spilt, *sits])[-1] == ("unknown", "vera", 2, 7)
    blurred = did(0, "oren", "spill", ("oren", "vera"))
    blurred.facts["people"]["vera"]["role"] = None
    assert told(META_AT_ONCE, [blurred, tick(1), spilt, *sits]) == [
        ("unknown", "vera", 0, 0),
        ("open", "vera", 2, None),
        ("unknown", "vera", 2, 7),
    ]


def test_doubt_about_anyone_ends_for_each_person_apart() -> None:
    """The unseen turn may have been a question to anyone; vera has had two turns since, tova none."""
    rule = {"form": "deadline", "act": {"verb": "ask"}, "then": [{"verb": "answer"}], "within": 2,
            "bearer": "addressee"}  # fmt: skip
    events = [Event(0, 0, "watch", "unseen", act=Act("oren", "")), tick(1)]
    for seq in (2, 4):
        events += [did(seq, "vera", "sit"), tick(seq + 1)]
    events += [did(6, "oren", "ask", addressee="vera"), did(7, "oren", "ask", addressee="tova"), tick(8)]
    for seq in (9, 12):
        events += [did(seq, "vera", "sit"), did(seq + 1, "tova", "sit"), tick(seq + 2)]
    assert told(rule, events) == [
        ("open", "vera", 6, None),
        ("open", "tova", 7, None),
        ("unknown", "tova", 7, 14),
        ("violated", "vera", 6, 14),
    ]
