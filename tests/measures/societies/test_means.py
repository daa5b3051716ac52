"""Means a round, the steady state and contrasts on panels small enough to reckon by hand."""

import numpy as np
import pytest

from measures.societies.simulated import panel_of
from normquest.measures.societies.contrasts import bonferroni, contrasts
from normquest.measures.societies.means import clustered_mean, round_means, steady_state, window_means
from normquest.measures.societies.panel import Panel, Row

NAN = float("nan")


def test_a_mean_a_round_and_its_band_by_hand() -> None:
    # Three runs of two members; run means 2, 4, 9 in round 1: mean 5, s² = 13, se = √(13/3); t(2) = 4.3027
    grid = np.array([[[1.0, 3], [4, 4], [8, 10]], [[5, 5], [5, 5], [5, 5]]])
    first, second = round_means(panel_of(["E"] * 3, ["a"] * 3, contribution=grid))
    assert (first.condition, first.round, first.mean.n, first.mean.clusters) == ("E", 1, 6, 3)
    assert first.mean.value == pytest.approx(5)
    assert first.mean.se == pytest.approx((13 / 3) ** 0.5)
    # 5 ± 4.3027 · 2.0817 would reach below 0 and above 10
    assert (first.mean.low, first.mean.high) == (0, 10)
    # All runs alike: a mean without a band
    assert (second.mean.value, second.mean.low) == (pytest.approx(5), None)


def test_adversaries_and_the_excluded_do_not_count_and_nobody_is_not_0() -> None:
    rows = [
        Row(1, 1, 0, "E", "a", contribution=4),
        Row(1, 1, 1, "E", "a", contribution=0, adversary=True),
        Row(1, 1, 2, "E", "a", excluded=True),
        Row(1, 2, 0, "E", "a", contribution=NAN),
    ]
    first, second = round_means(Panel.of(rows))
    assert (first.mean.value, first.mean.n, first.mean.low) == (4, 1, None)
    assert (second.mean.value, second.mean.n) == (None, 0)


def test_of_one_family() -> None:
    panel = Panel.of([Row(1, 1, 0, "E", "a", contribution=4), Row(2, 1, 0, "E", "b", contribution=8)])
    assert [m.mean.value for m in round_means(panel, family="b")] == [8]
    assert [m.mean.value for m in round_means(panel)] == [6]


def test_runs_of_different_size_by_hand() -> None:
    # (2, 2, 2) and (6): mean 3. Left out in turn the mean is 6 and 2: 1/2 · (3² + 1²) = 5.
    found = clustered_mean("x", np.array([2.0, 2, 2, 6, NAN]), np.array([0, 0, 0, 1, 1]))
    assert (found.value, found.se, found.n) == (pytest.approx(3), pytest.approx(5**0.5), 4)


def test_members_are_averaged_over_the_window_first() -> None:
    rows = [Row(1, r, 0, "E", "a", contribution=c) for r, c in ((15, 0), (16, 4), (20, 8))]
    rows += [Row(1, 17, 1, "E", "a", contribution=3), Row(1, 18, 1, "E", "a"), Row(1, 19, 2, "E", "a")]
    members, means = window_means(Panel.of(rows))
    assert members.member.tolist() == [0, 1]
    assert means.tolist() == [6, 3]


def steady(levels: dict[tuple[str, str], list[float]]) -> Panel:
    """One run a level, four members who give it but for ±1 between members, rounds 16 to 20."""
    keys = [key for key, own in levels.items() for _ in own]
    values = np.array([v for own in levels.values() for v in own])
    apart = np.array([-1.0, 1, -1, 1])
    grid = np.broadcast_to(values[None, :, None] + apart, (20, len(values), 4)).copy()
    grid[:15] = 0
    return panel_of([c for _, c in keys], [f for f, _ in keys], contribution=grid)


LEVELS = {
    ("a", "none"): [3.0, 4, 5],
    ("a", "E"): [5.0, 6, 7],
    ("a", "SL"): [4.0, 4, 4],
    ("b", "none"): [2.0, 3],
    ("b", "E"): [8.0],
    ("c", "E"): [1.0, 2],
}


def test_the_steady_state_by_family_and_condition() -> None:
    found = {(s.family, s.condition): s.mean for s in steady_state(steady(LEVELS))}
    assert sorted(found) == sorted(LEVELS)
    assert (found["a", "E"].value, found["a", "E"].n, found["a", "E"].clusters) == (pytest.approx(6), 12, 3)
    # s² of (5, 6, 7) is 1
    assert found["a", "E"].se == pytest.approx(3**-0.5)
    assert found["b", "E"].low is None


def test_contrasts_by_hand() -> None:
    by_name = {(c.family, c.condition): c for c in contrasts(steady(LEVELS))}
    assert sorted(by_name) == [("a", "E"), ("a", "SL"), ("b", "E")]
    one = by_name["a", "E"]
    # 6 - 4. Without one run its side's mean moves by 1/2, 0 or -1/2:
    # 5/6 · 4 · 1/4 = 5/6. t = 2 / .9129 = 2.191
    assert one.estimate.value == pytest.approx(2)
    assert one.estimate.se == pytest.approx((5 / 6) ** 0.5)
    # P(|t| > 2.191) on 5 degrees of freedom; two contrasts of family a can be tested
    assert one.estimate.p == pytest.approx(0.0800, abs=5e-4)
    assert one.p_bonferroni == pytest.approx(2 * one.estimate.p)
    assert (one.estimate.n, one.estimate.clusters) == (24, 6)
    assert by_name["a", "SL"].estimate.value == pytest.approx(0)
    assert by_name["a", "SL"].p_bonferroni == 1
    # One run of E says nothing about the spread of such runs.
    lone = by_name["b", "E"]
    assert lone.estimate.value == pytest.approx(5.5)
    assert (lone.estimate.low, lone.p_bonferroni, lone.p_wild) == (None, None, None)


def test_the_wild_bootstrap_of_a_contrast_by_hand() -> None:
    # Residuals without the treatment, by run: -2, -1, 0 and 0, 1, 2. t² of a sign pattern is the squared
    # difference of the sides' means over the sum of squares about them. Flips that keep what was
    # observed: all of the same sign as observed, and the mirror image, times the 4 ways
    # to flip zeros: 8 of 64.
    one = next(c for c in contrasts(steady(LEVELS)) if (c.family, c.condition) == ("a", "E"))
    residuals = np.array([-2.0, -1, 0, 0, 1, 2])
    signs = np.array(np.meshgrid(*[[-1, 1]] * 6)).reshape(6, -1).T
    flipped = signs * residuals
    low, high = flipped[:, :3], flipped[:, 3:]
    gap = high.mean(axis=1) - low.mean(axis=1)
    t = gap**2 / (low.var(axis=1) + high.var(axis=1))
    assert one.p_wild == pytest.approx(np.mean(t >= 2**2 / (2 / 3 + 2 / 3) - 1e-9))
    assert one.p_wild == 8 / 64


def test_the_mixed_model_says_the_same_where_runs_are_alike_in_size() -> None:
    rng = np.random.default_rng(0)
    level = np.repeat([4.0, 6.0], 6)[None, :, None] + rng.normal(0, 0.7, (1, 12, 1))
    grid = np.clip(level + rng.normal(0, 1, (20, 12, 12)), 0, 10)
    (one,) = contrasts(panel_of(["none"] * 6 + ["E"] * 6, ["a"] * 12, contribution=grid))
    assert one.mixed.value == pytest.approx(one.estimate.value, abs=1e-6)
    assert one.mixed.se == pytest.approx(one.estimate.se, rel=0.2)
    assert one.mixed.p is not None and one.mixed.p < 0.001


def test_bonferroni_by_hand() -> None:
    assert bonferroni([0.01, None, 0.4, 0.02]) == pytest.approx([0.03, None, 1.0, 0.06])
    assert bonferroni([]) == []
