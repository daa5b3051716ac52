"""Long work beside the screens that nobody waits for once the player has left."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


async def apart(work: Callable[..., T], *args: Any) -> T:
    """What `work` gives, from a thread of its own.

    `asyncio.to_thread` would keep the process until the work is done: seconds after the page is gone.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(set_it: Callable[[Any], None], what: Any) -> None:
        if not done.done():
            set_it(what)

    def hand_over(set_it: Callable[[Any], None], what: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: the player has left
            loop.call_soon_threadsafe(settle, set_it, what)

    def run() -> None:
        try:
            found = work(*args)
        except BaseException as error:
            hand_over(done.set_exception, error)
        else:
            hand_over(done.set_result, found)

    threading.Thread(target=run, name="apart", daemon=True).start()
    return await done
