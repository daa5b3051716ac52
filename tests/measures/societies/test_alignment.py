"""The alignment regression finds what was planted, and the plain form does not."""

import numpy as np
import pytest

from measures.societies.simulated import aligned, panel_of
from normquest.measures.societies.alignment import alignment, alignments, steps
from normquest.measures.societies.panel import Panel, Row

NAN = float("nan")


def test_a_step_needs_two_rounds_in_a_row_of_the_same_ordinary_member() -> None:
    rows = [
        Row(1, 2, 0, "E", "a", contribution=6),
        Row(1, 1, 0, "E", "a", contribution=4),
        Row(1, 4, 0, "E", "a", contribution=7),
        Row(1, 3, 1, "E", "a", contribution=1),
        Row(1, 4, 1, "E", "a", contribution=NAN),
        Row(1, 1, 2, "E", "a", contribution=2),
        Row(1, 2, 2, "E", "a", contribution=1, adversary=True),
        Row(2, 2, 2, "E", "a", contribution=3),
    ]
    found = steps(Panel.of(rows))
    assert (found.before.round.tolist(), found.after.tolist()) == ([1], [6.0])


def exact(own: float = 0.0) -> Panel:
    """Steps of exactly .3 of the NE gap, .1 of the EE gap and `own` times tau, and a trend by round."""
    rng = np.random.default_rng(4)
    tau = rng.random((6, 5))
    now = rng.uniform(3, 7, (6, 5))
    grids: dict[str, list[np.ndarray]] = {"contribution": [], "ee": [], "ne": []}
    for number in range(8):
        ee, ne = rng.uniform(3, 7, (2, 6, 5))
        for name, grid in zip(grids, (now, ee, ne), strict=True):
            grids[name].append(grid)
        now = now + 0.3 * (ne - now) + 0.1 * (ee - now) + own * tau + 0.05 * (number % 3)
    return panel_of(
        ["E", "E", "E", "E+SL", "E+SL", "E+SL"],
        ["a", "b"] * 3,
        tau=tau[None],
        **{name: np.array(grid) for name, grid in grids.items()},
    )


def test_without_noise_both_forms_are_exact() -> None:
    found = alignments(exact())
    assert [(a.form, a.with_tau) for a in found] == [
        ("gap", False),
        ("gap", True),
        ("level", False),
        ("level", True),
    ]
    for one in found:
        assert (one.ne.value, one.ee.value) == (pytest.approx(0.3), pytest.approx(0.1))
        assert (one.ne.n, one.members, one.ne.clusters) == (7 * 30, 30, 6)
    assert found[2].lag is not None and found[2].lag.value == pytest.approx(0.6)
    assert found[0].lag is None and found[0].tau is None


def test_a_level_of_ones_own_takes_tau_to_be_exact() -> None:
    plain, with_tau = (alignment(exact(0.5), "gap", tau) for tau in (False, True))
    assert plain is not None and with_tau is not None and with_tau.tau is not None
    assert with_tau.tau.value == pytest.approx(0.5)
    assert (with_tau.ne.value, with_tau.ee.value) == (pytest.approx(0.3), pytest.approx(0.1))
    assert plain.ne.value is not None and plain.ne.value < 0.29


def test_rows_without_an_expectation_or_tau_are_left_out() -> None:
    panel = exact()
    ne, tau = panel.ne.copy(), panel.tau.copy()
    ne[panel.member == 0] = NAN
    tau[panel.member == 1] = NAN
    part = panel._with({"ne": ne, "tau": tau})
    plain, with_tau = (alignment(part, "gap", t) for t in (False, True))
    assert plain is not None and with_tau is not None
    assert (plain.ne.n, with_tau.ne.n) == (7 * 24, 7 * 18)
    assert alignments(panel._with({"ne": np.full(len(panel), NAN)})) == []


def test_planted_pulls_are_in_the_intervals_and_the_plain_form_misses_them() -> None:
    # A small sibling of the long test: 60 data sets, so that three standard errors of .95 are .084.
    rng = np.random.default_rng(8)
    held, missed = [], []
    for _ in range(60):
        panel = aligned(rng)
        good, plain = (alignment(panel, "gap", tau) for tau in (True, False))
        assert good is not None and plain is not None
        held.append([good.ne.low < 0.20 < good.ne.high, good.ee.low < 0.15 < good.ee.high])  # type: ignore[operator]
        missed.append(plain.ne.high < 0.20 and plain.ee.high < 0.15)  # type: ignore[operator]
    assert np.mean(held, axis=0).min() >= 0.86
    assert np.mean(missed) >= 0.95


def test_the_wald_test_tells_equal_pulls_from_unequal_ones() -> None:
    rng = np.random.default_rng(9)
    same, apart = (alignment(aligned(rng, ne, ee)) for ne, ee in ((0.2, 0.2), (0.3, 0.1)))
    assert same is not None and apart is not None
    assert same.equal.p is not None and same.equal.p > 0.01
    assert apart.equal.p is not None and apart.equal.p < 1e-4
