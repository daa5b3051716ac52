"""An episode that this process plays for somebody who watches, in the thread where models are called.

It writes what a run writes, turn by turn, so whoever watches reads it from the store as any other process
would; only what a model is saying right now goes past the store.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from normquest.bank.draw import NoDraw
from normquest.episode.records import Config, Decision, Record, Request
from normquest.newcomers.models.spec import ModelSpec
from normquest.session.drawing import Drawing, draw_case, key_of
from normquest.session.driving import Mind, Newcomer, drive, takes_time
from normquest.session.errors import SessionError
from normquest.session.keeping import finished, gate_of, start
from normquest.session.live import Live
from normquest.session.newcomers import newcomer_of
from normquest.session.running.aside import Beside, in_thread
from normquest.session.running.means import Means
from normquest.session.running.order import Order
from normquest.session.runs import begun
from normquest.session.worlds import world_file
from normquest.store import Store, open_store
from normquest.store.rows import Speed
from normquest.world.loader import LoadedWorld

MOST_TRIES = 40
"""Seeds tried one after the other where none was named."""
MOST_HEARD = 20_000
"""Pieces that wait for somebody to hear them."""


@dataclass(frozen=True)
class Wanted:
    """Who is to be watched where. `spec`: the settings of a chat model, None for a scripted mind.

    Without a seed it is the first on which this newcomer has not come to an end; with one that it has
    played, it plays there again.
    """

    loaded: LoadedWorld
    config: Config
    newcomer: str
    spec: ModelSpec | None = None
    seed: int | None = None
    means: Means = field(default_factory=Means)
    speed: Speed = "full"

    @property
    def whole_config(self) -> Config:
        """The configuration, with the model's settings in it."""
        return self.config if self.spec is None else replace(self.config, model=self.spec.data())


class Playing:
    """`begin` it, then look: `number` (0 until it is open), `said` (what is being done), `over`, `trouble`.

    Whatever attribute is read may be read from any thread. `stop` drops the turn in hand.
    """

    def __init__(self, path: Path, wanted: Wanted) -> None:
        self.path = path
        self.wanted = wanted
        self.number = 0
        self.said = "Drawing a community. This takes a few seconds."
        self.trouble: Exception | None = None
        self.halted = ""
        self.live: Live | None = None
        self.drawing: Drawing | None = None
        self._heard: deque[tuple[str, str]] = deque(maxlen=MOST_HEARD)
        self._beside = Beside()

    def begin(self) -> None:
        """Play, in the thread where models are called."""
        self._beside.begin(self._watched())

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self._beside.over

    def heard(self) -> list[tuple[str, str]]:
        """What the model has said since the last time: parts, as a `Hears` is told them."""
        found = []
        while self._heard:
            found.append(self._heard.popleft())
        return found

    def stop(self, seconds: float = 5.0) -> None:
        """End it now. What is stored is whole; the episode stays open and can be gone on with."""
        self._beside.stop(seconds)

    async def _watched(self) -> None:
        try:
            await self._play()
        except Exception as error:
            self.trouble = error

    async def _play(self) -> None:
        wanted, config = self.wanted, self.wanted.whole_config
        with open_store(self.path) as store:
            caller = None if wanted.spec is None else _WhenAsked(partial(_made, wanted.spec, wanted.means))
            drawing = self.drawing = await self._drawn(store)
            rep = self._rep(store, drawing)
            run = begun(
                store,
                f"watch-{wanted.newcomer}-{config.arm}",
                self._order(drawing.seed, rep).data(),
            )
            done = False
            try:
                live = start(store, wanted.loaded, drawing, config, wanted.newcomer, rep=rep, run=run)
                if live.status == "running":
                    store.send(live.number, "resume")  # whatever was asked of a sitting before
                    store.send(live.number, wanted.speed)
                self.live, self.number = live, live.number
                await drive(live, self._newcomer(store, live, run, caller), gate_of(store, live))
                done = live.status != "running"
                self.halted = "" if done or caller is None else caller.stopped
            finally:
                store.end_run(run, "done" if done else "stopped")

    def _newcomer(self, store: Store, live: Live, run: int, caller: Any) -> Newcomer:
        wanted = self.wanted
        if wanted.spec is not None:
            from normquest.session.models import chat_of

            hear = lambda part, text: self._heard.append((part, text))  # noqa: E731
            return chat_of(caller, wanted.spec.prompt, store, live, wanted.means, run, hear)
        mind = newcomer_of(wanted.newcomer, live.case, live.key, live.config)
        return mind if takes_time(mind) else _Awaited(mind)  # type: ignore[return-value, arg-type]

    async def _drawn(self, store: Store) -> Drawing:
        wanted, world = self.wanted, self.wanted.loaded.world
        if wanted.seed is not None:
            return await in_thread(partial(draw_case, world, wanted.seed, wanted.config))
        known = self._known_seeds(store)
        rejected: NoDraw | None = None
        tried = 0
        for seed in count(1):
            if seed in known:
                continue
            if tried == MOST_TRIES:
                break
            tried += 1
            try:
                return await in_thread(partial(draw_case, world, seed, wanted.config))
            except NoDraw as error:
                rejected = error
                self.said = f"Seed {seed} draws no question that can be answered; trying the next."
        assert rejected is not None
        raise rejected

    def _known_seeds(self, store: Store) -> set[int]:
        wanted = self.wanted
        mine = (wanted.loaded.hash, wanted.config.arm, wanted.whole_config.hash())
        heads = store.episodes(world=wanted.loaded.world.id, newcomer=wanted.newcomer)
        return {
            head.key.seed
            for head in heads
            if finished(head) and (head.key.world_hash, head.key.arm, head.key.config_hash) == mine
        }

    def _rep(self, store: Store, drawing: Drawing) -> int:
        """The first repetition that has not come to an end."""
        wanted = self.wanted
        for rep in count():
            key = key_of(wanted.loaded, drawing, wanted.whole_config, wanted.newcomer, rep=rep)
            head = store.episode(key)
            if head is None or not finished(head):
                return rep
        raise AssertionError

    def _order(self, seed: int, rep: int) -> Order:
        wanted = self.wanted
        specs = () if wanted.spec is None else (wanted.spec,)
        return Order(
            (world_file(wanted.loaded),), (seed,), (wanted.config,), (wanted.newcomer,), rep + 1, specs
        )


def _made(spec: ModelSpec, means: Means) -> Any:
    from normquest.session.models import caller_of  # it loads the model's package

    return caller_of(spec, means)


class _WhenAsked:
    """A caller that is made when the model is first asked something: till then there are pages to be read.

    Whether there is a package and a key was looked at before; what its client refuses is told as it comes.
    """

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._caller: Any = None

    @property
    def stopped(self) -> str:
        """Why no call may be made any more; empty while one may."""
        return "" if self._caller is None else str(self._caller.stopped)

    async def reply(self, *asked: Any, **more: Any) -> Any:
        """As the caller's own."""
        if self._caller is None:
            self._caller = self._make()
        return await self._caller.reply(*asked, **more)


class _Awaited:
    """A mind that answers at once, for a driver that awaits."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind

    async def decide(self, request: Request, records_seen: Sequence[Record]) -> Decision:
        return self.mind.decide(request, records_seen)


def check_wanted(wanted: Wanted) -> None:
    """Raises SessionError for what can be known to be wrong before anything is drawn."""
    if wanted.spec is None:
        from normquest.session.newcomers import check_newcomer

        check_newcomer(wanted.newcomer)
    else:
        wanted.means.check([wanted.spec])


def why(trouble: Exception) -> str:
    """What went wrong, in words."""
    if isinstance(trouble, NoDraw):
        reasons = "; ".join(trouble.reasons[:3]) or str(trouble)
        return f"The draw was rejected: {reasons}. Expected: a seed that is accepted. Try another seed."
    if isinstance(trouble, SessionError) or type(trouble).__name__ == "StoreError":
        return str(trouble)
    return f"NormQuest met a fault of its own: {type(trouble).__name__}: {str(trouble)[:300]}."
