"""The pool of errands as the chooser sees it: verdict words of the rules still alive."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from normquest.minds.observer import tick_rows
from normquest.norms.features import Reading, Words
from normquest.norms.space import Space


class Shelf:
    """The pool as the chooser sees it: verdict words of the rules still alive, an errand at a time."""

    def __init__(self, space: Space, readings: Sequence[Reading]) -> None:
        self.space = space
        self.rows: NDArray[np.intp] | None = None
        self.words: list[Words] = []
        self.masks: list[tuple[int, int]] = []
        self.by_tick = tick_rows(space)
        self._watched: dict[tuple[int, int], Words] = {}
        self.extend(readings)

    def extend(self, readings: Sequence[Reading]) -> None:
        """More errands on the shelf."""
        for reading in readings:
            words = self.space.verdicts(reading)
            self.words.append(words if self.rows is None else words[self.rows])
            self.masks.append((reading.bits.watched, reading.bits.watched_tick))

    def watched(self, index: int) -> Words:
        """Which acts were watched, a rule."""
        mask = self.masks[index]
        if mask not in self._watched:
            self._watched[mask] = np.where(self.by_tick, np.uint64(mask[1]), np.uint64(mask[0]))
        return self._watched[mask]

    def watched_by(self, index: int, row: int) -> int:
        """Which acts were watched, for one rule."""
        return self.masks[index][1 if self.by_tick[row] else 0]

    def differ(self, index: int, a: int, b: int) -> bool:
        """Whether two rules judge a watched act of an errand differently."""
        words = self.words[index]
        return bool((int(words[a]) ^ int(words[b])) & self.watched_by(index, b))

    def keep(self, alive: NDArray[np.bool_]) -> None:
        """Forget all rules but the living."""
        self.words = [w[alive] for w in self.words]
        self.rows = np.flatnonzero(alive) if self.rows is None else self.rows[alive]
        self.by_tick = self.by_tick[alive]
        self._watched.clear()
