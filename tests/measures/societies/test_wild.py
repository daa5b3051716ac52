"""The wild bootstrap against refitting every resample, and how often it errs."""

from itertools import product

import numpy as np
import pytest

from measures.societies.test_ols import example
from normquest.measures.societies.ols import ols
from normquest.measures.societies.wild import _WEBB, _patterns, wild_p


def t_of(y: np.ndarray, x: np.ndarray, runs: np.ndarray) -> float:
    found = ols(y, x, ["one", "a", "b"], runs, "CR1")
    assert found is not None
    return abs(found.beta[1]) / float(found.covariance[1, 1]) ** 0.5


def test_it_is_refitting_under_every_pattern_of_signs() -> None:
    y, x, runs = example(5, runs=6, size=7)
    others = x[:, [0, 2]]
    fit = others @ np.linalg.lstsq(others, y, rcond=None)[0]
    seen = t_of(y, x, runs)
    t = [t_of(fit + np.array(signs)[runs] * (y - fit), x, runs) for signs in product((-1.0, 1.0), repeat=6)]
    expected = np.mean(np.array(t) >= seen * (1 - 1e-9))
    assert 0.05 < expected < 1
    assert wild_p(y, x, 1, runs) == pytest.approx(expected)


def test_it_does_not_hang_on_the_order_of_columns_or_rows() -> None:
    y, x, runs = example(6)
    turned = np.random.default_rng(0).permutation(len(y))
    assert wild_p(y, x, 1, runs) == wild_p(y[turned], x[turned][:, [1, 2, 0]], 0, runs[turned])


def test_webbs_weights_are_drawn_have_variance_one_and_never_give_0() -> None:
    # The six values: ±√1.5, ±1, ±√.5; their mean square is (1.5 + 1 + .5) / 3 = 1.
    assert np.mean(_WEBB**2) == pytest.approx(1) and np.mean(_WEBB) == pytest.approx(0)
    patterns, exact = _patterns(5, "webb", 9_999)
    assert patterns.shape == (9_999, 5) and not exact
    assert {round(v, 9) for v in np.unique(patterns)} == {round(v, 9) for v in _WEBB}
    y, x, runs = example(7)
    p = wild_p(y + 1000 * x[:, 1], x, 1, runs, "webb")
    assert p is not None and 1 / 10_000 <= p < 0.05


def test_all_patterns_are_counted_where_they_are_few() -> None:
    patterns, exact = _patterns(10, "rademacher", 9_999)
    assert exact and patterns.shape == (1024, 10) and len(np.unique(patterns, axis=0)) == 1024
    assert not _patterns(14, "rademacher", 9_999)[1]


def test_what_cannot_be_tested_is_undefined() -> None:
    y, x, runs = example(8)
    assert wild_p(y, np.column_stack([x, x[:, 1]]), 3, runs) is None
    assert wild_p(y, x, 1, np.zeros_like(runs)) is None
    assert wild_p(np.ones(len(y)), x, 1, runs) is None


def test_ten_runs_under_the_null_are_rejected_about_as_often_as_they_should() -> None:
    # Five runs treated and five not, no effect, 1,000 data sets: 5 % within three standard errors (0.7 %).
    rng = np.random.default_rng(11)
    runs = np.repeat(np.arange(10), 12)
    x = np.column_stack([np.ones(120), runs < 5])
    rejected = 0
    for _ in range(1_000):
        y = 0.55 * rng.normal(size=10)[runs] + rng.normal(size=120)
        p = wild_p(y, x, 1, runs)
        rejected += p is not None and p <= 0.05
    assert 0.03 <= rejected / 1_000 <= 0.07
