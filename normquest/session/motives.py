"""Newcomers through the battery: those of stored runs, and known minds in memory, whom it must find again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import TracebackType

from normquest.bank.draw import NoDraw
from normquest.episode.battery import place
from normquest.episode.records import Config
from normquest.measures.newcomers import Tried
from normquest.minds.scripted import MINDS
from normquest.minds.scripted.motives import MOTIVES
from normquest.session.drawing import Drawing, draw_case, key_of
from normquest.session.driving import drive_now
from normquest.session.live import Live
from normquest.session.rows.battery import tried
from normquest.session.running.pool import spread
from normquest.session.worlds import stored_world, world_file
from normquest.store import RunRow, Store, WorldFile
from normquest.world.loader import LoadedWorld

EACH = 6
"""Newcomers of each motive on one draw: together they have as many control trials as one has trials."""
TRIES = 6
"""Seeds tried for one draw before it is left out."""


def tried_in(store: Store, runs: Sequence[RunRow]) -> tuple[list[Tried], int]:
    """The newcomers of all episodes of these runs that have trials, and how many that ended have none.

    Where a norm needs somebody's company and everybody there would react, no trial can be held.
    """
    heads = {head.id: head for run in runs for head in store.episodes(run=run.id)}
    wanted = (head for head in heads.values() if head.config.get("battery"))
    found = [tried(head.key.newcomer, str(head.id), store.records(head.id)) for head in wanted]
    ended = {str(head.id) for head in heads.values() if head.status == "done"}
    without = sum(not one.trials and one.episode in ended for one in found)
    return [one for one in found if one.trials], without


@dataclass(frozen=True)
class Sample:
    """One draw that is wanted: the first seed tried, and how far the next ones lie from one another."""

    world: WorldFile
    seed: int
    step: int


@dataclass(frozen=True)
class Known:
    """What one draw gave: the newcomers, none where no seed was accepted or no trial can be held on it."""

    world: str
    seed: int | None
    newcomers: tuple[Tried, ...] = ()


def known_minds(
    worlds: Sequence[LoadedWorld], draws: int, jobs: int = 1, told: Callable[[int], object] | None = None
) -> list[Known]:
    """All known minds on so many draws, spread over the worlds. `told` hears how many are through."""
    step = -(-draws // len(worlds))
    files = [world_file(loaded) for loaded in worlds]
    samples = [Sample(files[n % len(files)], n // len(files) + 1, step) for n in range(draws)]
    found: list[Known] = []
    for known in spread(samples, Trying, jobs):
        found.append(known)
        if told is not None:
            told(len(found))
    return found


class Trying:
    """One process's share: a draw at a time, all known minds on each."""

    def __init__(self) -> None:
        self._worlds: dict[str, LoadedWorld] = {}

    def __enter__(self) -> Trying:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._worlds.clear()

    def do(self, sample: Sample) -> Iterator[Known]:
        """The newcomers of one draw."""
        loaded = self._worlds.setdefault(sample.world.hash, stored_world(sample.world))
        for number in range(TRIES):
            seed = sample.seed + number * sample.step
            try:
                drawing = draw_case(loaded.world, seed, Config())
            except NoDraw:
                continue
            yield Known(loaded.world.id, seed, tuple(played(loaded, drawing)))
            return
        yield Known(loaded.world.id, None)


def played(loaded: LoadedWorld, drawing: Drawing, each: int = EACH) -> list[Tried]:
    """The known minds on one draw, each so many times; none where no trial can be held on it."""
    if place(drawing.case) is None:
        return []
    config = Config(arm="both", elicitation="off", forecast=False, scenes=0, battery=True)
    found = []
    for name in MOTIVES:
        for rep in range(each):
            key = replace(key_of(loaded, drawing, config, name), rep=rep)
            live = Live(key, config, drawing.case)
            drive_now(live, MINDS[name](drawing.case, key))
            found.append(tried(name, f"{drawing.seed} {name} {rep}", live.records))
    return found
