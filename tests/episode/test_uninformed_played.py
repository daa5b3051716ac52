"""Whole episodes of somebody uninformed: no page speaks of a norm, and all else is as for everybody."""

from __future__ import annotations

import re
from typing import Any

import pytest
from cases import Played, doing, made, play

from normquest.episode import briefs
from normquest.episode.records import ARMS

SPEAKS_OF_A_NORM = re.compile(
    r"\b(mind|minds|offen[cs]e|custom|norm|rule|forbid\w*|allowed|enforce|sanction|earned|punish\w*)\b",
    re.IGNORECASE,
)
UNDER_THE_ROOF = ["take the raw cloth", "dye the raw cloth in the rose vat"]


def episode(arm: str, **switches: Any) -> Played:
    """An uninformed newcomer who breaks the norm, with every probe."""
    acts = doing(*UNDER_THE_ROOF)
    return play(
        made(),
        acts,
        arm=arm,
        brief="uninformed",
        recognition=True,
        attribution=True,
        counterfactual=True,
        **switches,
    )


@pytest.mark.parametrize("arm", [arm for arm in ARMS if arm != "told"])
@pytest.mark.parametrize("delay", [0, 2])
def test_no_page_and_no_question_but_that_for_a_statement_speaks_of_a_norm(arm: str, delay: int) -> None:
    played = episode(arm, delay=delay)
    for request in played.requests():
        told = request.observation.text
        asked = "" if request.kind == "statement" else request.question
        if request.kind == "statement":
            told = told.replace(briefs.STATEMENT_TITLE_UNINFORMED.upper(), "", 1)
        found = SPEAKS_OF_A_NORM.search(f"{told}\n{asked}")
        assert found is None, (found, request.kind, told, asked)


def test_a_statement_is_asked_for_without_presupposing_that_there_is_a_rule() -> None:
    asked = episode("both").requests("statement")
    assert len(asked) == 3
    for request in asked:
        assert request.question.startswith("Is there a rule that people here enforce, and which?")
        assert request.observation.place == "Is there a rule here?"
        assert "19 of 20 cases" in request.question


@pytest.mark.parametrize("arm", ["both", "witnessed"])
def test_what_happens_is_the_same_for_the_informed(arm: str) -> None:
    informed = play(
        made(), doing(*UNDER_THE_ROOF), arm=arm, recognition=True, attribution=True, counterfactual=True
    )
    assert informed.events() == episode(arm).events()
    kinds = [[(r.kind, r.stage) for r in played.requests()] for played in (informed, episode(arm))]
    assert kinds[0] == kinds[1]


def test_what_people_do_about_it_is_marked_by_a_neutral_word() -> None:
    assert "▲ reaction  " in episode("both").text() and "▲ sanction" not in episode("both").text()
