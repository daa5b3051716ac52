"""The ways to the screen: an episode begun here, one that another process plays, one that was played."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from normquest.session.drawing import Drawing
from normquest.session.switches import config_from
from normquest.session.watching.checked import checked
from normquest.session.watching.playing import Playing, Wanted, why
from normquest.session.watching.source import Source
from normquest.session.worlds import open_world
from normquest.tui import home
from normquest.tui.wait import WaitScreen
from normquest.tui.watch.screen import WatchScreen

if TYPE_CHECKING:
    from normquest.tui.app import NormQuest

LOOK = 0.05
"""Seconds between two looks whether it has begun."""


async def stored(app: NormQuest, path: Path, number: int, replay: bool = False) -> int:
    """An episode of the store, as another process plays it or as it was played; gives an exit code."""
    with Source(path, number) as source:
        replay = replay or source.head.status != "running" or number in app.store.interrupted()
        draws = partial(checked, path, number)
        await app.push_screen_wait(WatchScreen(source, draws, titled(source), replay=replay))
    return 0


async def played_here(app: NormQuest, playing: Playing) -> int:
    """An episode that this process plays while it is watched; leaving ends it where it is.

    Gives an exit code: 1 where it could not be played.
    """
    path = playing.path
    await app.push_screen(wait := WaitScreen(playing.said))
    playing.begin()
    try:
        try:
            said = playing.said
            while not playing.number and not playing.over:
                await asyncio.sleep(LOOK)
                if playing.said != said:
                    said = playing.said
                    wait.say(said)
        finally:
            if app.screen is wait:
                app.pop_screen()
        if playing.number:
            with Source(path, playing.number, playing.heard) as source:
                screen = WatchScreen(source, partial(_drawn, playing), titled(source))
                screen.trouble = partial(_trouble, playing)
                await app.push_screen_wait(screen)
    finally:
        await asyncio.to_thread(playing.stop)
    text = _trouble(playing)
    if text:
        await app.push_screen_wait(home.message("THAT DID NOT WORK", text))
    return 1 if text else 0


def mind_at_play(path: Path, world: str, mind: str) -> Playing:
    """A scripted mind in a world, at a speed at which one can read. Raises WorldError and SessionError."""
    return Playing(path, Wanted(open_world(world), config_from(()), mind, speed="calm"))


def _drawn(playing: Playing) -> Drawing | None:
    return playing.drawing


def _trouble(playing: Playing) -> str:
    """Why it goes no further, in words; empty while it does."""
    if playing.trouble is not None:
        return why(playing.trouble)
    if playing.halted:
        return f"The model is called no more: {playing.halted}. The same command goes on with more means."
    return ""


def titled(source: Source) -> str:
    """What stands at the top."""
    key = source.head.key
    return f"episode {source.number} · {key.newcomer} · {source.head.world} {key.seed}"
