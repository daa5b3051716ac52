"""Every record comes back from the file as it was, whatever text is in it."""

from collections.abc import Iterator
from dataclasses import fields
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normquest.episode.records import (
    Choice,
    Decision,
    Observation,
    OpportunityRecord,
    Record,
    Request,
    StageResult,
    Statement,
    TrialResult,
    Truth,
)
from normquest.norms.events import Act, Event, Finding
from normquest.store import Store, line, open_store
from normquest.store.canonical import canonical, dumps, dumps_made, loads
from normquest.store.codec import COLUMNS, KINDS, decode, encode
from store.builders import begun, event, rich_turn

names = st.text(st.characters(codec="utf-8"), max_size=8)
nasty = [
    "\x00",
    "\x07\x1b]0;",
    "\x9b",
    "\ud83d",
    "\ude00",
    "\udc80",
    "\u202e",
    "\u2028",
    "'\"",
    "\\",
    "[/]",
    "\r\n",
]
hostile = st.lists(st.sampled_from(nasty) | st.text(max_size=5), max_size=5).map("".join)
numbers = st.integers(-(2**63), 2**63 - 1)
counts = st.integers(0, 10**6)
stages = st.sampled_from(["arrival", "watch", "act", "elsewhere", "debrief"])
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), hostile
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(hostile, inner, max_size=3)),
    max_leaves=8,
)
maps = st.dictionaries(hostile, values, max_size=4)
slots = st.lists(st.tuples(hostile, hostile), max_size=3).map(tuple)
acts = st.builds(Act, names, names, slots)


def tuples(of: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, max_size=3).map(tuple)


events = st.builds(
    Event,
    seq=counts,
    turn=numbers,
    stage=stages,
    kind=st.sampled_from(["act", "failed", "tick", "sanction", "stage", "unseen"]),
    place=names,
    hour=names,
    day=numbers,
    act=st.none() | acts,
    tags=tuples(hostile),
    facts=maps,
    could=st.none() | tuples(maps),
    present=tuples(hostile),
    seen_by=tuples(hostile),
    sight=st.sampled_from(["full", "dim", "none"]),
    changes=tuples(st.tuples(hostile, hostile, values)),
    target=st.none() | names,
    text=hostile,
)
observations = st.builds(
    Observation,
    stage=stages,
    turn=numbers,
    place=hostile,
    prose=hostile,
    lines=tuples(hostile),
    here=tuples(hostile),
    exits=tuples(hostile),
    held=tuples(hostile),
    task=hostile,
    clock=hostile,
    choices=tuples(st.builds(Choice, numbers, hostile, acts)),
)
others = st.one_of(
    st.builds(
        Truth,
        numbers,
        st.builds(Finding, names, names, numbers, st.none() | numbers, st.sampled_from(["kept", "open"])),
        numbers,
        st.booleans(),
        st.none() | numbers,
    ),
    st.builds(
        Request,
        numbers,
        st.sampled_from(["act", "statement", "forecast"]),
        stages,
        observations,
        hostile,
        st.none() | numbers,
        numbers,
        tuples(hostile),
    ),
    st.builds(Decision, numbers, hostile, values, st.sampled_from(["ok", "refusal"]), numbers, numbers),
    st.builds(
        Statement,
        stages,
        st.none() | maps,
        hostile,
        hostile,
        tuples(counts),
        st.none() | st.floats(0, 1) | st.sampled_from([0, 1]),
        tuples(maps),
        hostile,
    ),
    st.builds(
        OpportunityRecord,
        stages,
        names,
        numbers,
        numbers,
        st.sampled_from(["kept", "violated"]),
        st.booleans(),
        st.booleans(),
    ),
    st.builds(StageResult, stages, st.booleans(), numbers, numbers, numbers),
    st.builds(TrialResult, numbers, names, st.none() | st.booleans(), numbers, st.booleans()),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(tmp_path_factory.mktemp("codec") / "n.db") as store:
        yield store


def through_the_file(store: Store, record: Record) -> Record:
    """The record, written by one method and read by another."""
    episode = begun(store)
    if isinstance(record, Event):
        record = record.renumbered(episode.last_seq + 1, record.turn)
    store.turn(episode.id, [record])
    (read,) = store.records(episode.id, after=episode.records - 1)
    assert line(read) == line(record)
    return read


@given(events)
def test_an_event_comes_back_as_it_was(store: Store, event: Event) -> None:
    read = through_the_file(store, event)
    assert isinstance(read, Event)
    assert read.renumbered(event.seq, event.turn) == event


@given(others)
def test_any_other_record_comes_back_as_it_was(store: Store, record: Record) -> None:
    assert through_the_file(store, record) == record


@given(st.one_of(events, others))
def test_a_line_can_always_be_written_as_utf_8(record: Record) -> None:
    assert "\n" not in line(record)
    line(record).encode()


def test_every_kind_of_record_has_a_table() -> None:
    tables = {encode(record)[0] for record in rich_turn()}
    assert tables == set(COLUMNS)


@pytest.mark.parametrize("record", rich_turn(), ids=lambda record: type(record).__name__)
def test_a_row_stands_for_one_record(record: Record) -> None:
    table, row = encode(record)
    assert tuple(row) == COLUMNS[table]
    assert decode(table, row) == record


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_field_of_a_record_is_forgotten(kind: type) -> None:
    spread = {"act": {"actor", "verb", "slots"}, "finding": {field.name for field in fields(Finding)}}
    names = {field.name for field in fields(kind)}
    wanted = set().union(*(spread.get(name, {name}) for name in names))
    assert wanted == set(COLUMNS[KINDS[kind][0]])


def test_no_options_and_unknown_options_are_two_things() -> None:
    assert decode(*encode(event(0, could=()))).could == ()  # type: ignore[union-attr]
    assert decode(*encode(event(0, could=None))).could is None  # type: ignore[union-attr]


def test_tuples_among_the_facts_come_back_as_lists_under_the_same_line() -> None:
    original = event(0, facts={"holds": ("key",)}, changes=(("queue", "members", ("maud", "oren")),))
    read = decode(*encode(original))
    assert isinstance(read, Event)
    assert read.facts == {"holds": ["key"]}
    assert read.changes == (("queue", "members", ["maud", "oren"]),)
    assert line(read) == line(original)


def test_read_only_maps_are_maps() -> None:
    facts = MappingProxyType({"place": MappingProxyType({"wet": True})})
    assert decode(*encode(event(0, facts=facts))) == event(0, facts={"place": {"wet": True}})


def test_the_line_does_not_depend_on_the_order_of_keys() -> None:
    assert line(event(0, facts={"a": 1, "b": 2})) == line(event(0, facts={"b": 2, "a": 1}))
    assert line(event(0, facts={"a": 1})) != line(event(0, facts={"a": 1.0}))


def test_two_lone_surrogates_are_not_the_character_they_would_make() -> None:
    apart, joined = event(0, text="\ud83d\ude00"), event(0, text="\N{GRINNING FACE}")
    assert line(apart) != line(joined)
    assert decode(*encode(apart)) == apart


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), object()])
def test_what_json_cannot_say_is_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        encode(event(0, facts={"x": value}))
    with pytest.raises((TypeError, ValueError)):
        encode(Decision(0, "", {"x": value}))


@pytest.mark.parametrize("value", [{1, 2}, b"x", 1j])
def test_of_a_newcomer_nothing_is_taken_that_is_not_json(value: object) -> None:
    with pytest.raises(TypeError):
        encode(Decision(0, "", [value]))


whole = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), hostile, st.sampled_from(["NaN", "Infinity"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), tuples(inner), st.dictionaries(hostile, inner, max_size=3)
    ),
    max_leaves=8,
)


@given(whole)
def test_the_fast_encoder_writes_what_the_other_writes(value: Any) -> None:
    assert dumps_made(value) == dumps(value)


@given(values)
def test_floats_too_come_back_from_it_as_they_were(value: Any) -> None:
    assert canonical(loads(dumps_made(value))) == canonical(value)


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(TypeError, match="a dict is not a record"):
        encode({})  # type: ignore[arg-type]
