"""Validation against a result that nobody here wrote: in the binary naming game on a complete graph a
committed minority wins from about 9.8 % on (Xie and others 2011), the more sharply the larger the society.
"""

from __future__ import annotations

from statistics import mean

import pytest
from society.tipping import old_word

pytestmark = pytest.mark.long

SHARES = (0.06, 0.07, 0.08, 0.09, 0.10, 0.11, 0.12)
SIZES = {100: (4, 80), 300: (2, 150), 1000: (1, 200)}
"""Of each number of members: how many seeds, how many rounds."""


def test_the_minority_tips_between_8_and_12_percent(capsys: pytest.CaptureFixture[str]) -> None:
    found: dict[int, list[float]] = {}
    for size, (seeds, rounds) in SIZES.items():
        found[size] = [mean(old_word(size, p, rounds, seed) for seed in range(seeds)) for p in SHARES]
        with capsys.disabled():
            if len(found) == 1:
                print("\nshare of the uncommitted who say the old word in the end, by committed share")
                print("members" + "".join(f"{p:7.0%}" for p in SHARES))
            print(f"{size:7d}" + "".join(f"{share:7.2f}" for share in found[size]))
    largest = dict(zip(SHARES, found[1000], strict=True))
    assert largest[0.08] > 0.75 and largest[0.12] < 0.05
