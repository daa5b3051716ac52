"""Keys, clicks and resizes by chance, over whatever screens they lead to; the same for one seed."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from textual import events
from textual.geometry import Size
from textual.pilot import Pilot

from normquest.front.sittings import Wish
from normquest.session.keeping import replay
from normquest.store import open_store
from normquest.streams import Stream, below, chance, pick, stream
from tui.conftest import opened, top
from tui.quick import quick, settled
from tui.seen import check

OFTEN = ("enter", "enter", "enter", "down", "up", "1", "2", "y", "right", "left", "tab", "space")
KEYS = (
    *(f"f{number}" for number in range(1, 13)),
    *"abcdefghijklmnopqrstuvwxyz0123456789",
    *("escape", "shift+tab", "shift+up", "shift+down", "home", "end", "pageup", "pagedown"),
    *("backspace", "delete", "slash", "question_mark", "full_stop", "percent_sign", "é", "染", "▲"),
    *("ctrl+p", "ctrl+c", "ctrl+a", "ctrl+e", "ctrl+u", "ctrl+w", "ctrl+k", "ctrl+d", "ctrl+z"),
    *("ctrl+left", "ctrl+right", "ctrl+q"),
)
LINES = (
    "/log",
    "/state",
    "/notes it may be so",
    "/help",
    "/quit",
    "/panel",
    "none",
    "wait",
    "go yard",
    "100",
)


async def pressed(home: Path, count: int, seed: int, every: int = 50) -> Counter[str]:
    """Press so many, from home, again and again; gives how many fell on which screen.

    Every so many the page is looked at. At the end the database is whole and every episode replays.
    """
    rng = stream(seed, "random keys")
    fell: Counter[str] = Counter()
    left = count
    only = {"small": home / "worlds" / "small.yaml"}  # the others take seconds to draw
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("normquest.tui.home.world_files", lambda: only)
        patch.setattr("normquest.tui.home.LEARNING", Wish("small", level="gentle"))
        while left > 0:
            async with opened(None, size=(80, 24)) as pilot:
                while left > 0 and pilot.app.is_running:
                    fell[top(pilot)] += 1
                    left -= 1
                    await once(pilot, rng)
                    assert pilot.app._exception is None
                    if left % every == 0 and pilot.app.is_running:
                        check(pilot)
    whole(home)
    return fell


async def once(pilot: Pilot[None], rng: Stream) -> None:
    """One key, or sometimes a line, a click, another size."""
    if chance(rng, 0.03):
        size = (1 + below(rng, 160), 1 + below(rng, 50)) if chance(rng, 0.3) else pick(rng, SIZES)
        pilot.app._driver._size = size
        pilot.app.post_message(events.Resize(Size(*size), Size(*size)))
        await settled(pilot)
    elif chance(rng, 0.03):
        await clicked(pilot, rng)
    elif chance(rng, 0.04):
        await quick(pilot, *pick(rng, LINES), "enter", rounds=1)
    else:
        await quick(pilot, pick(rng, OFTEN if chance(rng, 0.6) else KEYS), rounds=1)


SIZES = ((80, 24), (80, 24), (120, 36), (40, 12))


async def clicked(pilot: Pilot[None], rng: Stream) -> None:
    """A click somewhere."""
    width, height = pilot.app.size
    x, y = below(rng, max(width, 1)), below(rng, max(height, 1))
    for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
        event = kind(None, x, y, 0, 0, 0 if kind is events.MouseMove else 1, False, False, False, x, y)
        event.set_sender(pilot.app)
        pilot.app._driver.send_message(event)
    await settled(pilot)


def whole(home: Path) -> None:
    """The database is sound, and whatever was played can be played again, record for record."""
    with sqlite3.connect(home / "normquest.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    with open_store(home / "normquest.db") as store:
        heads = store.episodes()
        assert heads
        for head in heads:
            assert list(replay(store, head.id)) == store.records(head.id)
