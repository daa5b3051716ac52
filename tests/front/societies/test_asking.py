"""What a person types, entry by entry: read as a model's reply is, and asked again where it is none."""

from collections.abc import Sequence

import pytest

from front.societies.made import live
from normquest.front.societies.asking import Filling, entries
from normquest.newcomers.seats.reading import read_reply
from normquest.society.forms import Form, understood
from normquest.society.members.scripted import reply
from normquest.society.state import Request

RATE = Form("ratings", -1, 1, about=(3, 4, 9), names=("Ash", "Elm", "Yew"))
REPORT = Form("report", 0, 10)
BELIEFS = Form("beliefs", 0, 20)
AMOUNT = Form("number", 0, 10, whole=True)
CHOICE = Form("choice", options=("nothing has changed", "most say 3 of them", "others have come"))
TEXT = Form("text", longest=30)


def request_for(form: Form) -> Request:
    """A request of this form, from a society that has just begun."""
    played = live()
    played.begin()
    asked = played.requests[0]
    return Request(5, 1, asked.member, asked.kind, form, asked.view, asked.teller)


def filled(form: Form, lines: Sequence[str]) -> tuple[object, list[str]]:
    """The value that these lines make, and why those that were refused were."""
    filling = Filling(request_for(form))
    refused = [why for line in lines if (why := filling.enter(line))]
    made = filling.reply(12)
    assert made.request == 5 and made.ms == 12 and made.outcome == "ok"
    assert read_reply(made.raw, form).value == made.value
    assert understood(form, made.value) is not None
    return made.value, refused


@pytest.mark.parametrize(
    ("form", "lines", "value"),
    [
        (AMOUNT, ["7"], 7),
        (AMOUNT, ["I put in 7"], 7),
        (TEXT, ["say: no"], "say: no"),
        (TEXT, ["let us put in 5"], "let us put in 5"),
        (TEXT, [""], ""),
        (TEXT, ["say nothing"], ""),
        (RATE, ["0.5", "-1", "0"], (0.5, -1.0, 0.0)),
        (RATE, ["0.5 -1 .25"], (0.5, -1.0, 0.25)),
        (RATE, ["Yew: 0, Ash: 0.5, Elm: -1"], (0.5, -1.0, 0.0)),
        (REPORT, ["4", "none"], {"ee": 4.0, "ne": "none"}),
        (REPORT, ["4", "5,5"], {"ee": 4.0, "ne": 5.5}),
        (REPORT, ["4 6"], {"ee": 4.0, "ne": 6.0}),
        (REPORT, ["4 none"], {"ee": 4.0, "ne": "none"}),
        (CHOICE, ["2"], "most say 3 of them"),
        (CHOICE, ["2 most say 3 of them"], "most say 3 of them"),
        (CHOICE, ["others have come"], "others have come"),
    ],
)
def test_lines_make_the_answer(form: Form, lines: list[str], value: object) -> None:
    assert filled(form, lines) == (value, [])


@pytest.mark.parametrize(
    ("form", "wrong", "right", "expected"),
    [
        (AMOUNT, ["", "eleven", "11", "2.5", "3 or 4", "-1"], ["3"], "a whole number from 0 to 10"),
        (RATE, ["2", "good", "0.5 -3 0"], ["1", "1", "1"], "a number from -1 to 1"),
        (REPORT, ["none", "11"], ["1", "none"], "a number from 0 to 10"),
        (CHOICE, ["4", "0", "something", ""], ["1"], "a number from 1 to 3"),
    ],
)
def test_what_is_no_answer_is_told_how_to_say_it(
    form: Form, wrong: list[str], right: list[str], expected: str
) -> None:
    _, refused = filled(form, [*wrong, *right])
    assert len(refused) == len(wrong)
    assert all(expected in why for why in refused), refused


def test_the_last_entry_can_be_taken_back() -> None:
    filling = Filling(request_for(RATE))
    assert not filling.back()
    filling.enter("1")
    filling.enter("-1")
    assert filling.back() and filling.entry is not None and filling.entry.name == "Elm"
    filling.enter("0")
    filling.enter("0.5")
    assert filling.entry is None and filling.reply().value == (1.0, 0.0, 0.5)


def test_what_is_offered_can_be_taken_as_it_stands() -> None:
    for form in (AMOUNT, RATE, REPORT, CHOICE, TEXT):
        filling = Filling(request_for(form))
        while (entry := filling.entry) is not None:
            assert filling.enter(entry.offered[-1]) == ""
        assert filling.reply().outcome == "ok"
    assert entries(Form("number", 0, 500, whole=True))[0].offered == ()


@pytest.mark.parametrize(
    "line", ["\x1b[2J7\x07", "7" * 5000, "{" * 3000, "<think>7", "١٢", "nan", "1e3", "--7"]
)
def test_hostile_lines_never_raise_and_never_slip_through(line: str) -> None:
    for form in (AMOUNT, RATE, REPORT, CHOICE):
        filling = Filling(request_for(form))
        before = len(filling.given)
        assert filling.enter(line) or len(filling.given) > before
    said = Filling(request_for(TEXT))
    assert said.enter(line) == ""
    assert said.reply().value is not None


def test_a_person_who_types_what_a_mind_would_do_gets_the_same_society() -> None:
    """All requests of a society, answered in typed lines: the values are those of the scripts."""
    played = live("random*5", seed=3)
    played.begin()
    kinds = set()
    while played.requests:
        made = []
        for asked in played.requests:
            scripted = reply(asked, played.key.seed)
            filling = Filling(asked)
            for line in _typed(scripted.value):
                assert filling.enter(line) == "", (asked.kind, line)
            made.append(filling.reply())
            want = understood(asked.form, scripted.value)
            assert understood(asked.form, made[-1].value) == want, (asked.kind, scripted.value)
            kinds.add(asked.kind)
        played.take(made)
    assert kinds == {"talk", "contribution", "ratings", "report"}


def test_what_one_holds_right_and_fears_is_entered_one_after_the_other() -> None:
    own, likely = entries(BELIEFS)
    assert own.offered[-1] == "none" and likely.offered == tuple(str(n) for n in range(11))
    asked = request_for(BELIEFS)
    for lines, value in ((["7.5", "3"], (7.5, 3.0)), (["none", "10"], ("none", 10.0)), (["4 0"], (4.0, 0.0))):
        filling = Filling(asked)
        assert [filling.enter(line) for line in lines] == [""] * len(lines)
        assert understood(BELIEFS, filling.reply().value) == value
    filling = Filling(asked)
    assert "can't be taken" in filling.enter("21") and filling.enter("20") == ""
    assert "from 0 to 10" in filling.enter("11") and "from 0 to 10" in filling.enter("none")


def _typed(value: object) -> list[str]:
    if isinstance(value, dict):
        return [str(value["ee"]), str(value["ne"])]
    if isinstance(value, tuple):
        return [str(one) for one in value]
    return [str(value)]
