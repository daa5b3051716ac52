"""From a world and a seed to the case that an episode is played on, and to the key that names the episode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from normquest.bank.make import open_case
from normquest.episode.case import Case
from normquest.episode.records import ENGINE, Config, EpisodeKey
from normquest.world.loader import LoadedWorld
from normquest.world.schema import World

NO_NORM = "none"
"""Stands for the template and the family of the norm in a community that enforces nothing."""


@dataclass(frozen=True)
class Drawing:
    """A case with what its certificate says, and the seed it was drawn with."""

    seed: int
    case: Case
    certificate: Mapping[str, Any]


def draw_case(world: World, seed: int, config: Config) -> Drawing:
    """Draw and certify a community; takes seconds. Raises NoDraw with the reasons of a rejection.

    The arm does not matter: all arms of a seed share one drawing.
    """
    case, certificate = open_case(world, seed, level=config.level)
    return Drawing(seed, case, asdict(certificate))


def draws_alike(one: Config, other: Config) -> bool:
    """Whether two configurations share their drawings."""
    return _drawn_by(one) == _drawn_by(other)


def _drawn_by(config: Config) -> tuple[object, ...]:
    return (config.level, config.mirror, config.norm_free, config.miss > 0 or config.false_alarm > 0)


def key_of(
    loaded: LoadedWorld,
    drawing: Drawing,
    config: Config,
    newcomer: str,
    *,
    rep: int = 0,
    participant: str = "",
) -> EpisodeKey:
    """The key of a newcomer's episode in this community."""
    return EpisodeKey(
        engine=ENGINE,
        world_hash=loaded.hash,
        norm=NO_NORM if drawing.case.norm is None else drawing.case.template,
        seed=drawing.seed,
        arm=config.arm,
        newcomer=newcomer,
        config_hash=config.hash(),
        rep=rep,
        participant=participant,
    )


def family_of(case: Case) -> str:
    """The family of the norm, for lists."""
    return NO_NORM if case.norm is None else case.family
