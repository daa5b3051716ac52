"""The list of measures, and the table made of it."""

import pytest

from measures.made import row, wins
from normquest.measures.estimate import mean
from normquest.measures.registry import MEASURES, Measure, take
from normquest.measures.table import ACROSS, arm_order, figures_of


def test_every_measure_stands_an_empty_run() -> None:
    for scope in ("arm", "arms"):
        for figure in take([], scope).values():
            assert (figure.value, figure.n, figure.low) == (None, 0, None), figure.name


def test_every_measure_stands_a_bare_row() -> None:
    bare = [row(0), row(1, norm="none", norm_free=True)]
    assert all(figure.n == 0 for figure in take(bare, "arm").values())


def test_names_and_meanings_fit_a_line() -> None:
    names = [m.name for m in MEASURES]
    assert len(names) == len(set(names))
    assert all(m.meaning and m.meaning == m.meaning.strip(" .") for m in MEASURES)


def test_a_measure_is_added_in_one_function() -> None:
    seeds = Measure("seed", "mean seed", lambda rows: mean("seed", rows, lambda r: float(r.seed), span=None))
    figures = figures_of(wins([True, True, True]), [seeds])
    assert figures["ann", "both"]["seed"].value == 1
    assert figures["ann", ACROSS] == {}


def test_two_measures_cannot_share_a_figure() -> None:
    with pytest.raises(ValueError, match="a figure named 'joint'"):
        take([], "arm", [MEASURES[0], MEASURES[0]])


def test_figures_are_by_newcomer_and_arm_and_across_arms() -> None:
    rows = [row(0, arm, who) for arm in ("told", "blind", "odd") for who in ("bob", "ann")]
    figures = figures_of(rows)
    arms = ["blind", "told", "odd", ACROSS]
    assert list(figures) == [(who, arm) for who in ("ann", "bob") for arm in arms]
    assert "joint" in figures["ann", "told"] and "gain.exact.sham" in figures["ann", ACROSS]


def test_arms_stand_as_in_the_design() -> None:
    assert sorted(["sham", "zz", "blind", "told", "both"], key=arm_order) == [
        "blind",
        "both",
        "sham",
        "told",
        "zz",
    ]
