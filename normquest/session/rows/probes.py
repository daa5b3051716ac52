"""Rows of the short questions: forecasts, attributions, recognitions, each beside the truth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from normquest.episode.case import Case
from normquest.episode.records import Config, Decision, EpisodeKey, Record, Request
from normquest.episode.state import EpisodeState
from normquest.episode.step import counterfactual_items, recognition_items
from normquest.measures.rows import AttributionRow, ForecastRow, RecognitionRow, SuppositionRow
from normquest.norms.events import Event
from normquest.session.rows.stretches import Judged, Reaction

OMISSION, NOTHING = "omission", "nothing"


def answered(records: Iterable[Record], kind: str) -> Iterator[tuple[int, Request, Decision]]:
    """Each request of a kind with its decision, and the decision's place in the records."""
    asked: dict[int, Request] = {}
    for at, record in enumerate(records):
        if isinstance(record, Request) and record.kind == kind:
            asked[record.seq] = record
        elif isinstance(record, Decision) and record.request in asked:
            yield at, asked[record.request], record


def forecast_rows(judged: Sequence[Judged], config: Config) -> tuple[ForecastRow, ...]:
    """Forecasts; it happened if somebody reacted to the turn at whose end the scene held its breath."""
    rows = []
    for one in judged:
        records = one.stretch.records
        for at, _, decision in answered(records, "forecast"):
            before = [record for record in records[:at] if isinstance(record, Event)]
            turn = before[-1].turn if before else 0
            after = [record for record in records[at:] if isinstance(record, Event)]
            happened = any(e.kind == "sanction" and e.turn == turn + config.delay for e in after)
            rows.append(ForecastRow(happened=happened, answer=_yes_no(decision.value)))
    return tuple(rows)


def attribution_rows(judged: Sequence[Judged]) -> tuple[AttributionRow, ...]:
    """Attributions, and whether the last act of the one who was sanctioned is right there."""
    rows = []
    for one in judged:
        marks = {reaction.mark.seq: reaction for reaction in one.reactions}
        for _, request, decision in answered(one.stretch.records, "attribution"):
            reaction = marks.get(-1 if request.about is None else request.about)
            if reaction is not None:
                right = right_answers(reaction, one)
                rows.append(AttributionRow(decision.value in right, last_act(reaction, one) in right))
    return tuple(rows)


def right_answers(reaction: Reaction, judged: Judged) -> set[Any]:
    """What earned a reaction: an act's number; for what was left undone also what opened it; or "nothing"."""
    if reaction.cause is None:
        return {NOTHING}
    kinds = {event.seq: event.kind for event in judged.stretch.events}
    if kinds.get(reaction.cause.seq) == "tick":
        return {OMISSION, reaction.cause.finding.opened_by}
    return {reaction.cause.seq}


def last_act(reaction: Reaction, judged: Judged) -> int | None:
    """The last act before a reaction of the one it is aimed at; of anybody, where that was not shown."""
    target = reaction.mark.target
    acts = [
        event.seq
        for event in judged.stretch.events
        if event.kind in ("act", "failed") and event.seq < reaction.mark.seq and target in (None, event.actor)
    ]
    return acts[-1] if acts else None


def recognition_rows(
    records: Sequence[Record], key: EpisodeKey, config: Config, case: Case
) -> tuple[RecognitionRow, ...]:
    """Recognitions."""
    given = [decision for _, _, decision in answered(records, "recognition")]
    if not given:
        return ()
    items = recognition_items(EpisodeState(key=key, config=config, case=case))
    return tuple(
        RecognitionRow(_yes_no(decision.value), truth)
        for decision, (_, truth) in zip(given, items, strict=False)
    )


def supposition_rows(
    records: Sequence[Record], key: EpisodeKey, config: Config, case: Case
) -> tuple[SuppositionRow, ...]:
    """Counterfactuals."""
    given = [decision for _, _, decision in answered(records, "counterfactual")]
    if not given:
        return ()
    items = counterfactual_items(EpisodeState(key=key, config=config, case=case))
    return tuple(
        SuppositionRow(_yes_no(decision.value), item.minded)
        for decision, item in zip(given, items, strict=False)
    )


def _yes_no(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None
