"""Least squares by hand, against statsmodels, and against refitting without each cluster."""

import numpy as np
import pytest

from normquest.measures.societies.ols import Fit, independent, ols

NAMES = ("one", "a", "b")


def example(seed: int = 0, runs: int = 8, size: int = 15) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """y, x, clusters: a column that varies by run, one within runs, and errors that runs share."""
    rng = np.random.default_rng(seed)
    clusters = rng.permutation(np.repeat(np.arange(runs), size))
    by_run = rng.normal(size=runs)[clusters]
    x = np.column_stack([np.ones(runs * size), by_run, rng.normal(size=runs * size)])
    y = x @ [1.0, 0.5, -0.3] + rng.normal(size=runs)[clusters] + rng.normal(size=runs * size)
    return y, x, clusters


def fitted(*args: object, **kind: object) -> Fit:
    found = ols(*args, **kind)  # type: ignore[arg-type]
    assert found is not None
    return found


def test_a_mean_of_two_runs_by_hand() -> None:
    # Runs (1, 3) and (5, 7): mean 4, scores -4 and 4. CR1: 2/1 · 3/3 · (16 + 16) / 4² = 4.
    # CR3: without either the mean is 6 or 2, so 1/2 · (2² + 2²) = 4.
    y, x, runs = np.array([1.0, 3, 5, 7]), np.ones((4, 1)), np.array([0, 0, 1, 1])
    for kind in ("CR1", "CR3"):
        found = fitted(y, x, ["mean"], runs, kind=kind).estimate("mean")
        assert (found.value, found.se) == (pytest.approx(4), pytest.approx(2))
        assert (found.n, found.clusters) == (4, 2)
        # t on one degree of freedom is Cauchy: its 97.5 % point is tan(.475 π) = 12.706
        assert found.high == pytest.approx(4 + 12.7062 * 2, abs=1e-3)
        # P(|t| > 2) = 1 - 2 atan(2) / π
        assert found.p == pytest.approx(1 - 2 * np.arctan(2) / np.pi)


def test_the_sandwich_is_that_of_statsmodels() -> None:
    import statsmodels.api as sm

    y, x, runs = example()
    theirs = sm.OLS(y, x).fit(cov_type="cluster", cov_kwds={"groups": runs}, use_t=True)
    ours = fitted(y, x, NAMES, runs, kind="CR1")
    assert ours.beta == pytest.approx(theirs.params)
    assert ours.covariance == pytest.approx(theirs.cov_params())
    for i, name in enumerate(NAMES):
        one = ours.estimate(name)
        assert one.p == pytest.approx(theirs.pvalues[i])
        assert (one.low, one.high) == pytest.approx(tuple(theirs.conf_int()[i]))
    wald = theirs.wald_test(np.array([[0, 1, -1]]), use_f=True, scalar=True)
    test = ours.equal("a = b", "a", "b")
    assert (test.f, test.p, test.df2) == (pytest.approx(wald.statistic), pytest.approx(wald.pvalue), 7)


def test_the_jackknife_is_refitting_without_each_run() -> None:
    y, x, runs = example(1)
    whole = np.linalg.lstsq(x, y, rcond=None)[0]
    moved = [np.linalg.lstsq(x[runs != g], y[runs != g], rcond=None)[0] - whole for g in range(8)]
    assert fitted(y, x, NAMES, runs).covariance == pytest.approx(7 / 8 * np.einsum("gi,gj->ij", moved, moved))


def test_a_column_that_only_one_run_has_leaves_the_others_as_they_are() -> None:
    # Run 3 alone has the column: without run 3 the others are fitted without it.
    y, x, runs = example(2)
    lone = np.column_stack([x, (runs == 3) * 1.0])
    moved = []
    for g in range(8):
        used = lone[runs != g][:, : 3 if g == 3 else 4]
        moved.append(np.linalg.lstsq(used, y[runs != g], rcond=None)[0][:3])
    whole = np.linalg.lstsq(lone, y, rcond=None)[0][:3]
    expected = 7 / 8 * ((np.array(moved) - whole) ** 2).sum(axis=0)
    found = fitted(y, lone, [*NAMES, "lone"], runs)
    assert np.diag(found.covariance)[:3] == pytest.approx(expected)


def test_a_column_that_others_explain_is_undefined_and_changes_nothing() -> None:
    y, x, runs = example(3)
    twice = np.column_stack([x, 2 * x[:, 1] - x[:, 0]])
    found, plain = fitted(y, twice, [*NAMES, "again"], runs), fitted(y, x, NAMES, runs)
    assert found.beta[:3] == pytest.approx(plain.beta)
    assert found.estimate("again").value is None
    assert found.estimate("nowhere").p is None
    assert found.equal("a = again", "a", "again").f is None
    assert found.equal("a = b", "a", "b").f == pytest.approx(plain.equal("a = b", "a", "b").f)
    assert independent(np.zeros((3, 2))).tolist() == [False, False]


def test_too_little_is_undefined_and_missing_values_are_refused() -> None:
    y, x, runs = example()
    assert ols(y[:3], x[:3], NAMES, runs[:3]) is None
    assert ols(y, x, NAMES, np.zeros(len(y), dtype=np.int64)) is None
    assert ols(y[:0], x[:0], NAMES, runs[:0]) is None
    with pytest.raises(ValueError, match="missing"):
        ols(np.where(np.arange(len(y)) == 4, np.nan, y), x, NAMES, runs)


def test_without_any_spread_there_is_a_value_and_no_interval() -> None:
    found = fitted(np.full(4, 3.0), np.ones((4, 1)), ["mean"], np.array([0, 0, 1, 1])).estimate("mean")
    assert (found.value, found.se, found.low, found.p) == (pytest.approx(3), None, None, None)
