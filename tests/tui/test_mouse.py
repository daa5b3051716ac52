"""A whole episode by mouse alone: no key is pressed from the first page to the debrief."""

from pathlib import Path

from textual.pilot import Pilot

from normquest.episode.records import Decision, Request, Statement
from tui.conftest import asks, opened, stored, to_the_act, top, until, words


def spot(pilot: Pilot[None], text: str) -> tuple[int, int] | None:
    """Where a text stands on the terminal: of acts the last time, for the scene may speak of them too."""
    found = [
        (column + 1, row)
        for row, strip in enumerate(pilot.app.screen._compositor.render_strips())
        for column in [strip.text.rfind(text)]
        if column >= 0
    ]
    return found[-1 if text == " wait" else 0] if found else None


async def click(pilot: Pilot[None], *texts: str) -> None:
    """Click the first of these texts that is there."""
    for text in texts:
        at = spot(pilot, text)
        if at is not None:
            await pilot.click(offset=at)
            await pilot.pause()
            return
    raise AssertionError(f"none of {texts} is on the screen:\n{words(pilot)}")


async def state_by_mouse(pilot: Pilot[None]) -> None:
    """A rule, a line of evidence, how sure: each a click."""
    if "Is that it?" not in words(pilot) and "Still this?" not in words(pilot):
        await click(pilot, "It is forbidden to …")
        await click(pilot, "dye a thing in a thing")
        await click(pilot, "That is it")
        await click(pilot, " greets ", " takes ", " dyes ", " goes ")
    await click(pilot, "How sure")
    await pilot.click("#sure", offset=(30 + 13, 0))
    await pilot.pause()
    await click(pilot, "[ Hand it in ]")


async def test_an_episode_to_its_debrief_by_mouse_alone(home: Path) -> None:
    async with opened(size=(100, 40)) as pilot:
        for _ in range(200):
            match top(pilot):
                case "DebriefScreen":
                    break
                case "StateScreen":
                    await state_by_mouse(pilot)
                case _ if asks(pilot) == "act":
                    await click(pilot, " wait")
                case _:
                    await click(pilot, "Enter go on", "Enter can't tell")
        await until(pilot, "DebriefScreen")
        minds = [one for one in pilot.app.workers if one.group == "beside"]
        if minds:
            await pilot.app.workers.wait_for_complete(minds)
        pilot.app.screen.query_one("#debrief").scroll_end(animate=False)
        await pilot.pause()
        assert "oracle, scripted" in words(pilot)
        await click(pilot, "[ Home ]")
        await until(pilot, "MenuScreen")
    records = stored(home)
    said = [one for one in records if isinstance(one, Statement)]
    assert len(said) == 3 and all(one.english.startswith("It is forbidden to dye") for one in said)
    assert said[0].evidence and said[0].confidence is not None
    asked = [one.seq for one in records if isinstance(one, Request)]
    assert asked == [one.request for one in records if isinstance(one, Decision)]


async def test_a_click_on_the_number_of_a_line_pins_it_and_the_tabs_can_be_clicked(home: Path) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        await click(pilot, " wait")
        number = max(pilot.app.screen.past.log)
        await click(pilot, f" {number}  ")
        assert pilot.app.screen.thinking.book.pinned == [number]
        await click(pilot, "Notebook")
        assert pilot.app.screen.has_class("show-notes") and str(number) in words(pilot)
        await click(pilot, "Map")
        assert pilot.app.screen.has_class("show-map")
        before = len(stored(home))
        await click(pilot, " wait")
        assert len(stored(home)) > before  # the acts are at hand beside every tab
