"""What a run of societies is asked to do, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from normquest.society.records import Config
from normquest.store.rows import WorldFile


@dataclass(frozen=True)
class Unit:
    """One society: under which switches, with which members, on which seed, which repetition."""

    config: Config
    members: str
    seed: int
    rep: int


@dataclass(frozen=True)
class Order:
    """Configurations × members × seeds × repetitions of one society. `members` are in canonical form."""

    society: WorldFile
    configs: tuple[Config, ...]
    members: tuple[str, ...]
    seeds: tuple[int, ...]
    reps: int = 1

    @property
    def units(self) -> list[Unit]:
        """All of it, condition by condition."""
        return [Unit(*each) for each in product(self.configs, self.members, self.seeds, range(self.reps))]

    def data(self) -> dict[str, Any]:
        """The order as it is stored with the run; two orders of the same data are the same."""
        return {
            "society": {self.society.id: self.society.hash},
            "configs": [config.data() for config in self.configs],
            "members": list(self.members),
            "seeds": list(self.seeds),
            "reps": self.reps,
        }


@dataclass(frozen=True)
class Played:
    """A society as its line says; `fresh` unless it had ended already."""

    line: Mapping[str, Any]
    fresh: bool


@dataclass(frozen=True)
class Failed:
    """A society that could not be brought to its end, and why."""

    condition: str
    members: str
    seed: int
    why: str


Item = Played | Failed
