"""Gains are differences on the same seed; revision needs missed sanctions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.made import met, row, said
from normquest.measures import learning
from normquest.measures.figures import Figure
from normquest.measures.rows import EpisodeRow, OwnTrialRow


def gains(rows: list[EpisodeRow]) -> dict[str, Figure]:
    return {figure.name: figure for figure in learning.gains(rows)}


def exact(arm: str, *results: bool) -> list[EpisodeRow]:
    return [row(seed, arm, statements=said(one)) for seed, one in enumerate(results)]


def test_third_party_gain_splits_into_imitation_and_sanctions() -> None:
    found = gains(
        exact("blind", False, False, False, False)
        + exact("demonstrations", True, False, False, False)
        + exact("witnessed", True, True, True, False)
    )
    assert found["gain.exact.imitation"].value == 1 / 4
    assert found["gain.exact.sanctions"].value == 2 / 4
    assert found["gain.exact.third_party"].value == 3 / 4
    assert found["gain.exact.third_party"].n == 4


def test_sham_is_the_check() -> None:
    found = gains(
        exact("demonstrations", True, False) + exact("sham", True, False) + exact("witnessed", True, True)
    )
    assert found["gain.exact.over_sham"].value == 1 / 2
    assert found["gain.exact.sham"].value == 0


def test_only_seeds_in_both_arms_count() -> None:
    found = gains(exact("blind", True) + exact("witnessed", False, True, True))
    assert (found["gain.exact.third_party"].value, found["gain.exact.third_party"].n) == (-1, 1)


def test_an_arm_that_was_not_run_leaves_its_contrasts_undefined() -> None:
    found = gains(exact("witnessed", True))
    assert (found["gain.exact.third_party"].value, found["gain.exact.third_party"].n) == (None, 0)


def test_repetitions_are_averaged_before_they_are_paired() -> None:
    again = [row(0, "witnessed", rep=1, statements=said(False))]
    found = gains(exact("blind", False) + exact("witnessed", True) + again)
    assert (found["gain.exact.third_party"].value, found["gain.exact.third_party"].n) == (1 / 2, 1)


def test_gains_on_balanced_accuracy_and_on_the_first_opportunity() -> None:
    found = gains(
        [
            row(0, "blind", statements=said(balanced_accuracy=0.5), opportunities=met("v")),
            row(0, "witnessed", statements=said(balanced_accuracy=0.9), opportunities=met("k")),
        ]
    )
    assert found["gain.balanced.third_party"].value == pytest.approx(0.4)
    assert found["gain.keep.third_party"].value == 1
    assert found["gain.exact.third_party"].value is None


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=1, max_size=12))
def test_the_split_adds_up(seeds: list[tuple[bool, bool, bool]]) -> None:
    blind, shown, seen = zip(*seeds, strict=True)
    found = gains(exact("blind", *blind) + exact("demonstrations", *shown) + exact("witnessed", *seen))
    parts = [found[f"gain.exact.{name}"].value or 0 for name in ("imitation", "sanctions", "third_party")]
    assert parts[0] + parts[1] == pytest.approx(parts[2])


def test_revision_by_hand() -> None:
    trials = (
        OwnTrialRow(True, True, True),
        OwnTrialRow(True, True, True),
        OwnTrialRow(True, True, False),  # sanctioned: 2 of 3 kept next
        OwnTrialRow(True, False, True),
        OwnTrialRow(True, False, False),  # missed: 1 of 2
        OwnTrialRow(False, False, True),  # it had kept
        OwnTrialRow(True, True, None),  # no next one
        OwnTrialRow(True, False, True, watched=False),  # nobody there, so nothing was missed
    )
    figure = learning.revision([row(0, "both", own_trials=trials)])
    assert figure.value == pytest.approx(2 / 3 - 1 / 2)
    assert figure.n == 5


def test_revision_is_undefined_without_misses_and_where_sanctions_are_deferred() -> None:
    trials = (OwnTrialRow(True, True, True), OwnTrialRow(True, False, True))
    sanctioned = learning.revision([row(0, "own", own_trials=trials[:1])])
    assert (sanctioned.value, sanctioned.n) == (None, 1)
    assert learning.revision([row(0, "witnessed", own_trials=trials)]).n == 0


def test_sanction_avoidance_by_hand() -> None:
    # watched: k v k, 2 of 3 kept; unwatched: v v k, 1 of 3
    opportunities = met("kvkvvk", watched="yyynnn")
    figure = learning.sanction_avoidance([row(0, opportunities=opportunities)])
    assert figure.value == pytest.approx(1 / 3)
    assert figure.n == 6
    assert learning.sanction_avoidance([row(0, opportunities=met("kv"))]).value is None
