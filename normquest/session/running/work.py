"""One process's share of a run: a seed is drawn once, then everybody is sent there who has not been."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from normquest.bank.draw import NoDraw
from normquest.session.drawing import Drawing, draw_case
from normquest.session.driving import drive, drive_now, takes_time
from normquest.session.errors import SessionError
from normquest.session.keeping import finished, gate_of, start
from normquest.session.lines import episode_line
from normquest.session.live import Live
from normquest.session.newcomers import newcomer_of
from normquest.session.running.order import Failed, Item, Order, Played, Rejected, Unit, Wanted
from normquest.session.worlds import stored_world
from normquest.store import EpisodeRow, Store, StoreError, open_store
from normquest.world.loader import LoadedWorld

PATIENCE = 3.0
"""Seconds without a turn after which an episode of another process counts as left behind."""
_LOOK = 0.1


class Worker:
    """Does units of an order, with a connection of its own. Use it in one thread, with `with`."""

    def __init__(self, order: Order, path: Path, run: int) -> None:
        self.order = order
        self.run = run
        self.store: Store = open_store(path)
        self._worlds: dict[str, LoadedWorld] = {}
        self._loop: asyncio.Runner | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._loop is not None:
            self._loop.close()
        self.store.close()

    def do(self, unit: Unit) -> Iterator[Item]:
        """What comes of a unit, episode by episode in order. Raises StoreError if the store fails."""
        there = self.there(unit)
        drawing: Drawing | None = None
        for number, wanted in enumerate(self.order.wanted):
            if number in there:
                yield self.known(there[number], unit, wanted)
                continue
            if drawing is None:
                try:
                    drawing = draw_case(self.world(unit).world, unit.seed, wanted.config)
                except NoDraw as error:
                    yield Rejected(unit.world.id, unit.seed, error.reasons)
                    return
            yield from self._play(unit, wanted, drawing)

    def there(self, unit: Unit) -> dict[int, EpisodeRow]:
        """The episodes of a unit that need no draw since they are done, by place."""
        heads = [h for h in self.store.episodes(world=unit.world.id, seed=unit.seed) if finished(h)]
        return {
            number: head
            for number, wanted in enumerate(self.order.wanted)
            for head in heads
            if wanted.is_key(head.key, unit.world.hash)
        }

    def known(self, head: EpisodeRow, unit: Unit, wanted: Wanted) -> Played:
        """An episode that is there already, counted to this run."""
        self.store.open_episode(head.key, unit.world, wanted.config, self.run, head.family)
        return Played(episode_line(head, self.store.statements(head.id)), fresh=False)

    def _play(self, unit: Unit, wanted: Wanted, drawing: Drawing) -> Iterator[Item]:
        place = (unit.world.id, unit.seed, wanted.config.arm, wanted.newcomer)
        try:
            live = self._to_the_end(unit, wanted, drawing)
        except SessionError as error:
            yield Failed(*place, str(error))
            return
        head = self.store.episode(live.number)
        assert head is not None
        yield Played(episode_line(head, self.store.statements(head.id)), fresh=True)
        if head.status == "infra_error":
            yield Failed(*place, head.error)

    def _to_the_end(self, unit: Unit, wanted: Wanted, drawing: Drawing) -> Live:
        """Play the episode, or let another process that is at it finish it."""
        while True:
            live = start(
                self.store,
                self.world(unit),
                drawing,
                wanted.config,
                wanted.newcomer,
                rep=wanted.rep,
                run=self.run,
            )
            try:
                self._drive(live)
                return live
            except StoreError:
                if not self.overtaken(live):
                    raise
            self._wait_for(live.number)

    def _drive(self, live: Live) -> None:
        if live.status != "running":
            return
        try:
            newcomer = newcomer_of(live.key.newcomer, live.case, live.key, live.config)
            gate = gate_of(self.store, live)
            if takes_time(newcomer):
                self._loop = self._loop or asyncio.Runner()
                self._loop.run(drive(live, newcomer, gate))  # type: ignore[arg-type]
            else:
                drive_now(live, newcomer, gate)  # type: ignore[arg-type]
        except (StoreError, SessionError):
            raise
        except Exception as error:
            # One broken newcomer must not take the other episodes with it.
            live.end("infra_error", f"{type(error).__name__}: {error}")

    def overtaken(self, live: Live) -> bool:
        """Whether another process has gone on with an episode of ours."""
        head = self.store.episode(live.number)
        return head is not None and (head.records != len(live.records) or head.status != "running")

    def _wait_for(self, number: int) -> None:
        """Until the episode has ended, or whoever plays it has stopped."""
        last, since = -1, time.monotonic()
        while (head := self.store.episode(number)) is not None and head.status == "running":
            if head.records != last:
                last, since = head.records, time.monotonic()
            elif time.monotonic() - since > PATIENCE:
                return
            time.sleep(_LOOK)

    def world(self, unit: Unit) -> LoadedWorld:
        """The world of a unit, read once."""
        if unit.world.hash not in self._worlds:
            self._worlds[unit.world.hash] = stored_world(unit.world)
        return self._worlds[unit.world.hash]
