"""The shortest way to do a task, with a norm kept or left out of account.

A* over what matters: the newcomer's place, the things that bear on the goal (of
those alike, not which is which), and the norm monitor's memory. Ties go to the
larger cost so far. At most `MOST` expansions: a search that hits the bound finds
nothing, and whoever asked treats it as "no way".
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from normquest.community.acts import GroundAct, ground_acts
from normquest.community.build import YOU, Community
from normquest.community.clock import clock_changes, rule_reaches
from normquest.community.compile import all_of
from normquest.community.foreseen import foreseen
from normquest.community.happening import FIRST, act_facts, rites_open, tick
from normquest.community.state import Key, State, folded
from normquest.minds.distances import Distance
from normquest.minds.likeness import alike, canonical
from normquest.norms.events import Event, Facts, Finding, Stage
from normquest.norms.monitor import Monitor
from normquest.norms.past import MOVING, Memory
from normquest.norms.rules import ActPattern, Rule
from normquest.norms.terms_of import RuleTerms, terms_of
from normquest.world.terms import TestModel

WAITING = "waiting"
"""The tag of acts that let time pass."""
MOST = 1000
"""Expansions before a search gives up (a trial: 95 % of solvable cases lie below)."""


Rules = Rule | tuple[Rule, ...] | None
"""What a planner minds: one rule, several, or none."""


@dataclass(frozen=True)
class Plan:
    """Acts that lead from a state to the goal."""

    acts: tuple[GroundAct, ...]

    @property
    def cost(self) -> int:
        """Number of acts."""
        return len(self.acts)


@dataclass(frozen=True)
class Node:
    """A state on the way, with the monitor's memory."""

    state: State
    memory: Memory


class Walker:
    """Steps a newcomer's act at a time through a community, with one rule's monitor beside it."""

    def __init__(self, community: Community, rule: Rules, stage: Stage = "act") -> None:
        self.community = community
        self.rule = rule
        self.monitor = Monitor(rule) if rule is not None else None
        self.terms: RuleTerms = terms_of(rule) if rule is not None else RuleTerms()
        self.stage: Stage = stage

    def step(self, node: Node, ground: GroundAct) -> tuple[Node, bool]:
        """The node after the act and its tick, and whether the newcomer violated the rule by it."""
        after, findings = self.walk(node, ground)
        return after, any(f.result == "violated" and f.bearer == YOU for f in findings)

    def walk(self, node: Node, ground: GroundAct) -> tuple[Node, list[Finding]]:
        """The node after the act and its tick, and the monitor's findings."""
        state = node.state
        failed = ground.failure(state) is not None
        changes = () if failed else ground.effect(state, FIRST)
        after = folded(state, changes)
        memory = node.memory
        findings: list[Finding] = []
        if self.monitor is not None and (self.terms.counts_turns or self.concerns(ground)):
            event = self._event(state, ground, failed, tuple(changes), bool(memory))
            memory, findings = self.monitor.judge(memory, event)
        if self.monitor is not None and self.terms.judges_ticks:
            if self.terms.needs_tick_facts:
                closing = tick(self.community, after, seq=0, turn=0, stage=self.stage)
            else:
                closing = Event(0, 0, self.stage, "tick")
            memory, more_findings = self.monitor.judge(memory, closing)
            findings = [*findings, *more_findings]
        for entity, attribute, value in clock_changes(self.community, after):
            after[(entity, attribute)] = value  # it is ours: nobody else has seen it yet
        if self.community.setting.rules:
            more = foreseen(self.community, after, self.stage, state[("clock", "turn")])
            after = folded(after, more) if more else after
        return Node(after, memory), findings

    def concerns(self, ground: GroundAct) -> bool:
        """Whether the rule says anything about an act of this kind."""
        terms = self.terms
        return (
            ground.act.verb in terms.verbs
            or any(tag in terms.tags for tag in ground.tags)
            or (terms.by_entering and MOVING in ground.tags)
        )

    def _event(
        self, state: State, ground: GroundAct, failed: bool, changes: tuple[Any, ...], owing: bool
    ) -> Event:
        """The act as the monitor gets it; while something may be owed, with what could be done instead."""
        asked = owing and self.terms.judges_ticks
        facts: Facts = {}
        if asked or self.concerns(ground):
            facts = act_facts(self.community, dict(ground.act.slots), YOU, state)
        return Event(
            seq=0,
            turn=0,
            stage=self.stage,
            kind="failed" if failed else "act",
            hour=state[("clock", "hour")],
            day=state[("clock", "day")],
            act=ground.act,
            tags=ground.tags,
            facts=facts,
            could=rites_open(self.community, state, YOU, facts["people"]) if asked else None,
            changes=changes,
        )


class Planner:
    """Plans for one task in one community, under one rule or none."""

    def __init__(
        self, community: Community, goal: Sequence[TestModel], rule: Rules = None, stage: Stage = "act"
    ) -> None:
        self.community = community
        self.walker = Walker(community, rule, stage)
        self._reached = all_of(goal, {"actor": YOU}, community.scope)
        self._acts, self._keys = _relevant(community, self._reached.reads, self.walker.terms)
        classes = alike(community, ground_acts(community, YOU), self._keys, goal, self.walker.terms)
        self._told = canonical(classes, self._keys)
        self._by_place = {
            place: tuple(g for g in self._acts if g.place in (None, place))
            for place in community.setting.places
        }
        self.distance = _distance(community, goal)

    def done(self, state: State) -> bool:
        """Whether the task is done."""
        return bool(self._reached.call(state))

    def relevant(self, state: State) -> list[GroundAct]:
        """The legal acts that can matter to the goal or the rule."""
        return [g for g in self._by_place[state[(YOU, "at")]] if g.legal(state)]

    def plan(
        self,
        state: State,
        memory: Memory | None = None,
        *,
        most: int | None = None,
        allowed: Callable[[GroundAct, State], bool] | None = None,
        expansions: int = MOST,
    ) -> Plan | None:
        """The cheapest way of at most `most` acts that does not violate the rule, or None.

        `allowed` further limits the acts, for instance to leave one way out.
        """
        start = Node(state, {} if memory is None else memory)
        limit = 10**6 if most is None else most
        h0 = self.distance(state)
        if h0 > limit:
            return None
        order = count()
        heap: list[tuple[int, int, int, int]] = [(h0, 0, next(order), 0)]
        nodes: list[tuple[Node, int, GroundAct | None]] = [(start, -1, None)]
        keys: list[Hashable] = [(self.key(state), frozenset(start.memory.items()))]
        best: dict[Hashable, int] = {keys[0]: 0}
        spent = 0
        while heap:
            _, minus_g, _, index = heapq.heappop(heap)
            node, g = nodes[index][0], -minus_g
            if best[keys[index]] < g:
                continue
            if self.done(node.state):
                return Plan(self._path(nodes, index))
            spent += 1
            if spent > expansions:
                return None
            for ground in self.relevant(node.state):
                if allowed is not None and not allowed(ground, node.state):
                    continue
                after, violated = self.walker.step(node, ground)
                if violated:
                    continue
                key = (self.key(after.state), frozenset(after.memory.items()))
                if best.get(key, 10**6) <= g + 1:
                    continue
                h = self.distance(after.state)
                if g + 1 + h > limit:
                    continue
                best[key] = g + 1
                nodes.append((after, index, ground))
                keys.append(key)
                heapq.heappush(heap, (g + 1 + h, -(g + 1), next(order), len(nodes) - 1))
        return None

    def key(self, state: State) -> Hashable:
        """What tells two states apart for this task; things alike may have changed places."""
        return self._told(state)

    @staticmethod
    def _path(nodes: list[tuple[Node, int, GroundAct | None]], index: int) -> tuple[GroundAct, ...]:
        path: list[GroundAct] = []
        while index >= 0:
            _, index, ground = nodes[index]
            if ground is not None:
                path.append(ground)
        return tuple(reversed(path))


def _distance(community: Community, goal: Sequence[TestModel]) -> Distance:
    key = ("distance", tuple(goal))
    if key not in community.cache:
        community.cache[key] = Distance(community, ground_acts(community, YOU), goal)
    found: Distance = community.cache[key]
    return found


def _matches_kind(pattern: ActPattern, ground: GroundAct) -> bool:
    return ground.act.verb == pattern.verb if pattern.verb is not None else pattern.tag in ground.tags


def _relevant(
    community: Community, goal: frozenset[Key], terms: RuleTerms
) -> tuple[tuple[GroundAct, ...], tuple[Key, ...]]:
    """Acts that can bear on the goal or the rule, and the keys that tell states apart."""
    dynamic = community.scope.dynamic
    every = ground_acts(community, YOU)
    keys = {k for k in goal if k in dynamic} | {(YOU, "at")}
    keys |= _rule_keys(community, terms)
    chosen: set[int] = set()
    for ground in every:
        if any(_matches_kind(p, ground) for p in terms.helpful):
            chosen.add(ground.order)
    waiting = terms.waits
    writers, by_order = _writers(community), {g.order: g for g in every}
    while True:
        more = {order for key in keys for order in writers.get(key, ())} - chosen
        chosen |= more
        reads = {k for order in chosen for k in by_order[order].reads if k in dynamic}
        rules = [rule for rule in rule_reaches(community) if rule.writes & keys]
        reads |= {k for rule in rules for k in rule.reads if k in dynamic}
        if any(entity == "clock" for entity, _ in keys | reads):
            reads.add(("clock", "turn"))  # the hour alone does not say when the next begins
        waiting = waiting or bool(rules) or ("clock", "turn") in reads
        if not more and reads <= keys:
            break
        keys |= reads
    if waiting:
        chosen |= {g.order for g in every if WAITING in g.tags}
    acts = tuple(g for g in every if g.order in chosen)
    return acts, tuple(sorted(keys))


def _writers(community: Community) -> dict[Key, tuple[int, ...]]:
    """Which of the newcomer's acts, by their order, may change a key."""
    if "writers" not in community.cache:
        found: dict[Key, list[int]] = {}
        for ground in ground_acts(community, YOU):
            for key in ground.writes:
                found.setdefault(key, []).append(ground.order)
        community.cache["writers"] = {key: tuple(orders) for key, orders in found.items()}
    writers: dict[Key, tuple[int, ...]] = community.cache["writers"]
    return writers


def _rule_keys(community: Community, terms: RuleTerms) -> set[Key]:
    """The changing keys that the rule's tests read: of the newcomer, of what it handles, the hour."""
    keys: set[Key] = set()
    dynamic = community.scope.dynamic
    for subject, attribute, value in terms.tests:
        if subject == "hour":
            keys.add(("clock", "turn"))
        elif attribute == "holds":
            keys |= {(t, "at") for t in community.scope.entities(value)}
        elif subject in ("one", "actor"):
            keys.add((YOU, attribute))
        elif subject == "place":
            keys |= {(p, attribute) for p in community.setting.places}
        elif subject in ("thing", "target"):
            keys |= {(t, attribute) for t in community.setting.things}
    return {k for k in keys if k in dynamic}
