"""Scripted societies are played at a fair rate. The thousand of the main condition are in tests/long."""

from __future__ import annotations

import time

from society.playing import played

MEMBERS = "conditional*4,internalised*2,ne-only*2,strategic*2,imitator,selfish"
"""As varied as a society can be."""


def seconds(count: int) -> float:
    """Processor time for so many societies of the main condition, one after the other."""
    played(MEMBERS, seed=0)
    start = time.process_time()
    for seed in range(1, count + 1):
        played(MEMBERS, seed=seed)
    return time.process_time() - start


def test_five_societies_take_well_under_a_second_each() -> None:
    assert seconds(5) < 5 * 0.5
