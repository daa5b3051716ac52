"""The scripted minds in the arms in which their signatures are known, in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType

from normquest.bank.draw import NoDraw
from normquest.episode.records import ARMS, Config
from normquest.measures.learning import CONTRASTS
from normquest.measures.rows import EpisodeRow
from normquest.measures.signatures import MISSED, SIGNATURES
from normquest.measures.table import ACROSS
from normquest.minds.scripted import MINDS
from normquest.session.drawing import Drawing, draw_case, key_of
from normquest.session.driving import drive_now
from normquest.session.live import Live
from normquest.session.rows.beside import Known, beside
from normquest.session.running.pool import spread
from normquest.session.summing import maker_of
from normquest.session.worlds import stored_world, world_file
from normquest.store import WorldFile
from normquest.world.loader import LoadedWorld

SHARED = ("both", "witnessed")
"""Arms that all minds play, so that each can be told from each."""

TRIES = 6
"""Seeds tried for one draw before it is left out."""


@dataclass(frozen=True)
class Sample:
    """One draw that is wanted: the first seed tried, and how far the next ones lie from one another."""

    number: int
    world: WorldFile
    seed: int
    step: int


def arms_of(mind: str) -> tuple[str, ...]:
    """The arms of a mind's signature and those that all share, in order; none without a signature."""
    expected = SIGNATURES.get(mind, ())
    if not expected:
        return ()
    named = {one.arm for one in expected} | set(SHARED)
    if ACROSS in named:
        named |= {arm for pair in CONTRASTS.values() for arm in pair}
    return tuple(arm for arm in ARMS if arm in named)


def rows_of_minds(
    worlds: Sequence[LoadedWorld], draws: int, jobs: int = 1, told: Callable[[int], object] | None = None
) -> list[EpisodeRow]:
    """The rows of all minds with a signature on so many draws, spread over the worlds and their norms.

    A rejected draw gives way to a later seed. `told` hears how many draws are through.
    """
    step = -(-draws // len(worlds))
    files = [world_file(loaded) for loaded in worlds]
    samples = [Sample(n, files[n % len(files)], n // len(files) + 1, step) for n in range(draws)]
    known: list[Known] = []
    for number, found in enumerate(spread(samples, Showing, jobs), start=1):
        known += found
        if told is not None:
            told(number)
    return beside(known)


class Showing:
    """One process's share: a draw at a time, all minds on each."""

    def __init__(self) -> None:
        self._worlds: dict[str, LoadedWorld] = {}

    def __enter__(self) -> Showing:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._worlds.clear()

    def do(self, sample: Sample) -> Iterator[list[Known]]:
        """The rows of one draw; none where no seed was accepted."""
        loaded = self._worlds.setdefault(sample.world.hash, stored_world(sample.world))
        for number in range(TRIES):
            try:
                drawing = draw_case(loaded.world, sample.seed + number * sample.step, Config())
            except NoDraw:
                continue
            yield [
                played(loaded, drawing, mind, _config(arm), f"{sample.number} {mind} {arm}")
                for mind in MINDS
                for arm in arms_of(mind)
            ]
            return
        yield []


def _config(arm: str) -> Config:
    return Config(arm=arm, attribution=True, counterfactual=True, miss=MISSED.get(arm, 0.0))


def played(loaded: LoadedWorld, drawing: Drawing, mind: str, config: Config, episode: str) -> Known:
    """A mind's episode, which nobody keeps, as a row."""
    key = key_of(loaded, drawing, config, mind)
    live = Live(key, config, drawing.case)
    drive_now(live, MINDS[mind](drawing.case, key))
    return key, config, maker_of(drawing.case).row(key, config, live.records, episode=episode)
