"""The screens of societies over small societies; nobody waits for a clock: looks are asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from front.societies.made import live
from textual.pilot import Pilot

from normquest import settings
from normquest.front.societies.sitting import Sitting
from normquest.front.societies.source import Here, Source
from normquest.store import open_store
from normquest.tui.app import NormQuest
from normquest.tui.societies.opening import seated, watched
from tui.conftest import top
from tui.quick import settled

SHOCK = {
    "s": {
        "after": 2,
        "count": 2,
        "who": "random",
        "tendency": {"least": 0, "most": 0.2},
        "anchor": 0.5,
        "rounds_after": 2,
    }
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder in which nothing moves by itself."""
    monkeypatch.setenv("NORMQUEST_HOME", str(tmp_path))
    monkeypatch.setenv("NORMQUEST_STILL", "1")
    return tmp_path


def here(condition: str = "E+SL+SS", paused: bool = False, **more: Any) -> Here:
    """A society of five with a shock after the second of four rounds, at full speed."""
    made = live(condition=condition, shock="s", shocks=SHOCK, **{"seed": 3, **more})
    return Here(made, "full", paused=paused)


@asynccontextmanager
async def watching(
    sources: Sequence[Source], size: tuple[int, int] = (80, 24), whole: bool = True
) -> AsyncIterator[Pilot[None]]:
    """The screen for societies; `whole`: played to the end, and the last moment shown."""
    async with _opened(lambda app: watched(app, sources), size, "SocietyScreen") as pilot:
        if whole:
            await to_the_end(pilot)
        yield pilot


@asynccontextmanager
async def sitting_down(sitting: Sitting, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """The screen for a seat, at its first question."""
    async with _opened(lambda app: seated(app, sitting), size, "SeatScreen") as pilot:
        yield pilot


@asynccontextmanager
async def _opened(show: Any, size: tuple[int, int], first: str) -> AsyncIterator[Pilot[None]]:
    with open_store(settings.database_path()) as store:
        app = NormQuest(store, show=show)
        async with app.run_test(size=size) as pilot:
            for _ in range(400):
                if top(pilot) == first and pilot.app.screen.is_mounted:
                    break
                await pilot.pause(0.01)
            await settled(pilot, 6)
            yield pilot


async def to_the_end(pilot: Pilot[None]) -> None:
    """Let what is live be played to its end, and look at that."""
    screen = pilot.app.screen
    for _ in range(4000):
        screen._poll()
        if not screen.view.live and screen.view.at == screen.view.last:
            await settled(pilot, 3)
            return
    raise AssertionError("it does not end")
