"""Histories as bits, by hand: which acts fit which pattern, and which conditions held just before them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from normquest.norms.events import NEWCOMER, Act, Event
from normquest.norms.features import MOST_EVENTS, FeatureTable, Reading
from normquest.norms.matching import act_match
from normquest.norms.past import MOVING
from normquest.norms.rules import ActPattern, Now, Past
from norms.drafts import Drafts
from norms.town import life

BOW = ActPattern(verb="bow")
ANY = ActPattern(tag="any")
TAGS = {"go": ("any", MOVING), "bow": ("any",), "wash": ("any",)}


def did(seq: int, what: str, by: str = "oren", **more: Any) -> Event:
    """An act in a few words: `bow`, `wash`, `go`; `!bow` is a failed one."""
    verb = what.lstrip("!")
    more.setdefault("facts", {"place": {}, "people": {by: {}}})
    kind: Any = "failed" if what.startswith("!") else "act"
    return Event(seq, 0, "watch", kind, hour="noon", act=Act(by, verb), tags=TAGS[verb], **more)


def history(*what: str) -> list[Event]:
    """One person's acts, a turn each."""
    events: list[Event] = []
    for word in what:
        events.append(did(len(events), word))
        events.append(Event(len(events), 0, "watch", "tick"))
    return events


def bits(word: Any, reading: Reading) -> str:
    """A word as a string of one digit an act, the first act first."""
    return "".join(str(int(word) >> bit & 1) for bit in range(reading.bits.length))


def held(events: list[Event], condition: Now | Past) -> str:
    """Before which acts the condition held."""
    table = FeatureTable()
    index = table.condition(condition)
    reading = table.read(events)
    return bits(reading.bits.conditions[index], reading)


@pytest.mark.parametrize(
    ("window", "n", "expected"),
    [
        ("ever", None, "01111111"),
        ("today", None, "01111111"),
        ("since_entering", None, "01100011"),
        ("within", 1, "01000010"),
        ("within", 2, "01100011"),
        ("within", 12, "01111111"),
    ],
)
def test_windows_of_the_past(window: Any, n: int | None, expected: str) -> None:
    """The act itself does not count, a failed one is a turn, a move is judged before it resets."""
    events = history("bow", "!bow", "go", "!go", "wash", "bow", "wash", "go")
    assert held(events, Past(act=BOW, window=window, n=n)) == expected


def test_a_failed_move_is_no_move() -> None:
    assert held(history("bow", "!go", "wash"), Past(act=BOW, window="since_entering")) == "011"


def test_a_moving_act_does_not_count_after_itself() -> None:
    assert held(history("go", "wash"), Past(act=ANY, window="since_entering")) == "00"
    assert held(history("go", "wash"), Past(act=ANY, window="ever")) == "01"


def test_today_ends_when_the_day_changes() -> None:
    days = (0, 0, 1, 1, 1)
    events = [
        did(i, w, day=d)
        for i, (w, d) in enumerate(zip(("bow", "wash", "wash", "bow", "wash"), days, strict=True))
    ]
    assert held(events, Past(act=BOW, window="today")) == "01001"
    assert held(events, Past(act=BOW, window="ever")) == "01111"


def test_what_others_did_does_not_count() -> None:
    events = [did(0, "bow", "vera"), did(1, "wash"), did(2, "wash", "vera"), did(3, "wash")]
    for window in ("ever", "today", "since_entering"):
        assert held(events, Past(act=BOW, window=window)) == "0010"
    assert held(events, Past(act=BOW, window="within", n=1)) == "0010"


def test_conditions_on_the_moment_are_those_of_the_actor() -> None:
    facts = {"place": {"cover": "open"}, "people": {"oren": {"role": "guest"}, "vera": {"role": "abbot"}}}
    events = [did(0, "wash", facts=facts), did(1, "wash", "vera", facts=facts)]
    for key, value, expected in (
        ("one.role", "abbot", "01"),
        ("present.role", "abbot", "10"),
        ("place.cover", "open", "11"),
        ("hour", "noon", "11"),
        ("hour", "dusk", "00"),
    ):
        assert held(events, Now.model_validate({key: value})) == expected, key


def test_the_first_condition_never_holds() -> None:
    reading = FeatureTable().read(history("bow", "wash"))
    assert reading.bits.conditions.tolist() == [0]


def test_bits_are_acts_in_order_and_nothing_else() -> None:
    events = [Event(0, 0, "watch", "stage"), *history("bow", "!bow", "wash")]
    events.insert(3, Event(99, 0, "watch", "sanction", act=Act("vera", "bow", (("addressee", "oren"),))))
    events = [Event(seq, e.turn, e.stage, e.kind, act=e.act, tags=e.tags) for seq, e in enumerate(events)]
    table = FeatureTable()
    bow, every = table.act(BOW), table.act(ANY)
    reading = table.read(events)
    assert (reading.bits.length, reading.bits.actors) == (3, ("oren", "oren", "oren"))
    assert [events[seq].verb for seq in reading.bits.seqs] == ["bow", "bow", "wash"]
    assert bits(reading.bits.acts[bow], reading) == "100"
    assert bits(reading.bits.acts[every], reading) == "101"
    assert [bool(row[every]) for row in reading.fits] == [True, False, True]
    assert reading.events == tuple(events)


def test_a_pattern_fits_where_its_closure_says_so() -> None:
    drafts, table = Drafts(Random(0)), FeatureTable()
    patterns = [drafts.pattern(0.5, 0.2) for _ in range(200)]
    rows = [table.act(p) for p in patterns]
    found = 0
    for seed in range(10):
        events = life(seed)
        reading = table.read(events)
        acts = [e for e in events if e.kind in ("act", "failed")]
        for bit, event in enumerate(acts):
            for pattern, row in zip(patterns, rows, strict=True):
                fits = act_match(pattern)(event) is True
                assert fits == bool(reading.fits[bit][row]) == bool(int(reading.bits.acts[row]) >> bit & 1)
                found += fits
    assert found > 1000


def test_features_are_numbered_once_and_may_be_added_between_readings() -> None:
    table = FeatureTable()
    assert table.act(BOW) == table.act(ActPattern(verb="bow")) == 0
    before = table.read(history("bow", "wash"))
    assert len(before.bits.acts) == 1
    past = table.condition(Past(act=ActPattern(verb="wash"), window="ever"))
    assert past == table.condition(Past(act=ActPattern(verb="wash"), window="ever")) == 1
    after = table.read(history("wash", "bow"))
    assert len(after.bits.acts) == 2
    assert bits(after.bits.conditions[past], after) == "01"


def test_rites_that_were_open_are_kept_apart_from_those_not_recorded() -> None:
    table = FeatureTable()
    bow, wash = table.act(BOW), table.act(ActPattern(tag="cleaning"))
    option = {"verb": "wash", "tags": ["cleaning"], "slots": {}}
    events = [did(0, "wash"), did(1, "wash", could=()), did(2, "wash", could=(option,))]
    reading = table.read(events)
    unrecorded, none, one = reading.rites
    assert unrecorded is None and none is not None and one is not None
    assert not none.any()
    assert one[wash] and not one[bow]
    assert table.read(events, with_rites=False).rites == (None, None, None)


@pytest.mark.parametrize(
    ("present", "watched"),
    [((), 0), ((NEWCOMER,), 0), (("oren",), 0), (("oren", NEWCOMER), 0), (("oren", "vera", NEWCOMER), 1)],
)
def test_an_act_is_watched_by_residents_other_than_its_actor(present: tuple[str, ...], watched: int) -> None:
    assert FeatureTable().read([did(0, "wash", present=present)]).bits.watched == watched


def test_a_tick_watches_the_acts_of_its_turn_where_their_actors_now_are() -> None:
    def tick(seq: int, **places: str) -> Event:
        people = {name: {"place_id": place} for name, place in places.items()}
        return Event(seq, 0, "watch", "tick", facts={"people": people})

    events = [
        did(0, "go"),
        did(1, "wash", "tova"),
        tick(2, oren="hall", vera="hall", tova="yard", **{NEWCOMER: "yard"}),
        did(3, "wash"),
        did(4, "wash", NEWCOMER),
        tick(5, oren="hall", vera="yard", tova="yard", **{NEWCOMER: "yard"}),
    ]
    reading = FeatureTable().read(events)
    # That vera joined tova a turn later is too late for tova's act.
    assert bits(reading.bits.watched_tick, reading) == "1001"
    assert bits(reading.bits.watched, reading) == "0000"


def test_a_word_has_64_bits() -> None:
    table = FeatureTable()
    every = table.act(ANY)
    word = int(table.read(history(*["wash"] * MOST_EVENTS)).bits.acts[every])
    assert word == 2**MOST_EVENTS - 1
    with pytest.raises(ValueError, match="at most 64 acts, this one has 65"):
        table.read(history(*["wash"] * (MOST_EVENTS + 1)))
