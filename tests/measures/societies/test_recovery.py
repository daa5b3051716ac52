"""Dips and recoveries by hand."""

import numpy as np
import pytest

from measures.societies.simulated import panel_of
from normquest.measures.societies.recovery import dip_of, recovery

ROUNDS = np.arange(6.0, 16.0)


def test_a_dip_by_hand() -> None:
    # Before (rounds 8 to 10): 7, 8, 9. Lowest 2 in round 11: depth 6, half is back at 5: between round 12
    # (4) and 13 (6), at 12.5. In the end 7: 1 stays lost.
    dip = dip_of(ROUNDS, np.array([0.0, 0, 7, 8, 9, 2, 4, 6, 6, 7]), 10)
    assert dip is not None
    assert (dip.before, dip.depth, dip.half_life, dip.back, dip.residual) == (8, 6, 1.5, True, 1)


def test_the_lowest_may_come_late_and_a_jump_back_is_part_of_a_round() -> None:
    dip = dip_of(ROUNDS, np.array([8.0, 8, 8, 8, 8, 6, 4, 8, 8, 8]), 10)
    assert dip is not None
    # From 4 to 8 in one round: half, 6, is reached after half a round.
    assert (dip.depth, dip.half_life, dip.residual) == (4, 0.5, 0)


def test_who_does_not_come_back_has_no_half_life_and_who_did_not_fall_has_none_to_have() -> None:
    lost = dip_of(ROUNDS, np.array([8.0] * 5 + [4.0] * 5), 10)
    risen = dip_of(ROUNDS, np.array([8.0] * 5 + [9.0] * 5), 10)
    assert lost is not None and risen is not None
    assert (lost.half_life, lost.back, lost.residual) == (None, False, 4)
    assert (risen.half_life, risen.back, risen.depth) == (None, None, -1)


def test_nothing_before_or_after_is_undefined() -> None:
    assert dip_of(ROUNDS, np.ones(10), 15) is None
    assert dip_of(ROUNDS, np.ones(10), 5) is None


def test_runs_are_put_together_by_condition_and_shock() -> None:
    back, lost = [8.0] * 10 + [4, 6, 8, 8, 8], [6.0] * 10 + [2.0] * 5
    grid = np.array([back, lost, back, back]).T[:, :, None] * np.ones(3)
    # A stranger from round 11 on gives nothing and does not count.
    grid[10:, :, 2] = 0
    adversary = np.zeros_like(grid, dtype=bool)
    adversary[10:, :, 2] = True
    panel = panel_of(["E", "E", "E", "none"], ["a"] * 4, contribution=grid, adversary=adversary)
    found = recovery(panel, {0: 10, 1: 10, 3: 10})
    assert [(r.condition, r.shock, r.column, r.runs) for r in found] == [
        ("none", 10, "contribution", 1),
        ("E", 10, "contribution", 2),
    ]
    both = next(r for r in found if r.condition == "E")
    assert (both.before.value, both.depth.value, both.residual.value) == (
        pytest.approx(7),
        pytest.approx(4),
        pytest.approx(2),
    )
    assert (both.back, both.dipped, both.half_life.value, both.half_life.n) == (1, 2, 1.0, 1)
    # Residuals 0 and 4: s² = 8, se = 2
    assert both.residual.se == pytest.approx(2)


def test_ne_recovers_on_its_own() -> None:
    grid = np.full((15, 2, 3), 5.0)
    ne = np.full((15, 2, 3), 8.0)
    ne[10:13] = 6
    found = {
        r.column: r
        for r in recovery(panel_of(["E"] * 2, ["a"] * 2, contribution=grid, ne=ne), {0: 10, 1: 10})
    }
    assert (found["ne"].depth.value, found["contribution"].dipped) == (pytest.approx(2), 0)
    assert found["contribution"].half_life.value is None
    # 6, 6, 6, 8: half of the depth is back half a round after round 13, two and a half after the first low.
    assert found["ne"].half_life.value == pytest.approx(2.5)
    assert recovery(panel_of(["E"], ["a"], contribution=grid[:, :1]), {}) == []
