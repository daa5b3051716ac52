"""A run from its order to its items, in one process or several; stopped at any moment, it can go on."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path

from normquest.session.running.means import Means
from normquest.session.running.order import Bill, Failed, Halted, Item, Order
from normquest.session.running.pool import spread
from normquest.session.running.work import Worker
from normquest.session.runs import begun
from normquest.store import Store, open_store


def run(order: Order, path: Path, *, name: str, jobs: int = 1, means: Means | None = None) -> Iterator[Item]:
    """Send everybody everywhere, but where they have been. Gives items world by world, seed by seed.

    Chat models come last, and their items as they end; `means` is what they may use. A run of the same name
    and order that has not ended goes on, with what it has used so far. Raises StoreError if the store fails,
    and SessionError if a process dies or a model can't be had; the run then stays open, and so it does if the
    iterator is closed, or a model's episode is left or has failed.
    """
    with open_store(path) as store:
        number = begun(store, name, order.data())
        done = False
        try:
            if order.scripted.newcomers:
                yield from spread(order.units, partial(Worker, order.scripted, path, number), jobs)
            done = True
            if order.models:
                done = False
                done = yield from _chat(order.chatting, path, number, means or Means(), jobs)
        finally:
            try:
                store.end_run(number, "done" if done else "stopped")
            except KeyboardInterrupt:  # the signal came in just these milliseconds
                store.end_run(number, "done" if done else "stopped")
                raise


def _chat(order: Order, path: Path, number: int, means: Means, jobs: int) -> Generator[Item, None, bool]:
    """The items of the models; gives whether nothing is left to do. What calls models is loaded here."""
    from normquest.session.running.chatting import chats

    left = False
    for item in chats(order, path, number, means, jobs):
        left = left or isinstance(item, Halted | Failed)
        yield item
    with open_store(path, readonly=True) as store:
        yield bill_of(store, number)
    return not left


def bill_of(store: Store, run: int) -> Bill:
    """What the models of a run have used in all."""
    used = store.totals(run)
    money = None if used.unpriced else used.cost
    exact = used.tokens == used.tokens_in + used.tokens_out
    return Bill(used.calls, used.tokens, money, exact, store.unusable(run))
