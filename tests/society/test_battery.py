"""The battery tells motives apart in the real engine. Many seeds of every mind are in tests/long."""

from __future__ import annotations

import pytest

from society.battery import found, right
from society.playing import society


def test_every_intervention_has_three_trials_and_none_overlap() -> None:
    of = society("battery")
    rounds = [r for i in of.interventions.values() for s in i.starts for r in range(s, s + i.lasts)]
    assert all(len(item.starts) == 3 for item in of.interventions.values())
    assert len(rounds) == len(set(rounds)) and max(rounds) <= of.rounds
    assert all(start - 3 > 0 and not {start - 1, start - 2, start - 3} & set(rounds)
               for item in of.interventions.values() for start in item.starts)  # fmt: skip


@pytest.mark.parametrize(
    "mind", ["internalised", "ne-only", "conditional", "strategic", "imitator", "random"]
)
def test_a_society_is_found_to_be_what_was_planted(mind: str) -> None:
    assert found(mind, 0)[0] == right(mind)
