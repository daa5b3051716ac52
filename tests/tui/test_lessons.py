"""The tutorial on screens: home offers it, and each lesson stands beside the page that it is about."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from normquest.bank.make import open_case
from normquest.session.drawing import draw_case
from normquest.session.switches import config_from
from normquest.session.worlds import open_world
from normquest.tui import home as home_page
from tui.conftest import asks, opened, top, until, words

LESSONS = {name: " ".join(text.split()) for name, text in open_world("first_evening").world.lessons.items()}


def beside(pilot: Pilot[None]) -> str:
    """The lesson on the page, or nothing."""
    found = [one for one in pilot.app.screen.query("#lesson").results(Static) if one.display]
    return str(found[0].content) if found else ""


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_learn_leads_into_the_tutorial_with_a_lesson_at_each_new_thing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setenv("NORMQUEST_HOME", str(tmp_path))
    monkeypatch.setattr("normquest.session.drawing.open_case", open_case)
    loaded = open_world(home_page.LEARNING.world)
    drawing = draw_case(loaded.world, 1, config_from((), arm="both", level="gentle"))
    monkeypatch.setattr("normquest.tui.sittings.drawn", lambda *_: drawing)
    seen: dict[str, int] = {}

    def note(text: str) -> None:
        for name, lesson in LESSONS.items():
            if lesson in text:
                seen.setdefault(name, len(seen))

    async with opened(None, size=size) as pilot:
        await pilot.press("2")
        await until(pilot, "PlayScreen")
        for _ in range(200):
            note(f"{beside(pilot)} {' '.join(words(pilot).split()) if top(pilot) == 'LogScreen' else ''}")
            match top(pilot):
                case "StateScreen" if pilot.app.screen.sheet.at == "form":
                    await pilot.press(*"none", "enter")
                case "PlayScreen" if asks(pilot) == "act":
                    await pilot.press(*"wait", "enter")
                case "DebriefScreen":
                    break
                case "Screen":  # the debrief is being made ready
                    await pilot.pause(0.05)
                case _:
                    await pilot.press("enter")
            await pilot.pause()
        assert top(pilot) == "DebriefScreen"
    assert sorted(seen) == sorted(LESSONS)
    order = ["arrival", "scene", "statement", "evidence", "sure", "turn", "elsewhere", "debrief"]
    assert sorted(order, key=seen.__getitem__) == order
