"""A name keeps its mark wherever a line is somebody's."""

from __future__ import annotations

import pytest

from normquest.episode.records import Observation
from normquest.tui.people import People


def met(*names: str) -> People:
    people = People()
    prose = "The square: " + ", ".join(f"{name} (a potter)" for name in names) + "."
    people.meet(Observation("watch", 0, "", prose, (), (), (), (), "", ""))
    return people


@pytest.mark.parametrize(
    ("line", "whose"),
    [
        ("Dinis goes to the yard.", "Dinis"),
        ("Dinis’s jar falls.", "Dinis"),
        ("Maud's jar falls.", "Maud"),
        ("Maud, who is late, waves.", "Maud"),
        ('"All\'s well," says Maud to Dinis, gruffly.', "Maud"),
        ("The river shifts.", ""),
        ("Somebody waves at Maud.", ""),
    ],
)
def test_a_line_is_of_whom_it_begins_with_or_of_who_says_it(line: str, whose: str) -> None:
    assert met("Maud", "Dinis").first_in(line) == whose


def test_a_name_that_ends_in_an_s_has_its_mark() -> None:
    people = met("Dinis")
    assert people.mark(people.first_in("Dinis waits.")).plain.strip()
