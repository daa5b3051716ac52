"""Tests of pairs by hand."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normquest.measures.pairs import FLIPS, holm, mcnemar, sign_flip

P_VALUES = st.lists(st.floats(0, 1), max_size=12)


def test_mcnemar_by_hand() -> None:
    # 10 discordant pairs, 2 one way: 2 · (1 + 10 + 45) / 1024
    assert mcnemar(8, 2) == mcnemar(2, 8) == 2 * 56 / 1024


def test_mcnemar_without_discordant_pairs_says_nothing() -> None:
    assert mcnemar(0, 0) == 1.0


def test_mcnemar_of_equal_counts_is_1() -> None:
    assert mcnemar(3, 3) == 1.0


def test_mcnemar_of_many_pairs_stays_finite() -> None:
    assert 0 < mcnemar(700, 900) < 1e-6


def test_mcnemar_refuses_negative_counts() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        mcnemar(-1, 2)


def test_sign_flip_by_hand() -> None:
    # |±1 ±2 ±3| reaches 6 in 2 of 8 patterns
    assert sign_flip([1, 2, 3]) == 2 / 8
    # 1 + 1 - 1 = 1, and every pattern of three ones is odd, so at least 1 away from 0
    assert sign_flip([1, 1, -1]) == 1.0


def test_sign_flip_drops_zeros() -> None:
    assert sign_flip([0, 1, 0, 2, 3]) == sign_flip([1, 2, 3])


def test_sign_flip_of_nothing_and_of_no_difference() -> None:
    assert sign_flip([]) is None
    assert sign_flip([0.0, 0.0]) == 1.0


def test_sums_equal_but_for_rounding_count_as_equal() -> None:
    # .1 + .2 and .3 differ in the last bit; all of .1, .2, -.3 gives 0, so every pattern is as far
    assert sign_flip([0.1, 0.2, -0.3]) == 1.0


def test_sixteen_pairs_are_counted_sixty_are_drawn() -> None:
    assert sign_flip([1.0] * 16) == 2 / 2**16
    assert sign_flip([1.0] * 60) == 1 / (FLIPS + 1)


def test_drawn_flips_are_near_the_exact_binomial() -> None:
    # 20 ones, 5 of them negative: at least 15 of 20 alike, twice the upper tail of the binomial
    assert sign_flip([1.0] * 15 + [-1.0] * 5) == pytest.approx(mcnemar(15, 5), abs=0.006)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=7))
def test_sign_flip_is_what_counting_gives(differences: list[int]) -> None:
    patterns = list(product((1, -1), repeat=len(differences)))
    far = [
        abs(sum(s * d for s, d in zip(signs, differences, strict=True))) >= abs(sum(differences))
        for signs in patterns
    ]
    assert sign_flip(differences) == pytest.approx(sum(far) / len(far))


@given(st.lists(st.floats(-1, 1), min_size=17, max_size=25), st.randoms(use_true_random=False))
def test_sign_flip_does_not_hang_on_order(differences: list[float], rng: object) -> None:
    assert sign_flip(differences) == sign_flip(list(reversed(differences))) == sign_flip(sorted(differences))


def test_holm_by_hand() -> None:
    # sorted .005 .01 .03 .04 times 4 3 2 1: .02 .03 .06 .04, the last raised to .06
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_leaves_out_what_was_not_tested() -> None:
    assert holm([None, 0.02, None, 0.5]) == pytest.approx([None, 0.04, None, 0.5])
    assert holm([]) == []


@given(P_VALUES)
def test_holm_is_monotone_and_never_below_the_raw_p(p_values: list[float]) -> None:
    adjusted = [p for p in holm(p_values) if p is not None]
    assert all(raw <= p <= 1 for raw, p in zip(p_values, adjusted, strict=True))
    by_raw = [p for _, p in sorted(zip(p_values, adjusted, strict=True))]
    assert by_raw == sorted(by_raw)


@given(P_VALUES)
def test_holm_rejects_no_less_than_bonferroni(p_values: list[float]) -> None:
    adjusted = [p for p in holm(p_values) if p is not None]
    assert all(p <= min(1, raw * len(p_values)) + 1e-12 for raw, p in zip(p_values, adjusted, strict=True))
