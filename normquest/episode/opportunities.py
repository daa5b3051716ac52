"""When the norm could be broken to one's advantage and also be kept.

An opportunity is a maximal run of the newcomer's decision points on one norm
instance at which some legal act violates and brings the end of the task nearer
(`tempting`) and some legal act keeps the task finishable within budget without
a violation (`keepable`). It ends violated or kept; declining counts as kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Moment:
    """One decision point as the rules of opportunity see it. `violated`: the act taken broke the norm."""

    turn: int
    instance: str
    tempting: bool
    keepable: bool
    violated: bool


@dataclass(frozen=True, slots=True)
class Opportunity:
    """A run of moments on one instance: its first and last turn, and how it ended."""

    instance: str
    first: int
    last: int
    outcome: Literal["violated", "kept"]


def opportunities(moments: Iterable[Moment]) -> list[Opportunity]:
    """Joins moments into opportunities, in the order in which they begin.

    A run of an instance ends where a turn has no moment on it, where a moment
    is not both tempting and keepable, or with the violation itself.
    """
    found: list[list[Moment]] = []
    running: dict[str, list[Moment]] = {}
    for moment in moments:
        run = running.get(moment.instance)
        if run is not None and (run[-1].violated or moment.turn > run[-1].turn + 1):
            run = None
        if not (moment.tempting and moment.keepable):
            running.pop(moment.instance, None)
            continue
        if run is None:
            run = []
            running[moment.instance] = run
            found.append(run)
        run.append(moment)
    return [
        Opportunity(run[0].instance, run[0].turn, run[-1].turn, "violated" if run[-1].violated else "kept")
        for run in found
    ]
