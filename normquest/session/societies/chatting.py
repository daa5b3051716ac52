"""Chat models in the seats of societies: many societies, and all who are asked at a time, in one loop.

Where a reply could not be had the society stays open, and the same command goes on there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from normquest.session.errors import SessionError
from normquest.session.running.aside import Put, first_of, items_of
from normquest.session.running.means import Means
from normquest.session.societies.answering import Models, drive
from normquest.session.societies.keeping import key_of, start
from normquest.session.societies.lines import society_line
from normquest.session.societies.names import stored_society
from normquest.session.societies.order import Failed, Halted, Item, Order, Played, Unit
from normquest.society.conditions import label
from normquest.store import Store, StoreError, open_store
from normquest.store.rows import FINISHED

AT_A_TIME = 16
"""Societies under way at a time. A talk asks one speaker of each group: one society keeps few calls busy."""


def chats(order: Order, path: Path, run: int, means: Means) -> Iterator[Item]:
    """Every society of the order that has not ended, as they end.

    Raises StoreError if the store fails, and SessionError if a model can't be had.
    """

    async def work(put: Put[Item]) -> None:
        with open_store(path) as store:
            await _Chatting(order, store, run, means, put).all()

    return items_of(work)


@dataclass
class _Chatting:
    """Societies under way, and who calls their models."""

    order: Order
    store: Store
    run: int
    means: Means
    put: Put[Item]

    def __post_init__(self) -> None:
        self.loaded = stored_society(self.order.society)
        self.models = Models(self.store, self.run, self.order.models, self.means)
        self._room = asyncio.Semaphore(AT_A_TIME)

    async def all(self) -> None:
        """Everything; what is under way when the store fails is dropped."""
        try:
            async with asyncio.TaskGroup() as group:
                for unit in self.order.units:
                    await self._room.acquire()
                    group.create_task(self._unit(unit))
        except BaseExceptionGroup as failed:
            raise first_of(failed) from None

    async def _unit(self, unit: Unit) -> None:
        place = (label(unit.config.condition), unit.members, unit.seed)
        try:
            key = key_of(self.loaded, unit.config, unit.members, unit.seed, unit.rep)
            before = self.store.society(key)
            fresh = before is None or before.status not in FINISHED
            live = start(self.store, self.loaded, unit.config, unit.members, unit.seed, unit.rep, self.run)
            why = await drive(live, self.models.members(live.number))
        except SessionError as error:
            self.put(Failed(*place, str(error)))
            return
        except StoreError:
            raise
        except Exception as failed:
            first = first_of(failed)
            if isinstance(first, StoreError):
                raise first from None
            # One broken society must not take the others with it.
            self.put(Failed(*place, f"{type(first).__name__}: {first}"))
            return
        finally:
            self._room.release()
        if why:
            self.put(Halted(*place, why))
            return
        head = self.store.society(live.number)
        assert head is not None
        self.put(Played(society_line(head), fresh))
