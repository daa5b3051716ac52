"""Chat models in a run: many episodes at a time in one event loop, drawn in a thread beside it.

With several processes each has a loop, a limiter and a share of the communities of its own. The caps hold
for all of them together, since the store keeps them.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from normquest.bank.draw import NoDraw
from normquest.newcomers.chat.calling import Caller
from normquest.session.drawing import Drawing, draw_case
from normquest.session.driving import drive
from normquest.session.errors import SessionError
from normquest.session.keeping import gate_of, start
from normquest.session.lines import episode_line
from normquest.session.live import Live
from normquest.session.models import caller_of, chat_of
from normquest.session.running.aside import Put, first_of, in_thread, items_of
from normquest.session.running.means import Means
from normquest.session.running.order import Failed, Halted, Item, Order, Played, Rejected, Unit, Wanted
from normquest.session.running.pool import spread
from normquest.session.running.work import Worker
from normquest.store import StoreError

AHEAD = 4
"""Communities that are drawn before they are needed."""
PATIENCE = 3.0
"""Seconds without a turn after which an episode of another process counts as left behind, with the call's."""
_LOOK = 0.2


def chats(order: Order, path: Path, run: int, means: Means, jobs: int) -> Iterator[Item]:
    """Send the models of an order everywhere; gives items as they come, and at the end who was halted.

    Raises StoreError if the store fails, and SessionError if a model can't be had or a process dies.
    """
    jobs = max(1, min(jobs, len(order.units), means.in_flight))
    shares = [tuple(order.units[first::jobs]) for first in range(jobs)]
    means = replace(means, in_flight=-(-means.in_flight // jobs))
    halted: dict[str, Halted] = {}
    for item in spread(shares, partial(ChatWorker, order, path, run, means), jobs, ordered=False):
        if isinstance(item, Halted):
            before = halted.get(item.newcomer, replace(item, left=0))
            halted[item.newcomer] = replace(before, left=before.left + item.left)
        else:
            yield item
    yield from halted.values()


class ChatWorker:
    """Does shares of an order. Use it with `with`."""

    def __init__(self, order: Order, path: Path, run: int, means: Means) -> None:
        self.order = order
        self.path = path
        self.run = run
        self.means = means

    def __enter__(self) -> ChatWorker:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held between shares: the store is opened in the thread that uses it."""

    def do(self, share: tuple[Unit, ...]) -> Iterator[Item]:
        """What comes of these communities, as it comes."""

        async def work(put: Put[Item]) -> None:
            with Worker(self.order, self.path, self.run) as worker:
                await _Chatting(worker, share, self.means, put).all()

        return items_of(work)


class _Chatting:
    """Its callers, and the episodes in hand."""

    def __init__(self, worker: Worker, units: Sequence[Unit], means: Means, put: Put[Item]) -> None:
        self.worker = worker
        self.units = units
        self.means = means
        self.put = put
        self.callers: dict[str, Caller] = {s.name: caller_of(s, means) for s in worker.order.models}
        self.templates = {spec.name: spec.prompt for spec in worker.order.models}
        self.patience = PATIENCE + max((spec.timeout for spec in worker.order.models), default=0.0)
        self.left: Counter[str] = Counter()
        self._room = asyncio.Semaphore(means.in_flight)
        self._drawn: asyncio.Queue[tuple[Unit, list[Wanted], Drawing] | None] = asyncio.Queue(AHEAD)

    async def all(self) -> None:
        """Everything; what is under way when something fails is dropped."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._draw())
                while (drawn := await self._drawn.get()) is not None:
                    unit, wanted, drawing = drawn
                    for one in wanted:
                        await self._room.acquire()
                        group.create_task(self._play(unit, one, drawing))
        except BaseExceptionGroup as failed:
            raise first_of(failed) from None
        for name, left in self.left.items():
            self.put(Halted(name, self.callers[name].stopped, left))

    async def _draw(self) -> None:
        """Draw what is needed, in order, and keep a little ahead."""
        worker = self.worker
        for unit in self.units:
            there = worker.there(unit)
            wanted = []
            for number, one in enumerate(worker.order.wanted):
                if number in there:
                    self.put(worker.known(there[number], unit, one))
                else:
                    wanted.append(one)
            wanted = [one for one in wanted if not self._halted(one)]
            if not wanted:
                continue
            world, config = worker.world(unit).world, wanted[0].config
            try:
                drawing = await in_thread(partial(draw_case, world, unit.seed, config))
            except NoDraw as error:
                self.put(Rejected(unit.world.id, unit.seed, error.reasons))
                continue
            await self._drawn.put((unit, wanted, drawing))
        await self._drawn.put(None)

    def _halted(self, wanted: Wanted) -> bool:
        """Whether this one's model is called no more; then it counts as left."""
        if not self.callers[wanted.newcomer].stopped:
            return False
        self.left[wanted.newcomer] += 1
        return True

    async def _play(self, unit: Unit, wanted: Wanted, drawing: Drawing) -> None:
        place = (unit.world.id, unit.seed, wanted.config.arm, wanted.newcomer)
        try:
            if self._halted(wanted):
                return
            live = await self._to_the_end(unit, wanted, drawing)
        except SessionError as error:
            self.put(Failed(*place, str(error)))
            return
        finally:
            self._room.release()
        if live.status == "running":
            self.left[wanted.newcomer] += 1
            return
        store = self.worker.store
        head = store.episode(live.number)
        assert head is not None
        self.put(Played(episode_line(head, store.statements(head.id)), fresh=True))
        if head.status == "infra_error":
            self.put(Failed(*place, head.error))

    async def _to_the_end(self, unit: Unit, wanted: Wanted, drawing: Drawing) -> Live:
        """Play the episode, or let another process that is at it finish it."""
        worker = self.worker
        while True:
            live = start(
                worker.store,
                worker.world(unit),
                drawing,
                wanted.config,
                wanted.newcomer,
                rep=wanted.rep,
                run=worker.run,
            )
            try:
                if live.status == "running":
                    await self._drive(live, wanted)
                return live
            except StoreError:
                if not worker.overtaken(live):
                    raise
            await self._wait_for(live.number)

    async def _drive(self, live: Live, wanted: Wanted) -> None:
        name = wanted.newcomer
        newcomer = chat_of(
            self.callers[name], self.templates[name], self.worker.store, live, self.means, self.worker.run
        )
        try:
            await drive(live, newcomer, gate_of(self.worker.store, live))
        except (StoreError, SessionError):
            raise
        except Exception as error:
            # One broken episode must not take the others with it.
            live.end("infra_error", f"{type(error).__name__}: {error}")

    async def _wait_for(self, number: int) -> None:
        """Until the episode has ended, or whoever plays it has stopped."""
        last, since = -1, time.monotonic()
        while (head := self.worker.store.episode(number)) is not None and head.status == "running":
            if head.records != last:
                last, since = head.records, time.monotonic()
            elif time.monotonic() - since > self.patience:
                return
            await asyncio.sleep(_LOOK)
