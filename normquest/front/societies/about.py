"""What a screen knows of a society before its first record: its title, scale, length, where ties start."""

from __future__ import annotations

from dataclasses import dataclass

from normquest.society.records import Config, SocietyKey
from normquest.society.schema import Commons, Fairness, Naming, Society


@dataclass(frozen=True)
class About:
    """`top` is the upper end of the scale of acts, `deed` what an act on it is called; `rounds` is the last
    round; `start` is what ties begin with, `out` the standing below which a member is excluded (None: nobody
    is).
    """

    title: str
    condition: str
    seed: int
    rounds: int
    top: float
    start: float
    out: float | None
    members: int
    deed: str = "put in"


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
        deed=_deed(society),
    )


def _deed(society: Society) -> str:
    match society.game:
        case Commons():
            return "put in"
        case Fairness():
            return "offered"
        case Naming(words=words):
            return f"said {words[0][:8]}"
