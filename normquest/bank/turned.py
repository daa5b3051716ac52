"""A draw turned round: the same layout, enforcing the mirror of its norm."""

from __future__ import annotations

from dataclasses import replace

from normquest.bank.draw import Drawn, NoDraw, designed
from normquest.bank.twins import Twin, mirror_rules, twin_for


def twin_of(drawn: Drawn) -> Twin | None:
    """The nearest twin: a mirror that is a custom already, one that binds, one that can at least be kept."""
    have = {custom.rule: custom for custom in drawn.customs}
    for rule in mirror_rules(drawn.norm.rule, drawn.world):
        if rule in have:
            return Twin("custom", drawn.home, drawn.elsewhere, have[rule])
    return twin_for(drawn.norm, drawn.home, drawn.elsewhere)


def mirrored(drawn: Drawn) -> Drawn:
    """The twin of a draw on the same layout. Raises NoDraw where no mirror of the norm binds there."""
    twin = twin_of(drawn)
    if twin is None:
        raise NoDraw(["no mirror of the norm binds on the same layout"])
    rules = [c.rule for c in drawn.customs]
    if twin.how == "custom":
        return replace(drawn, enforced=rules.index(twin.custom.rule))
    customs = [twin.custom if k == drawn.enforced else custom for k, custom in enumerate(drawn.customs)]
    return designed(
        drawn.world,
        drawn.seed,
        drawn.layout,
        drawn.asked,
        drawn.level,
        twin.home,
        twin.elsewhere,
        customs,
        drawn.enforced,
        drawn.free,
        drawn.noise,
    )
