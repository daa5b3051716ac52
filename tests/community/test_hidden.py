"""Facts hold what can be seen and no more: no knowledge, ties, lists, counters, nor who is elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from community.fair import WORLDS, rng_for, wandering
from community.play import Play, world
from normquest.community.happening import act_facts
from normquest.community.seen import as_seen
from normquest.norms.events import Event
from normquest.world.schema import World

SLOTS = {"thing", "target", "addressee", "style"}


def attributes(world: World, what: str) -> set[str]:
    return {name for name, attribute in world.attributes.items() if what in attribute.of}


def maps(event: Event) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every fact map of an event and what it is of."""
    for key, facts in event.facts.items():
        if key == "people":
            yield from (("person", f) for f in facts.values())
        elif facts is not None:
            yield key, facts
    for option in event.could or ():
        yield from ((slot, option[slot]) for slot in option["slots"])


def allowed(event: Event, key: str, facts: Mapping[str, Any], world: World) -> set[str]:
    person, place, thing = (attributes(world, what) for what in ("person", "place", "thing"))
    if key in ("person", "addressee"):
        return person | {"holds"} | ({"place", "place_id"} if event.kind == "tick" else set())
    if key == "place":
        return place
    if key == "style":
        return {"name"}
    return thing | {"kind", "held_by"} if "kind" in facts else place


@pytest.mark.parametrize("setting", ["home", "elsewhere"])
@pytest.mark.parametrize("name", WORLDS)
def test_facts_hold_declared_attributes_and_nothing_else(name: str, setting: Any) -> None:
    play = Play(WORLDS[name](), 1, setting)
    for _, event in wandering(play, rng_for("hidden", name), 25):
        assert set(event.facts) <= SLOTS | {"place", "people"}
        for key, facts in maps(event):
            assert set(facts) <= allowed(event, key, facts, play.community.world)
            assert None not in facts.values()  # what is absent is not there; None is unknown


@pytest.mark.parametrize("name", WORLDS)
def test_facts_of_an_act_are_of_those_at_its_place(name: str) -> None:
    play = Play(WORLDS[name](), 2)
    for before, event in wandering(play, rng_for("there", name), 20):
        if event.act is not None:
            there = [p for p in play.community.people if before[(p, "at")] == event.place]
            assert list(event.facts["people"]) == there
            assert event.present == tuple(p for p in there if p != event.actor)
            assert set(event.facts) & SLOTS == {slot for slot, _ in event.act.slots}


@pytest.mark.parametrize("name", WORLDS)
def test_no_watcher_is_given_what_is_hidden(name: str) -> None:
    """Not what others know, nor ties, lists and counters of others; nor anything of those out of view."""
    play = Play(WORLDS[name](), 3)
    world = play.community.world
    shown = {"at", *world.attributes}
    for before, event in wandering(play, rng_for("given", name), 20):
        for watcher in ("you", play.community.residents[0]):
            seen = as_seen(play.community, event, watcher, before)
            if seen is None:
                continue
            assert all(e in (watcher, "clock") or a in shown for e, a, _ in seen.changes)
            if seen.sight == "dim":
                assert seen.act is not None and seen.act.verb == "" and seen.act.slots == ()
                assert not {v for k, v in seen.facts.items() if k in SLOTS} - {None}


@pytest.mark.parametrize("name", WORLDS)
def test_facts_are_of_the_moment_before_the_act(name: str) -> None:
    play = Play(WORLDS[name](), 4)
    for before, event in wandering(play, rng_for("before", name), 15):
        if event.act is not None:
            assert event.facts == act_facts(play.community, dict(event.act.slots), event.actor, before)


def test_a_counter_is_not_to_be_seen_but_an_attribute_is() -> None:
    home = {"things": {"cloth_a": {"attributes": {"weight": 3}}}}
    play = Play(world(home=home, purse=4))
    event = play.do("you", "take", thing="cloth_a")
    assert event.facts["thing"] == {"kind": "cloth", "colour": "raw"}
    assert play.of("you", "coins") == 4 and "coins" not in event.facts["people"]["you"]


def test_someone_addressed_from_afar_is_known_as_a_person() -> None:
    call = {
        "base": "call {addressee}",
        "past": "called {addressee}",
        "ing": "calling {addressee}",
        "tags": "doing",
        "slots": {"addressee": {"kind": "person", "reach": "any"}},
        "says": {"you": "You call {addressee}.", "other": "{actor} calls {addressee}."},
    }
    play = Play(world(verbs={"call": call}))
    play.put("cloth_b", "first")
    event = play.do("you", "call", addressee="first")
    assert event.facts["addressee"] == {"role": "steward", "wears": "sash", "holds": ["cloth"]}
    assert "first" not in event.facts["people"]


def test_a_thing_says_who_holds_it() -> None:
    play = Play(world())
    play.do("you", "take", thing="cloth_a")
    assert play.do("you", "put", thing="cloth_a").facts["thing"]["held_by"] == "you"
    assert "held_by" not in play.do("second", "take", thing="cloth_a").facts["thing"]


def test_holding_is_told_by_kind_once() -> None:
    play = Play(world())
    for cloth in ("cloth_a", "cloth_b"):
        play.do("you", "take", thing=cloth)
    assert play.do("you", "wait").facts["people"]["you"]["holds"] == ["cloth"]
