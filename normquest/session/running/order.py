"""What a run is asked to do, how it is cut into units, and what comes of a unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

from normquest.episode.records import ENGINE, Config, EpisodeKey
from normquest.newcomers.models.spec import ModelSpec
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
    """Worlds × seeds × arms × newcomers × repetitions. `configs` has one configuration an arm.

    `models` holds the settings of those newcomers that are chat models.
    """

    worlds: tuple[WorldFile, ...]
    seeds: tuple[int, ...]
    configs: tuple[Config, ...]
    newcomers: tuple[str, ...]
    reps: int = 1
    models: tuple[ModelSpec, ...] = ()

    @property
    def units(self) -> list[Unit]:
        """World by world, seed by seed."""
        return [Unit(*each) for each in product(self.worlds, self.seeds)]

    @property
    def wanted(self) -> list[Wanted]:
        """The episodes of each unit, in order. A model's settings are part of its configuration."""
        settings = {spec.name: spec.data() for spec in self.models}
        return [
            Wanted(replace(config, model=settings.get(newcomer, {})), newcomer, rep)
            for config, newcomer, rep in product(self.configs, self.newcomers, range(self.reps))
        ]

    @property
    def scripted(self) -> Order:
        """The part of it that is for scripted minds."""
        names = {spec.name for spec in self.models}
        return replace(self, newcomers=tuple(n for n in self.newcomers if n not in names), models=())

    @property
    def chatting(self) -> Order:
        """The part of it that is for chat models."""
        return replace(self, newcomers=tuple(spec.name for spec in self.models))

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
            **({"models": [spec.data() for spec in self.models]} if self.models else {}),
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


@dataclass(frozen=True)
class Halted:
    """A model that is called no more, and why; `left` of its episodes stay open or are not begun."""

    newcomer: str
    why: str
    left: int


@dataclass(frozen=True)
class Bill:
    """What the models of a run have used in all, and which decisions could not be used, by outcome.

    `exact`: every call's use is known; else tokens and money are what it was at most. `money` is None where a
    price is not known.
    """

    calls: int
    tokens: int
    money: float | None
    exact: bool
    unusable: Mapping[str, int]


Item = Played | Rejected | Failed | Halted | Bill
