"""The screens over a small world whose draws take no time, driven by keys; nobody waits for a clock."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from session.handmade import at_home, open_case
from textual.pilot import Pilot

from normquest import settings
from normquest.episode.records import Record
from normquest.front.sittings import Wish
from normquest.store import open_store
from normquest.tui.app import NormQuest

SMALL = Wish("small", 1)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with the small world."""
    monkeypatch.setenv("NORMQUEST_HOME", str(tmp_path))
    monkeypatch.setattr("normquest.session.drawing.open_case", open_case)
    return at_home(tmp_path)


@asynccontextmanager
async def opened(
    wish: Wish | None = SMALL,
    size: tuple[int, int] = (80, 24),
    first: str = "",
    switches: tuple[str, ...] = (),
) -> AsyncIterator[Pilot[None]]:
    """The program, at its first page that waits for keys."""
    if wish is not None and switches:
        wish = replace(wish, switches=switches)
    with open_store(settings.database_path()) as store:
        app = NormQuest(store, wish)
        async with app.run_test(size=size) as pilot:
            await until(pilot, first or ("PlayScreen" if wish else "MenuScreen"))
            yield pilot


async def until(pilot: Pilot[None], screen: str, turns: int = 400) -> None:
    """Let the program run until this screen is on top and, if it asks, has asked."""
    for _ in range(turns):
        top = pilot.app.screen
        if type(top).__name__ == screen and (screen != "PlayScreen" or top.asked is not None):
            await pilot.pause()
            return
        await pilot.pause(0.01)
    raise AssertionError(f"{screen} does not come: {pilot.app.screen}")


async def to_the_act(pilot: Pilot[None]) -> None:
    """Watch on and state that there is nothing to be seen, up to the first own turn."""
    for _ in range(60):
        if top(pilot) == "StateScreen":
            await said_none(pilot)
            await until(pilot, "PlayScreen")
        elif asks(pilot) == "act":
            return
        else:
            await pilot.press("enter")
            await pilot.pause()
    raise AssertionError("there is no own turn")


async def said_none(pilot: Pilot[None]) -> None:
    """ "None that I can see", on no evidence, half sure."""
    await pilot.press(*"none", "enter")
    for _ in range(12):
        if top(pilot) not in ("StateScreen", "LogScreen"):
            return
        await pilot.press("enter")
        await pilot.pause()


def top(pilot: Pilot[None]) -> str:
    """The name of the screen on top."""
    return type(pilot.app.screen).__name__


def asks(pilot: Pilot[None]) -> str:
    """What kind of request waits on the play screen."""
    asked = getattr(pilot.app.screen, "asked", None)
    return "" if asked is None else str(asked.kind)


def words(pilot: Pilot[None]) -> str:
    """All the text on the page, widget by widget."""
    from textual.widgets import Static

    return "\n".join(str(one.content) for one in pilot.app.screen.query(Static) if one.display)


def stored(home: Path, number: int = 1) -> list[Record]:
    """What the store has of an episode."""
    with open_store(home / "normquest.db", readonly=True) as store:
        return store.records(number)
