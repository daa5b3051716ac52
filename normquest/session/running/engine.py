"""A run from its order to its items, in one process or several; stopped at any moment, it can go on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from normquest.session.running.order import Item, Order
from normquest.session.running.pool import spread
from normquest.session.running.work import Worker
from normquest.store import Store, open_store
from normquest.store.canonical import canonical


def run(order: Order, path: Path, *, name: str, jobs: int = 1) -> Iterator[Item]:
    """Send everybody everywhere, but where they have been. Gives items world by world, seed by seed.

    A run of the same name and order that has not ended goes on. Raises StoreError if the store fails, and
    SessionError if a process dies; the run then stays open, and so it does if the iterator is closed.
    """
    with open_store(path) as store:
        number = _begun(store, order, name)
        done = False
        try:
            yield from spread(order.units, partial(Worker, order, path, number), jobs)
            done = True
        finally:
            store.end_run(number, "done" if done else "stopped")


def _begun(store: Store, order: Order, name: str) -> int:
    last = store.run(name)
    if last is not None and last.status != "done" and canonical(last.args) == canonical(order.data()):
        store.end_run(last.id, "running")
        return last.id
    return store.begin_run(name, order.data())
