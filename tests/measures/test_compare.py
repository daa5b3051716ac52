"""Newcomers and arms on the same seeds."""

import pytest

from measures.made import row, said, wins
from normquest.measures import compare
from normquest.measures.pairs import mcnemar


def test_newcomers_are_compared_on_the_seeds_they_share() -> None:
    rows = wins([True, True, True, False], newcomer="ann") + wins([False, False, True], newcomer="bob")
    (found,) = compare.newcomers(rows)
    assert (found.first, found.second, found.within) == ("ann", "bob", "both")
    assert found.figure.value == pytest.approx(2 / 3)
    assert found.figure.n == 3
    assert (found.test, found.seeds, found.cells) == ("mcnemar", mcnemar(2, 0), None)


def test_cells_are_flipped_as_wholes_from_six_on() -> None:
    rows = [
        r
        for norm in "abcdef"
        for who, won in (("ann", True), ("bob", False))
        for r in wins([won] * 3, newcomer=who, norm=norm)
    ]
    (found,) = compare.newcomers(rows)
    assert found.cells == 2 / 2**6
    assert found.seeds == mcnemar(18, 0)


def test_seeds_that_say_no_plain_yes_or_no_are_flipped() -> None:
    rows = wins([True], newcomer="ann") + wins([True], newcomer="bob") + wins([False], newcomer="bob", rep=1)
    (found,) = compare.newcomers(rows)
    assert (found.test, found.seeds, found.figure.value) == ("sign flips", 1.0, 0.5)


def test_holm_is_over_all_comparisons() -> None:
    rows = (
        wins([True] * 6, newcomer="ann")
        + wins([False] * 6, newcomer="bob")
        + wins([False] * 6, newcomer="eve")
    )
    found = compare.newcomers(rows)
    assert [c.seeds for c in found] == [2 / 64, 2 / 64, 1]
    assert [c.seeds_holm for c in found] == pytest.approx([6 / 64, 6 / 64, 1])


def test_arms_are_compared_within_a_newcomer() -> None:
    rows = [
        row(seed, arm, who, statements=said(arm == "witnessed"))
        for seed in range(4)
        for arm in ("blind", "witnessed")
        for who in ("ann", "bob")
    ]
    found = compare.arms(rows)
    assert [(c.within, c.first, c.second, c.figure.value) for c in found] == [
        ("ann", "witnessed", "blind", 1),
        ("bob", "witnessed", "blind", 1),
    ]


def test_newcomers_who_never_met_are_not_compared() -> None:
    assert (
        compare.newcomers([*wins([True], newcomer="ann"), *wins([True], newcomer="bob", norm="other")]) == []
    )
    assert compare.newcomers([]) == compare.arms([]) == []
