"""The same screens without a terminal: a page as a picture (SVG), an episode as a cast (asciicast v2)."""

from __future__ import annotations

import io
import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace

from rich.console import Console
from rich.segment import Segment
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip

from normquest.session.errors import SessionError
from normquest.session.watching.source import Source
from normquest.store import Store
from normquest.tui.app import NormQuest
from normquest.tui.watch.opening import titled
from normquest.tui.watch.pace import dwell
from normquest.tui.watch.screen import WatchScreen

SIZE = (120, 36)
HOLD = 3.0
"""Seconds that the last page stays."""


async def svg(store: Store, number: int, page: int | None = None, size: tuple[int, int] = SIZE) -> str:
    """A page, counted from 1 (without a number the last), as a picture. Raises SessionError."""
    async with _opened(store, number, size) as (pilot, screen):
        count = len(screen.view.story.pages)
        if page is not None and not 1 <= page <= count:
            raise SessionError(
                f"--page {page}",
                f"episode {number} has {count} pages",
                f"1 to {count}",
                "Give another",
                usage=True,
            )
        await _show(pilot, screen, count - 1 if page is None else page - 1)
        return pilot.app.export_screenshot(title="NormQuest")


async def cast(
    store: Store, number: int, size: tuple[int, int] = SIZE, rate: float = 1.0
) -> AsyncIterator[str]:
    """An episode as the lines of an asciicast, each page as long as it takes to read it."""
    async with _opened(store, number, size) as (pilot, screen):
        width, height = size
        head = {"version": 2, "width": width, "height": height, "title": f"NormQuest, {screen.heading}"}
        yield json.dumps({**head, "env": {"TERM": "xterm-256color"}}, ensure_ascii=False)
        moment, before = 0.0, [""] * height
        for at, page in enumerate(screen.view.story.pages):
            await _show(pilot, screen, at)
            rows = _rows(pilot.app, width)
            yield _event(moment, ("\x1b[2J" if at == 0 else "") + "".join(_changed(before, rows)))
            before = rows
            moment += dwell(page) / rate
        yield _event(moment + HOLD, "\x1b[0m")


async def _show(pilot: Pilot[None], screen: WatchScreen, at: int) -> None:
    """A page, once it has been laid out and its lines have been broken to fit."""
    await screen.go(at)
    await pilot.pause()
    await pilot.pause()


def _event(moment: float, data: str) -> str:
    return json.dumps([round(moment, 3), "o", data], ensure_ascii=False)


def _changed(before: list[str], rows: list[str]) -> Iterator[str]:
    """What paints the rows that are not as they were."""
    for number, (was, row) in enumerate(zip(before, rows, strict=True), start=1):
        if was != row:
            yield f"\x1b[{number};1H{row}"


def _rows(app: App[None], width: int) -> list[str]:
    """The rows of the screen, with the codes of their colours and nothing else that acts."""
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
    )
    strips = app.screen._compositor.render_strips()
    if os.environ.get("NO_COLOR"):
        strips = [Strip(Segment.remove_color(strip)) for strip in strips]
    return [strip.render(console) for strip in strips]


@asynccontextmanager
async def _opened(
    store: Store, number: int, size: tuple[int, int]
) -> AsyncIterator[tuple[Pilot[None], WatchScreen]]:
    with Source(store.path, number) as source:
        screen = WatchScreen(source, None, titled(source), replay=True)

        async def show(app: NormQuest) -> int:
            await app.push_screen_wait(screen)
            return 0

        app = NormQuest(store, show=show)
        app.preferences = replace(app.preferences, still=True)
        async with app.run_test(size=size, notifications=False) as pilot:
            while app.screen is not screen or not screen.is_mounted:
                await pilot.pause(0.01)
            if not screen.view.story.pages:
                raise SessionError(
                    f"episode {number}", "nothing has happened in it yet", "an episode that has begun", "Wait"
                )
            yield pilot, screen
