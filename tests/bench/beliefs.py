"""One sanction taken in by the reference observer over 10^5 rules, beside ten additions of 10^5 floats.

The verdict words are given; at the end the log posterior is there, not normalised.
"""

from __future__ import annotations

from itertools import cycle

import numpy as np

from normquest.minds.observer import Beliefs

from .side_by_side import Figure, processor, side_by_side

RULES = 100_000
HISTORIES = 24
REPEATS = 40
AIM = 5.0


def figures() -> list[Figure]:
    """One figure."""
    rng = np.random.default_rng(1)
    verdicts = [rng.integers(0, 2**12, RULES, dtype=np.uint64) for _ in range(HISTORIES)]
    turns = cycle(zip(verdicts, (1 << n % 12 for n in range(HISTORIES)), strict=True))
    beliefs = Beliefs(rng.integers(1, 9, RULES).astype(np.int32))
    numbers, total = rng.random(RULES), np.zeros(RULES)

    def update() -> None:
        words, sanctioned = next(turns)
        beliefs.update(words, 0xFFF, sanctioned)
        beliefs.log_joint()

    def ours() -> float:
        nonlocal beliefs
        beliefs = Beliefs(np.ones(RULES, np.int32))  # a watch has at most a few hundred acts
        return 1e6 * processor(lambda: [update() for _ in range(REPEATS)]) / REPEATS

    def add() -> None:
        for _ in range(10):
            np.add(total, numbers, out=total)

    def theirs() -> float:
        return 1e6 * processor(lambda: [add() for _ in range(REPEATS)]) / REPEATS

    what = "one sanction over 10^5 rules with verdicts given, beside ten additions of 10^5 floats"
    return [side_by_side("beliefs", what, "us", ours, theirs, at_most=AIM)]
