"""A chat model in the battery: the words that a person reads, tolerant readers, and no number made up."""

from __future__ import annotations

import pytest

from newcomers import parity
from newcomers.brains import sensible
from newcomers.playing import chat, decisions, requests, scripted, served
from newcomers.server import Answer
from normquest.episode.records import TrialResult
from normquest.newcomers.chat.messages import conversation
from normquest.newcomers.chat.prompts import TEMPLATES, kind_asked
from normquest.newcomers.chat.reading_beside import read_belief, read_notice
from normquest.session.rows.battery import tried

OPTIONS = ("nothing: it is an ordinary day", "breaking the custom pays", "most people broke the custom")


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("answer: 2", 2),
        ("2", 2),
        ("**Answer:** 3", 3),
        ("Let me see. There were 5 people.\n\nanswer: 1", 1),
        ("answer: breaking the custom pays", 2),
        ("Most people broke the custom.", 3),
        ("2. breaking the custom pays", 2),
        ('{"answer": 3}', 3),
        ("answer: can't tell", None),
        ("Can’t tell", None),
    ],
)
def test_what_was_noticed_is_read(reply: str, number: int | None) -> None:
    read = read_notice(reply, OPTIONS)
    assert (read.outcome, read.value) == ("ok", number)


@pytest.mark.parametrize(
    "reply",
    ["", "answer: 4", "answer: 0", "answer: 1 or 2", "2 most people broke the custom", "hm", "answer: []"],
)
def test_what_names_no_option_is_none(reply: str) -> None:
    assert read_notice(reply, OPTIONS).outcome == "parse_error"


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("answer: 7", 7),
        ("10", 10),
        ("0", 0),
        ("answer: 7/10", 7),
        ("7 out of 10", 7),
        ("answer: 3 of ten", 3),
        ("I think most will.\nanswer: 8.", 8),
        ('{"answer": 6.0}', 6),
        ("answer: can't tell", None),
    ],
)
def test_a_belief_is_read(reply: str, number: int | None) -> None:
    read = read_belief(reply)
    assert (read.outcome, read.value) == ("ok", number)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "answer: 11",
        "answer: -1",
        "answer: 7.5",
        "answer: most",
        "5 or 6",
        "answer: 70 %",
        '{"answer": true}',
    ],
)
def test_what_is_no_such_number_stays_unread(reply: str) -> None:
    read = read_belief(reply)
    assert read.outcome == "parse_error" and read.value is None


def test_the_same_words_and_the_same_choices_as_a_person_has() -> None:
    for prompt in TEMPLATES:
        live, server = served(
            lambda asked: Answer(sensible(asked)), prompt=prompt, switches={"battery": True, "scenes": 0}
        )
        assert parity.check(live, server.calls) > 70
        for call in server.calls:
            if call.kind == "notice":
                (request, *_) = requests(live, "notice")
                for number, option in enumerate(request.options, 1):
                    assert f"{number:>3}  {option}" in call.last
        assert len([r for r in live.records if isinstance(r, TrialResult)]) == 18


def test_the_kind_of_every_request_shows_in_its_message() -> None:
    live = chat(scripted("act: 1"), switches={"battery": True, "scenes": 0})
    template = TEMPLATES["minimal"]
    for place, record in enumerate(live.seen):
        if record in requests(live, "notice") or record in requests(live, "belief"):
            talk = conversation(record, live.seen[:place], template)  # type: ignore[arg-type]
            assert kind_asked(talk[-1][1]) == record.kind  # type: ignore[union-attr]


def test_what_cannot_be_read_is_asked_once_more_and_then_missing() -> None:
    waiting = scripted(
        act=["act: 1"], statement=["rule: none that I can see"], notice=["well", "2", "hm"], belief=["lots"]
    )
    live = chat(waiting, switches={"battery": True, "scenes": 0, "forecast": False})
    said = decisions(live, "notice")
    assert (said[0].value, said[0].outcome, said[0].calls) == (2, "ok", 2)
    assert (said[1].value, said[1].outcome, said[1].calls) == (2, "ok", 1)
    assert {(d.value, d.outcome, d.calls) for d in said[2:]} == {(None, "parse_error", 2)}
    assert {(d.value, d.outcome) for d in decisions(live, "belief")} == {(None, "parse_error")}
    rows = tried("x", "1", live.records).trials
    assert {(row.ee, row.ne, row.personal, row.sanction) for row in rows} == {(None,) * 4}
    assert len({row.circumstance for row in rows if row.noticed}) <= 2
