"""Draws of the shipped worlds, each once a process, and what they come to in short."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from community.fair import WORLDS

from normquest.bank.draw import Drawn, draw

ACCEPTED = (("dye_colour_under", 2), ("ask_role_in_style", 8), ("dye_hour", 23))
"""Templates and seeds whose draws are accepted."""
OTHERS = (("well_queue", "draw_hour", 7),)
"""The same in other worlds."""


@lru_cache
def drawn(norm: str, seed: int, world: str = "dye_kitchen") -> Drawn:
    """A draw."""
    return draw(WORLDS[world](), seed, norm=norm)


def digest(one: Drawn) -> str:
    """All that a draw decided but which custom is enforced."""
    watch = one.watch
    parts = [
        repr((one.layout, one.home.name, one.elsewhere.name, one.asked)),
        repr([(c.template, c.rule) for c in one.customs]),
        repr([one.kept[i].events for i in watch.scenes]),
        repr([(x.items, x.labels, x.strata) for x in one.cases]),
        repr((watch.scenes, watch.broken, watch.rivals, [[round(v, 9) for v in g] for g in watch.growth])),
        repr(one.reasons),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
