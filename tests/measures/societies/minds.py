"""Known minds before known interventions, written from what a motive is and not from the table of signatures.

One member among eleven others. A mind sees what the others give and say, whether ratings count and what a
unit given brings back; it answers with a contribution. Trials are made of those as of any panel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from normquest.measures.societies.trials import BEFORE, Trials, kept, of_rows

OTHERS = 11
MAJORITY = 7
ENDOWMENT = 10.0
NAN = float("nan")
BATTERY = ("control", "ratings_off", "payoff", "acts_flip", "stop_caring", "bad_actors", "paying")
FIVE = ("ratings_off", "payoff", "acts_flip", "stop_caring", "bad_actors")


@dataclass(frozen=True)
class Around:
    """What a member sees. `says`: what each holds one ought to give, NaN: that it does not matter."""

    acts: np.ndarray
    says: np.ndarray
    ratings_count: bool = True
    back: float = 0.4

    @property
    def approved(self) -> float:
        """What the most of them think right: 0 where most say that it does not matter."""
        return 0.0 if np.isnan(self.says).mean() > 0.5 else float(np.nanmean(self.says))


def usual(rng: np.random.Generator) -> Around:
    """Everybody gives and approves about 7."""
    return Around(*np.clip(7 + rng.normal(0, 1, (2, OTHERS)), 0, 10))


def disturbed(around: Around, intervention: str) -> Around:
    """What a member sees once something is tried."""
    most, half = np.arange(OTHERS) < MAJORITY, np.arange(OTHERS) < 6
    match intervention:
        case "ratings_off":
            return replace(around, ratings_count=False)
        case "payoff":
            return replace(around, back=0.05)
        case "acts_flip":
            return replace(around, acts=np.where(most, 1.0, around.acts))
        case "stop_caring":
            return replace(around, says=np.where(most, NAN, around.says))
        case "bad_actors":
            return replace(
                around, acts=np.where(half, 1.0, around.acts), says=np.where(half, 3.5, around.says)
            )
        case "paying":
            return replace(around, back=1.1)
    return around


@dataclass(frozen=True)
class Self:
    """What a member brings along: its belief, and what being excluded would cost it in a round."""

    belief: float
    worth: float


Mind = Callable[[Self, Around, np.random.Generator], float]


def internalised(own: Self, around: Around, rng: np.random.Generator) -> float:
    return own.belief


def ne_only(own: Self, around: Around, rng: np.random.Generator) -> float:
    return around.approved


def conditional(own: Self, around: Around, rng: np.random.Generator) -> float:
    return min(around.approved, float(around.acts.mean()))


def strategic(own: Self, around: Around, rng: np.random.Generator) -> float:
    if around.back >= 1:
        return ENDOWMENT
    feared = around.ratings_count and around.approved * (1 - around.back) < own.worth
    return around.approved if feared else 0.0


def imitator(own: Self, around: Around, rng: np.random.Generator) -> float:
    return float(around.acts.mean())


def selfish(own: Self, around: Around, rng: np.random.Generator) -> float:
    return ENDOWMENT if around.back >= 1 else 0.0


def at_random(own: Self, around: Around, rng: np.random.Generator) -> float:
    return float(rng.integers(0, 11))


MINDS: dict[str, Mind] = {
    "internalised": internalised,
    "ne-only": ne_only,
    "conditional": conditional,
    "strategic": strategic,
    "imitator": imitator,
    "selfish": selfish,
    "random": at_random,
}


def lives(
    mind: str,
    members: Sequence[tuple[int, int]],
    rng: np.random.Generator,
    battery: Sequence[str] = BATTERY,
    trials: int = 3,
    lapses: float = 0.05,
    unnoticed: float = 0.0,
) -> Trials:
    """The trials of members (run, member) of one mind. A lapse gives nothing instead of something, and 7
    instead of nothing; it happens in the rounds before a trial too."""
    rows: list[tuple[object, ...]] = []
    for run, member in members:
        own = Self(rng.uniform(5, 9), rng.uniform(4.5, 6.5))

        def gives(around: Around, own: Self = own) -> float:
            wanted = float(np.round(MINDS[mind](own, around, rng)))
            if mind != "random" and rng.random() < lapses:
                return 7.0 if wanted < 3 else 0.0
            return wanted

        for intervention in battery:
            for trial in range(trials):
                around = usual(rng)
                before = float(np.median([gives(around), *(gives(usual(rng)) for _ in range(BEFORE - 1))]))
                changed = disturbed(around, intervention)
                told = kept(before, before, gives(changed), ENDOWMENT)
                beliefs = (
                    float(changed.acts.mean()) / 10,
                    changed.approved / 10,
                    own.belief / 10,
                    float(changed.ratings_count and changed.approved * (1 - changed.back) < own.worth),
                )
                seen = rng.random() >= unnoticed
                rows.append((run, member, intervention, trial, told, before / 10, seen, *beliefs))
    return of_rows(rows)
