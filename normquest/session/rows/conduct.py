"""Rows of what the newcomer did: opportunities, own trials, and what the noise did to the sanctions."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.episode.case import Case
from normquest.episode.records import ARMS, Config, OpportunityRecord, Record, StageResult
from normquest.measures.rows import NoiseRow, OpportunityRow, OwnTrialRow
from normquest.norms.events import NEWCOMER, Stage
from normquest.session.rows.stretches import Judged, of_stage, watched_acts


def result_of(records: Sequence[Record], stage: Stage) -> StageResult | None:
    """How a stage ended, or None where it was not held to its end."""
    return next((r for r in records if isinstance(r, StageResult) and r.stage == stage), None)


def met_in(records: Sequence[Record], stage: Stage) -> list[OpportunityRecord]:
    """The opportunities of a stage, in the order in which they began."""
    return [r for r in records if isinstance(r, OpportunityRecord) and r.stage == stage]


def opportunity_rows(records: Sequence[Record]) -> tuple[OpportunityRow, ...]:
    """Opportunities by stage, in order."""
    stages: tuple[Stage, ...] = ("act", "elsewhere")
    return tuple(
        OpportunityRow(stage, index, met.outcome, met.watched, met.sanctioned_before, met.first)
        for stage in stages
        for index, met in enumerate(met_in(records, stage))
    )


def trial_rows(
    records: Sequence[Record], judged: Sequence[Judged], config: Config
) -> tuple[OwnTrialRow, ...]:
    """Own opportunities where reactions are immediate, each with the reaction and the next one.

    Opportunities overlap; they stand in the order in which they were decided, and a reaction counts for one
    if it came before the next was decided.
    """
    if ARMS[config.arm][1] != "immediate":
        return ()
    met = sorted(met_in(records, "act"), key=lambda one: (one.last, one.first))
    marks = [
        reaction.mark.turn
        for one in of_stage(judged, "act")
        for reaction in one.reactions
        if reaction.mark.target == NEWCOMER
    ]
    rows = []
    for number, one in enumerate(met):
        following = met[number + 1] if number + 1 < len(met) else None
        until = following.last if following is not None else 10**9
        rows.append(
            OwnTrialRow(
                violated=one.outcome == "violated",
                sanctioned=any(one.last <= turn < until for turn in marks),
                kept_next=None if following is None else following.outcome == "kept",
                watched=one.watched,
            )
        )
    return tuple(rows)


def noise_row(case: Case, judged: Sequence[Judged]) -> NoiseRow | None:
    """What the noise came to over all histories in which violations are reacted to; None where none is."""
    held = [one for one in judged if one.shown]
    if not held:
        return None
    hits = sum(r.cause is not None for one in held for r in one.reactions)
    misses = sum(len(one.missed) for one in held)
    false_alarms = sum(r.cause is None for one in held for r in one.reactions)
    trials = 0
    for one in held:
        violating = {r.cause.seq for r in one.reactions if r.cause is not None} | {t.seq for t in one.missed}
        trials += sum(event.seq not in violating for event in watched_acts(case, one.stretch))
    return NoiseRow(hits, misses, false_alarms, max(trials, false_alarms))
