"""Chat models in the seats of societies: many societies, and all who are asked at a time, in one loop.

A reply that could not be had (the provider is down, the means are at an end) is no reply of the member: the
phase in hand is dropped, the society stays open, and the same command goes on there. Nothing is invented.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from normquest.newcomers.chat.calling import Caller
from normquest.newcomers.seats.asking import MANNERS
from normquest.newcomers.seats.chat import ChatMember
from normquest.session.errors import SessionError
from normquest.session.models import caller_of
from normquest.session.running.aside import Put, first_of, items_of
from normquest.session.running.means import Means, StoreAccount
from normquest.session.societies.keeping import key_of, start
from normquest.session.societies.lines import society_line
from normquest.session.societies.live import LiveSociety
from normquest.session.societies.names import stored_society
from normquest.session.societies.order import Failed, Halted, Item, Order, Played, Unit
from normquest.society.conditions import label
from normquest.society.members.scripted import reply
from normquest.society.records import Reply
from normquest.society.state import Request
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


async def drive(live: LiveSociety, members: Mapping[str, ChatMember]) -> str:
    """Play on until the end, or until a reply can't be had: gives why, "" at the end.

    Every phase is in the log before the next is asked for. Raises what the log and the accounts raise.
    """
    if live.status == "running" and live.state is None:
        live.begin()
    while live.requests:
        replies = await _replies(live, members)
        lost = next((one for one in replies if one.outcome in ("infra_error", "budget")), None)
        if lost is not None:
            return lost.raw
        live.take(replies)
    return ""


async def _replies(live: LiveSociety, members: Mapping[str, ChatMember]) -> list[Reply]:
    """All who are asked, at once; when one fails the others are not waited for."""
    seed = live.key.seed

    async def one(request: Request) -> Reply:
        member = members.get(request.view.me.mind)
        return reply(request, seed) if member is None else await member.answer(request)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(request)) for request in live.requests]
    return [task.result() for task in tasks]


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
        self.callers: dict[str, Caller] = {s.name: caller_of(s, self.means) for s in self.order.models}
        self.manners = {spec.name: MANNERS[spec.prompt] for spec in self.order.models}
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
            why = await drive(live, self._members(live))
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

    def _members(self, live: LiveSociety) -> dict[str, ChatMember]:
        return {
            name: ChatMember(
                caller,
                self.manners[name],
                StoreAccount(self.store, self.run, None, name, self.means, society=live.number),
            )
            for name, caller in self.callers.items()
        }
