"""The play screen: every turn is stored, panels show what the observation says, keys have typed twins."""

from pathlib import Path

import pytest
from newcomers.playing import live_for
from textual.widgets import Input, Static

from normquest import settings
from normquest.episode.records import Decision, Request, Statement
from normquest.store import open_store
from normquest.tui import actions
from normquest.tui.app import NormQuest
from normquest.tui.play.screen import PlayScreen
from tui.conftest import asks, opened, said_none, stored, to_the_act, top, until, words
from tui.seen import rows


async def test_enter_watches_on_and_every_turn_is_stored(home: Path) -> None:
    async with opened() as pilot:
        assert "People here mind one thing." in words(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "SCENE 1 OF 5" in words(pilot)
        assert sum(isinstance(one, Decision) for one in stored(home)) == 1
        await pilot.press("backspace")
        await pilot.pause()
        assert "People here mind one thing." in words(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "SCENE 1 OF 5" in words(pilot)
        assert sum(isinstance(one, Decision) for one in stored(home)) == 1


async def test_a_forecast_is_one_key(home: Path) -> None:
    async with opened() as pilot:
        while asks(pilot) != "forecast":
            await pilot.press("enter")
            await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
    said = [one for one in stored(home) if isinstance(one, Decision)]
    assert (said[-1].raw, said[-1].value) == ("y", True)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_while_acting_all_of_the_observation_is_a_key_away(home: Path, size: tuple[int, int]) -> None:
    async with opened(size=size) as pilot:
        await to_the_act(pilot)
        seen = pilot.app.screen.asked.observation
        shown = ""
        for _ in range(5):
            shown += words(pilot)
            await pilot.press("tab")
            await pilot.pause()
        task = seen.task.removeprefix("Task: ")
        for text in (*seen.exits, *seen.held, task, *(one.text for one in seen.choices)):
            assert all(word in shown for word in text.split()), text
        for one in seen.here:
            assert one.partition(" (")[0] in shown


async def test_a_number_acts_and_words_that_are_no_act_say_so(home: Path) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        before = sum(isinstance(one, Decision) for one in stored(home))
        await pilot.press(*"sing", "enter")
        await pilot.pause()
        assert "sing" in words(pilot) and sum(isinstance(one, Decision) for one in stored(home)) == before
        await pilot.press("1", "enter")
        await pilot.pause()
        assert sum(isinstance(one, Decision) for one in stored(home)) == before + 1
        await pilot.press("up")
        assert pilot.app.screen.query_one("#line", Input).value == "1"


async def test_leaving_in_the_middle_of_a_statement_states_nothing_and_it_goes_on_there(home: Path) -> None:
    async with opened() as pilot:
        for _ in range(40):
            if top(pilot) == "StateScreen":
                break
            await pilot.press("enter")
            await pilot.pause()
        await pilot.press("f10")
        await pilot.pause()
    assert not any(isinstance(one, Statement) for one in stored(home))
    async with opened(first="MenuScreen") as pilot:
        assert "You have not finished" in words(pilot)
        await pilot.press("enter")
        await until(pilot, "StateScreen")


async def test_an_open_episode_of_another_engine_stands_in_nobodys_way(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened() as pilot:
        await pilot.press("enter", "enter")
        await pilot.pause()
    monkeypatch.setattr("normquest.tui.sittings.ENGINE", 99)
    monkeypatch.setattr("normquest.session.drawing.ENGINE", 99)
    async with opened() as pilot:
        assert asks(pilot) == "continue" and pilot.app.screen.live.number == 2


async def test_an_episode_to_its_debrief_by_keys_alone(home: Path) -> None:
    async with opened() as pilot:
        for _ in range(200):
            match top(pilot):
                case "DebriefScreen":
                    break
                case "StateScreen":
                    await said_none(pilot)
                case _:
                    await pilot.press(*(("1", "enter") if asks(pilot) == "act" else ("enter",)))
            await pilot.pause()
        await until(pilot, "DebriefScreen")
        assert "WHAT THEY MINDED" in words(pilot) and "It is forbidden to dye" in words(pilot)
    records = stored(home)
    assert sum(isinstance(one, Statement) for one in records) == 3
    asked = [one.seq for one in records if isinstance(one, Request)]
    assert asked == [one.request for one in records if isinstance(one, Decision)]


async def test_every_key_of_a_number_has_a_typed_twin_that_does_the_same(home: Path) -> None:
    async with opened() as pilot:
        for name in ("help", "log"):
            key = next(action.key for action in actions.at("play") if action.typed == name)
            await pilot.press(key)
            await pilot.pause()
            by_key = top(pilot)
            await pilot.press("escape")
            await pilot.press(*f"/{name}", "enter")
            await pilot.pause()
            await pilot.pause()
            assert top(pilot) == by_key != "PlayScreen"
            await pilot.press("escape")
            await pilot.pause()


async def test_enter_shows_the_rest_of_a_long_page_before_it_goes_on(home: Path) -> None:
    async with opened(size=(60, 12)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "People here mind one thing." in words(pilot)
        for _ in range(6):
            await pilot.press("enter")
            await pilot.pause()
        assert "SCENE 1" in words(pilot) or "SCENE 2" in words(pilot)


async def test_an_act_leads_back_from_a_panel_to_the_scene_and_so_does_escape(home: Path) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        for keys in (("1", "enter"), ("escape",)):
            await pilot.press("tab", *keys)
            await pilot.pause()
            page = pilot.app.screen
            assert page.scene.display and not page.query_one("#side").display


async def test_in_a_small_window_one_sees_who_is_here_and_what_one_holds_without_asking(home: Path) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        for _ in range(3):
            seen = pilot.app.screen.asked.observation
            shown = " ".join("\n".join(rows(pilot)).split())
            for one in (*seen.here, *seen.held):
                assert one.partition(" (")[0] in shown, one
            taking = next((one for one in seen.choices if one.act.verb == "take"), seen.choices[0])
            await pilot.press(*str(taking.number), "enter")
            await pilot.pause()
        assert "here" in str(pilot.app.screen.query_one(".around", Static).content)


async def test_what_lies_here_is_told_as_it_is_now_and_not_as_it_was(home: Path) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        for _ in range(2):
            waiting = next(
                one for one in pilot.app.screen.asked.observation.choices if one.act.verb == "wait"
            )
            await pilot.press(*str(waiting.number), "enter")
            await pilot.pause()
        assert words(pilot).count("There is") == 1


async def test_nothing_is_answered_before_the_end_of_the_page_was_seen(home: Path) -> None:
    async with opened(size=(80, 14)) as pilot:
        for _ in range(60):
            if asks(pilot) == "forecast" and pilot.app.screen.scene.has_more:
                break
            await pilot.press("enter")
            await pilot.pause()
        asked = pilot.app.screen.asked
        assert "reads on" in str(pilot.app.screen.query_one("#choices", Static).content)
        for _ in range(20):
            if not pilot.app.screen.scene.has_more:
                break
            await pilot.press("y")
            await pilot.pause()
            assert pilot.app.screen.asked is asked
        await pilot.pause()
        assert "can't tell" in str(pilot.app.screen.query_one("#choices", Static).content)
        await pilot.press("y")
        await pilot.pause()
        assert pilot.app.screen.asked is not asked


async def test_it_says_that_there_is_more_below_only_where_there_is(home: Path) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        for _ in range(6):
            page = pilot.app.screen
            if top(pilot) != "PlayScreen":
                break
            more = "more below" in page.query_one("#line", Input).placeholder
            assert more == page.scene.has_more == (page.scene.scroll_y < page.scene.max_scroll_y)
            await pilot.press("1", "enter")
            await pilot.pause()
            await pilot.pause()


async def test_the_hints_are_acts_of_the_moment(home: Path) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        hint = pilot.app.screen.query_one("#line", Input).placeholder
        said = hint.partition("such as: ")[2].partition(" ·")[0]
        offered = [one.text for one in pilot.app.screen.asked.observation.choices]
        assert said and any(all(word in text for word in said.split()) for text in offered)
        before = pilot.app.screen.asked
        await pilot.press(*said, "enter")
        await pilot.pause()
        assert pilot.app.screen.asked is not before  # it is understood as it stands


async def test_what_cannot_be_taken_does_not_tell_the_whole_list_again(home: Path) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        for line in ("", "sing loudly"):
            await pilot.press(*line, "enter")
            await pilot.pause()
            said = str(pilot.app.screen.query_one("#notice", Static).content)
            assert said and "You can: " not in said


async def test_a_page_that_is_left_while_it_paints_is_gone_quietly(home: Path) -> None:
    """Textual takes what stands on a page away before it ends who paints there."""
    with open_store(settings.database_path()) as store:
        async with NormQuest(store).run_test() as pilot:
            await until(pilot, "MenuScreen")
            page = PlayScreen(store, live_for())
            await pilot.app.push_screen(page)
            await until(pilot, "PlayScreen")
            assert page.asked is not None
            await page.query_one("#top").remove()
            page.dismiss("left")
            await page._show(page.asked)
            await pilot.pause()
            assert top(pilot) == "MenuScreen"
