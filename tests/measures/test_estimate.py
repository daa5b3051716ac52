"""From rows to figures: which interval, over what, and what is undefined."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.made import row, wins
from normquest.measures.estimate import DIFFERENCE, estimate, gap, mean, ratio
from normquest.measures.figures import Figure
from normquest.measures.intervals import wilson
from normquest.measures.rows import EpisodeRow
from normquest.measures.success import joint
from normquest.measures.units import Unit, clusters_of, gap_of, units_of


def unit(world: str, norm: str, seed: int, *sums: float, part: str = "") -> Unit:
    return Unit(world, norm, seed, sums, round(sum(sums[1::2])), part)


def tokens(r: EpisodeRow) -> float | None:
    return r.tokens


def test_a_share_in_one_cell_has_wilsons_interval() -> None:
    figure = joint(wins([True] * 8 + [False] * 2))
    assert (figure.value, figure.n, figure.method, figure.clusters) == (0.8, 10, "wilson", 10)
    assert (figure.low, figure.high) == pytest.approx(wilson(8, 10))


def test_one_seed_still_has_wilsons_interval() -> None:
    # 1 of 1: from 1 / (1 + 3.8415) to 1
    figure = joint(wins([True]))
    assert (figure.value, figure.n) == (1.0, 1)
    assert (figure.low, figure.high) == pytest.approx((1 / 4.8415, 1), abs=1e-4)


def test_repetitions_of_a_seed_are_averaged_first() -> None:
    # seed 0 wins 1 of 3, seed 1 wins 1 of 1: (1/3 + 1) / 2, not 2 / 4
    rows = [r for rep, won in enumerate([True, False, False]) for r in wins([won], rep=rep)]
    figure = joint([*rows, *wins([False, True])[1:]])
    assert figure.value == pytest.approx((1 / 3 + 1) / 2)
    assert (figure.n, figure.clusters) == (4, 2)
    assert (figure.low, figure.high) == pytest.approx(wilson(4 / 3, 2))


def test_pooled_cells_are_resampled_as_wholes() -> None:
    # one world, one norm always won and one never: one of the two is drawn, so 0 or 1
    figure = joint(wins([True] * 5, norm="a") + wins([False] * 5, norm="b"))
    assert (figure.value, figure.low, figure.high) == (0.5, 0, 1)
    assert (figure.method, figure.clusters) == ("bootstrap over cells", 2)


def test_worlds_are_strata() -> None:
    # nothing varies within either world, whatever lies between them: the spread is that of nothing
    units = [unit("w", n, 0, 1, 1) for n in "ab"] + [unit("v", n, 0, 0, 1) for n in "ab"]
    figure = estimate("x", units, unit="episodes")
    assert (figure.value, figure.method) == (0.5, "all alike")


def test_a_world_with_one_norm_lends_its_seeds() -> None:
    units = [unit("w", "a", seed, seed % 2, 1) for seed in range(8)]
    _, strata, over = clusters_of(units)
    assert (strata, over) == ((8,), "seeds")
    _, strata, over = clusters_of([*units, unit("v", "b", 0, 1, 1), unit("v", "c", 0, 1, 1)])
    assert (strata, over) == ((2, 8), "cells")


def test_worlds_with_a_single_seed_are_taken_together() -> None:
    units = [unit(world, "a", 0, value, 1) for world, value in zip("abcd", (0, 1, 1, 0), strict=True)]
    assert clusters_of(units)[1] == (4,)
    figure = estimate("x", units, unit="episodes")
    assert figure.low is not None and figure.low < 0.5 < (figure.high or 0)


def test_all_alike_is_not_certain() -> None:
    # 30 of 30 over three norms: as Wilson for 30, low = 30 / 33.8415
    figure = joint([r for norm in "abc" for r in wins([True] * 10, norm=norm)])
    assert (figure.value, figure.method, figure.high) == (1, "all alike", 1)
    assert figure.low == pytest.approx(30 / 33.8415, abs=1e-4)


def test_an_unbounded_measure_that_never_varies_has_no_interval() -> None:
    figure = mean("tokens", [row(seed, tokens=100) for seed in range(5)], tokens, span=None)
    assert (figure.value, figure.low, figure.high, figure.method) == (100, None, None, "none")


def test_no_rows_no_figure() -> None:
    figure = joint([])
    assert figure == Figure("joint", None, 0, None, None, "episodes", "none")
    assert figure.se is None


def test_undefined_values_are_left_out_and_never_zero() -> None:
    figure = mean("tokens", [row(0, tokens=10), row(1), row(2, tokens=30)], tokens, span=None)
    assert (figure.value, figure.n) == (20, 2)


def test_a_ratio_weighs_by_its_denominator() -> None:
    # (1 + 0) / (1 + 4), not the mean of 1 and 0
    sums = {0: (1.0, 1.0), 1: (0.0, 4.0), 2: (0.0, 0.0)}
    figure = ratio("x", [row(seed) for seed in sums], lambda r: sums[r.seed], unit="opportunities")
    assert (figure.value, figure.n, figure.unit) == (0.2, 5, "opportunities")


def test_a_gap_is_undefined_where_one_side_is() -> None:
    figure = gap("x", [row(0)], lambda r: (1, 2, 0, 0), unit="opportunities")
    assert (figure.value, figure.n, figure.low) == (None, 2, None)


def test_a_gap_by_hand() -> None:
    # (1 + 2) / (2 + 2) - (0 + 1) / (1 + 1)
    sums = {0: (1.0, 2.0, 0.0, 1.0), 1: (2.0, 2.0, 1.0, 1.0)}
    figure = gap("x", [row(0), row(1)], lambda r: sums[r.seed], unit="opportunities")
    assert (figure.value, figure.n) == (0.25, 6)


def test_worlds_have_an_interval_from_three_on() -> None:
    def won(worlds: str) -> Figure:
        return joint(
            [r for i, w in enumerate(worlds) for r in wins([True] * i + [False] * 4, world=w, norm="a")]
        )

    assert won("ab").world_low is None
    three = won("abc")
    assert three.world_low is not None and three.world_high is not None
    assert three.world_low < (three.value or 0) < three.world_high


def test_the_standard_error_is_half_the_width_over_1_96() -> None:
    assert Figure("x", 0.5, 9, 0.3, 0.7, "episodes", "wilson").se == pytest.approx(0.2 / 1.96, rel=1e-4)


def test_parts_of_a_world_are_strata_of_their_own() -> None:
    units = [unit("w", "a", s, 1, 1, 0, 0, part="norm") for s in range(3)]
    units += [unit("w", "none", s, 0, 0, 1, 1, part="none") for s in range(2)]
    assert sorted(clusters_of(units)[1]) == [2, 3]
    assert estimate("x", units, gap_of, unit="statements", span=DIFFERENCE).value == 0


def test_units_are_sorted_and_count_everything() -> None:
    rows = [row(3, tokens=1), row(1, tokens=2), row(1, rep=1, tokens=4), row(2)]
    units = units_of(rows, lambda r: None if r.tokens is None else (float(r.tokens), 1.0))
    assert [(u.seed, u.sums, u.n) for u in units] == [(1, (3.0, 1.0), 2), (3, (1.0, 1.0), 1)]


RESULTS = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), st.booleans()), min_size=1, max_size=25
)


@given(RESULTS, st.integers(0, 99))
def test_figures_do_not_hang_on_the_order_of_rows(results: list[tuple[str, str, bool]], seed: int) -> None:
    rows = [r for i, (w, n, won) in enumerate(results) for r in wins([won], world=w, norm=n, rep=i)]
    mixed = list(rows)
    random.Random(seed).shuffle(mixed)
    assert joint(rows).data() == joint(mixed).data()


@given(RESULTS)
def test_a_share_and_its_interval_lie_within_0_and_1(results: list[tuple[str, str, bool]]) -> None:
    figure = joint([r for i, (w, n, won) in enumerate(results) for r in wins([won], world=w, norm=n, rep=i)])
    assert figure.value is not None and 0 <= figure.value <= 1
    assert figure.n == len(results)
    if figure.low is not None and figure.high is not None:
        assert -1e-12 <= figure.low <= figure.high <= 1 + 1e-12
