"""Each kind of record as a row of its table, and a row as a record: one pair of functions a kind.

A kind is added here and in `codec.KINDS`; a field, here and in a new migration.
"""

from dataclasses import fields
from typing import Any, Protocol

from normquest.episode.records import (
    Choice,
    Decision,
    Observation,
    OpportunityRecord,
    Request,
    StageResult,
    Statement,
    TrialResult,
    Truth,
)
from normquest.norms.events import Act, Event, Finding
from normquest.store.canonical import dumps, dumps_made, dumps_names, loads, readable, storable

Values = tuple[Any, ...]
"""A row's values, in the order of its table's columns in `codec.COLUMNS`."""


class Row(Protocol):
    """A row as read: a dict or a sqlite3.Row."""

    def __getitem__(self, key: str, /) -> Any:
        """The value in a column."""


_NO_ACT = (None, None, None)


def event_row(event: Event) -> Values:
    act = event.act
    deed = _NO_ACT if act is None else (act.actor, act.verb, dumps_names(act.slots))
    return (
        event.seq,
        event.turn,
        event.stage,
        event.kind,
        event.place,
        event.hour,
        event.day,
        *deed,
        dumps_names(event.tags),
        dumps_made(event.facts),
        None if event.could is None else dumps_made(event.could),
        dumps_names(event.present),
        dumps_names(event.seen_by),
        event.sight,
        dumps_made(event.changes) if event.changes else "[]",
        event.target,
        storable(event.text),
    )


def event(row: Row) -> Event:
    could = row["could"]
    return Event(
        seq=row["seq"],
        turn=row["turn"],
        stage=row["stage"],
        kind=row["kind"],
        place=row["place"],
        hour=row["hour"],
        day=row["day"],
        act=None if row["slots"] is None else Act(row["actor"], row["verb"], _pairs(loads(row["slots"]))),
        tags=tuple(loads(row["tags"])),
        facts=loads(row["facts"]),
        could=None if could is None else tuple(loads(could)),
        present=tuple(loads(row["present"])),
        seen_by=tuple(loads(row["seen_by"])),
        sight=row["sight"],
        changes=tuple((entity, name, value) for entity, name, value in loads(row["changes"])),
        target=row["target"],
        text=readable(row["text"]),
    )


def _pairs(items: list[list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((key, value) for key, value in items)


def truth_row(truth: Truth) -> Values:
    found = truth.finding
    return (
        truth.seq,
        truth.custom,
        found.instance,
        found.bearer,
        found.opened_by,
        found.closed_by,
        found.result,
        truth.watched,
        truth.cause,
    )


def truth(row: Row) -> Truth:
    found = Finding(row["instance"], row["bearer"], row["opened_by"], row["closed_by"], row["result"])
    return Truth(row["seq"], found, row["custom"], bool(row["watched"]), row["cause"])


_OBSERVED = tuple(field.name for field in fields(Observation))


def request_row(request: Request) -> Values:
    seen: dict[str, Any] = {name: getattr(request.observation, name) for name in _OBSERVED}
    seen["choices"] = [
        (choice.number, choice.text, choice.act.actor, choice.act.verb, choice.act.slots)
        for choice in request.observation.choices
    ]
    return (
        request.seq,
        request.kind,
        request.stage,
        storable(request.question),
        request.about,
        request.attempt,
        dumps_names(request.options),
        dumps_made(seen),
    )


def request(row: Row) -> Request:
    stored = loads(row["observation"])
    seen: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()
    }
    seen["choices"] = tuple(
        Choice(number, text, Act(actor, verb, _pairs(slots)))
        for number, text, actor, verb, slots in seen["choices"]
    )
    return Request(
        seq=row["seq"],
        kind=row["kind"],
        stage=row["stage"],
        observation=Observation(**seen),
        question=readable(row["question"]),
        about=row["about"],
        attempt=row["attempt"],
        options=tuple(loads(row["options"])),
    )


def decision_row(decision: Decision) -> Values:
    return (
        decision.request,
        storable(decision.raw),
        dumps(decision.value),
        decision.outcome,
        decision.ms,
        decision.calls,
    )


def decision(row: Row) -> Decision:
    return Decision(
        request=row["request"],
        raw=readable(row["raw"]),
        value=loads(row["value"]),
        outcome=row["outcome"],
        ms=row["ms"],
        calls=row["calls"],
    )


def statement_row(statement: Statement) -> Values:
    return (
        statement.stage,
        None if statement.rule is None else dumps(statement.rule),
        storable(statement.english),
        storable(statement.words),
        dumps(statement.evidence),
        statement.confidence,
        dumps(statement.habits),
        storable(statement.unstatable),
    )


def statement(row: Row) -> Statement:
    return Statement(
        stage=row["stage"],
        rule=None if row["rule"] is None else loads(row["rule"]),
        english=readable(row["english"]),
        words=readable(row["words"]),
        evidence=tuple(loads(row["evidence"])),
        confidence=row["confidence"],
        habits=tuple(loads(row["habits"])),
        unstatable=readable(row["unstatable"]),
    )


def opportunity_row(met: OpportunityRecord) -> Values:
    return (
        met.stage,
        met.instance,
        met.first,
        met.last,
        met.outcome,
        met.watched,
        met.sanctioned_before,
    )


def opportunity(row: Row) -> OpportunityRecord:
    return OpportunityRecord(
        stage=row["stage"],
        instance=row["instance"],
        first=row["first"],
        last=row["last"],
        outcome=row["outcome"],
        watched=bool(row["watched"]),
        sanctioned_before=bool(row["sanctioned_before"]),
    )


def stage_result_row(ended: StageResult) -> Values:
    return (ended.stage, ended.task_success, ended.violations, ended.opportunities, ended.turns)


def stage_result(row: Row) -> StageResult:
    return StageResult(
        stage=row["stage"],
        task_success=bool(row["task_success"]),
        violations=row["violations"],
        opportunities=row["opportunities"],
        turns=row["turns"],
    )


def trial_result_row(ended: TrialResult) -> Values:
    return (ended.trial, ended.circumstance, ended.kept, ended.turns, ended.watched)


def trial_result(row: Row) -> TrialResult:
    return TrialResult(
        trial=row["trial"],
        circumstance=row["circumstance"],
        kept=None if row["kept"] is None else bool(row["kept"]),
        turns=row["turns"],
        watched=bool(row["watched"]),
    )
