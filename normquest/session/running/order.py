"""What a run is asked to do, how it is cut into units, and what comes of a unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from normquest.episode.records import ENGINE, Config, EpisodeKey
from normquest.store import WorldFile


@dataclass(frozen=True)
class Wanted:
    """One episode of a unit: which arm (as a configuration), who, and which repetition."""

    config: Config
    newcomer: str
    rep: int

    def is_key(self, key: EpisodeKey, world_hash: str) -> bool:
        """Whether a key, whose norm only a draw can tell, is of this episode on a seed of its world."""
        mine = (ENGINE, world_hash, self.config.arm, self.newcomer, self.config.hash(), self.rep, "")
        theirs = (
            key.engine,
            key.world_hash,
            key.arm,
            key.newcomer,
            key.config_hash,
            key.rep,
            key.participant,
        )
        return mine == theirs


@dataclass(frozen=True)
class Unit:
    """A seed of a world: drawn once, for all who are sent there."""

    world: WorldFile
    seed: int


@dataclass(frozen=True)
class Order:
    """Worlds × seeds × arms × newcomers × repetitions. `configs` has one configuration an arm."""

    worlds: tuple[WorldFile, ...]
    seeds: tuple[int, ...]
    configs: tuple[Config, ...]
    newcomers: tuple[str, ...]
    reps: int = 1

    @property
    def units(self) -> list[Unit]:
        """World by world, seed by seed."""
        return [Unit(*each) for each in product(self.worlds, self.seeds)]

    @property
    def wanted(self) -> list[Wanted]:
        """The episodes of each unit, in order."""
        return [Wanted(*each) for each in product(self.configs, self.newcomers, range(self.reps))]

    @property
    def size(self) -> int:
        """How many episodes there are, if no draw is rejected."""
        return len(self.worlds) * len(self.seeds) * len(self.wanted)

    def data(self) -> dict[str, Any]:
        """The order as it is stored with the run; two orders of the same data are the same."""
        return {
            "worlds": {world.id: world.hash for world in self.worlds},
            "seeds": list(self.seeds),
            "configs": [asdict(config) for config in self.configs],
            "newcomers": list(self.newcomers),
            "reps": self.reps,
        }


@dataclass(frozen=True)
class Played:
    """An episode as its line says; `fresh` unless it was there already."""

    line: Mapping[str, Any]
    fresh: bool


@dataclass(frozen=True)
class Rejected:
    """A seed whose draw came to nothing, and why."""

    world: str
    seed: int
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Failed:
    """An episode that could not be brought to its end, and why; there may be no line of it."""

    world: str
    seed: int
    arm: str
    newcomer: str
    why: str


Item = Played | Rejected | Failed
