"""Saying against doing, customs against the norm, rules where there are none."""

from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.made import met, row, said
from normquest.measures import customs, detection, saying
from normquest.measures.rows import EpisodeRow


def test_the_say_do_gap_is_of_those_who_know() -> None:
    rows = [
        row(0, statements=said(True), opportunities=met("kkv")),
        row(1, statements=said(True), opportunities=met("k")),
        row(2, statements=said(False), opportunities=met("vvk")),
        row(3, opportunities=met("v")),
    ]
    knew, knew_not = saying.say_do_gap(rows), saying.kept_unsaid(rows)
    assert (knew.value, knew.n) == (1 / 4, 4)
    assert knew_not.value == pytest.approx(1 / 3)
    assert knew_not.n == 3


def test_the_say_do_gap_is_undefined_where_nobody_was_exact() -> None:
    assert saying.say_do_gap([row(0, statements=said(False), opportunities=met("v"))]).value is None


def test_consistency_is_with_ones_own_rule() -> None:
    rows = [
        row(0, statements=said(False, own_findings=4, own_violations=1)),
        row(1, statements=said(True, own_findings=1) + said(True, "act", own_findings=1, own_violations=1)),
        row(2, statements=said(None, is_none=True, own_findings=3)),
    ]
    figure = saying.consistency(rows)
    assert figure.value == pytest.approx(4 / 6)
    assert figure.n == 6


def test_copying_counts_opportunities_on_unenforced_customs() -> None:
    rows = [row(0, customs_met=4, customs_kept=3), row(1, customs_met=1), row(2)]
    assert (customs.copying(rows).value, customs.copying(rows).n) == (3 / 5, 5)


def test_copying_less_blind_is_paired_by_seed() -> None:
    rows = [
        row(0, "blind", customs_met=4, customs_kept=1),
        row(0, "demonstrations", customs_met=4, customs_kept=4),
        row(1, "blind", customs_met=2, customs_kept=1),
        row(1, "demonstrations", customs_met=2, customs_kept=1),
        row(2, "demonstrations", customs_met=2, customs_kept=2),
    ]
    found = {f.name: f for f in customs.copying_gain(rows)}
    assert found["copying.demonstrations-blind"].value == pytest.approx((0.75 + 0) / 2)
    assert found["copying.demonstrations-blind"].n == 2
    assert found["copying.witnessed-blind"].value is None


def test_a_custom_stated_as_the_norm() -> None:
    rows = [row(i, statements=said(copied_customs=n)) for i, n in enumerate((0, 1, None))]
    assert (customs.custom_as_norm(rows).value, customs.custom_as_norm(rows).n) == (1 / 2, 2)


def free(seed: int, **statement: object) -> EpisodeRow:
    return row(seed, norm="none", norm_free=True, statements=said(**statement))  # type: ignore[arg-type]


def test_invented_rules_and_the_confidence_in_them() -> None:
    rows = [
        free(0, confidence=0.9),
        free(1, confidence=0.5),
        free(2, is_none=True, confidence=0.8),
        free(3, unstatable=True),
        row(4, statements=said(True, confidence=1.0)),
    ]
    assert (detection.invented(rows).value, detection.invented(rows).n) == (2 / 4, 4)
    sure = detection.invented_confidence(rows)
    assert (sure.value, sure.n) == (0.7, 2)


def test_d_prime_by_hand() -> None:
    # 8 of 10 hits, 2 of 10 false alarms: z(8.5 / 11) - z(2.5 / 11) = 2 · .7479
    rows = [row(i, statements=said(is_none=i >= 8)) for i in range(10)]
    rows += [free(i, is_none=i >= 2) for i in range(10)]
    figure = detection.is_there_a_rule(rows)
    assert figure.value == pytest.approx(2 * NormalDist().inv_cdf(8.5 / 11))
    assert figure.value == pytest.approx(1.4957, abs=2e-4)
    assert figure.n == 20
    assert figure.low is not None and figure.high is not None
    assert figure.low < 1.4957 < figure.high


def test_d_prime_needs_both_kinds_of_community() -> None:
    figure = detection.is_there_a_rule([row(0, statements=said(True))])
    assert (figure.value, figure.n) == (None, 1)
    with pytest.raises(ValueError, match="with and without"):
        detection.log_linear_d(1, 1, 0, 0)


@given(st.integers(1, 50), st.integers(1, 50))
def test_d_prime_of_perfect_and_of_blind_answers(signals: int, noises: int) -> None:
    assert 0 < detection.log_linear_d(signals, signals, 0, noises) < 10
    assert detection.log_linear_d(signals, signals, signals, signals) == pytest.approx(0)
