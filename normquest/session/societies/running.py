"""A run of societies from its order to its items, in one process or several; stopped, it can go on."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from types import TracebackType

from normquest.session.errors import SessionError
from normquest.session.running.engine import bill_of
from normquest.session.running.means import Means
from normquest.session.running.pool import spread
from normquest.session.runs import begun
from normquest.session.societies.driving import drive_now
from normquest.session.societies.keeping import key_of, start
from normquest.session.societies.lines import society_line
from normquest.session.societies.names import stored_society
from normquest.session.societies.order import Failed, Halted, Item, Order, Played, Unit
from normquest.society.conditions import label
from normquest.store import Store, open_store
from normquest.store.rows import FINISHED


def run(order: Order, path: Path, *, name: str, jobs: int = 1, means: Means | None = None) -> Iterator[Item]:
    """Run every society of the order that has not ended. Gives items in the order's order.

    With chat models among the members it is one process, items come as societies end, and `means` is what
    the models may use. A run of the same name and order that has not ended goes on. Raises StoreError if the
    store fails, SessionError if a process dies or a model can't be had; the run then stays open, and so it
    does if the iterator is closed, or a society is left.
    """
    with open_store(path) as store:
        number = begun(store, name, order.data(), "societies")
        done = False
        try:
            if order.models:
                done = yield from _chat(order, path, number, means or Means())
            else:
                yield from spread(order.units, partial(Worker, order, path, number), jobs)
                done = True
        finally:
            store.end_run(number, "done" if done else "stopped")


def _chat(order: Order, path: Path, number: int, means: Means) -> Generator[Item, None, bool]:
    """The items of societies with models; gives whether nothing is left to do."""
    from normquest.session.societies.chatting import chats

    left = False
    for item in chats(order, path, number, means):
        left = left or isinstance(item, Halted | Failed)
        yield item
    with open_store(path, readonly=True) as store:
        yield bill_of(store, number)
    return not left


class Worker:
    """Does units of an order, with a connection of its own. Use it in one thread, with `with`."""

    def __init__(self, order: Order, path: Path, run: int) -> None:
        self.loaded = stored_society(order.society)
        self.run = run
        self.store: Store = open_store(path)

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.store.close()

    def do(self, unit: Unit) -> Iterator[Item]:
        """What comes of a society."""
        key = key_of(self.loaded, unit.config, unit.members, unit.seed, unit.rep)
        before = self.store.society(key)
        fresh = before is None or before.status not in FINISHED
        try:
            live = start(self.store, self.loaded, unit.config, unit.members, unit.seed, unit.rep, self.run)
            drive_now(live)
        except SessionError as error:
            yield Failed(label(unit.config.condition), unit.members, unit.seed, str(error))
            return
        head = self.store.society(live.number)
        assert head is not None
        yield Played(society_line(head), fresh)
