"""What a planner must be asked: opportunities on customs that nobody minds, and permitted acts held back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from normquest.community.acts import GroundAct, find_ground
from normquest.community.state import Key, folded
from normquest.episode.case import Case
from normquest.measures.rows import PermittedRow
from normquest.minds.planner import Node, Planner
from normquest.minds.temptation import OpportunityJudge, Temptation
from normquest.norms.events import NEWCOMER, Event
from normquest.norms.monitor import Monitor
from normquest.norms.past import Memory
from normquest.norms.rules import Rule
from normquest.norms.terms_of import terms_of
from normquest.session.rows.stretches import Judged, of_stage


@dataclass(frozen=True)
class Taken:
    """One act of the newcomer: the state and a rule's memory before it, and its turn."""

    state: Mapping[Key, Any]
    memory: Memory
    ground: GroundAct
    turn: int


def taken(case: Case, events: Sequence[Event], rule: Rule) -> Iterator[Taken]:
    """The newcomer's acts at home, with what was so before each."""
    monitor = Monitor(rule)
    state: Mapping[Key, Any] = case.home_start
    memory: Memory = {}
    for event in events:
        if event.act is not None and event.kind in ("act", "failed") and event.actor == NEWCOMER:
            ground = find_ground(case.home, event.act)
            if ground is not None:
                yield Taken(state, memory, ground, event.turn)
        state = folded(state, event.changes)
        memory, _ = monitor.judge(memory, event)


class Asked:
    """The planners of one case, made when first asked and kept for all newcomers."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.blind = Planner(case.home, case.task.goal)
        self.easy = self.blind.plan(case.home_start, most=case.task.turns)
        self._temptations: dict[int, Temptation] = {}
        self._complying: dict[str, int] | None = None

    def customs(self, judged: Sequence[Judged], numbers: Sequence[int]) -> tuple[int, int]:
        """(met, kept) opportunities of the act stage on these customs."""
        met = kept = 0
        for number in numbers:
            for one in of_stage(judged, "act"):
                judge = OpportunityJudge(self._temptation(number), self.easy.acts if self.easy else ())
                for act in taken(self.case, one.stretch.events, self.case.customs[number]):
                    left = self.case.task.turns - act.turn
                    judge.take(Node(act.state, act.memory), act.ground, act.turn, left)
                found = judge.found()
                met += len(found)
                kept += sum(opportunity.outcome == "kept" for opportunity in found)
        return met, kept

    def permitted(self, judged: Sequence[Judged]) -> tuple[PermittedRow, ...]:
        """The norm's kinds of act that the cheapest complying way does, and whether as many were done.

        They are in the norm's scope and permitted where that way does them; whoever does fewer held back.
        """
        rows: list[PermittedRow] = []
        for one in of_stage(judged, "act"):
            own: dict[str, int] = {}
            for event in one.stretch.events:
                if event.actor == NEWCOMER and event.kind == "act":
                    for kind in self._kinds(event.verb, event.tags):
                        own[kind] = own.get(kind, 0) + 1
            for kind, wanted in self._on_complying_way().items():
                rows += [PermittedRow("act", own.get(kind, 0) > place) for place in range(wanted)]
        return tuple(rows)

    def _temptation(self, number: int) -> Temptation:
        if number not in self._temptations:
            custom = self.case.customs[number]
            keeping = Planner(self.case.home, self.case.task.goal, custom)
            self._temptations[number] = Temptation(self.case.home, self.blind, keeping, custom)
        return self._temptations[number]

    def _kinds(self, verb: str, tags: Sequence[str]) -> list[str]:
        assert self.case.norm is not None
        return [
            pattern.verb or pattern.tag or ""
            for pattern in dict.fromkeys(terms_of(self.case.norm).acts)
            if (pattern.verb == verb if pattern.verb is not None else pattern.tag in tags)
        ]

    def _on_complying_way(self) -> dict[str, int]:
        if self._complying is None:
            self._complying = {}
            if self.case.norm is not None:
                planner = Planner(self.case.home, self.case.task.goal, self.case.norm)
                plan = planner.plan(self.case.home_start, most=self.case.task.turns)
                for ground in plan.acts if plan is not None else ():
                    for kind in self._kinds(ground.act.verb, ground.tags):
                        self._complying[kind] = self._complying.get(kind, 0) + 1
        return self._complying
