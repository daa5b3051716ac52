"""Replies as they are read: what counts as an answer, and what does not."""

from typing import Any

import pytest

from newcomers.playing import live_for
from normquest.episode.records import Choice
from normquest.newcomers.chat.reading_acts import read_act
from normquest.newcomers.chat.reading_answers import read_line, read_yes_no
from normquest.newcomers.chat.reading_statements import read_statement
from normquest.newcomers.chat.replies import declines
from normquest.norms.events import Act
from normquest.world.words import lexicon_of

_TEXTS = ("go to the yard", "bow to Maud", "dye the raw cloth in the rose vat", "wait")
CHOICES = tuple(Choice(n, text, Act("you", "wait")) for n, text in enumerate(_TEXTS, 1))
LEXICON = lexicon_of(live_for().case.home.world)
RULE = "It is forbidden to dye a cloth in a rose vat."


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("3", 3),
        (" 3.\n", 3),
        ("#3", 3),
        ("**3**", 3),
        ("act: 3", 3),
        ("Act: 3", 3),
        ("**Act:** 3", 3),
        ("**act**: `3`", 3),
        ("- act: 3 (dye the raw cloth in the rose vat)", 3),
        ("act: 3 dye the raw cloth", 3),
        ("act: #2", 2),
        ("act = 2", 2),
        ("act: wait", 4),
        ("act: Wait.", 4),
        ("wait", 4),
        ("“Bow to Maud.”", 2),
        ("2  bow to Maud", 2),
        ("2. Bow to Maud", 2),
        ('{"act": 2}', 2),
        ('```json\n{"act": "2"}\n```', 2),
        ('Sure! {"choice": "wait", "why": "I am tired"}', 4),
        ("I could take 1 or 2, but act: 1 is wrong.\nact: 4", 4),
        ("Let me think. There are 3 ways.\n\n2", 2),
        ("First I thought\nact: 1\nbut no:\nact: 2", 2),
        ("I look around.\nwait", 4),
        ('{"act": 1} was my first thought.\nact: 2', 2),
        ('act: 1 was my first thought.\n{"act": 2}', 2),
        ("<think>act: 1, or perhaps\nact: 2</think>\n\n3", 3),
        ("<think>\n</think>act: 3", 3),
    ],
)
def test_an_act_is_found_wherever_it_is_said_plainly(reply: str, number: int) -> None:
    read = read_act(reply, CHOICES)
    assert (read.value, read.outcome) == (number, "ok")


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("", "parse_error"),
        ("I would go to the yard, I think.", "parse_error"),
        ("There are 3 cloths and I take 2 of them", "parse_error"),
        ("act: 1 or 2", "parse_error"),
        ("act: 1, then 2", "parse_error"),
        ("act: 3 and 4", "parse_error"),
        ("2 dye the raw cloth in the rose vat", "parse_error"),
        ('{"act": 2', "parse_error"),
        ('{"act": true}', "invalid_act"),
        ('{"act": [1]}', "parse_error"),
        ('{"act": 2.5}', "parse_error"),
        ("act:", "invalid_act"),
        ("act: NUMBER", "invalid_act"),
        ("act: 0", "invalid_act"),
        ("act: 99", "invalid_act"),
        ("act: -1", "invalid_act"),
        ("act: 10000000000000000000000", "invalid_act"),
        ("17", "invalid_act"),
        ("act: kill Maud", "invalid_act"),
        ("³", "parse_error"),
        ("٣", "parse_error"),
        ("[@click=app.quit]3[/]", "parse_error"),
    ],
)
def test_nothing_is_guessed(reply: str, outcome: str) -> None:
    read = read_act(reply, CHOICES)
    assert (read.value, read.outcome) == (None, outcome) and read.why


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("answer: yes", True),
        ("yes", True),
        ("Yes.", True),
        ("No, I don't think so.", False),
        ("**Answer:** no", False),
        ("answer: can't tell", None),
        ("Answer: can’t tell.", None),
        ("I am not sure about that.\nanswer: unsure", None),
        ('{"answer": true}', True),
        ('{"answer": "no"}', False),
        ('{"answer": null}', None),
        ("Maud has been frowned at before.\n\nyes", True),
    ],
)
def test_yes_and_no(reply: str, value: bool | None) -> None:
    read = read_yes_no(reply)
    assert (read.value, read.outcome) == (value, "ok")


@pytest.mark.parametrize("reply", ["", "perhaps", "No problem at all", "yes or no", "answer:", "{}"])
def test_neither_yes_nor_no(reply: str) -> None:
    assert read_yes_no(reply).outcome == "parse_error"


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("line: 44", 44),
        ("44", 44),
        ("Line 44", 44),
        ("line: nothing", "nothing"),
        ("Omission.", "omission"),
        ('{"line": 44}', 44),
        ("It was the dyeing.\nline: 44", 44),
    ],
)
def test_a_line_that_earned_a_reaction(reply: str, value: Any) -> None:
    assert read_line(reply, {44}).value == value


@pytest.mark.parametrize("reply", ["", "line: 45", "line: 44 or 45", "everything"])
def test_no_line(reply: str) -> None:
    assert read_line(reply, {44}).outcome == "parse_error"


def test_a_statement_in_lines() -> None:
    reply = f"rule: {RULE}\nlines: 3, 18-20 and 44\nsure: 75\nwords: no rose!\nhabit: never greet a steward"
    read = read_statement(reply, LEXICON, {18, 20, 33})
    assert read.outcome == "ok" and read.value["rule"] == RULE
    assert (read.value["evidence"], read.value["confidence"]) == ([18, 20, 3, 44], 0.75)
    assert read.value["words"] == "no rose!" and [h["form"] for h in read.value["habits"]] == ["prohibition"]


@pytest.mark.parametrize(
    "reply",
    [
        f"Thinking… it may be rose.\nrule: one must bow\n\n**Rule:** {RULE}\n**Sure:** 75%",
        f'{{"rule": "{RULE}", "confidence": 0.75, "evidence": [3]}}',
        f'```json\n{{"rule": "{RULE}", "sure": 75}}\n```',
        f"{RULE}",
        f"My answer:\n{RULE}",
        f"I think it is this.\n- {RULE}\nI am rather sure.",
    ],
)
def test_a_statement_in_other_shapes(reply: str) -> None:
    read = read_statement(reply, LEXICON)
    assert read.value["rule"].strip('"') == RULE and read.value["confidence"] in (0.75, None)


def test_a_rule_as_data() -> None:
    data = '{"form": "prohibition", "act": {"verb": "dye", "target.colour": "rose"}}'
    for reply in (data, f'{{"rule": {data}}}'):
        assert read_statement(reply, LEXICON).value["rule"]["form"] == "prohibition"


@pytest.mark.parametrize(
    "reply", ["none that I can see", "rule: None that I can see.", '{"rule": null}', "None."]
)
def test_none_is_a_statement(reply: str) -> None:
    read = read_statement(reply, LEXICON)
    assert read.outcome == "ok" and (read.value["rule"] is None or "none" in read.value["rule"].lower())


@pytest.mark.parametrize("reply", ["", "I do not know.", "rule:", '{"rule": ', "{}", "sure: 80", "[1, 2]"])
def test_no_statement(reply: str) -> None:
    assert read_statement(reply, LEXICON).outcome == "parse_error"


def test_a_sentence_that_the_language_lacks_is_handed_on_for_the_episode_to_judge() -> None:
    read = read_statement("rule: people should be nice\nsure: 90", LEXICON)
    assert (read.outcome, read.value["rule"]) == ("ok", "people should be nice")


@pytest.mark.parametrize(
    ("said", "chance"),
    [
        ("75", 0.75),
        ("75%", 0.75),
        ("75 percent", 0.75),
        ("0.75", 0.75),
        ("1", 0.01),
        ("1.0", 1.0),
        ("100", 1.0),
        ("0", 0.0),
        ("about 60, I think", 0.6),
        ("250", None),
        ("-5", None),
        ("very", None),
        ("nan", None),
    ],
)
def test_confidence(said: str, chance: float | None) -> None:
    assert read_statement(f"rule: {RULE}\nsure: {said}", LEXICON).value["confidence"] == chance


def test_numbers_in_json_that_nothing_can_hold_are_no_statement() -> None:
    for value in ("NaN", "Infinity", "1e999", "9" * 400, "[" * 30 + "]" * 30):
        read = read_statement(f'{{"rule": "none", "confidence": {value}}}', LEXICON)
        assert read.outcome == "parse_error", value


def test_a_refusal_in_words() -> None:
    for text in ("I'm sorry, but I can't help with that.", "I cannot assist with this request.", "I won't."):
        assert declines(text)
    for text in ("", "Sorry to be slow: act 3", "I can see that Maud cannot bow.", "The steward won't mind."):
        assert not declines(text)
