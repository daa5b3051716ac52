"""What one may type, what it means, and what is said to whom it does not mean anything."""

from __future__ import annotations

import pytest

from community.vat_room import Listed, listed, person, said, small
from normquest.community.parser import Chosen, Command, Grammar, Refused, candidates, parse
from normquest.norms.events import Act


def test_the_vat_room_offers_what_these_tests_speak_of() -> None:
    assert {choice.act.verb for choice in small()[1]} == {"go", "put", "dye", "bow", "greet", "wait"}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("dye the raw cloth in the rose vat", "dye the raw cloth in the rose vat"),
        ("  DYE the Raw   cloth, in the ROSE vat!! ", "dye the raw cloth in the rose vat"),
        ("dye raw cloth in rose vat", "dye the raw cloth in the rose vat"),
        ("dye a raw cloth in a rose vat.", "dye the raw cloth in the rose vat"),
        ("I dye the raw cloth in the rose vat", "dye the raw cloth in the rose vat"),
        ("dip the raw cloth in the rose vat", "dye the raw cloth in the rose vat"),
        ("string up the raw cloth in the rose vat", "dye the raw cloth in the rose vat"),
        ("string rose", "dye the raw cloth in the rose vat"),
        ("dye rose", "dye the raw cloth in the rose vat"),
        ("dye ro", "dye the raw cloth in the rose vat"),
        ("dy amb", "dye the raw cloth in the amber vat"),
        ("dye it-less: rose vat", "no"),
        ("dye cloth into the rose vat", "dye the raw cloth in the rose vat"),
        ("dye in the rose vat the raw cloth", "dye the raw cloth in the rose vat"),
        ("put raw cloth down", "put down the raw cloth"),
        ("put the cloth down", "put down the raw cloth"),
        ("put", "put down the raw cloth"),
        ("go to the yard", "go to the yard"),
        ("go yard", "go to the yard"),
        ("go into yard", "go to the yard"),
        ("walk to the yard", "go to the yard"),
        ("enter the loft", "go to the loft"),
        ("yard", "go to the yard"),
        ("the yard", "go to the yard"),
        ("to the yard", "go to the yard"),
        ("lof", "go to the loft"),
        ("wait", "wait"),
        ("z", "wait"),
        ("stay", "wait"),
    ],
)
def test_a_phrase_or_an_unmistakable_part_of_it_is_the_act(text: str, meant: str) -> None:
    if meant == "no":
        assert said(text).startswith("no: ")
    else:
        assert said(text) == meant


def test_people_are_called_by_name() -> None:
    assert said(f"bow {person(0)}".lower()) == f"bow to {person(0)}"
    assert said(f"bend before {person(1)[:3]}") == f"bow to {person(1)}"


@pytest.mark.parametrize("text", ["3", " 3. ", "#3", "3)", "003", "# 3:"])
def test_a_number_is_that_choice(text: str) -> None:
    grammar, choices = small()
    assert parse(text, choices, grammar) == Chosen(3)


def test_a_number_copied_with_its_phrase_must_agree_with_it() -> None:
    grammar, choices = small()
    first, second = choices[:2]
    assert parse(f"{first.number}  {first.text}", choices, grammar) == Chosen(first.number)
    refusal = parse(f"{first.number}. {second.text}", choices, grammar)
    assert refusal == Refused(
        f"1 is '{first.text}', and that is not what you say. Give one of the two.", ("1",)
    )


@pytest.mark.parametrize("text", ["0", "14", "99999999999999999999", "1" * 290, "②"])
def test_a_number_that_is_not_in_the_list(text: str) -> None:
    assert said(text).startswith("no: ")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("l", "/look"),
        ("look", "/look"),
        ("look at Maud", "/examine maud"),
        ("x the Rose vat", "/examine rose vat"),
        ("examine vat", "/examine vat"),
        ("i", "/inventory"),
        ("inventory", "/inventory"),
        ("?", "/help"),
        ("help", "/help"),
        ("quit", "/quit"),
        ("exit", "/quit"),
        ("/state", "/state"),
        ("/STATE It is forbidden to wash", "/state It is forbidden to wash"),
        ("/st", "/state"),
        ("/notes", "/notes"),
        ("/log", "/log"),
        ("/x Maud", "/examine Maud"),
        ("/q", "/quit"),
    ],
)
def test_commands_cost_no_turn(text: str, command: str) -> None:
    assert said(text) == command


def test_a_verb_of_the_world_comes_before_a_command() -> None:
    grammar, choices = Grammar({"help": (("help",),)}), listed("help Maud", "wait")
    assert parse("help maud", choices, grammar) == Chosen(1)
    assert parse("help oren", choices, grammar) != Command("help", "oren")
    assert parse("/help", choices, grammar) == Command("help")


def test_again_repeats_the_last_act_where_it_is_legal() -> None:
    grammar, choices = small()
    bow = next(choice for choice in choices if choice.act.verb == "bow")
    assert said("g") == f"no: {parse('g', choices, grammar).message}"  # type: ignore[union-attr]
    assert parse("g", choices, grammar.after(bow.act)) == Chosen(bow.number)
    refusal = parse("g", choices, grammar.after(Act("you", "take", (("thing", "cloth_b"),))))
    assert isinstance(refusal, Refused) and refusal.message.startswith("You can't do that again now.")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Type a number"),
        ("...!", "Type a number"),
        ("the", "Type a number"),
        ("bwo to someone", "I don't know how to 'bwo'. Did you mean 'bow'? You can: "),
        ("frobnicate", "I don't know how to 'frobnicate'. You can: 1 go to"),
        ("dye the cloth in the rode vat", "I don't know 'rode'. Did you mean 'rose'? You can: "),
        (
            "dye the cloth in the slate vat",
            "Here and now there is no 'slate' that you could 'dye'. You can: ",
        ),
        ("take the cloth", "You can't 'take' here and now. You can: 3 put down the raw cloth"),
        ("pick up", "You can't 'pick' here and now. You can: "),
        ("rose vat", "What about 'rose vat'? You can: "),
        ("n", "I don't know how to 'n'"),
        ("d rose", "I don't know how to 'd'"),
        ("put on the cloth", "I don't know 'on'"),
        ("go to the yard and wait", "I don't know 'and'"),
        ("don't bow", "I don't know how to 'dont'"),
        ("/sate", "There is no command '/sate'. Did you mean /state?"),
        ("/", "A slash wants a command behind it. There are "),
        ("14", "There is no 14 in the list, which goes from 1 to 12. You can: "),
        ("bow " * 80, "That is too long"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_how_to_put_it(text: str, message: str) -> None:
    assert said(text).removeprefix("no: ").startswith(message), said(text)


def test_what_could_mean_several_things_lists_them_with_their_numbers() -> None:
    grammar, choices = small()
    refusal = parse("go", choices, grammar)
    assert isinstance(refusal, Refused)
    assert refusal.message == "That could be: 1 go to the yard; 2 go to the loft. Which?"
    assert refusal.suggestions == ("go to the yard", "go to the loft")


def test_a_manner_that_the_list_does_not_name_still_tells_choices_apart() -> None:
    acts = [Act("you", "greet", (("addressee", "m"), ("style", style))) for style in ("plain", "formal")]
    choices = [Listed(n, "greet Maud", act) for n, act in enumerate(acts, 1)]
    grammar = Grammar({"greet": (("greet",),)}, {"plain": "plainly", "formal": "formally"})
    refusal = parse("greet maud", choices, grammar)
    assert refusal == Refused(
        "That could be: 1 greet Maud plainly; 2 greet Maud formally. Which?", ("1", "2")
    )
    assert parse("greet maud formally", choices, grammar) == Chosen(2)
    assert parse("greet pl", choices, grammar) == Chosen(1)


def test_things_that_nobody_can_tell_apart_are_one() -> None:
    acts = [Act("you", "take", (("thing", thing),)) for thing in ("cloth_a", "cloth_b")]
    choices = [Listed(n, "take the raw cloth", act) for n, act in enumerate(acts, 4)]
    assert parse("take cloth", choices, Grammar({"take": (("take",),)})) == Chosen(4)


def test_the_whole_name_comes_before_a_longer_one() -> None:
    choices = listed("go to the yard", "go to the yard house", "greet Ann", "greet Anna")
    grammar = Grammar({"go": (("go", "to"),), "greet": (("greet",),)})
    assert parse("go yard", choices, grammar) == Chosen(1)
    assert parse("yard", choices, grammar) == Chosen(1)
    assert parse("house", choices, grammar) == Chosen(2)
    assert parse("greet ann", choices, grammar) == Chosen(3)
    assert isinstance(parse("greet an", choices, grammar), Refused)


def test_a_part_of_a_name_that_others_share_is_no_place() -> None:
    choices = listed("go to the vat room", "dip the cloth into the rose vat")
    grammar = Grammar({"go": (("go", "to"),), "dip": (("dip",),)})
    assert isinstance(parse("vat", choices, grammar), Refused)
    assert parse("vat room", choices, grammar) == Chosen(1)
    assert parse("room", choices, grammar) == Chosen(1)


def test_accents_and_apostrophes_do_not_matter() -> None:
    choices = listed("greet Zoë", "take Maud’s cap")
    grammar = Grammar({"greet": (("greet",),), "take": (("take",),)})
    assert parse("greet zoe", choices, grammar) == Chosen(1)
    assert parse("take maud's cap", choices, grammar) == Chosen(2)


def test_with_nothing_to_do_there_is_nothing_to_choose() -> None:
    grammar, _ = small()
    for text in ("", "1", "wait", "z", "g", "yard", "frob", "go yard", "1 wait"):
        assert isinstance(parse(text, (), grammar), Refused)


@pytest.mark.parametrize("text", ["tub", "dye tub", "dye cask", "go tub", "take cask", "bow tub", "tup"])
def test_a_refusal_betrays_nothing_that_the_newcomer_has_not_read(text: str) -> None:
    """What the unseen thing in the loft is called changes no answer."""
    (grammar, choices), (other, same) = small("{colour} tub"), small("{colour} cask")
    assert parse(text, choices, grammar) == parse(text, same, other)


def test_completion_lists_what_a_beginning_can_mean() -> None:
    grammar, choices = small()
    assert candidates("go", choices, grammar) == (1, 2)
    assert candidates("dye ros", choices, grammar) == tuple(
        choice.number for choice in choices if "rose vat" in choice.text
    )
    assert candidates("", choices, grammar) == ()


def test_a_grammar_has_the_words_of_its_setting_alone() -> None:
    grammar, _ = small()
    assert set(grammar.heads) == {"go", "take", "put", "dye", "bow", "greet", "wait"}
    assert grammar.heads["take"] == (("take",), ("pick", "up"), ("get",))
    assert {"rose", "slate", "cloths", "formally"} <= grammar.known
