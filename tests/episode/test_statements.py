"""What is stated: in the words of the rule language, asked again once, and as often as was switched on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from cases import UNDER_ROOF, Answer, doing, made, play
from hypothesis import given
from hypothesis import strategies as st

from normquest.episode.records import Config, Decision, Record, Request, Statement
from normquest.episode.state import EpisodeState
from normquest.episode.stating import NONE_SEEN, understand
from normquest.episode.step import advance, begin
from normquest.norms.english import render
from normquest.norms.rules import rule_data
from normquest.world.words import lexicon_of

DATA = rule_data(UNDER_ROOF)
ENGLISH = render(UNDER_ROOF, lexicon_of(made().home.world))


def stating(*values: Any) -> Answer:
    """Answers the first requests for a statement so, one after the other; then with none."""
    left = list(values)

    def answer(request: Request, _: Sequence[Record]) -> Any:
        if request.kind != "statement":
            return None
        return left.pop(0) if left else {"rule": None}

    return answer


def first(*values: Any) -> tuple[Statement, int]:
    """The first statement that comes of these answers, and how often it was asked for."""
    played = play(made(), stating(*values))
    return played.statements()[0], len(played.requests("statement", "watch"))


@pytest.mark.parametrize("rule", [DATA, ENGLISH, ENGLISH.lower()], ids=["data", "english", "lower case"])
def test_a_rule_is_stated_as_data_or_as_its_sentence(rule: Any) -> None:
    said, asked = first({"rule": rule, "words": "under a roof", "evidence": [3, 5], "confidence": 0.7})
    assert (said.rule, said.english, asked) == (DATA, ENGLISH, 1)
    assert (said.words, said.evidence, said.confidence, said.unstatable) == ("under a roof", (3, 5), 0.7, "")
    assert said.stage == "watch"


def test_none_that_i_can_see_is_a_statement() -> None:
    said, asked = first({"rule": None, "confidence": 1})
    assert (said.rule, said.english, said.confidence, asked) == (None, NONE_SEEN, 1.0, 1)


def test_habits_are_stated_beside_the_rule() -> None:
    said, _ = first({"rule": None, "habits": [DATA]})
    assert said.habits == (DATA,) and said.rule is None


WRONG: list[Any] = [
    None,
    "no dyeing",
    {"rule": "thou shalt not"},
    {"rule": {"form": "prohibition"}},
    {"rule": {"form": "prohibition", "act": {"tag": "flying"}}},
    {"rule": {"form": "prohibition", "act": {"tag": "dyeing", "target.colour": "mauve"}}},
    {"rule": 7},
    {"rule": None, "confidence": 1.01},
    {"rule": None, "confidence": -0.1},
    {"rule": None, "confidence": math.nan},
    {"rule": None, "confidence": "high"},
    {"rule": None, "confidence": True},
    {"rule": None, "evidence": ["line 3"]},
    {"rule": None, "evidence": [True]},
    {"rule": None, "habits": ["thou shalt not"]},
]


@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_what_cannot_be_taken_is_asked_again_once_with_a_word_of_why(value: Any) -> None:
    played = play(made(), stating(value, {"rule": DATA}))
    asked = played.requests("statement", "watch")
    assert [r.attempt for r in asked] == [0, 1]
    assert "That could not be taken: " in asked[1].observation.text and asked[1].question == asked[0].question
    assert played.statements()[0].rule == DATA


@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_the_second_time_it_is_recorded_as_unstatable_and_scored_as_no_rule(value: Any) -> None:
    def answer(request: Request, _: Sequence[Record]) -> Any:
        return Decision(request.seq, "Nobody may ever dye.", value) if request.kind == "statement" else None

    played = play(made(), answer)
    said = played.statements()[0]
    assert (said.rule, said.unstatable, said.confidence) == (None, "Nobody may ever dye.", None)
    assert len(played.requests("statement")) == 6 and len(played.statements()) == 3


@pytest.mark.parametrize("outcome", ["parse_error", "refusal", "truncated", "budget"])
def test_a_reply_that_came_to_nothing_is_asked_again_even_if_it_holds_a_rule(outcome: Any) -> None:
    def answer(request: Request, _: Sequence[Record]) -> Any:
        if request.kind != "statement":
            return None
        return Decision(request.seq, "no", {"rule": DATA}, outcome if request.attempt == 0 else "ok")

    played = play(made(), answer)
    assert played.statements()[0].rule == DATA and len(played.requests("statement", "watch")) == 2


def test_confidence_may_be_anything_from_0_to_1_and_may_be_left_out() -> None:
    for confidence in (0, 0.0, 0.5, 1, 1.0, None):
        said, asked = first({"rule": None, "confidence": confidence})
        assert asked == 1 and said.confidence == confidence


def test_the_question_says_what_confidence_means() -> None:
    asked = play(made(), "noop").requests("statement")
    assert all(
        "the chance that your rule agrees with theirs in at least 19 of 20 cases" in r.question for r in asked
    )
    assert all("none that I can see" in r.question for r in asked)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["rule", "form", "act", "tag", "words", "evidence"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@given(
    value=JSON | st.fixed_dictionaries({"rule": JSON, "evidence": JSON, "confidence": JSON, "habits": JSON})
)
def test_whatever_is_answered_becomes_a_statement_or_a_word_of_why(value: Any) -> None:
    said, problem = understand(made(), "watch", value)
    assert (said is None) == bool(problem)


# --- when it is asked for ---------------------------------------------------------------------------------

PATH = ["take the raw cloth", "go to the yard", "dye the raw cloth in the wide rose vat"]


@pytest.mark.parametrize("outcome", ["parse_error", "truncated", "refusal", "invalid_act"])
def test_an_answer_of_no_use_is_asked_for_again_in_words(outcome: Any) -> None:
    def answer(request: Request, records: Any) -> Any:
        if request.kind != "statement":
            return None
        return Decision(request.seq, "mumble", None, outcome)

    asked = play(made(), answer).requests("statement")
    text = asked[1].observation.text
    assert "That could not be taken: " in text and outcome not in text


def test_after_stages_it_is_asked_for_three_times() -> None:
    played = play(made(), doing(*PATH), elicitation="stages")
    assert [s.stage for s in played.statements()] == ["watch", "act", "elsewhere"]


def test_switched_off_it_is_never_asked_for() -> None:
    played = play(made(), doing(*PATH), elicitation="off")
    assert not played.statements() and not played.requests("statement")
    assert played.result("act").turns == 12 and played.events()[-1].stage == "debrief"


def test_switched_off_the_end_of_the_task_is_still_told() -> None:
    turns = 4
    lines = ["take the raw cloth", "dye the raw cloth in the rose vat"] * 2
    played = play(made(), doing(*lines), arm="own", elicitation="off")
    assert played.result("act").turns == turns
    page = played.requests("continue", "elsewhere")[0].observation
    assert "The task is done." in page.text and "at you." in page.text


def test_every_turn_it_is_asked_for_after_each_turn_of_the_newcomer() -> None:
    played = play(made(), "selfish", elicitation="turns")
    turns = played.result("act").turns + played.result("elsewhere").turns
    assert len(played.statements()) == 1 + turns
    kinds = [r.kind for r in played.requests(stage="act")][1:]
    assert kinds == ["act", "statement"] * played.result("act").turns


def test_what_came_of_the_last_turn_stands_above_the_question() -> None:
    page = play(made(), doing(*PATH), arm="own").requests("statement", "act")[0].observation
    assert any("let a little time pass" in line for line in page.lines)
    assert page.lines[-1].strip() == "Your time is up; the task is not done."


def test_an_answer_does_not_carry_over_to_the_next_question() -> None:
    config = Config()
    played = play(made(), "noop", config)
    at = next(
        n for n, s in enumerate(played.states) if s.request is not None and s.request.kind == "statement"
    )
    state: EpisodeState = played.states[at]
    assert state.request is not None
    once = advance(state, Decision(state.request.seq, "", "nonsense"))
    assert once.request is not None and once.request.attempt == 1
    taken = advance(once.state, Decision(once.request.seq, "", {"rule": None}))
    assert taken.request is not None and taken.request.attempt == 0
    assert begin(played.key, config, made()).state.attempt == 0
