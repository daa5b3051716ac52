"""Yes, no, can't tell; one of some options; Enter."""

from __future__ import annotations

import pytest

from normquest.episode.records import Observation, Request
from normquest.front.yes_no import read_yes_no
from normquest.norms.unstatable import Unstatable
from normquest.plain.questions import ask_option, ask_yes_no, wait_for_enter
from normquest.plain.terminal import Closed
from plain.scripted import ScriptTerminal

SEEN = Observation("watch", 2, "the yard", "", ("Oren dips a cloth.",), (), (), (), "", "")
FORECAST = Request(1, "forecast", "watch", SEEN, "Will anyone mind?")
ATTRIBUTION = Request(
    2, "attribution", "watch", SEEN, "What earned it?", options=("Oren dips.", "Tova bows.", "nothing")
)


@pytest.mark.parametrize(
    ("line", "answer"),
    [("y", True), (" YES. ", True), ("n", False), ("No!", False), ("", None), ("Can’t tell", None)],
)
def test_yes_no_and_cannot_tell(line: str, answer: bool | None) -> None:
    assert read_yes_no(line) is answer
    assert ask_yes_no(ScriptTerminal([line]), FORECAST) is answer


@pytest.mark.parametrize("line", ["maybe", "1", "\x00", "ye"])
def test_anything_else_is_asked_again(line: str) -> None:
    with pytest.raises(Unstatable):
        read_yes_no(line)
    terminal = ScriptTerminal([line, "n"])
    assert ask_yes_no(terminal, FORECAST) is False
    assert "Oren dips a cloth." in terminal.text and "Will anyone mind?" in terminal.text
    assert "is neither yes nor no" in terminal.text


def test_an_option_by_number_or_words() -> None:
    assert ask_option(ScriptTerminal(["2"]), ATTRIBUTION) == 1
    assert ask_option(ScriptTerminal(["4", "", "/back", "noth"]), ATTRIBUTION) == 2


def test_commands_work_at_every_question() -> None:
    terminal = ScriptTerminal(["/log 3", "/help", "/lgo", "y"])
    assert (
        ask_yes_no(terminal, FORECAST, commands={"log": lambda argument: f"the log from {argument}"}) is True
    )
    assert "the log from 3" in terminal.text
    assert "/help · /back · /quit · /log" in terminal.text
    assert "Did you mean /log?" in terminal.text
    with pytest.raises(Closed):
        ask_yes_no(ScriptTerminal(["/quit"]), FORECAST)


def test_enter_goes_on() -> None:
    assert wait_for_enter(ScriptTerminal([""])) == ""
    with pytest.raises(Closed):
        wait_for_enter(ScriptTerminal([]))
