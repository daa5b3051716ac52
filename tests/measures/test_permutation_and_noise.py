"""Mirror twins, realised noise, effort."""

from dataclasses import replace

import pytest

from measures.made import LOST, WON, row, said
from normquest.measures import effort, noise, permutation
from normquest.measures.rows import EpisodeRow, NoiseRow


def twins(seed: int, plain: bool, mirrored: bool) -> list[EpisodeRow]:
    """A plain episode and its mirror twin, won or not."""
    first = row(seed, act=WON if plain else LOST, statements=said(plain))
    second = row(seed, act=WON if mirrored else LOST, statements=said(True), mirror_of=first.episode)
    return [first, second]


def test_mirror_sensitivity_is_the_share_of_unlike_twins() -> None:
    rows = twins(0, True, True) + twins(1, True, False) + twins(2, False, True) + twins(3, False, False)
    figure = permutation.mirror_joint(rows)
    assert (figure.value, figure.n, figure.unit) == (2 / 4, 4, "mirror pairs")
    assert permutation.mirror_exact(rows).value == 2 / 4  # seeds 2 and 3


def test_a_twin_that_was_not_scored_makes_no_pair() -> None:
    first, second = twins(0, True, False)
    assert permutation.mirror_joint([second]).value is None
    assert permutation.mirror_joint([row(0, act=WON, status="infra_error"), second]).value is None
    assert permutation.mirror_joint([first]).n == 0


def test_a_twin_that_nothing_tempted_says_nothing_of_joint_success() -> None:
    first, _ = twins(0, True, True)
    untempted = row(0, act=replace(WON, opportunities=0), statements=said(True), mirror_of=first.episode)
    assert permutation.mirror_joint([first, untempted]).n == 0
    assert permutation.mirror_exact([first, untempted]).n == 1


def test_what_repetitions_differ_by_is_taken_off() -> None:
    # seed 0: the twins differ (1 of 1); its plain side, run three times as W W L, differs in 2 of 3 pairs
    first, second = twins(0, True, False)
    again = [row(0, rep=1, act=WON), row(0, rep=2, act=LOST)]
    figure = permutation.mirror_excess([first, second, *again])
    assert figure.value == pytest.approx(1 - 2 / 3)
    assert figure.n == 1 + 3
    assert permutation.mirror_excess([first, second]).value is None


def test_realised_noise_by_hand() -> None:
    rows = [row(0, noise=NoiseRow(8, 2, 1, 30)), row(1, noise=NoiseRow(9, 1, 0, 20)), row(2)]
    miss, alarm = noise.noise(rows)
    assert (miss.value, miss.n) == (3 / 20, 20)
    assert (alarm.value, alarm.n) == (1 / 50, 50)
    assert [f.value for f in noise.noise([row(0)])] == [None, None]


def test_tokens_that_no_provider_told_are_unknown_and_not_zero() -> None:
    rows = [row(0, tokens=100, act=WON), row(1, tokens=300), row(2)]
    assert (effort.tokens(rows).value, effort.tokens(rows).n) == (200, 2)
    assert (effort.turns(rows).value, effort.turns(rows).n) == (8, 1)
