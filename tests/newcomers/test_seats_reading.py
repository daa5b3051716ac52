"""What a reply to a society's request says: numbers, messages, ratings, expectations, choices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from society.playing import started

from normquest.newcomers.models.fake import fake_model
from normquest.newcomers.seats.asking import MANNERS, Manner, conversation, form_text
from normquest.newcomers.seats.reading import read_reply
from normquest.society.changing_words import NO_CHANGE
from normquest.society.forms import Form, understood
from normquest.society.members.scripted import reply as scripted
from normquest.society.step import advance

FAKE = fake_model("first", {})

AMOUNT = Form("number", 0, 10, whole=True)
TALK = Form("text", longest=40)
RATE = Form("ratings", about=(1, 4), names=("Birch", "Elm"))
EXPECT = Form("report", 0, 10)
BELIEVE = Form("beliefs", 0, 20)
CHANGED = Form("choice", options=(NO_CHANGE, "the others have come", "ratings count"))


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("7", 7),
        (" **7** ", 7),
        ("answer: 7", 7),
        ("I have 10 and keep 3.\nanswer: 7", 7),
        ("I have 10 and keep 3.\n7", 7),
        ('{"answer": 7}', 7),
        ("<think>10 or 3?</think>\n7.", 7),
        ("Answer: 7 coins", 7),
        ("answer: 7.0", 7),
        ("answer: 0", 0),
        ("act: 10", 10),
    ],
)
def test_a_number_is_read_wherever_it_is_the_answer(reply: str, value: int) -> None:
    read = read_reply(reply, AMOUNT)
    assert (read.value, read.outcome) == (value, "ok") and type(read.value) is int


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("", "parse_error"),
        ("I put in half.", "parse_error"),
        ("I put in 7 of 10.", "parse_error"),
        ("answer: 3 or 4", "parse_error"),
        ("answer: all", "parse_error"),
        ("answer: 11", "invalid_act"),
        ("answer: -1", "invalid_act"),
        ("answer: 3.5", "invalid_act"),
        ("answer: true", "parse_error"),
        ('{"answer": true}', "parse_error"),
        ('{"answer": 1e999}', "parse_error"),
        ("answer: 99999999999999999999", "parse_error"),
        ("answer: 100000000005", "parse_error"),
    ],
)
def test_what_is_no_number_or_several_is_not_guessed_at(reply: str, outcome: str) -> None:
    read = read_reply(reply, AMOUNT)
    assert (read.value, read.outcome) == (None, outcome) and read.why


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("say: I propose 5.", "I propose 5."),
        ("Let me think of 5.\nsay: I propose 5.\nAll right?", "I propose 5. All right?"),
        ("I propose 5.", "I propose 5."),
        ('{"say": "I propose 5."}', "I propose 5."),
        ("say: “Five.”", "Five."),
        ("say:", ""),
        ("", ""),
    ],
)
def test_a_message_is_what_stands_behind_say_or_all_of_it(reply: str, said: str) -> None:
    assert understood(TALK, read_reply(reply, TALK).value) == said


def test_a_message_is_cut_and_cleaned_by_its_form() -> None:
    value = read_reply("say: \x1b[31m" + "x" * 100, TALK).value
    taken = understood(TALK, value)
    assert len(taken) == 40 and "\x1b" not in taken


@pytest.mark.parametrize(
    "reply",
    [
        "Birch: 0.5\nElm: -1",
        "Elm: -1\nBirch: +0.5",
        "* **Birch**: 0.5\n* **Elm**: −1",
        "Birch: 0.5, Elm: -1",
        "Birch = 0,5; Elm = -1",
        '{"Birch": 0.5, "Elm": -1}',
        "They did well.\nBirch: 1\nNo:\nBirch: 0.5\nElm: -1.0",
    ],
)
def test_ratings_are_read_by_name(reply: str) -> None:
    assert read_reply(reply, RATE).value == (0.5, -1.0)


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("Birch: 0.5", "parse_error"),
        ("0.5, -1", "parse_error"),
        ("Birch: good\nElm: bad", "parse_error"),
        ("Birch: 5\nElm: -1", "invalid_act"),
        ('{"Birch": "x", "Elm": 1}', "parse_error"),
    ],
)
def test_a_rating_that_is_not_there_is_not_made_up(reply: str, outcome: str) -> None:
    read = read_reply(reply, RATE)
    assert (read.value, read.outcome) == (None, outcome)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("typical: 6\nacceptable: 7", {"ee": 6.0, "ne": 7.0}),
        ("typical: 6.5\nacceptable: none", {"ee": 6.5, "ne": "none"}),
        ("I think 3 is low.\n**Typical:** 6\n**Acceptable:** None.", {"ee": 6.0, "ne": "none"}),
        ('{"typical": 6, "acceptable": null}', {"ee": 6.0, "ne": "none"}),
        ('{"ee": 6, "ne": 0}', {"ee": 6.0, "ne": 0.0}),
    ],
)
def test_expectations_are_two_and_the_second_may_be_none(reply: str, value: dict[str, Any]) -> None:
    read = read_reply(reply, EXPECT)
    assert read.value == value and understood(EXPECT, value) is not None


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("right: 6\nlikely: 7", {"belief": 6.0, "sanction": 7.0}),
        ("I mind little.\n**Right:** none\n**Likely:** 0", {"belief": "none", "sanction": 0.0}),
        ('{"belief": 12, "sanction": 10}', {"belief": 12.0, "sanction": 10.0}),
    ],
)
def test_beliefs_are_two_and_the_first_may_be_none(reply: str, value: dict[str, Any]) -> None:
    read = read_reply(reply, BELIEVE)
    assert read.value == value and understood(BELIEVE, value) is not None


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("right: 6", "parse_error"),
        ("right: 6\nlikely: none", "parse_error"),
        ("right: 21\nlikely: 1", "invalid_act"),
        ("right: 6\nlikely: 11", "invalid_act"),  # a likelihood ends at 10 whatever the acts do
    ],
)
def test_half_of_the_beliefs_is_none(reply: str, outcome: str) -> None:
    read = read_reply(reply, BELIEVE)
    assert (read.value, read.outcome) == (None, outcome)


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("6", "parse_error"),
        ("typical: 6", "parse_error"),
        ("typical: none\nacceptable: 6", "parse_error"),
        ("typical: 6\nacceptable: hard to say", "parse_error"),
        ("typical: 11\nacceptable: 6", "invalid_act"),
    ],
)
def test_half_a_report_is_none(reply: str, outcome: str) -> None:
    read = read_reply(reply, EXPECT)
    assert (read.value, read.outcome) == (None, outcome)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("answer: ratings count", "ratings count"),
        ("The others have come.", "the others have come"),
        ("answer: 3", "ratings count"),
        ("Nothing", NO_CHANGE),
        ("So it seems.\nanswer: **Nothing has changed**", NO_CHANGE),
    ],
)
def test_a_choice_is_named_in_its_words_or_by_its_number(reply: str, value: str) -> None:
    assert read_reply(reply, CHANGED).value == value


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [("answer: the weather", "invalid_act"), ("Something.", "parse_error"), ("9", "parse_error")],
)
def test_what_is_no_choice(reply: str, outcome: str) -> None:
    assert read_reply(reply, CHANGED).outcome == outcome


FORMS = (AMOUNT, TALK, RATE, EXPECT, CHANGED)


@given(st.text(max_size=300), st.sampled_from(FORMS))
def test_any_text_is_read_without_an_error_and_what_is_read_is_legal(text: str, form: Form) -> None:
    read = read_reply(text, form)
    assert (understood(form, read.value) is not None) == (read.outcome == "ok")
    assert read.outcome in ("ok", "parse_error", "invalid_act") and bool(read.why) == (read.outcome != "ok")


@given(st.sampled_from(["answer: ", "typical: ", "Birch: ", "say: ", '{"answer": ']), st.text(max_size=300))
def test_labels_in_front_of_anything_are_no_trap(label: str, text: str) -> None:
    for form in FORMS:
        read = read_reply(label + text, form)
        assert (understood(form, read.value) is not None) == (read.outcome == "ok")


def test_the_form_that_is_asked_for_is_the_form_that_is_read() -> None:
    filled = {
        "say: WHAT YOU SAY": "say: hello",
        "answer: A WHOLE NUMBER": "answer: 3",
        "typical: A NUMBER": "typical: 3",
        "acceptable: A NUMBER, or none": "acceptable: none",
        "Birch: A NUMBER FROM -1 TO 1": "Birch: 1",
        "Elm: A NUMBER FROM -1 TO 1": "Elm: 0",
        form_text(CHANGED)[0]: f"answer: {NO_CHANGE}",
    }
    for form in FORMS:
        reply = "\n".join(filled[line] for line in form_text(form))
        assert read_reply(reply, form).outcome == "ok", reply


@pytest.mark.parametrize("manner", MANNERS.values(), ids=MANNERS)
def test_the_built_in_scripts_give_the_least_that_is_legal(manner: Manner) -> None:
    step = started("imitator*12")
    kinds = set()
    for _ in range(12):
        for request in step.requests:
            kinds.add(request.form.kind)
            reply = FAKE.invoke(list(conversation(request, manner))).text
            read = read_reply(reply, request.form)
            assert read.outcome == "ok" and understood(request.form, read.value) is not None, reply
        step = advance(step.state, [scripted(request, 1) for request in step.requests])
    assert {"text", "number", "ratings", "report"} <= kinds
    choice = Form("choice", options=("two words", "one"))
    asked = f"Which?\n\n{manner.one}\n" + "\n".join(form_text(choice))
    assert read_reply(FAKE.invoke(asked).text, choice).value == "two words"


def test_scripts_of_ones_own_may_answer_seats(tmp_path: Path) -> None:
    path = tmp_path / "script.json"
    path.write_text('{"seat": ["answer: 7"]}', encoding="utf-8")
    asked = f"How much?\n\n{MANNERS['plain'].one}\nanswer: A NUMBER"
    assert fake_model(str(path), {}).invoke(asked).text == "answer: 7"
