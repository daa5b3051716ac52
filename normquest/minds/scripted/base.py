"""What all scripted minds share: how a request is answered, and where one stands.

A mind keeps nothing that the log does not hold: everything it knows is
recomputed from the records it has seen, so that a resumed episode goes on as
the undisturbed one would.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from normquest.community.acts import GroundAct, find_ground, legal_acts
from normquest.community.build import YOU, Community
from normquest.community.state import Key, folded
from normquest.episode.battery import place, turns_of_trial
from normquest.episode.case import Case
from normquest.episode.observing import choice_phrase
from normquest.episode.records import ARMS, Decision, EpisodeKey, Record, Request
from normquest.episode.supposing import suppositions
from normquest.minds.planner import Planner, Rules
from normquest.minds.scripted.evidence import cause_of, cited, minds_last_turn, scenes_shown
from normquest.minds.scripted.motives import believed, keeps, noticed, trial_now
from normquest.norms.events import Event
from normquest.norms.past import Memory
from normquest.norms.rules import Rule, rule_data
from normquest.streams import Stream, stream
from normquest.world.schema import Task

OWN = ("act", "elsewhere", "trials")
"""Stages in which the newcomer acts."""


@dataclass(frozen=True)
class Standing:
    """Where a newcomer stands in a stage: the state, its own acts so far, and the turns left.

    `begun` is the event with which the history began; `most` turns are there, if not those of the task.
    """

    stage: str
    community: Community
    task: Task
    start: Mapping[Key, Any]
    state: Mapping[Key, Any]
    own: tuple[Event, ...]
    events: tuple[Event, ...]
    turn: int
    begun: int = 0
    most: int | None = None

    @property
    def left(self) -> int:
        """Turns left, this one included."""
        return (self.task.turns if self.most is None else self.most) - self.turn


def standing(case: Case, records: Sequence[Record]) -> Standing:
    """Folds the records of the stage under way."""
    events = [r for r in records if isinstance(r, Event)]
    begun = max(i for i, e in enumerate(events) if e.kind == "stage" and e.stage in OWN)
    stage = events[begun].stage
    at_home = stage != "elsewhere"
    community = case.home if at_home else case.elsewhere
    start = case.home_start if at_home else case.elsewhere_start
    state: Mapping[Key, Any] = start
    here = events[begun + 1 :]
    for event in here:
        state = folded(state, event.changes)
    own = tuple(e for e in here if e.actor == YOU and e.kind in ("act", "failed"))
    turn = sum(1 for e in here if e.kind == "tick")
    task = case.task if at_home else case.transfer_task
    most = None
    if stage == "trials":
        trials = place(case)
        assert trials is not None
        most = turns_of_trial(trials)
    return Standing(stage, community, task, start, state, own, tuple(here), turn, events[begun].seq, most)


class Mind(ABC):
    """A scripted newcomer. Subclasses say how to act and what to state; it answers probes by that."""

    name = "mind"
    motive = ""
    """Why it keeps the norm, where that is known; it answers the battery by it."""

    def __init__(self, case: Case, key: EpisodeKey) -> None:
        self.case = case
        self.key = key
        self._planners: dict[tuple[str, Rules], Planner] = {}

    def decide(self, request: Request, records: Sequence[Record]) -> Decision:
        """The answer to a request, from the records seen so far."""
        value: Any = None
        if request.stage == "trials" and self.motive and request.kind != "continue":
            value = self._tried(request, records)
        elif request.kind == "act":
            value = self._number(request, self.act(request, records), records)
        elif request.kind == "statement":
            value = self._statement(request, records)
        elif request.kind == "forecast":
            value = self.forecast(request, records)
        elif request.kind == "counterfactual":
            value = self.suppose(request, records)
        elif request.kind == "attribution":
            value = self.attribute(request, records)
        return Decision(request.seq, "", value)

    def _tried(self, request: Request, records: Sequence[Record]) -> int:
        """The answer in a trial, by its motive and what it was told."""
        number, told = trial_now(records)
        rng = self.rng("trial", self.key.rep, number)
        keeping = keeps(self.motive, told, rng)
        if request.kind == "notice":
            return noticed(told, request.options)
        if request.kind == "belief":
            return believed(self.motive, told, request.question, rng)
        here = standing(self.case, records)
        planner = self.planner(here, self.case.norm if keeping else None)
        memory: Memory = {}
        for event in here.events if planner.walker.monitor is not None else ():
            memory, _ = planner.walker.monitor.judge(memory, event)  # type: ignore[union-attr]
        plan = planner.plan(here.state, memory)
        return self._number(request, plan.acts[0] if plan is not None and plan.acts else None, records)

    @abstractmethod
    def act(self, request: Request, records: Sequence[Record]) -> GroundAct | None:
        """The act to take; None to let the moment pass by waiting."""

    def state(self, request: Request, records: Sequence[Record]) -> tuple[Rule | None, float | None]:
        """The rule it would state, and its confidence."""
        return None, None

    def evidence(self, request: Request, records: Sequence[Record]) -> list[int]:
        """The events it cites: the reactions that its rule explains, and what earned them."""
        rule, _ = self.state(request, records)
        return [] if rule is None else cited(rule, records)

    def forecast(self, request: Request, records: Sequence[Record]) -> bool | None:
        """Whether anyone will mind, by its rule; None: can't tell."""
        rule, _ = self.state(request, records)
        return None if rule is None else minds_last_turn(rule, records)

    def suppose(self, request: Request, records: Sequence[Record]) -> bool | None:
        """Whether what is supposed would have been minded, by its rule; None: can't tell."""
        rule, _ = self.state(request, records)
        if rule is None:
            return None
        watch, shown = ARMS[self.key.arm][0], scenes_shown(records)
        asked = suppositions(self.case, watch, shown, self.key.seed)
        text = request.observation.prose
        return next((one.breaks(rule) for one in asked if one.text == text), None)

    def attribute(self, request: Request, records: Sequence[Record]) -> int | str:
        """Which event earned a reaction, by its rule."""
        rule, _ = self.state(request, records)
        return "nothing" if rule is None or request.about is None else cause_of(rule, records, request.about)

    def rng(self, *purpose: str | int) -> Stream:
        """A stream of its own for a purpose."""
        return stream(self.key.seed, "mind", self.name, *purpose)

    def planner(self, standing: Standing, rule: Rules = None) -> Planner:
        """The planner for the stage's task, minding a rule, several, or none."""
        key = (standing.stage, rule)
        if key not in self._planners:
            self._planners[key] = Planner(standing.community, standing.task.goal, rule)
        return self._planners[key]

    def _statement(self, request: Request, records: Sequence[Record]) -> dict[str, Any]:
        rule, confidence = self.state(request, records)
        return {
            "rule": None if rule is None else rule_data(rule),
            "confidence": confidence,
            "evidence": self.evidence(request, records),
        }

    def _number(self, request: Request, ground: GroundAct | None, records: Sequence[Record]) -> int:
        """The number of the choice that reads as the act does."""
        here = standing(self.case, records)
        if ground is None or not ground.legal(here.state):
            ground = next(g for g in legal_acts(here.community, here.state, YOU) if g.act.verb == "wait")
        text = choice_phrase(here.community, ground, here.state)
        return next(c.number for c in request.observation.choices if c.text == text)


def ground_of(community: Community, event: Event) -> GroundAct | None:
    """The ground act of a logged act."""
    return find_ground(community, event.act) if event.act is not None else None
