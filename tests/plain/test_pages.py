"""Pages say what the records say, in their width, and nothing that would act on a terminal."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normquest.episode.records import Choice, Observation, Request
from normquest.front.choices import choice_block, split
from normquest.front.look import Look, look_for
from normquest.front.pages import (
    acting_page,
    brief_page,
    dots,
    examined_page,
    help_page,
    inventory_page,
    question_page,
    scene_page,
)
from normquest.norms.events import Act

WIDE, NARROW, ASCII = Look(76), Look(60), Look(60, ascii=True)
TEXTS = (
    "go to the vat room",
    "go to the yard",
    "put down the fine raw cloth",
    "dip the fine raw cloth into the slate vat",
    "dip the fine raw cloth into the rose vat with a dent in its rim",
    "call to Dorit for the coarse raw cloth",
    "call to Dorit for the fine raw cloth",
    "call to Oren for the fine raw cloth",
    "bow to Oren",
    "rinse hands in the stone basin",
    "sit on the boards",
    "wait",
)
CHOICES = tuple(Choice(number, text, Act("you", text.split()[0])) for number, text in enumerate(TEXTS, 1))


def seen(choices: tuple[Choice, ...] = CHOICES, prose: str = "Steam. Two vats mutter.") -> Observation:
    return Observation(
        stage="act",
        turn=3,
        place="the vat room",
        prose=prose,
        lines=("Oren lifts the lid of the rose vat.", "▲ sanction  Maud clicks her tongue at Oren."),
        here=("Maud, a steward, wearing a grey sash", "Oren, a dyer"),
        exits=("yard", "loft"),
        held=("a fine raw cloth",),
        task="Task: hang three slate cloths on the line.",
        clock="Forenoon; 13 turns left.",
        choices=choices,
    )


def flat(text: str) -> str:
    return " ".join(text.split())


def test_up_to_nine_choices_the_acting_page_is_the_observation_word_for_word() -> None:
    observation = seen(CHOICES[:9])
    assert flat(acting_page(observation, WIDE)) == flat(observation.text)


def test_beyond_nine_the_list_goes_verb_first_with_the_same_numbers() -> None:
    assert choice_block(CHOICES, NARROW) == (
        "You can:\n"
        "  go to           1 the vat room   2 the yard\n"
        "  put down        3 the fine raw cloth\n"
        "  dip             4 the fine raw cloth into the slate vat\n"
        "                  5 the fine raw cloth into the rose vat\n"
        "                  with a dent in its rim\n"
        "  call to         6 Dorit for the coarse raw cloth\n"
        "                  7 Dorit for the fine raw cloth\n"
        "                  8 Oren for the fine raw cloth\n"
        "  bow to          9 Oren\n"
        "  rinse hands in  10 the stone basin\n"
        "  sit on          11 the boards\n"
        "  wait            12"
    )


@given(st.lists(st.sampled_from(TEXTS) | st.text(max_size=30), min_size=10, max_size=40))
def test_no_choice_is_lost_however_the_list_is_set(texts: list[str]) -> None:
    choices = [Choice(n, text, Act("you", text[:1])) for n, text in enumerate(texts, 1)]
    block = flat(choice_block(choices, NARROW))
    for choice in choices:
        assert str(choice.number) in block
        if choice.text in TEXTS:
            verb, rest = split(choice.text)
            assert verb in block and f"{choice.number} {rest}".strip() in block
            assert f"{verb} {rest}".strip() == choice.text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("tug a forelock to Oren", ("tug a forelock to", "Oren")),
        ("dip the fine raw cloth into the rose vat", ("dip", "the fine raw cloth into the rose vat")),
        ("wait", ("wait", "")),
    ],
)
def test_what_belongs_to_the_verb_is_not_torn_off_it(text: str, parts: tuple[str, str]) -> None:
    assert split(text) == parts


def test_a_scene_shows_how_many_are_left() -> None:
    page = scene_page(seen(()), 3, 8, WIDE)
    assert page.endswith("●●●○○○○○  3 of 8\n")
    assert scene_page(seen(()), 3, 8, ASCII).endswith("###-----  3 of 8\n")
    assert "▲ sanction  Maud" in page and "! sanction  Maud" in scene_page(seen(()), 3, 8, ASCII)
    assert dots(3, 200, WIDE) == "3 of 200"
    assert dots(0, 0, WIDE) == ""


def test_a_question_shows_what_happened_the_question_and_the_answers() -> None:
    request = Request(
        4, "attribution", "watch", seen(), "Which of these earned it?", options=("41 Oren dips.", "nothing")
    )
    page = question_page(request, WIDE)
    assert page.endswith("Which of these earned it?\n\n  1  41 Oren dips.\n  2  nothing\n")
    assert "You can" not in page


def test_the_brief_says_what_counts() -> None:
    page = brief_page(
        "The Dye Kitchen",
        "You come in.",
        "People here mind one thing.",
        "hang two.",
        [("the task", 10), ("an offence that is noticed", -4)],
        WIDE,
    )
    assert "  +10  the task\n  −4   an offence that is noticed\n" in page
    assert "Your task: hang two." in page


@pytest.mark.parametrize(
    ("noun", "shown"),
    [
        ("maud", "Maud, a steward, wearing a grey sash.\n"),
        ("the fine cloth", "You hold a fine raw cloth.\nYou can put down"),
        ("loft", "A way out: loft.\n"),
        ("vats", "Two vats mutter.\n"),
        ("tub", "You see no 'tub' here.\n"),
        ("", "Examine whom or what?\n"),
        ("\x1b[31m\x00" * 30, "Examine whom or what?\n"),
    ],
)
def test_examining_shows_what_the_observation_says_and_nothing_else(noun: str, shown: str) -> None:
    assert examined_page(seen(), noun, WIDE).startswith(shown)


def test_the_inventory_is_what_one_holds() -> None:
    assert inventory_page(seen(), WIDE) == "You hold a fine raw cloth.\n"


def test_help_names_every_command() -> None:
    page = help_page(WIDE, {"state": "say which rule", "map": "the way"})
    assert "/state  say which rule" in page and "/map    the way" in page


PAGES: list[Callable[[Observation, str, Look], str]] = [
    lambda seen_, text, look: acting_page(seen_, look),
    lambda seen_, text, look: scene_page(seen_, 2, 12, look),
    lambda seen_, text, look: examined_page(seen_, text, look),
    lambda seen_, text, look: inventory_page(seen_, look),
    lambda seen_, text, look: question_page(Request(1, "forecast", "watch", seen_, text), look),
    lambda seen_, text, look: brief_page(text, text, text, text, [(text, 3)], look),
]
_ANY = st.text(
    st.sampled_from("\x1b[]m\x07\x9b\u202e\ud800\u00a0é…·▲ ab\n\t’") | st.characters(), max_size=90
)


@given(_ANY, st.lists(_ANY, max_size=12), st.sampled_from(PAGES), st.sampled_from([WIDE, NARROW, ASCII]))
def test_every_page_keeps_its_width_and_is_safe(
    text: str, texts: list[str], page: Callable[[Observation, str, Look], str], look: Look
) -> None:
    choices = tuple(Choice(n, one, Act("you", one[:2])) for n, one in enumerate(texts, 1))
    observation = Observation(
        "act", 0, text, text, tuple(texts), (text,), (text,), (text,), text, text, choices
    )
    shown = page(observation, text, look)
    assert shown.endswith("\n")
    for line in shown.split("\n"):
        assert len(line) <= look.width
        assert not set(line) & set("\x1b\x07\x9b\u202e\ud800\t\r")
    if look.ascii:
        assert not set(shown) & set("…·▲’")


@pytest.mark.parametrize(("columns", "width"), [(200, 76), (80, 76), (70, 66), (62, 60), (50, 49), (5, 20)])
def test_lines_have_60_to_76_characters_unless_the_terminal_is_smaller(columns: int, width: int) -> None:
    assert look_for(columns) == Look(width)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "no such"])
def test_where_glyphs_cannot_be_written_there_is_ascii(encoding: str) -> None:
    assert look_for(80, encoding) == Look(76, ascii=True)
