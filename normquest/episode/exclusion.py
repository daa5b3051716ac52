"""Exclusion: some reactions send whoever gave offence aside, and that costs turns.

It never makes a task impossible: it takes no turn where what would be left is
less than the whole task takes one who keeps the norm.
"""

from __future__ import annotations

from dataclasses import replace

from normquest.episode.acting import turn
from normquest.episode.case import Case
from normquest.episode.records import Config, Record
from normquest.episode.state import Acting
from normquest.episode.tasks import task_of


def stand_aside(
    case: Case, config: Config, acting: Acting, seq: int, resumed: bool
) -> tuple[Acting, list[Record], int]:
    """The turns that the newcomer is set aside, in which it decides nothing; none where it is not.

    Returns the stage after them, their records, and the next event's number. A reaction to what is done
    meanwhile sets nobody aside for longer.
    """
    records: list[Record] = []
    for _ in range(acting.set_aside):
        if acting.done or not _can_be_spared(case, acting):
            break
        after, brought, seq = turn(case, config, acting, seq, None, resumed, aside=True)
        records += brought
        acting = replace(
            after, lines=(*acting.lines, *after.lines), arrived=acting.arrived, visits=acting.visits
        )
    return replace(acting, set_aside=0), records, seq


def _can_be_spared(case: Case, acting: Acting) -> bool:
    return task_of(case, acting.stage).turns - acting.turn - 1 >= case.oracle_cost
