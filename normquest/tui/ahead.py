"""The next community, drawn while nobody waits for it yet."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from normquest.episode.records import Config
from normquest.front.sittings import drawn
from normquest.session.drawing import Drawing
from normquest.session.errors import SessionError
from normquest.tui.apart import apart
from normquest.world.loader import LoadedWorld


class Ahead:
    """At most one draw that is under way or done, and what it is for."""

    def __init__(self) -> None:
        self._for: tuple[str, str, int] | None = None
        self._task: asyncio.Task[Drawing] | None = None

    def begin(self, loaded: LoadedWorld, config: Config, first: int) -> None:
        """Draw the first accepted seed from `first` on; a draw for something else is forgotten."""
        wanted = (loaded.hash, config.hash(), first)
        if wanted != self._for:
            self._for = wanted
            self._task = asyncio.create_task(apart(drawn, loaded, config, None, first, _unsaid))
            self._task.add_done_callback(_looked_at)

    async def taken(
        self, loaded: LoadedWorld, config: Config, seed: int | None, first: int
    ) -> Drawing | None:
        """The draw, if it is the one that is wanted now and came to something; it is given once."""
        task, wanted = self._task, self._for
        self._task = self._for = None
        if task is None or seed is not None or wanted != (loaded.hash, config.hash(), first):
            return None
        # What went wrong is found again, and said, by whoever draws in earnest.
        with suppress(SessionError):
            return await task
        return None


def _unsaid(_: str) -> None:
    """Nobody looks on."""


def _looked_at(task: asyncio.Task[Drawing]) -> None:
    """So that a failure which nobody asked for is not complained of when the program ends."""
    if not task.cancelled():
        task.exception()
