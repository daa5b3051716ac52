"""Rows refuse what cannot be."""

import pytest

from measures.made import met, row, said, stage
from normquest.measures.rows import ForecastRow, NoiseRow, ObserverRow, StatementRow
from normquest.measures.select import (
    first_kept,
    first_statement,
    last_statement,
    norm_free,
    normed,
    scored,
    stage_statements,
)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_a_share_lies_between_0_and_1(value: float) -> None:
    with pytest.raises(ValueError, match="confidence lies between 0 and 1"):
        StatementRow("watch", confidence=value)
    with pytest.raises(ValueError, match="probability"):
        ForecastRow(True, probability=value)
    with pytest.raises(ValueError, match="balanced_accuracy"):
        ObserverRow("watch", balanced_accuracy=value)


def test_a_correlation_may_be_negative() -> None:
    assert StatementRow("watch", mcc=-1.0).mcc == -1
    with pytest.raises(ValueError, match="mcc lies between -1 and 1"):
        StatementRow("watch", mcc=-1.5)


def test_a_part_is_no_more_than_its_whole() -> None:
    with pytest.raises(ValueError, match="3 own violations of 2"):
        StatementRow("watch", own_findings=2, own_violations=3)
    with pytest.raises(ValueError, match="2 false alarms of 1"):
        NoiseRow(false_alarms=2, trials=1)
    with pytest.raises(ValueError, match="1 customs kept of 0"):
        row(customs_kept=1)


def test_a_count_is_not_negative() -> None:
    with pytest.raises(ValueError, match="misses is a count"):
        NoiseRow(misses=-1)


def test_an_unstatable_sentence_is_no_rule() -> None:
    assert StatementRow("watch").says_a_rule
    assert not StatementRow("watch", is_none=True).says_a_rule
    assert not StatementRow("watch", unstatable=True).says_a_rule


def test_only_infrastructure_errors_and_running_episodes_do_not_count() -> None:
    rows = [row(i, status=s) for i, s in enumerate(("done", "stopped", "running", "infra_error"))]
    assert [r.status for r in scored(rows)] == ["done", "stopped"]


def test_norm_free_communities_are_apart() -> None:
    rows = [row(0), row(1, norm="none", norm_free=True)]
    assert [r.seed for r in normed(rows)] == [0]
    assert [r.seed for r in norm_free(rows)] == [1]


def test_the_first_statement_is_the_last_of_the_watch() -> None:
    asked = row(statements=said(False) + said(True) + said(False, "act") + said(None, "elsewhere"))
    assert (first_statement(asked) or said()[0]).exact is True
    assert (last_statement(asked) or said()[0]).stage == "elsewhere"
    assert [s.exact for s in stage_statements(asked)] == [True, False, None]
    assert first_statement(row()) is last_statement(row()) is None


def test_the_first_opportunity_counts_before_any_own_sanction_alone() -> None:
    assert first_kept(row(opportunities=met("kv"))) is True
    assert first_kept(row(opportunities=met("vk"))) is False
    assert first_kept(row(opportunities=met("k", sanctioned="y"))) is None
    assert first_kept(row(opportunities=met("k", "elsewhere"))) is None
    assert first_kept(row(opportunities=tuple(reversed(met("kvv"))))) is True


def test_joint_success_needs_an_opportunity() -> None:
    assert stage().joint
    assert not stage(opportunities=0).joint
