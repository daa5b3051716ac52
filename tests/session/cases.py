"""The case made by hand as if it had been drawn with any seed, and episodes on it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from builders import small_source
from cases import _ROOMS, made

from normquest.episode.records import Config
from normquest.minds.scripted import MINDS
from normquest.session.drawing import Drawing, key_of
from normquest.session.driving import Mind, drive_now
from normquest.session.live import Live
from normquest.world.loader import LoadedWorld, parse_world

SOURCE = small_source(**_ROOMS)
"""The file of the world that the case is in."""


@cache
def world() -> LoadedWorld:
    """The world, loaded."""
    return parse_world(SOURCE, "small.yaml")


def drawing(seed: int = 1, norm_free: bool = False) -> Drawing:
    """The case with whatever seed."""
    return Drawing(seed, replace(made(), norm=None) if norm_free else made(), 1)


def live_of(mind: str = "oracle", seed: int = 1, norm_free: bool = False, **switches: Any) -> Live:
    """An episode of a mind that nobody keeps, not yet begun."""
    config, drawn = Config(norm_free=norm_free, **switches), drawing(seed, norm_free)
    return Live(key_of(world(), drawn, config, mind), config, drawn.case)


def decides(live: Live) -> Mind:
    """The mind that an episode is of."""
    return MINDS[live.key.newcomer](live.case, live.key)


def played(mind: str = "oracle", seed: int = 1, **switches: Any) -> Live:
    """The same, played to its end."""
    live = live_of(mind, seed, **switches)
    drive_now(live, decides(live))
    return live
