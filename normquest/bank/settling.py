"""When a custom stands out: observers side by side, one for each custom that could be the norm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from normquest.minds.observer import Beliefs, Noise
from normquest.norms.features import Words
from normquest.norms.space import Space

TRUE_CLASS = 0.8
TIMES_ANY_RIVAL = 5.0
NOISY_TIMES = 100.0
ALIVE = 3.0
"""A rival is alive while it explains the sanctions to within so many nats of the custom itself."""
DEAD = 13.0
"""A rule is dead beside a custom if it is less probable by so many nats."""


class SideBySide:
    """K observers side by side: one for each custom that could be the norm."""

    def __init__(
        self, space: Space, customs: Sequence[int], classes: Sequence[NDArray[np.bool_]], noise: Noise
    ):
        self.rows = list(customs)
        self.beliefs = [Beliefs(space.sizes, noise) for _ in customs]
        self.classes = list(classes)
        self.sizes = space.sizes

    def seen(self, words: Words, watched: Words) -> list[Beliefs]:
        """The beliefs after an errand, each custom's own sanctions taken as given."""
        after = []
        for row, beliefs in zip(self.rows, self.beliefs, strict=True):
            new = beliefs.copy()
            new.update(words, watched, int(words[row] & watched[row]))
            after.append(new)
        return after

    def alive(self) -> NDArray[np.bool_]:
        """Rules that are not all but ruled out beside every custom, and the customs' classes.

        Measured against the custom itself, never against what is most probable
        so far: the shortest rules lead at first, and all long ones would be lost.
        """
        keep = np.zeros(len(self.sizes), np.bool_)
        for row, beliefs in zip(self.rows, self.beliefs, strict=True):
            log = beliefs.log_posterior()
            keep |= log > log[row] - DEAD
        for members in self.classes:
            keep |= members
        keep[0] = True
        out: NDArray[np.bool_] = keep
        return out

    def keep(self, alive: NDArray[np.bool_]) -> None:
        """Forget all rules but the living."""
        place = np.cumsum(alive) - 1
        self.rows = [int(place[row]) for row in self.rows]
        self.classes = [members[alive] for members in self.classes]
        self.sizes = self.sizes[alive]
        for beliefs in self.beliefs:
            beliefs.keep(alive)

    def mass(self, beliefs: Sequence[Beliefs]) -> list[tuple[float, float]]:
        """For each custom, the posterior of its class and of its strongest rival."""
        found = []
        for b, members in zip(beliefs, self.classes, strict=True):
            posterior = b.posterior()
            rival = float(np.where(members, 0.0, posterior).max())
            found.append((float(posterior[members].sum()), rival))
        return found

    def rivals(self) -> tuple[int, ...]:
        """For each custom, how many other rules hardly longer than it explain what was seen about as well."""
        found = []
        for row, b, members in zip(self.rows, self.beliefs, self.classes, strict=True):
            fit = b.likelihood(b.vs, b.v, b.s, b.n)
            alive = (fit >= fit[row] - ALIVE) & (self.sizes <= self.sizes[row] + 1) & ~members
            found.append(int(alive.sum()))
        return tuple(found)


@dataclass(frozen=True)
class Bar:
    """How far a custom must stand out: the posterior of its class, and so many times any rival's.

    `gain` and `lead` (nats): odds of the class, and of it over its strongest rival, beyond which a scene
    gains nothing more.
    """

    share: float = TRUE_CLASS
    times: float = TIMES_ANY_RIVAL
    gain: float = 2.5
    lead: float = 3.0

    def cleared(self, mass: tuple[float, float], margin: float = 0.0) -> bool:
        """Whether a custom's class stands out enough, and by a margin of posterior."""
        return mass[0] >= self.share + margin and mass[0] >= self.times * mass[1]


PLAIN_BAR = Bar()
NOISY_BAR = Bar(times=NOISY_TIMES, gain=4.25, lead=6.0)
"""For a watch that has to stand noise: what is missed or added there eats into the lead."""
