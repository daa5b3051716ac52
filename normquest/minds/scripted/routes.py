"""Ways through a task: the easy one, the honest one, the second-cheapest.

A route is worked out once from the start of the stage, which the log gives; if
the world has gone another way since, the rest is planned anew from there.
"""

from __future__ import annotations

from normquest.community.acts import GroundAct
from normquest.minds.planner import Node, Rules, Walker
from normquest.minds.routes import honest
from normquest.minds.scripted.base import Mind, Standing, ground_of
from normquest.norms.past import Memory


def memory_now(standing: Standing, walker: Walker) -> Memory:
    """The monitor's memory of the newcomer's stage so far."""
    memory: Memory = {}
    if walker.monitor is None:
        return memory
    for event in standing.events:
        memory, _ = walker.monitor.judge(memory, event)
    return memory


class Follower:
    """Follows a route for as long as the world agrees with it."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self._routes: dict[tuple[int, Rules], tuple[GroundAct, ...]] = {}
        self._given_up: set[tuple[int, Rules]] = set()

    def next(self, here: Standing, rule: Rules) -> GroundAct | None:
        """The next act of one who minds the rule (None: who minds nothing)."""
        key = (here.begun, rule)
        if key not in self._routes:
            self._routes[key] = self._route(here, rule)
        route = self._routes[key]
        done = len(here.own)
        walked = [ground_of(here.community, e) for e in here.own]
        if done < len(route) and walked == list(route[:done]) and route[done].legal(here.state):
            return route[done]
        if key in self._given_up:
            return None
        planner = self.mind.planner(here, rule)
        plan = planner.plan(here.state, memory_now(here, planner.walker), most=here.left)
        if plan is None and rule is not None:
            plan = planner.plan(here.state, memory_now(here, planner.walker))
        if plan is None:
            self._given_up.add(key)  # what cannot be done from here will not be possible later
        return plan.acts[0] if plan is not None and plan.acts else None

    def _route(self, here: Standing, rule: Rules) -> tuple[GroundAct, ...]:
        blind = self.mind.planner(here)
        easy = blind.plan(here.start, most=here.task.turns)
        if easy is None:
            return ()
        if rule is None:
            return easy.acts
        way = honest(easy.acts, self.mind.planner(here, rule), Node(here.start, {}), here.task.turns)
        return way if way is not None else ()
