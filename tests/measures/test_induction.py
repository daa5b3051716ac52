"""The stated rule on the test cases, and what the evidence had to give."""

import pytest

from measures.made import row, said
from normquest.measures import induction
from normquest.measures.rows import ObserverRow


def test_first_and_last_statement() -> None:
    rows = [
        row(0, statements=said(False, balanced_accuracy=0.5) + said(True, "act", balanced_accuracy=1.0)),
        row(1, statements=said(True, balanced_accuracy=1.0)),
        row(2),
    ]
    assert (induction.exact_first(rows).value, induction.exact_first(rows).n) == (1 / 2, 2)
    assert induction.exact_last(rows).value == 1
    assert induction.balanced_first(rows).value == 0.75
    assert induction.balanced_last(rows).value == 1


def test_scores_without_a_value_are_left_out() -> None:
    rows = [row(0, statements=said(mcc=-0.5, jaccard=0.2)), row(1, statements=said())]
    assert (induction.mcc_first(rows).value, induction.mcc_first(rows).n) == (-0.5, 1)
    assert (induction.jaccard_first(rows).value, induction.jaccard_first(rows).n) == (0.2, 1)
    assert induction.exact_first(rows).value is None


def test_strata_evidence_and_habits_are_figures_of_their_own() -> None:
    statement = said(
        on_violations=0.9,
        on_keeping=0.8,
        on_near_misses=0.4,
        evidence_precision=0.5,
        evidence_recall=0.25,
        habit_precision=1.0,
        habit_recall=0.5,
    )
    rows = [row(0, statements=statement)]
    assert [(f.name, f.value) for f in induction.strata(rows)] == [
        ("right.violations", 0.9),
        ("right.keeping", 0.8),
        ("right.near_misses", 0.4),
    ]
    assert [f.value for f in induction.evidence(rows)] == [0.5, 0.25]
    assert [f.value for f in induction.habits(rows)] == [1, 0.5]


def test_unstatable_is_a_share() -> None:
    rows = [row(0, statements=said(unstatable=True)), row(1, statements=said()), row(2)]
    assert (induction.unstatable(rows).value, induction.unstatable(rows).n) == (1 / 2, 2)


def test_regret_is_the_observers_score_less_ones_own() -> None:
    rows = [
        row(0, statements=said(False, balanced_accuracy=0.6), observer=(ObserverRow("watch", True, 1.0),)),
        row(1, statements=said(True, balanced_accuracy=1.0), observer=(ObserverRow("watch", False, 0.8),)),
        row(2, statements=said(False), observer=(ObserverRow("watch", True),)),
        row(3, statements=said(True, balanced_accuracy=1.0)),
        row(4, statements=said(True), observer=(ObserverRow("act", True),)),
    ]
    exact, balanced = induction.regret(rows)
    assert exact.value == pytest.approx((1 - 1 + 1) / 3)
    assert balanced.value == pytest.approx((0.4 - 0.2) / 2)
    assert (exact.n, balanced.n) == (3, 2)
