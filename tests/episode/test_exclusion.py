"""A reaction that sends one aside costs turns, and never the task."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from cases import Played, made, play

from normquest.episode.case import Case


def sending_aside(turns: int, oracle: int | None = None) -> Case:
    """The case made by hand, with reactions that all send one aside."""
    case = made()
    world = case.home.world
    forms = {name: form.model_copy(update={"turns": turns}) for name, form in world.sanctions.items()}
    home = replace(case.home, world=world.model_copy(update={"sanctions": forms}))
    return replace(case, home=home, oracle_cost=case.oracle_cost if oracle is None else oracle)


def waits(played: Played) -> list[int]:
    """The turns in which the newcomer did nothing at all."""
    own = {e.turn for e in played.events("act") if e.kind in ("act", "failed") and e.actor == "you"}
    return [e.turn for e in played.events("act", "tick") if e.turn not in own]


def length(played: Played) -> int:
    return played.result("act").turns


@pytest.mark.parametrize("turns", [1, 2])
def test_it_takes_turns_in_which_nothing_is_asked(turns: int) -> None:
    plain, aside = (play(sending_aside(n), "selfish", arm="own") for n in (0, turns))
    assert length(plain) == 4, "two are taken, two are dyed"
    assert len(aside.sanctions("act")) == 2 and aside.result("act").task_success
    # The second offence ends the task: what it would cost is not waited for.
    assert length(aside) == 4 + turns and len(waits(aside)) == turns
    assert len(aside.requests("act", "act")) == len(plain.requests("act", "act")) == 4


def test_what_happens_meanwhile_is_told_with_the_next_turn() -> None:
    aside = play(sending_aside(1), "selfish", arm="own")
    told = [r.observation.lines for r in aside.requests("act", "act")]
    assert any("▲" in line for line in told[3])
    assert [r.observation.turn for r in aside.requests("act", "act")] == [0, 1, 2, 4]


def test_standing_aside_is_no_decision() -> None:
    plain, aside = (play(sending_aside(n), "selfish", arm="own") for n in (0, 2))
    met: list[list[Any]] = [[(o.outcome, o.instance) for o in p.opportunities("act")] for p in (plain, aside)]
    assert [outcome for outcome, _ in met[0]] == [outcome for outcome, _ in met[1]] != []


def test_it_never_makes_a_task_impossible() -> None:
    budget = made().task.turns
    assert not waits(play(sending_aside(2, oracle=budget), "selfish", arm="own"))
    # After the third turn one may be spared; after that one who starts anew would be late.
    assert len(waits(play(sending_aside(2, oracle=budget - 4), "selfish", arm="own"))) == 1


def test_where_opinions_are_kept_to_oneself_nobody_is_sent_aside() -> None:
    assert not waits(play(sending_aside(2), "selfish", arm="witnessed"))
