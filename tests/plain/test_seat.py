"""A seat in a society line by line: the same questions, the same reading, nothing left out or told twice."""

import pytest
from front.societies.made import live
from society.playing import only

from normquest.front.look import Look
from normquest.front.societies.sitting import Sitting
from normquest.plain.seat import Seat
from normquest.plain.terminal import Closed
from normquest.society.records import Message, Move, Prompt, Rating, Report


class Lines:
    """A terminal that types what the prompt asks for, `wrong` first, and keeps what was written."""

    def __init__(self, *first: str) -> None:
        self.first = list(first)
        self.written: list[str] = []
        self.prompts: list[str] = []

    def read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if self.first:
            return self.first.pop(0)
        match prompt.split(" ")[0]:
            case "say":
                return "Let us all put in 6."
            case "number":
                return "6"
            case "typical" | "acceptable":
                return "4"
        return "0.5"

    def write(self, text: str) -> None:
        self.written.append(text)


def played(*first: str, **more: object) -> tuple[Sitting, Lines]:
    """A seat among four, to the debrief."""
    sitting = Sitting(live("imitator,human,internalised*2,selfish", **{"rounds": 2, **more}))
    terminal = Lines(*first)
    Seat(terminal, Look(76), sitting).play()
    return sitting, terminal


def test_a_seat_to_the_debrief() -> None:
    sitting, terminal = played()
    me, records = sitting.me, sitting.live.records
    assert [m.text for m in only(Message, records) if m.member == me] == ["Let us all put in 6."] * 2
    assert [m.value for m in only(Move, records) if m.member == me] == [6, 6]
    assert {r.value for r in only(Rating, records) if r.rater == me} == {0.5}
    assert [(r.ee, r.ne) for r in only(Report, records) if r.member == me] == [(4.0, 4.0)] * 2
    whole = "".join(terminal.written)
    assert "WHO THE OTHERS WERE" in whole and "puts in nothing, unless that pays" in whole


def test_every_line_that_a_model_is_sent_has_been_written_when_it_is_asked() -> None:
    sitting, terminal = played()
    told = " ".join("".join(terminal.written).split())
    for prompt in only(Prompt, sitting.live.records):
        for line in prompt.text.split("\n"):
            assert " ".join(line.split()) in told, line
    assert told.count(", a member of a society of ") == 1  # the rules once; /all shows them again


def test_what_is_the_same_in_the_next_round_is_written_again() -> None:
    _, terminal = played()
    assert "".join(terminal.written).count("You said: “Let us all put in 6.”") >= 2


def test_wrong_lines_are_told_how_to_say_it_and_asked_again() -> None:
    _, terminal = played("Hello.", "eleven", "11", "/back", "/nonsense", "/all", "?", "6")
    whole = " ".join("".join(terminal.written).split())
    assert whole.count("Expected: a whole number from 0 to 10.") == 2
    assert "There is nothing to take back." in whole and "There is no such command." in whole
    assert (
        whole.count(", a member of a society of ") == 2 and "/all shows all that you have been told" in whole
    )


def test_one_can_quit_and_nothing_is_lost() -> None:
    sitting = Sitting(live("human,imitator*4"))
    with pytest.raises(Closed):
        Seat(Lines("Hello.", "/quit"), Look(76), sitting).play()
    assert sitting.live.status == "running"
    assert [m.text for m in only(Message, sitting.live.records) if m.member == sitting.me] == ["Hello."]
    assert sitting.request is not None and sitting.request.kind == "contribution"
