"""The statement builder: whole phrases, few keys, and the statement that a decision holds."""

from pathlib import Path

from hypothesis import given
from norms.strategies import LEXICON, rules
from session.cases import world
from textual import events
from textual.pilot import Pilot

from normquest.episode.records import Statement
from normquest.front.drafting import opened as opened_rule
from normquest.front.finding import Finder, Met, example
from normquest.front.phrases import Phrase, Phrases
from normquest.norms.rules import Rule
from normquest.tui.widgets.picker import PickLine
from normquest.world.words import lexicon_of
from tui.conftest import opened, said_none, stored, to_the_act, top, until, words
from tui.seen import rows

PHRASES = Phrases(LEXICON)


async def to_the_statement(pilot: Pilot[None]) -> None:
    for _ in range(60):
        if top(pilot) == "StateScreen":
            return
        await pilot.press("enter")
        await pilot.pause()
    raise AssertionError("there is no statement")


async def pressed(pilot: Pilot[None], *keys: str) -> int:
    """Press the keys, a page at a time; gives how many they were."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
    return len(keys)


async def test_a_plain_rule_takes_at_most_eight_keys_and_a_past_condition_sixteen_in_all(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        keys = await pressed(pilot, "down", "enter", *"dye", "enter")
        assert "“It is forbidden to dye" in words(pilot)
        assert keys + 1 <= 8  # one more Enter takes it
        keys += await pressed(pilot, "u", *"greeted", "enter")
        assert "unless one has greeted" in words(pilot) and "since entering" in words(pilot)
        assert keys + 1 <= 16


async def test_what_is_chosen_is_what_is_stored(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, "down", "enter", *"dye", "enter", "enter")
        assert "On what evidence?" in words(pilot)
        await pressed(pilot, "space", "enter", *"so it seems", "enter", *"80", "enter", "enter")
        await until(pilot, "PlayScreen")
    said = next(one for one in stored(home) if isinstance(one, Statement))
    assert said.english.startswith("It is forbidden to dye") and said.words == "so it seems"
    assert said.confidence == 0.8 and len(said.evidence) == 1 and said.habits == ()


async def test_the_sheet_can_be_handed_in_early_but_not_without_how_sure(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, "f2")
        assert top(pilot) == "StateScreen" and "still to be said" in words(pilot)
        await pressed(pilot, "down", "enter", *"dye", "enter", "f2")
        assert pilot.app.screen.sheet.at == "sure"
        await pressed(pilot, *"35", "enter", "f2")
        await until(pilot, "PlayScreen")
    said = next(one for one in stored(home) if isinstance(one, Statement))
    assert (said.confidence, said.evidence, said.words) == (0.35, (), "")


async def test_log_and_notebook_are_at_hand_while_one_states_by_key_and_typed(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        for name, key, screen in (("log", "f4", "LogScreen"), ("notes", "f3", "NotesScreen")):
            await pressed(pilot, key)
            assert top(pilot) == screen
            await pressed(pilot, "escape", *f"/{name}", "enter")
            await until(pilot, screen)
            await pressed(pilot, "escape")
        await pressed(pilot, "f3", "n", "down", "enter", *"dye", "enter", "enter", "escape")
        assert top(pilot) == "StateScreen" and pilot.app.screen.request is not None
        await pressed(pilot, *"dye", "enter")  # what was noted is a start
        assert "“It is forbidden to dye" in words(pilot)


async def test_what_was_chosen_is_taken_back_step_by_step(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, "down", "enter", *"dye", "enter", "u", *"greeted", "enter")
        assert "unless one has greeted" in words(pilot)
        await pressed(pilot, "ctrl+z")
        assert "Unless what is so?" in words(pilot) and "unless one has" not in words(pilot)
        await pressed(pilot, "escape", "escape", "escape")
        assert "What kind of rule?" in words(pilot)
        await pressed(pilot, "ctrl+z")
        assert top(pilot) == "StateScreen" and "nothing to take back" in words(pilot)


async def test_tab_goes_from_row_to_row_and_a_condition_can_be_taken_out(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, "down", "enter", *"dye", "enter", "w", *"dusk", "enter")
        sheet = pilot.app.screen.sheet
        assert ", when it is at dusk" in words(pilot) or "dusk" in sheet.english
        seen = [sheet.at]
        for _ in sheet.stations:
            await pressed(pilot, "tab")
            seen.append(sheet.at)
        assert set(seen) == set(sheet.stations) and seen[0] == seen[-1]
        pilot.app.screen.action_goto("when")
        await pressed(pilot, *"without", "enter")
        assert "dusk" not in sheet.english and sheet.at == "rule"


async def test_only_forms_with_a_place_for_a_condition_offer_one(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, "down", "enter", *"dye", "enter")
        line = pilot.app.screen.query_one(PickLine)
        assert "w adds when" in line.placeholder and "u adds unless" in line.placeholder
        await pressed(pilot, "escape", "escape", "escape")
        for said in ("one must have", "dye", "greet", "today"):
            await pressed(pilot, *said, "enter")
        assert "one must have" in words(pilot) and pilot.app.screen.sheet.at == "rule"
        assert "adds" not in line.placeholder
        await pressed(pilot, "w")
        assert line.value == "w" and pilot.app.screen.sheet.at == "rule"


async def test_a_key_pressed_past_the_end_of_a_stage_does_not_stand_in_the_line(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        line = pilot.app.screen.query_one(PickLine)
        await pressed(pilot, "1", "2")
        assert line.value == ""
        early = events.Key("x", "x")
        early.time = line.open_since - 0.01
        line.post_message(early)
        await pilot.pause()
        assert line.value == ""
        await pressed(pilot, "b")
        assert line.value == "b"


def test_few_letters_find_first_what_an_act_is_done_in() -> None:
    phrases = Phrases(lexicon_of(world().world)).acts
    found = [one.text for one in Finder(phrases).found("dy ro")]
    assert "in a rose" in found[0], found[:3]


def test_what_was_met_with_comes_first_word_by_word_and_side_by_side() -> None:
    phrases = Phrases(lexicon_of(world().world)).acts
    met = Met(["Maud dyes the raw cloth in the amber vat"], frozenset({"in"}))
    told = [one.text for one in Finder(phrases, met).found("dye")]
    first = {word: next(n for n, text in enumerate(told) if word in text) for word in ("amber", "slate")}
    assert first["amber"] < first["slate"]
    cloth = [one.text for one in Finder(phrases, met).found("dye raw")]
    assert "raw cloth" in cloth[0] and not any("raw cloth" in text for text in cloth if "raw vat" in text)


def test_a_number_finds_the_line_of_that_number_first() -> None:
    lines = [Phrase(f"{number} somebody bows", number) for number in (70, 7, 17, 71)]
    assert [one.value for one in Finder(lines).found("7")] == [7, 70, 71]


def test_the_letters_given_as_an_example_pick_out_something_of_this_world() -> None:
    for phrases in (PHRASES.acts, PHRASES.conditions):
        letters = example(phrases)
        assert letters and Finder(phrases).found(letters)


async def test_one_enter_too_many_takes_no_form_and_fills_no_slot_and_says_what_to_do(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, "enter", "enter", "enter", "enter")
        assert "What kind of rule?" in words(pilot) and "Nothing is marked yet" in words(pilot)
        await pressed(pilot, "down", "enter", "enter", "enter")
        assert "Which act?" in words(pilot) and "Nothing is marked yet" in words(pilot)
        await pressed(pilot, *"dye", "enter", "u", "enter")  # and no condition
        assert "Is that it?" in words(pilot) and "unless" not in pilot.app.screen.sheet.english


async def test_backspace_takes_back_a_phrase_but_not_while_a_line_is_being_emptied(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, *"for", "enter", *"ab", *["backspace"] * 5)
        assert "Which act?" in words(pilot)
        await pressed(pilot, "escape", *"for", "enter", "backspace")
        assert "What kind of rule?" in words(pilot)


async def test_escape_empties_the_line_before_it_takes_anything_back(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, *"for", "enter", *"dy", "escape")
        assert "Which act?" in words(pilot) and pilot.app.screen.query_one(PickLine).value == ""
        await pressed(pilot, "escape")
        assert "What kind of rule?" in words(pilot)


async def test_words_that_nothing_has_are_answered_at_once(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, "down", "enter", *"qqq")
        assert any("Nothing that a rule can speak of" in row for row in rows(pilot))


async def test_a_condition_said_twice_stands_there_once(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, "down", "enter", *"dye", "enter", *("u", *"greeted", "enter") * 2)
        assert pilot.app.screen.sheet.english.count("has greeted") == 1


async def test_what_came_before_makes_room_in_a_small_window_once_one_has_begun(home: Path) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        for _ in range(40):
            if top(pilot) == "StateScreen":
                break
            await pressed(pilot, "1", "enter")
        before = [one for one in pilot.app.screen.query(".before") if one.display]
        assert before and all(one.size.height for one in before)
        await pressed(pilot, *"for", "enter")
        assert not any(one.display for one in pilot.app.screen.query(".before"))


async def test_a_typed_sentence_is_a_start_and_what_is_none_says_why(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, *"it is forbidden to sing loudly", "enter")
        assert "sing" in words(pilot)
        pilot.app.screen.query_one("#pick-line").value = "It is forbidden to dye a cloth in a vat"
        await pressed(pilot, "enter")
        assert "“It is forbidden to dye a cloth in a vat.”" in words(pilot)


async def test_the_second_opens_as_still_this(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await pressed(pilot, "down", "enter", *"dye", "enter", "enter", "enter", "enter", "enter", "enter")
        await until(pilot, "PlayScreen")
        for _ in range(80):
            if top(pilot) == "StateScreen":
                break
            await pilot.press(*(("1", "enter") if pilot.app.screen.asked.kind == "act" else ("enter",)))
            await pilot.pause()
        assert "Still this?" in words(pilot) and "“It is forbidden to dye" in words(pilot)
        pilot.app.screen.action_goto("act")  # each part of it can be changed
        await pressed(pilot, *"take", "enter")
        assert "“It is forbidden to take" in words(pilot)


async def test_a_hypothesis_goes_to_the_notebook_and_asks_for_no_more(home: Path) -> None:
    async with opened(size=(120, 36)) as pilot:
        await to_the_act(pilot)
        await pressed(pilot, "f2", "escape")
        assert top(pilot) in ("PlayScreen", "StateScreen")
        if top(pilot) == "StateScreen":
            await pressed(pilot, "escape")
        await pressed(pilot, "f2")
        await pilot.press(*"none", "enter")
        await until(pilot, "PlayScreen")
        assert "None that I can see." in words(pilot)
    assert sum(isinstance(one, Statement) for one in stored(home)) == 1


async def test_none_is_a_statement(home: Path) -> None:
    async with opened() as pilot:
        await to_the_statement(pilot)
        await said_none(pilot)
        await until(pilot, "PlayScreen")
    said = next(one for one in stored(home) if isinstance(one, Statement))
    assert said.rule is None and said.english == "None that I can see." and said.confidence == 0.5


@given(rules())
def test_a_rule_taken_apart_is_the_same_rule_and_each_slot_can_be_read(rule: Rule) -> None:
    draft = opened_rule(rule, PHRASES)
    assert draft.rule() == rule
    for name in draft.slots if draft.whole is None else ():
        assert name in draft.parts
