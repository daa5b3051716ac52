"""What a run of societies is asked to do, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from normquest.newcomers.models.spec import ModelSpec
from normquest.session.running.order import Bill
from normquest.session.societies.names import models_among
from normquest.society.records import Config
from normquest.store.canonical import canonical
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
    """Configurations × members × seeds × repetitions of one society. `members` are in canonical form.

    `models` are the chat models among them, with their settings.
    """

    society: WorldFile
    configs: tuple[Config, ...]
    members: tuple[str, ...]
    seeds: tuple[int, ...]
    reps: int = 1
    models: tuple[ModelSpec, ...] = ()

    @property
    def units(self) -> list[Unit]:
        """All of it, condition by condition. A society's key holds the settings of its own models only."""
        found = []
        for config, members, seed, rep in product(self.configs, self.members, self.seeds, range(self.reps)):
            found.append(Unit(with_models(config, members, self.models), members, seed, rep))
        return found

    def data(self) -> dict[str, Any]:
        """The order as it is stored with the run; two orders of the same data are the same."""
        return {
            "society": {self.society.id: self.society.hash},
            "configs": [config.data() for config in self.configs],
            "members": list(self.members),
            "seeds": list(self.seeds),
            "reps": self.reps,
            "models": [spec.data() for spec in self.models],
        }


def with_models(config: Config, members: str, models: Sequence[ModelSpec]) -> Config:
    """The switches with the settings of those models in them that are among the members."""
    own = set(models_among(members))
    settings = tuple((spec.name, canonical(spec.data())) for spec in models if spec.name in own)
    return replace(config, models=settings)


@dataclass(frozen=True)
class Played:
    """A society as its line says; `fresh` unless it had ended already."""

    line: Mapping[str, Any]
    fresh: bool


@dataclass(frozen=True)
class Halted:
    """A society that stays open, since a reply could not be had: it goes on with the same command."""

    condition: str
    members: str
    seed: int
    why: str


@dataclass(frozen=True)
class Failed:
    """A society that could not be brought to its end, and why."""

    condition: str
    members: str
    seed: int
    why: str


Item = Played | Halted | Failed | Bill
