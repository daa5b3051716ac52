"""Does a norm bind on a task? Whether the easy way breaks it, and what keeping it costs.

A norm drawn at random seldom touches a task at all, so norms are tried against
the easy way first (cheap) and planned for only if they lie on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from normquest.community.acts import GroundAct
from normquest.community.build import YOU, Community
from normquest.community.happening import tick
from normquest.community.state import Key
from normquest.episode.opportunities import Opportunity
from normquest.minds.planner import Node, Plan, Planner, Walker
from normquest.minds.routes import honest, other_ways
from normquest.minds.temptation import OpportunityJudge, Temptation
from normquest.norms.matching import state_match
from normquest.norms.rules import Both, Maintenance, Rule
from normquest.norms.terms_of import terms_of
from normquest.world.schema import Task

MOST_DETOUR = 4
"""Other ways are looked for among plans at most so many acts longer than the easy one."""
EXPANSIONS = 500
"""A search for a way that keeps a norm gives up after so many states; a miss is a rejection."""


@dataclass(frozen=True)
class Bounds:
    """What is asked of a norm on a task: acts that keeping it adds, as number and share; opportunities.

    `near_miss`: the way of one who keeps it meets an act of the restricted kind that it permits, so that
    whoever restricts too much is told apart. `other_way`: some way beside the easy one, no dearer than what
    keeping it costs, breaks it too, so that nobody keeps it by merely distrusting the obvious.
    """

    least_extra: int
    least_share: float
    most_share: float | None
    opportunities: int
    near_miss: bool = False
    other_way: bool = False


HOME = Bounds(1, 0.1, 0.6, 2, near_miss=True, other_way=True)
"""Keeping the norm costs at least one act more, and 10 to 60 % more acts; two opportunities."""
ELSEWHERE = Bounds(1, 0.0, None, 1)
"""Elsewhere it costs something and can be done in time, and one opportunity is met."""
FREE_ELSEWHERE = Bounds(0, 0.0, None, 1)
"""Where no task elsewhere makes all customs cost something: the easy way breaks it, another does not."""
UNTEMPTED = Bounds(0, 0.0, None, 0)
"""The task can be done without breaking it; whether anything tempts does not matter."""


@dataclass(frozen=True)
class Job:
    """A task in a community, with its norm-blind planner, its easiest plan, and others without a deed of it.

    `others`, cheapest first, each do at least one thing otherwise than moving
    about: what one takes who distrusts the obvious.
    """

    community: Community
    name: str
    task: Task
    start: dict[Key, Any]
    blind: Planner
    easy: Plan

    @property
    def budget(self) -> int:
        """Turns allowed."""
        return self.task.turns

    @cached_property
    def others(self) -> tuple[Plan, ...]:
        """Plans that leave out a deed of the easy one, worked out when first asked for."""
        most = min(self.task.turns, self.easy.cost + MOST_DETOUR)
        return other_ways(self.blind, self.start, self.easy.acts, most)

    @property
    def second(self) -> Plan | None:
        """The second-easiest way, or None where there is no other in time."""
        return self.others[0] if self.others else None


@dataclass(frozen=True)
class Binding:
    """How a norm bears on a job.

    `oracle` is the cheapest way that keeps it; `route` the way of one who knows
    it: the easy way as far as it is harmless, then the cheapest that keeps it.
    `met` are the opportunities on that route, `met_easy` those on the easy way.
    """

    rule: Rule
    planner: Planner
    oracle: Plan
    temptation: Temptation
    route: tuple[GroundAct, ...]
    met: tuple[Opportunity, ...]
    met_easy: tuple[Opportunity, ...]

    def extra(self, job: Job) -> int:
        """Acts that keeping the norm adds."""
        return self.oracle.cost - job.easy.cost

    @property
    def opportunities(self) -> int:
        """Opportunities met on the honest route or on the easy way, whichever are more."""
        return max(len(self.met), len(self.met_easy))


@dataclass(frozen=True)
class Custom:
    """One of the K: its template, its rule, how it bears on the task at home and elsewhere."""

    template: str
    family: str
    rule: Rule
    home: Binding
    elsewhere: Binding


def job_of(community: Community, name: str) -> Job | None:
    """The task as a job, or None where it cannot be done."""
    task = community.setting.tasks[name]
    start = dict(community.start)
    start[(YOU, "at")] = task.start
    blind = Planner(community, task.goal)
    easy = blind.plan(start, most=task.turns)
    if easy is None or easy.cost == 0:
        return None
    return Job(community, name, task, start, blind, easy)


def breaches(walker: Walker, start: dict[Key, Any], acts: Sequence[GroundAct]) -> list[int]:
    """The positions of the acts by which the newcomer violates the walker's rule."""
    node, found = Node(start, {}), []
    for index, ground in enumerate(acts):
        node, violated = walker.step(node, ground)
        if violated:
            found.append(index)
    return found


def bind(job: Job, rule: Rule, bounds: Bounds = HOME) -> Binding | str:
    """The binding, or in a few words why the norm does not bind on this job."""
    walker = Walker(job.community, rule)
    if bounds.opportunities and not breaches(walker, job.start, job.easy.acts):
        return "the easy way keeps it"
    limit = job.budget
    if bounds.most_share is not None:
        limit = min(limit, int(job.easy.cost * (1 + bounds.most_share)))
    planner = Planner(job.community, job.task.goal, rule)
    oracle = planner.plan(job.start, most=limit, expansions=EXPANSIONS)
    if oracle is None:
        return "no way keeps it within the extra acts allowed"
    extra = oracle.cost - job.easy.cost
    if extra < bounds.least_extra or extra < bounds.least_share * job.easy.cost:
        return "keeping it costs too little"
    if bounds.other_way and not any(
        plan.cost <= oracle.cost and breaches(walker, job.start, plan.acts) for plan in job.others
    ):
        return "there is but one way to break it"
    temptation = Temptation(job.community, job.blind, planner, rule)
    route = honest(job.easy.acts, planner, Node(job.start, {}), job.budget, EXPANSIONS)
    if route is None:
        return "whoever starts on the easy way can no longer keep it in time"
    if bounds.near_miss and not near_miss_on(job, rule, route):
        return "whoever keeps it does nothing of the kind that it restricts"
    met = met_on(job, temptation, route)
    met_easy = met if len(met) >= bounds.opportunities else met_on(job, temptation, job.easy.acts)
    # Whoever keeps the norm must meet one too, or its joint success would be undefined.
    if (bounds.opportunities and not met) or max(len(met), len(met_easy)) < bounds.opportunities:
        return "too few opportunities are met on the way"
    return Binding(rule, planner, oracle, temptation, route, tuple(met), tuple(met_easy))


def near_miss_on(job: Job, rule: Rule, route: Sequence[GroundAct]) -> bool:
    """Whether an act of the kind that the rule restricts is done on the way without breaking it."""
    walker = Walker(job.community, rule)
    kinds = {(p.verb, p.tag) for p in terms_of(rule).acts}
    node = Node(job.start, {})
    for ground in route:
        node, violated = walker.step(node, ground)
        if walker.terms.upkeep and not violated and _in_force(job.community, rule, node.state):
            return True
        if not violated and any(
            kind in kinds for kind in ((ground.act.verb, None), *((None, t) for t in ground.tags))
        ):
            return True
    return False


def _in_force(community: Community, rule: Rule, state: Mapping[Key, Any]) -> bool:
    """Whether something is to be kept up as the newcomer stands: who keeps clear of that minds too much."""
    closing = tick(community, state, seq=0, turn=0, stage="act")
    parts = rule.rules if isinstance(rule, Both) else (rule,)
    return any(
        all(state_match(now)(closing, YOU) is True for now in part.during)
        for part in parts
        if isinstance(part, Maintenance)
    )


def met_on(job: Job, temptation: Temptation, route: Sequence[GroundAct]) -> list[Opportunity]:
    """The opportunities that a newcomer meets who goes this way."""
    judge = OpportunityJudge(temptation, job.easy.acts)
    node = Node(job.start, {})
    for turn, ground in enumerate(route):
        node = judge.take(node, ground, turn, job.budget - turn)
    return judge.found()
