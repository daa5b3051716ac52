"""The one event loop in which models are called, in a thread beside the program.

Clients of models keep connections that belong to a loop, so a process has one for good. In a thread of its
own it goes on while whoever takes the items is slow, so that no call seems to hang for that.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")

Put = Callable[[T], None]
"""Hands an item out."""

_LOOK = 0.5
"""Seconds after which the main thread looks for signals; Windows needs it."""

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None


def the_loop() -> asyncio.AbstractEventLoop:
    """The loop, running."""
    global _loop
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="models", daemon=True).start()
        return _loop


def items_of(work: Callable[[Put[T]], Coroutine[Any, Any, None]]) -> Iterator[T]:
    """What a coroutine hands out, as it comes; raises what it raises.

    If the iterator is closed the coroutine is cancelled, and has ended when this returns.
    """
    out: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()

    async def watched() -> None:
        try:
            await work(lambda item: out.put(("item", item)))
        except asyncio.CancelledError:
            out.put(("done", None))
        except BaseException as error:
            out.put(("error", error))
        else:
            out.put(("done", None))

    future = asyncio.run_coroutine_threadsafe(watched(), the_loop())
    ended = False
    try:
        while True:
            try:
                said, item = out.get(timeout=_LOOK)
            except queue.Empty:
                continue
            ended = said != "item"
            if said == "error":
                raise item
            if ended:
                return
            yield item
    finally:
        if not ended:
            # A concurrent future counts as cancelled at once: wait for the word that it is over.
            future.cancel()
            while out.get()[0] == "item":
                pass


async def in_thread(work: Callable[[], T]) -> T:
    """What a blocking function gives, from a thread that nobody waits for when the program ends."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def done(value: Any, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(value)

    def run() -> None:
        value: Any
        failed: BaseException | None
        try:
            value, failed = work(), None
        except BaseException as error:
            value, failed = None, error
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(done, value, failed)

    threading.Thread(target=run, name="draws", daemon=True).start()
    return await future


class Beside:
    """One coroutine in the loop, which can be stopped from another thread."""

    def __init__(self) -> None:
        self._future: Future[None] | None = None
        self._task: asyncio.Task[Any] | None = None

    @property
    def begun(self) -> bool:
        """Whether it was set going."""
        return self._future is not None

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self._future is not None and self._future.done()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Set it going."""

        async def watched() -> None:
            self._task = asyncio.current_task()
            await work

        self._future = asyncio.run_coroutine_threadsafe(watched(), the_loop())

    def stop(self, seconds: float = 5.0) -> None:
        """Cancel it, and wait until it is through."""
        if self._future is None or self._future.done():
            return
        # A concurrent future counts as cancelled at once; what it holds is let go when the task is through.
        through = asyncio.run_coroutine_threadsafe(self._through(), the_loop())
        self._future.cancel()
        with suppress(TimeoutError):  # a client that cannot be cancelled ends with the process
            through.result(seconds)

    async def _through(self) -> None:
        if self._task is not None:
            await asyncio.wait({self._task})


def first_of(failed: BaseException) -> BaseException:
    """The first failure of several that came of it."""
    while isinstance(failed, BaseExceptionGroup):
        failed = failed.exceptions[0]
    return failed
