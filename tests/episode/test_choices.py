"""The list of choices is all that can be done, alike for everyone; anything else costs a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from cases import THEN_BOW, Played, doing, made, play

from normquest.community.acts import legal_acts
from normquest.community.build import YOU
from normquest.episode.case import Case
from normquest.episode.observing import choice_phrase
from normquest.episode.records import Decision, Observation
from normquest.episode.step import advance
from normquest.norms.events import Event


def act_states(played: Played) -> list[int]:
    """Where in the states an act is asked for."""
    return [n for n, s in enumerate(played.states) if s.request is not None and s.request.kind == "act"]


@pytest.mark.parametrize("name", ["made", "rite"])
def test_every_choice_is_taken_as_it_stands_there(name: str, drawn: Callable[[str], Case]) -> None:
    case = made() if name == "made" else drawn(name)
    played = play(case, "selfish", arm="blind")
    for at in act_states(played)[:3]:
        state, request = played.states[at], played.states[at].request
        assert request is not None
        for choice in request.observation.choices:
            step = advance(state, Decision(request.seq, choice.text, choice.number))
            event = next(r for r in step.records if isinstance(r, Event))
            assert event.act == choice.act and event.actor == YOU


@pytest.mark.parametrize("name", ["made", "rite"])
def test_every_legal_act_is_among_the_choices_and_no_other(name: str, drawn: Callable[[str], Case]) -> None:
    case = made() if name == "made" else drawn(name)
    played = play(case, "random", arm="blind")
    for at in act_states(played):
        state, request = played.states[at], played.states[at].request
        assert request is not None and state.acting is not None
        community, now = state.acting.community, state.acting.state
        legal = legal_acts(community, now, YOU)
        choices = request.observation.choices
        assert {c.act for c in choices} <= {g.act for g in legal}
        assert {c.text for c in choices} == {choice_phrase(community, g, now) for g in legal}
        assert [c.number for c in choices] == list(range(1, len(choices) + 1))


INVALID: list[Any] = [0, -1, 99, 1.0, "1", "take the raw cloth", True, None, [1], {"number": 1}, 10**30]


@pytest.mark.parametrize("value", INVALID, ids=repr)
def test_an_answer_that_is_no_choice_costs_a_turn_and_does_nothing(value: Any) -> None:
    played = play(made(), lambda r, _: value if r.kind == "act" else {"rule": None}, arm="both")
    result = played.result("act")
    assert result.turns == made().task.turns and not result.task_success and result.violations == 0
    own = [e for e in played.events("act") if e.actor == YOU]
    assert [e.kind for e in own] == ["failed"] * result.turns and not any(e.changes for e in own)
    assert "You falter" in played.requests("act")[1].observation.text


@pytest.mark.parametrize("outcome", ["invalid_act", "parse_error", "refusal", "truncated", "budget"])
def test_a_reply_that_came_to_nothing_costs_a_turn_even_if_it_holds_a_number(outcome: Any) -> None:
    def answer(request: Any, _: Any) -> Any:
        return Decision(request.seq, "well…", 1, outcome) if request.kind == "act" else {"rule": None}

    played = play(made(), answer, arm="own")
    assert {e.kind for e in played.events("act") if e.actor == YOU} == {"failed"}


def test_faltering_counts_as_a_turn_in_which_a_duty_could_have_been_done() -> None:
    lines = doing("take the raw cloth", "dye the raw cloth in the rose vat")
    played = play(made(THEN_BOW), lambda r, s: 99 if r.observation.turn > 1 else lines(r, s), arm="own")
    assert played.result("act").violations == 1


def test_faltering_where_nobody_could_be_bowed_to_is_excused() -> None:
    case = made(THEN_BOW)
    away = {**case.home_start, **{(who, "at"): "loft" for who in case.home.residents}}
    lines = doing("take the raw cloth", "dye the raw cloth in the rose vat")
    alone = replace(case, home_start=away)
    played = play(alone, lambda r, s: 99 if r.observation.turn > 1 else lines(r, s), arm="own")
    assert played.result("act").violations == 0
    assert "excused" in {t.finding.result for t in played.truths() if t.finding.bearer == YOU}


def test_text_is_all_there_is_to_an_observation() -> None:
    """What panels show is in the one rendering, and each part of it."""
    page: Observation = play(made(), "oracle").requests("act")[2].observation
    for part in (page.place.upper(), *page.lines, *page.here, *page.exits, *page.held, page.task, page.clock):
        assert part in page.text
    assert all(f"{c.number:>3}  {c.text}" in page.text for c in page.choices)


def test_prose_is_told_on_arriving_and_in_other_words_the_next_time(drawn: Callable[[str], Case]) -> None:
    played = play(made(), doing("go to the yard", "wait", "go to the vat room"))
    pages = [r.observation for r in played.requests("act")]
    assert ["Steam" in p.prose for p in pages[:4]] == [True, False, False, True]
    assert ["beaten earth" in p.prose for p in pages[:4]] == [False, True, False, False]
