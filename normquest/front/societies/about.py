"""What a screen knows of a society before its first record: its title, scale, length, where ties start."""

from __future__ import annotations

from dataclasses import dataclass

from normquest.society.records import Config, SocietyKey
from normquest.society.schema import Society


@dataclass(frozen=True)
class About:
    """`top` is the upper end of the scale of acts, `rounds` the last round; `start` is what ties begin with,
    `out` the standing below which a member is excluded (None: nobody is).
    """

    title: str
    condition: str
    seed: int
    rounds: int
    top: float
    start: float
    out: float | None
    members: int
    shock: str = ""
    shock_after: int = 0


def about_of(society: Society, key: SocietyKey, config: Config) -> About:
    """What there is to know of it."""
    shock = society.shocks.get(config.shock)
    return About(
        title=society.title,
        condition=key.condition,
        seed=key.seed,
        rounds=shock.after + shock.rounds_after if shock else society.rounds,
        top=society.expectations.most,
        start=society.ties.start,
        out=society.ties.exclusion if config.condition.selection else None,
        members=society.members,
        shock=config.shock,
        shock_after=shock.after if shock else 0,
    )
