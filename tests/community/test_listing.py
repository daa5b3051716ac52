"""What is remembered of states is what looking afresh finds: legal acts, rites, facts and choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from community.fair import WORLDS, rng_for, wandering
from community.play import Play
from normquest.community.acts import ground_acts, legal_acts, legal_rites, listing
from normquest.community.build import Community, build
from normquest.community.facts import act_facts, rites_open
from normquest.community.happening import sight_of
from normquest.community.state import Key, folded
from normquest.episode.observing import choices_now, things_here, who_is_here

SETTINGS = ("home", "elsewhere")


def walk(name: str, setting: Any, seed: int, steps: int) -> Iterator[tuple[Community, dict[Key, Any]]]:
    """The states of a random walk, each with the one community that remembers all of them."""
    play = Play(WORLDS[name](), seed, setting)
    for before, _ in wandering(play, rng_for("remembered", name, setting, seed), steps):
        yield play.community, before


def afresh(community: Community) -> Community:
    """The same community, which remembers nothing."""
    return build(community.world, community.setting_name, community.seed)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", WORLDS)
def test_remembered_legal_acts_are_those_found_from_scratch(name: str, setting: Any, seed: int) -> None:
    for community, state in walk(name, setting, seed, 25):
        for actor in community.people:
            scratch = [g for g in ground_acts(community, actor) if g.legal(state)]
            assert legal_acts(community, state, actor) == scratch
            assert legal_rites(community, state, actor) == [g for g in scratch if g.rite]


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", WORLDS)
def test_what_spares_some_keys_is_what_can_change_none_of_them(name: str, setting: Any) -> None:
    for community, state in walk(name, setting, 7, 20):
        keys = sorted(community.scope.dynamic)
        for actor in community.people:
            spared = frozenset(keys[len(actor) % 3 :: 3])
            scratch = [g for g in ground_acts(community, actor) if g.legal(state)]
            kept = [g for g in scratch if not (g.writes & spared) and g.act.verb != "wait"]
            few = listing(community, state, actor, spared)
            assert list(few.leaving(spared)) == kept
            assert list(listing(community, state, actor).leaving(spared)) == kept
            assert list(few.rites.acts) == [g for g in scratch if g.rite]


@pytest.mark.parametrize("name", WORLDS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_states_may_come_in_any_order_and_from_nowhere(name: str, data: st.DataObject) -> None:
    community = _community(name)
    places = sorted(community.setting.places)
    spots = [*places, *community.people, *community.setting.things]
    movable = sorted(entity for entity, a in community.scope.dynamic if a == "at")
    changes = {}
    for entity in data.draw(st.lists(st.sampled_from(movable), unique=True, max_size=8)):
        inside = places if entity in community.people else [spot for spot in spots if spot != entity]
        changes[entity] = data.draw(st.sampled_from(inside))
    state = folded(community.start, [(entity, "at", spot) for entity, spot in changes.items()])
    for actor in community.people:
        scratch = [g for g in ground_acts(community, actor) if g.legal(state)]
        assert legal_acts(community, state, actor) == scratch
        assert legal_rites(community, state, actor) == [g for g in scratch if g.rite]


_KNOWN: dict[str, Community] = {}


def _community(name: str) -> Community:
    """One community a world for all examples, so that each meets what the others left behind."""
    return _KNOWN.setdefault(name, build(WORLDS[name](), "home", 3))


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", WORLDS)
def test_facts_and_words_are_those_of_a_community_that_remembers_nothing(name: str, setting: Any) -> None:
    for number, (community, state) in enumerate(walk(name, setting, 5, 16)):
        if number % 4:
            continue
        new = afresh(community)
        assert repr(choices_now(community, state)) == repr(choices_now(new, state))
        for place in community.setting.places:
            assert things_here(community, place, state) == things_here(new, place, state)
            assert who_is_here(community, place, state) == who_is_here(new, place, state)
            for watcher in community.people:
                assert sight_of(community, watcher, place, state) == sight_of(new, watcher, place, state)
        for actor in community.people:
            for ground in legal_acts(community, state, actor):
                facts, again = (act_facts(c, dict(ground.act.slots), actor, state) for c in (community, new))
                assert repr(facts) == repr(again)
            options = (rites_open(c, state, actor, facts["people"]) for c in (community, new))
            assert len({repr(found) for found in options}) == 1


def test_values_that_are_equal_and_read_differently_are_told_apart() -> None:
    play = Play(WORLDS["fair"]())
    for value in (1, True, "1", 1.0, 1, True):
        play.state[("second", "wears")] = value
        facts = act_facts(play.community, {}, "second", play.state)
        assert repr(facts["people"]["second"]["wears"]) == repr(value)
