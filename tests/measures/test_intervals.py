"""Intervals: Wilson by hand, resamples by their law, nothing that depends on order or luck."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from normquest.measures.intervals import alike, bootstrap, generator, percentile, resamples, wilson
from normquest.measures.units import ratio_of

STRATA = st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple)


def test_wilson_by_hand() -> None:
    # z² = 3.8415; n = 10, p = .8: centre (.8 + .19207) / 1.38415 = .71674,
    # half-width 1.95996 · √(.8 · .2 / 10 + 3.8415 / 400) / 1.38415 = 1.95996 · .16001 / 1.38415 = .22658
    low, high = wilson(8, 10) or (0, 0)
    assert low == pytest.approx(0.71674 - 0.22658, abs=1e-4)
    assert high == pytest.approx(0.71674 + 0.22658, abs=1e-4)


def test_wilson_of_none_of_ten_ends_at_z2_over_n_plus_z2() -> None:
    assert wilson(0, 10) == pytest.approx((0, 3.8415 / 13.8415), abs=1e-4)


def test_wilson_of_nothing_is_undefined() -> None:
    assert wilson(0, 0) is None


@pytest.mark.parametrize("successes, n", [(-1, 5), (6, 5), (float("nan"), 5)])
def test_wilson_refuses_more_successes_than_trials(successes: float, n: float) -> None:
    with pytest.raises(ValueError, match="successes of"):
        wilson(successes, n)


@given(st.integers(1, 2_000), st.floats(0, 1))
def test_wilson_lies_within_0_and_1_and_holds_the_share(n: int, p: float) -> None:
    low, high = wilson(p * n, n) or (2, -1)
    assert 0 <= low <= p * n / n <= high <= 1


@given(st.integers(1, 500), st.integers(0, 500))
def test_wilson_is_symmetric(n: int, k: int) -> None:
    k = min(k, n)
    low, high = wilson(k, n) or (0, 0)
    assert (1 - high, 1 - low) == pytest.approx(wilson(n - k, n))


@given(st.integers(2, 500))
def test_alike_is_wilson_at_the_ends(n: int) -> None:
    assert alike(1.0, n, (0, 1)) == pytest.approx(wilson(n, n))
    assert alike(0.0, n, (0, 1)) == pytest.approx(wilson(0, n))


def test_alike_reaches_both_ways_where_the_measure_can() -> None:
    # u = 3.8415 / (16 + 3.8415) = .19361; a difference of 0 may be off by u · 1 either way
    assert alike(0.0, 16, (-1, 1)) == pytest.approx((-0.19361, 0.19361), abs=1e-4)
    assert alike(0.5, 1, (0, 1)) is None


@given(STRATA)
def test_every_resample_keeps_the_weight_of_each_stratum(strata: tuple[int, ...]) -> None:
    weights = resamples(strata, 50)
    assert weights.shape == (50, sum(strata))
    for end, size in zip(np.cumsum(strata), strata, strict=True):
        assert weights[:, end - size : end].sum(axis=1) == pytest.approx(np.full(50, size))


def test_one_of_two_is_drawn_and_counts_twice_and_a_lone_cluster_always_stands() -> None:
    rows = {tuple(row) for row in resamples((1, 2)).tolist()}
    assert rows == {(1, 2, 0), (1, 0, 2)}


def test_resamples_are_pinned() -> None:
    # A change here changes every interval ever reported.
    assert resamples((3,), 4).tolist() == [[0.0, 1.5, 1.5], [3.0, 0.0, 0.0], [0.0, 1.5, 1.5], [1.5, 1.5, 0.0]]


def test_resamples_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        resamples((2,))[0, 0] = 1


def test_a_generator_depends_on_its_purpose_alone() -> None:
    first = generator("a", 1).random(3).tolist()
    assert generator("a", 1).random(3).tolist() == first != generator("a", 2).random(3).tolist()


def test_the_bootstrap_has_the_variance_of_a_mean() -> None:
    # values 0..4: s² = 2.5 (over k - 1), so a mean of five has variance 2.5 / 5 = .5
    sums = np.array([[v, 1] for v in range(5)], dtype=float)
    values = bootstrap(sums, (5,), ratio_of)
    assert float(values.var()) == pytest.approx(0.5, rel=0.08)
    assert float(values.mean()) == pytest.approx(2, abs=0.05)


def test_percentile_by_hand() -> None:
    # 0..1000: the 2.5 % and 97.5 % points are 25 and 975
    assert percentile(np.arange(1001, dtype=float)) == pytest.approx((25, 975))


def test_percentile_is_undefined_where_many_resamples_are() -> None:
    values = np.arange(100, dtype=float)
    values[:10] = np.nan
    assert percentile(values) is not None
    values[:11] = np.nan
    assert percentile(values) is None
    assert percentile(np.array([])) is None
