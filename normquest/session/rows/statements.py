"""Rows of stated norms: the score on the test cases, the evidence, the habits, one's own acts by it."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.episode.records import Record, Statement
from normquest.measures.rows import StatementRow
from normquest.norms.events import NEWCOMER, Event, Stage
from normquest.norms.monitor import Monitor
from normquest.session.rows.scoring import Scorer
from normquest.session.rows.stretches import Judged, Reaction, of_stage

_NEXT: dict[Stage, Stage] = {"watch": "act", "act": "elsewhere"}
"""The stage that follows a statement, in which one can act by it."""


def statement_rows(
    records: Sequence[Record], judged: Sequence[Judged], scorer: Scorer
) -> tuple[StatementRow, ...]:
    """A row for each statement, in order."""
    rows = []
    last_seen = -1
    for record in records:
        if isinstance(record, Statement):
            so_far = [r for one in judged for r in one.reactions if r.mark.seq <= last_seen]
            rows.append(_row(record, so_far, judged, scorer))
        elif isinstance(record, Event):
            last_seen = record.seq
    return tuple(rows)


def _row(
    said: Statement, reactions: Sequence[Reaction], judged: Sequence[Judged], scorer: Scorer
) -> StatementRow:
    score = scorer.score(said.rule)
    precision, recall = evidence(said.evidence, reactions)
    habit_precision, habit_recall = habits(said, scorer)
    unenforced = scorer.unenforced
    findings, violations = by_own_rule(said, judged, scorer)
    return StatementRow(
        stage=said.stage,
        exact=score.exact,
        balanced_accuracy=score.balanced_accuracy,
        agreement=score.agreement,
        mcc=score.mcc,
        jaccard=score.jaccard,
        confidence=said.confidence,
        is_none=said.rule is None and not said.unstatable,
        unstatable=bool(said.unstatable),
        on_violations=score.by_stratum.get("violation"),
        on_keeping=score.by_stratum.get("keeping"),
        on_near_misses=score.by_stratum.get("near_miss"),
        evidence_precision=precision,
        evidence_recall=recall,
        habit_precision=habit_precision,
        habit_recall=habit_recall,
        copied_customs=len(set(scorer.customs(said.rule)) & set(unenforced)) if unenforced else None,
        own_findings=findings,
        own_violations=violations,
    )


def evidence(cited: Sequence[int], reactions: Sequence[Reaction]) -> tuple[float | None, float | None]:
    """(precision, recall) of cited events against the sanctions that bear on the norm, and what earned them.

    A sanction and its cause count once: either recalls it. None where nothing was cited, or nothing was there
    to cite.
    """
    pairs = [{r.mark.seq, r.cause.seq} for r in reactions if r.cause is not None]
    events = set(cited)
    bearing = events & set().union(*pairs)
    precision = len(bearing) / len(events) if events else None
    recall = sum(bool(pair & events) for pair in pairs) / len(pairs) if pairs else None
    return precision, recall


def habits(said: Statement, scorer: Scorer) -> tuple[float | None, float | None]:
    """(precision, recall) of the habits stated beside the rule against the customs that nobody minds."""
    customs = set(scorer.unenforced)
    found = [customs & set(scorer.customs(habit)) for habit in said.habits]
    precision = sum(bool(one) for one in found) / len(found) if found else None
    recall = len(set().union(*found)) / len(customs) if customs else None
    return precision, recall


def by_own_rule(said: Statement, judged: Sequence[Judged], scorer: Scorer) -> tuple[int, int]:
    """(findings, violations) that the stated rule charges to the newcomer in the stage that follows."""
    rule, following = scorer.rule(said.rule), _NEXT.get(said.stage)
    if rule is None or following is None:
        return 0, 0
    results = [
        finding.result
        for one in of_stage(judged, following)
        for finding in Monitor(rule).feed_all(one.stretch.events)
        if finding.bearer == NEWCOMER and finding.result in ("violated", "kept")
    ]
    return len(results), results.count("violated")
