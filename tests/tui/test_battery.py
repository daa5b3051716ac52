"""The battery on screens: by mouse alone to the debrief, what is refused, and leafed through afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from session.cases import drawing, world
from textual.pilot import Pilot

from normquest import settings
from normquest.episode.circumstances import BELIEFS
from normquest.episode.records import Decision, Request, TrialResult
from normquest.session.driving import drive_now
from normquest.session.keeping import start
from normquest.session.newcomers import newcomer_of
from normquest.session.switches import config_from
from normquest.store import open_store
from normquest.tui.play import beside
from normquest.tui.watch.opening import stored as stored_show
from tui.conftest import asks, opened, stored, top, until, words
from tui.test_mouse import click, spot
from tui.test_watch import screen, watched

QUICK = ("battery=on", "scenes=0", "forecast=off", "elicitation=off")


def to_the_yard(pilot: Pilot[None]) -> str:
    """What to click to go there, with its verb before it or above it; "" where there is no such act."""
    choices = pilot.app.screen.asked.observation.choices
    number = next((c.number for c in choices if c.text == "go to the yard"), 0)
    return next((s for s in (f"{number} go to the yard", f"{number} the yard") if spot(pilot, s)), "")


async def test_a_person_goes_through_it_by_mouse_alone(home: Path) -> None:
    async with opened(size=(100, 40), switches=QUICK) as pilot:
        for _ in range(250):
            if top(pilot) == "DebriefScreen":
                break
            match asks(pilot):
                case "act" if "turn 3 of 7" in words(pilot) and (way := to_the_yard(pilot)):
                    await click(pilot, way)
                case "act":
                    await click(pilot, " wait")
                case "notice":
                    column, row = spot(pilot, "1  2  3  4") or (0, 0)
                    await pilot.click(offset=(column + 5, row))  # the 3
                case "belief":
                    column, row = spot(pilot, "0  1  2  3") or (0, 0)
                    await pilot.click(offset=(column + 29, row))  # the 10
                case _:
                    await click(pilot, "Enter go on")
            await pilot.pause()
        await until(pilot, "DebriefScreen")
    log = stored(home)
    kinds = {r.seq: r.kind for r in log if isinstance(r, Request)}
    said = [(kinds[r.request], r.value) for r in log if isinstance(r, Decision)]
    assert [value for kind, value in said if kind == "notice"] == [3] * 6
    assert [value for kind, value in said if kind == "belief"] == [10] * 24
    assert [r.kept for r in log if isinstance(r, TrialResult)] == [True] * 18


def test_what_is_typed_is_read_or_refused() -> None:
    page = Request(0, "belief", "trials", None, BELIEFS["ee"])  # type: ignore[arg-type]
    assert [getattr(beside.read(page, line), "value", "refused") for line in ("10", "", "11", "many")] == [
        10,
        None,
        "refused",
        "refused",
    ]
    options = ("nothing", "breaking the custom pays")
    page = Request(0, "notice", "trials", None, options=options)  # type: ignore[arg-type]
    lines = ("2", "breaking the custom pays", "can't tell", "3", "0")
    read = [getattr(beside.read(page, line), "value", "refused") for line in lines]
    assert read == [2, 2, None, "refused", "refused"]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_it_can_be_leafed_through_afterwards(home: Path, size: tuple[int, int]) -> None:
    with open_store(settings.database_path()) as store:
        config = config_from(QUICK)
        live = start(store, world(), drawing(1), config, "strategic")
        drive_now(live, newcomer_of("strategic", live.case, live.key, config))  # type: ignore[arg-type]
    show: Any = lambda app: stored_show(app, settings.database_path(), live.number, True)  # noqa: E731
    async with watched(show, size) as pilot:
        pages = screen(pilot).view.story.pages
        assert pages[-1].request.question == BELIEFS["sanction"]
        await pilot.press("end")
        await pilot.pause()
        assert "DAY 18 OF 18" in words(pilot) or BELIEFS["sanction"][:40] in words(pilot)
