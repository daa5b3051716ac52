"""Several processes at one run. Each has a pipe; those whose parent is gone end at once.

The standard pools leave their workers behind when the parent is killed, and these would then write into the
episodes that a resumed run goes on with.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeAlias

from normquest.session.errors import SessionError
from normquest.session.running.order import Item, Order, Unit
from normquest.session.running.work import Worker

Sent = tuple[int, Item | Exception | None]
"""The unit's index with an item; None ends the unit, an exception the run."""

Pipe: TypeAlias = "Connection[Any, Any]"


def spread(order: Order, path: Path, run: int, jobs: int) -> Iterator[Item]:
    """The items of all units in order, worked out by `jobs` processes.

    Raises what a worker's store raises, and SessionError if a worker dies. No worker is left behind.
    """
    context = get_context("spawn")
    workers: list[tuple[BaseProcess, Pipe]] = []
    try:
        for _ in range(min(jobs, len(order.units))):
            ours, theirs = context.Pipe()
            process: BaseProcess = context.Process(target=_work, args=(theirs, order, path, run), daemon=True)
            process.start()
            theirs.close()
            workers.append((process, ours))
        yield from _in_order(order.units, [pipe for _, pipe in workers])
    finally:
        for process, pipe in workers:
            pipe.close()
            process.terminate()
        for process, _ in workers:
            process.join()


def _in_order(units: list[Unit], pipes: list[Pipe]) -> Iterator[Item]:
    waiting = list(reversed(units))
    held: dict[int, list[Item | None]] = {unit.index: [] for unit in units}
    turn = 0
    for pipe in pipes:
        _send(pipe, waiting.pop())
    while turn < len(units):
        for ready in connection.wait(pipes):
            pipe = next(one for one in pipes if one is ready)
            index, item = _received(pipe)
            if isinstance(item, Exception):
                raise item
            held[index].append(item)
            if item is None and waiting:
                _send(pipe, waiting.pop())
            elif item is None:
                pipes = [other for other in pipes if other is not pipe]
        while turn < len(units) and held[turn]:
            item = held[turn].pop(0)
            if item is None:
                turn += 1
            else:
                yield item


def _received(pipe: Pipe) -> Sent:
    try:
        sent: Sent = pipe.recv()
        return sent
    except (EOFError, OSError):
        raise _killed() from None


def _send(pipe: Pipe, unit: Unit) -> None:
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


def _work(pipe: Pipe, order: Order, path: Path, run: int) -> None:
    """What a worker does until its pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the parent decides
    threading.Thread(target=_end_with_parent, daemon=True).start()
    index = -1
    try:
        with Worker(order, path, run) as worker:
            while True:
                unit: Unit = pipe.recv()
                index = unit.index
                for item in worker.do(unit):
                    pipe.send((index, item))
                pipe.send((index, None))
    except (EOFError, BrokenPipeError):
        return
    except Exception as error:
        pipe.send((index, error))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
