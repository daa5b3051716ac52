"""From a world and a seed to the case that an episode is played on, and to the key that names the episode."""

from __future__ import annotations

from dataclasses import dataclass

from normquest.bank.make import open_case
from normquest.episode.case import Case
from normquest.episode.records import ENGINE, Config, EpisodeKey
from normquest.world.loader import LoadedWorld
from normquest.world.schema import World

NO_NORM = "none"
"""Stands for the template and the family of the norm in a community that enforces nothing."""


@dataclass(frozen=True)
class Drawing:
    """A case and the seed it was drawn with.

    `known` counts the scene, from 0, from which one could know; `mirrors` says
    whether the same people can also be met with the opposite rule.
    """

    seed: int
    case: Case
    known: int | None = None
    mirrors: bool = False


def draw_case(world: World, seed: int, config: Config) -> Drawing:
    """Draw and certify a community; takes seconds. Raises NoDraw with the reasons of a rejection.

    The arm does not matter: all arms of a seed share one drawing.
    """
    noisy = config.miss > 0 or config.false_alarm > 0
    case, certificate = open_case(
        world, seed, level=config.level, norm_free=config.norm_free, noisy=noisy, mirror=config.mirror
    )
    return Drawing(seed, case, certificate.settled_from, config.mirror or certificate.mirror is not None)


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
