"""The log holds all: what events say has changed, folded over the start, gives the state of the engine."""

from __future__ import annotations

from typing import Any

import pytest

from community.fair import WORLDS, rng_for, wandering
from community.play import Play
from normquest.community.acts import legal_acts
from normquest.community.happening import happen
from normquest.community.state import Key, folded
from normquest.store.canonical import canonical, dumps, loads

SEEDS = range(4)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("setting", ["home", "elsewhere"])
@pytest.mark.parametrize("name", WORLDS)
def test_changes_folded_over_the_start_give_the_state(name: str, setting: Any, seed: int) -> None:
    play = Play(WORLDS[name](), seed, setting)
    state: dict[Key, Any] = dict(play.community.start)
    for before, event in wandering(play, rng_for("folding", name, setting, seed), 25):
        assert before == state
        state = folded(state, event.changes)
    assert state == play.state


@pytest.mark.parametrize("name", WORLDS)
def test_changes_come_back_from_json_as_the_same_state(name: str) -> None:
    play = Play(WORLDS[name](), 3)
    state: dict[Key, Any] = dict(play.community.start)
    for _, event in wandering(play, rng_for("json", name), 15):
        state = folded(state, [tuple(change) for change in loads(dumps(event.changes))])
    by_name = ({f"{e}.{a}": v for (e, a), v in s.items()} for s in (state, play.state))
    first, second = (canonical(s) for s in by_name)
    assert first == second


@pytest.mark.parametrize("name", WORLDS)
def test_only_what_the_compiler_expects_to_change_does(name: str) -> None:
    """Else an act could be folded away that becomes legal later."""
    for seed in range(2):
        for setting in ("home", "elsewhere"):
            play = Play(WORLDS[name](), seed, setting)
            for _, event in wandering(play, rng_for("dynamic", name, seed), 15):
                changed = {(entity, attribute) for entity, attribute, _ in event.changes}
                assert changed <= play.community.scope.dynamic


@pytest.mark.parametrize("name", WORLDS)
def test_an_act_changes_no_more_than_it_says_it_may(name: str) -> None:
    play = Play(WORLDS[name](), 1)
    for before, event in wandering(play, rng_for("writes", name), 20):
        if event.act is not None:
            ground = next(g for g in legal_acts(play.community, before, event.actor) if g.act == event.act)
            assert {(entity, attribute) for entity, attribute, _ in event.changes} <= ground.writes


@pytest.mark.parametrize("name", WORLDS)
def test_what_an_act_does_depends_on_nothing_but_what_it_reads(name: str) -> None:
    """Another state that agrees on those keys: as legal, and the same changes."""
    play = Play(WORLDS[name](), 2)
    rng = rng_for("reads", name)
    states = [before for before, _ in wandering(play, rng, 12)]
    for one, other in zip(states, states[7:], strict=False):
        for actor in ("you", play.community.residents[0]):
            for ground in legal_acts(play.community, one, actor):
                mixed = {**other, **{key: one[key] for key in ground.reads if key in one}}
                for key in ground.reads - set(one):
                    mixed.pop(key, None)
                assert ground.legal(mixed)
                events = [
                    happen(
                        play.community, s, ground, seq=0, turn=0, stage="act", told=False, with_options=False
                    )[0]
                    for s in (one, mixed)
                ]
                assert (events[0].kind, events[0].changes) == (events[1].kind, events[1].changes)


def test_happening_leaves_the_given_state_alone() -> None:
    for name in WORLDS:
        play = Play(WORLDS[name](), 1)
        for before, _ in wandering(play, rng_for("pure", name), 8):
            copy = dict(before)
            for ground in legal_acts(play.community, before, "you"):
                happen(play.community, before, ground, seq=0, turn=0, stage="act")
            assert before == copy
