"""Several processes at one job. Each has a pipe; those whose parent is gone end at once.

The standard pools leave their workers behind when the parent is killed, and these would then write into the
episodes that a resumed run goes on with.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from normquest.session.errors import SessionError

UnitT = TypeVar("UnitT")
ItemT = TypeVar("ItemT")
UnitIn = TypeVar("UnitIn", contravariant=True)
ItemOut = TypeVar("ItemOut", covariant=True)

Pipe: TypeAlias = "Connection[Any, Any]"


class Does(Protocol, Generic[UnitIn, ItemOut]):
    """Does units of work."""

    def do(self, unit: UnitIn, /) -> Iterable[ItemOut]:
        """What comes of a unit, item by item."""


Makes = Callable[[], AbstractContextManager[Does[UnitT, ItemT]]]
"""Makes a worker; with several processes it is pickled, and called in each."""


def spread(
    units: Sequence[UnitT], makes: Makes[UnitT, ItemT], jobs: int, *, ordered: bool = True
) -> Iterator[ItemT]:
    """The items of all units in order, worked out by `jobs` processes, or here for one.

    Not `ordered`: as they come. Raises what a worker raises, and SessionError if a worker dies. No process
    is left behind.
    """
    jobs = min(jobs, len(units))
    if jobs <= 1:
        with makes() as worker:
            for unit in units:
                yield from worker.do(unit)
        return
    workers: list[tuple[BaseProcess, Pipe]] = []
    context = get_context("spawn")
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            process: BaseProcess = context.Process(target=_work, args=(theirs, makes), daemon=True)
            process.start()
            theirs.close()
            workers.append((process, ours))
        yield from _taken(units, [pipe for _, pipe in workers], ordered)
    finally:
        for process, pipe in workers:
            pipe.close()
            process.terminate()
        for process, _ in workers:
            process.join()


def _taken(units: Sequence[Any], pipes: list[Pipe], ordered: bool) -> Iterator[Any]:
    """Hands out units, and gives the items of each unit once those before it are through, or at once."""
    waiting = list(enumerate(units))[::-1]
    held: list[list[Any]] = [[] for _ in units]
    turn = 0
    for pipe in pipes:
        _send(pipe, waiting.pop())
    while turn < len(units):
        for ready in connection.wait(pipes):
            pipe = next(one for one in pipes if one is ready)
            index, said, item = _received(pipe)
            if said == "error":
                raise item
            if said == "item" and not ordered:
                yield item
                continue
            held[index].append((said, item))
            if said == "done" and waiting:
                _send(pipe, waiting.pop())
            elif said == "done":
                pipes = [other for other in pipes if other is not pipe]
        while turn < len(units) and held[turn]:
            said, item = held[turn].pop(0)
            if said == "done":
                turn += 1
            else:
                yield item


def _received(pipe: Pipe) -> tuple[int, str, Any]:
    try:
        sent: tuple[int, str, Any] = pipe.recv()
        return sent
    except (EOFError, OSError):
        raise _killed() from None


def _send(pipe: Pipe, unit: tuple[int, Any]) -> None:
    try:
        pipe.send(unit)
    except OSError:
        raise _killed() from None


def _killed() -> SessionError:
    return SessionError(
        "--jobs",
        "one of the processes was killed",
        "processes that come to their end",
        "Start the same command again, with fewer jobs if memory is short: it goes on where it stopped",
    )


def _work(pipe: Pipe, makes: Makes[Any, Any]) -> None:
    """What a worker does until its pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the parent decides
    threading.Thread(target=_end_with_parent, daemon=True).start()
    index = -1
    try:
        with makes() as worker:
            while True:
                index, unit = pipe.recv()
                for item in worker.do(unit):
                    pipe.send((index, "item", item))
                pipe.send((index, "done", None))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:
        pipe.send((index, "error", error))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
