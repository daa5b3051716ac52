"""How many calls may be in flight: fewer after a complaint, slowly more while all goes well."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress

LEAST = 1.0
_NEAR = 0.1
LONGEST_PAUSE = 900.0
"""Seconds that a provider can make all calls wait."""


class Limiter:
    """A limit from 1 to `most`: halved when the provider complains, 1 more after a full round of success.

    Near where the last complaint came it grows ten times more slowly. Calls that were in flight together
    halve it once. A pause that the provider asks for holds for all calls. It belongs to one event loop.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.limit = float(most)
        self.in_flight = 0
        self.peak = 0
        self._ceiling = self.limit
        self._until = 0.0
        self._cut_at = 0.0
        self._over = asyncio.Event()
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> float:
        """Wait for leave to call; gives the moment at which it was given. Each needs a `leave`."""
        while not self._over.is_set():
            pause = self._until - time.monotonic()
            if pause > 0:
                await self.rest(pause)
            elif self.in_flight < int(self.limit):
                break
            else:
                await self._turn()
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        return time.monotonic()

    async def rest(self, seconds: float) -> None:
        """Sleep, but no longer than until all is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._over.wait()

    def finish(self) -> None:
        """Nobody will call any more: whoever waits for leave has it at once, to find that out."""
        self._over.set()
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)

    async def _turn(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif waiter.done() and not waiter.cancelled():
                self._wake()  # this turn goes to the next
            raise

    def leave(self) -> None:
        """A call has ended."""
        self.in_flight -= 1
        self._wake()

    def _wake(self) -> None:
        room = int(self.limit) - self.in_flight
        while room > 0 and self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                room -= 1

    def went_well(self) -> None:
        """A call was answered."""
        step = 1.0 if self.limit + 1 < self._ceiling else _NEAR
        self.limit = min(self.limit + step / self.limit, float(self.most))
        self._ceiling = max(self._ceiling, self.limit)

    def complained(self, entered: float, after: float | None) -> None:
        """The provider wants fewer calls than when this one was sent, and a pause of `after` seconds."""
        now = time.monotonic()
        if entered >= self._cut_at:
            self._ceiling = self.limit
            self.limit = max(self.limit / 2, LEAST)
            self._cut_at = now
        if after is not None:
            self._until = max(self._until, now + min(after, LONGEST_PAUSE))
