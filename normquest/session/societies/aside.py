"""Societies with chat models that are played for somebody who watches, in the thread where models are called.

They are written as a run writes them, phase by phase. What is played for one who looks on can be paused,
stepped and stopped; `Others` answers for all who sit beside a person.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from normquest.session.errors import SessionError
from normquest.session.gate import NAP, Gate
from normquest.session.running.aside import Beside, first_of, the_loop
from normquest.session.running.means import Means
from normquest.session.runs import begun
from normquest.session.societies.answering import Models, lost, replies
from normquest.session.societies.keeping import key_of, start
from normquest.session.societies.live import LiveSociety
from normquest.session.societies.order import Order, Unit
from normquest.society.loader import LoadedSociety
from normquest.society.records import Reply
from normquest.society.state import Request
from normquest.store import Store, StoreError, open_store
from normquest.store.rows import Command, Speed

PATIENCE = 5.0
"""Seconds that are waited for a client to let go of a call."""


class Table:
    """One society that is played aside: whatever attribute is read may be read from any thread.

    `live` is None until it is open. `waiting`: how many of those who are asked have not answered yet.
    `trouble`: why it goes no further here, in words.
    """

    def __init__(self, loaded: LoadedSociety, unit: Unit, speed: Speed, paused: bool) -> None:
        self.loaded = loaded
        self.unit = unit
        self.key = key_of(loaded, unit.config, unit.members, unit.seed, unit.rep)
        self.live: LiveSociety | None = None
        self.waiting = 0
        self.trouble = ""
        self._commands: deque[Command] = deque([speed, *(["pause"] if paused else [])])  # type: ignore[list-item]
        self.gate = Gate(self._heard)
        self.gate.stop()  # it hears how it begins

    def send(self, command: Command) -> None:
        """Ask for something; it is heard before the next phase."""
        self._commands.append(command)

    def _heard(self) -> Sequence[Command]:
        found = []
        while self._commands:
            found.append(self._commands.popleft())
        return found

    async def play(self, store: Store, models: Models, run: int) -> None:
        """Play on as the gate lets it. Raises what the log and the accounts raise."""
        unit = self.unit
        live = start(store, self.loaded, unit.config, unit.members, unit.seed, unit.rep, run)
        members = models.members(live.number)
        self.live = live
        while live.status == "running":
            match self.gate.ask():
                case "wait":
                    await asyncio.sleep(NAP)
                case "score":
                    live.end("stopped")
                case "discard":
                    live.end("discarded")
                case "go" if live.state is None:
                    live.begin()
                case "go":
                    self.waiting = len(live.requests)
                    found = await replies(live.requests, live.key.seed, members, self._came)
                    self.waiting = 0
                    if why := lost(found):
                        self.trouble = _open_still(why)
                        return
                    live.take(found)

    def _came(self) -> None:
        self.waiting -= 1


class Playing:
    """`begin` it, then look at its `tables`. `stop` drops the phases in hand; the societies stay open."""

    def __init__(
        self, path: Path, loaded: LoadedSociety, order: Order, means: Means, speed: Speed, *, paused: bool
    ) -> None:
        self.path = path
        self.tables = [Table(loaded, unit, speed, paused) for unit in order.units]
        self._order = order
        self._means = means
        self._beside = Beside()

    def begin(self) -> None:
        """Play, in the thread where models are called."""
        if not self._beside.begun:
            self._beside.begin(self._play())

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self._beside.over

    def stop(self) -> None:
        """End it now. What is stored is whole."""
        self._beside.stop(PATIENCE)

    async def _play(self) -> None:
        try:
            with open_store(self.path) as store:
                run = begun(store, f"watch-{self._order.society.id}", self._order.data(), "societies")
                done = False
                try:
                    models = Models(store, run, self._order.models, self._means)
                    async with asyncio.TaskGroup() as group:
                        for table in self.tables:
                            group.create_task(table.play(store, models, run))
                    done = all(table.live is not None and not table.trouble for table in self.tables)
                finally:
                    store.end_run(run, "done" if done else "stopped")
        except Exception as failed:
            for table in self.tables:
                if table.live is None or table.live.status == "running":
                    table.trouble = table.trouble or _in_words(first_of(failed))


class Others:
    """Answers for all who sit beside a person in a society; models are called in their own thread."""

    def __init__(self, path: Path, order: Order, means: Means, live: LiveSociety) -> None:
        self._path = path
        self._order = order
        self._means = means
        self._live = live
        self._store: Store | None = None
        self._models: Models | None = None
        self._run = 0

    async def __call__(self, requests: Sequence[Request]) -> list[Reply]:
        """Their replies. Raises SessionError where one can't be had, and what the accounts raise."""
        asked = asyncio.run_coroutine_threadsafe(self._replies(requests), the_loop())
        try:
            found = await asyncio.wrap_future(asked)
        except ExceptionGroup as failed:
            raise first_of(failed) from None
        if why := lost(found):
            raise SessionError(
                f"society {self._live.number}",
                f"a member's reply could not be had: {why}",
                "a reply of each who is asked",
                "The same command takes the seat up again, before this question",
            )
        return found

    async def _replies(self, requests: Sequence[Request]) -> list[Reply]:
        if self._models is None:
            self._store = open_store(self._path)
            self._run = begun(self._store, f"play-{self._order.society.id}", self._order.data(), "societies")
            self._models = Models(self._store, self._run, self._order.models, self._means)
        return await replies(requests, self._live.key.seed, self._models.members(self._live.number))

    def close(self) -> None:
        """Nobody asks any more."""
        if self._store is not None:
            asyncio.run_coroutine_threadsafe(self._closed(self._store), the_loop()).result(PATIENCE)
            self._store = None

    async def _closed(self, store: Store) -> None:
        with store:
            store.end_run(self._run, "stopped" if self._live.status == "running" else "done")


def _open_still(why: str) -> str:
    return f"A reply could not be had: {why}. The society stays open, and the same command goes on with it."


def _in_words(failed: BaseException) -> str:
    if isinstance(failed, SessionError | StoreError):
        return str(failed)
    return f"NormQuest met a fault of its own: {type(failed).__name__}: {str(failed)[:300]}."
