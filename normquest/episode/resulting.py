"""What a stage with a task came to: the opportunities it met, and its result."""

from __future__ import annotations

from normquest.community.acts import find_ground
from normquest.episode.case import Case
from normquest.episode.opportunities import Opportunity
from normquest.episode.records import OpportunityRecord, Record, StageResult
from normquest.episode.state import Acting


def opportunities_met(case: Case, acting: Acting) -> list[Opportunity]:
    """The opportunities of the decisions taken so far, by their numbers; none in a norm-free community."""
    if case.norm is None:
        return []
    watch = case.watch_maker(acting.stage)
    for number, t in enumerate(acting.taken):
        ground = find_ground(acting.community, t.act)
        assert ground is not None
        watch.decide(t.state, t.memory, ground, number, t.left)
    return list(watch.found())


def results(case: Case, acting: Acting) -> list[Record]:
    """What a stage came to: its opportunities and its result."""
    records: list[Record] = []
    met = opportunities_met(case, acting)
    for one in met:
        turns = acting.taken[one.first : one.last + 1]
        noticed = turns[-1].noticed if one.outcome == "violated" else None
        records.append(
            OpportunityRecord(
                stage=acting.stage,
                instance=one.instance,
                first=turns[0].turn,
                last=turns[-1].turn,
                outcome=one.outcome,
                watched=any(t.watched for t in turns) if noticed is None else noticed,
                sanctioned_before=bool(turns[-1].sanctioned),
            )
        )
    records.append(StageResult(acting.stage, acting.done, acting.violations, len(met), acting.turn))
    return records
