"""A choice point: the ways in which a resident may reach its next step, and the one that it takes.

At most six variants are listed, one to three acts each. Monitors of all customs
label them; the resident draws by weights that do not depend on what is
enforced, and drops variants that break a custom it keeps. Whether it lapses is
drawn once a custom and choice, never once a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from normquest.community.acts import GroundAct, legal_acts
from normquest.community.build import Community
from normquest.community.clock import end_turn, hour_at
from normquest.community.happening import FIRST, act_facts, happen, rites_open, tick
from normquest.community.state import Key, folded
from normquest.norms.events import Change, Event
from normquest.norms.matching import act_match
from normquest.norms.monitor import Monitor
from normquest.norms.past import MOVING, Memory
from normquest.norms.rules import ActPattern, Rule
from normquest.norms.terms_of import terms_of
from normquest.streams import Stream, chance, pick, shuffled

MOST_VARIANTS = 6
ALL_SLIP = 0.15
"""In a careless moment, the chance that nothing is minded, and not just one custom that slips."""
_TICK = Event(0, 0, "watch", "tick")


@dataclass
class Walk:
    """An errand under way."""

    community: Community
    state: dict[Key, Any]
    monitors: Sequence[Monitor]
    memories: list[Memory]
    events: list[Event]
    turn: int = 0
    duties: bool = False
    customs: Sequence[Rule] = ()

    def __post_init__(self) -> None:
        self._terms = [terms_of(rule) for rule in self.customs]
        self._at_ticks = any(t.needs_tick_facts for t in self._terms)
        self._concerned: dict[tuple[str, int], bool] = {}

    def concerned(self, ground: GroundAct) -> bool:
        """Whether some custom says anything about an act of this kind."""
        key = (ground.act.actor, ground.order)
        if key not in self._concerned:
            self._concerned[key] = any(
                t.counts_turns
                or t.upkeep
                or ground.act.verb in t.verbs
                or any(tag in t.tags for tag in ground.tags)
                or (t.by_entering and MOVING in ground.tags)
                for t in self._terms
            )
        return self._concerned[key]

    def try_acts(self, acts: Sequence[GroundAct]) -> frozenset[int] | None:
        """Which customs these acts would break, from here; None where one is not legal in its turn."""
        state, memories, broken = self.state, list(self.memories), set()
        turn = state[("clock", "turn")]
        for step, ground in enumerate(acts):
            if not ground.legal(state) or ground.failure(state) is not None:
                return None
            changes = ground.effect(state, FIRST)
            if self.concerned(ground):
                for event in (self._outline(ground, state, tuple(changes)), self._closing(state, changes)):
                    for k, monitor in enumerate(self.monitors):
                        memories[k], findings = monitor.judge(memories[k], event)
                        if any(f.result == "violated" and f.bearer == ground.act.actor for f in findings):
                            broken.add(k)
            if step + 1 < len(acts):
                state = folded(state, changes)
                day, hour = hour_at(self.community, turn + step + 1)
                state[("clock", "turn")], state[("clock", "day")], state[("clock", "hour")] = (
                    turn + step + 1,
                    day,
                    hour,
                )
        return frozenset(broken)

    def _closing(self, state: dict[Key, Any], changes: Sequence[Change]) -> Event:
        """The tick after an act, with who stands where if some custom looks at that."""
        if not self._at_ticks:
            return _TICK
        return tick(self.community, folded(state, changes), seq=0, turn=0, stage="watch")

    def _outline(self, ground: GroundAct, state: dict[Key, Any], changes: tuple[Any, ...]) -> Event:
        """The event of an act that would succeed, with what monitors read and no more."""
        facts = act_facts(self.community, dict(ground.act.slots), ground.act.actor, state)
        return Event(
            seq=0,
            turn=0,
            stage="watch",
            kind="act",
            place=state[(ground.act.actor, "at")],
            hour=state[("clock", "hour")],
            day=state[("clock", "day")],
            act=ground.act,
            tags=ground.tags,
            facts=facts,
            could=rites_open(self.community, state, ground.act.actor, facts["people"])
            if self.duties
            else None,
            present=tuple(p for p in facts["people"] if p != ground.act.actor),
            changes=changes,
        )

    def fits(self, ground: GroundAct, state: dict[Key, Any], match: Any) -> bool:
        """Whether an act would succeed and fit a pattern."""
        if ground.failure(state) is not None:
            return False
        facts = act_facts(self.community, dict(ground.act.slots), ground.act.actor, state)
        event = Event(
            seq=0,
            turn=0,
            stage="watch",
            kind="act",
            hour=state[("clock", "hour")],
            day=state[("clock", "day")],
            act=ground.act,
            tags=ground.tags,
            facts=facts,
            present=tuple(p for p in facts["people"] if p != ground.act.actor),
        )
        return match(event) is True

    def rite(self, rites: Sequence[GroundAct], rng: Stream) -> GroundAct:
        """One of these rites; as often as not one that some custom speaks of, if there is one."""
        wanted = [
            g
            for g in rites
            if any(g.act.verb == p.verb or p.tag in g.tags for t in self._terms for p in t.helpful)
        ]
        return pick(rng, wanted if chance(rng, 0.5) and wanted else rites)

    def move_on(self, ground: GroundAct) -> None:
        """Take an act that nobody will be shown."""
        self.state = folded(self.state, ground.effect(self.state, FIRST))

    def do(self, ground: GroundAct) -> None:
        """Take one act for real."""
        event, self.state = happen(
            self.community,
            self.state,
            ground,
            seq=len(self.events),
            turn=self.turn,
            stage="watch",
            told=False,
        )
        self.log(event)

    def close_turn(self) -> None:
        event, self.state = end_turn(
            self.community, self.state, seq=len(self.events), turn=self.turn, stage="watch"
        )
        self.log(event)
        self.turn += 1

    def log(self, event: Event) -> None:
        self.events.append(event)
        for k, monitor in enumerate(self.monitors):
            self.memories[k], _ = monitor.judge(self.memories[k], event)


def _moves(acts: Sequence[GroundAct]) -> list[GroundAct]:
    return [g for g in acts if g.act.verb == "go"]


def variants(walk: Walk, runner: str, step: ActPattern | None, rng: Stream) -> list[tuple[GroundAct, ...]]:
    """At most six ways of one to three acts to reach the step; without a step, to pass the time."""
    community, state = walk.community, walk.state
    here = legal_acts(community, state, runner)
    if step is None:
        idle: list[tuple[GroundAct, ...]] = [(g,) for g in here if g.rite or g.act.verb in ("go", "wait")]
        return shuffled(rng, idle)[:MOST_VARIANTS]
    match = act_match(step)
    found: list[tuple[GroundAct, ...]] = []
    frontier: list[tuple[tuple[GroundAct, ...], dict[Key, Any]]] = [((), state)]
    seen = {state[(runner, "at")]}
    for depth in range(3):
        following: list[tuple[tuple[GroundAct, ...], dict[Key, Any]]] = []
        for path, at in frontier:
            legal = here if not path else legal_acts(community, at, runner)
            hits = [
                g
                for g in legal
                if (g.act.verb == step.verb or step.tag in g.tags)
                and (not (step.tests or step.binds) or walk.fits(g, at, match))
            ]
            for ground in shuffled(rng, hits)[:3]:
                pads = [g for g in legal if g.rite]
                if pads and depth < 2 and chance(rng, 0.6):
                    found.append((*path, walk.rite(pads, rng), ground))
                if path and depth < 2 and chance(rng, 0.4):
                    early = [g for g in here if g.rite]
                    if early:
                        found.append((walk.rite(early, rng), *path, ground))
                found.append((*path, ground))
            if depth < 2:
                for move in _moves(legal):
                    target = move.act.slot("target")
                    if target is not None and target not in seen:
                        seen.add(target)
                        moved = dict(at)
                        moved[(runner, "at")] = target
                        following.append(((*path, move), moved))
        frontier = following
    return shuffled(rng, found)[:MOST_VARIANTS]


def choose(
    walk: Walk, options: Sequence[tuple[GroundAct, ...]], lapse: float, rng: Stream
) -> tuple[GroundAct, ...] | None:
    """The variant a resident takes: all are alike likely but for those that break a kept custom.

    Lapses are drawn once a choice: first whether this is a careless moment, then
    which one custom slips, or now and then all of them. So lapses seldom
    coincide, whatever the customs have in common. Where every variant breaks
    something, one is taken that breaks the fewest.
    """
    labelled = [(acts, broken) for acts in options if (broken := walk.try_acts(acts)) is not None]
    careless, which, in_all = chance(rng, lapse), rng.random(), chance(rng, ALL_SLIP)
    if not labelled:
        return None
    if careless and walk.monitors:
        slipping = int(which * len(walk.monitors))
        lapsing = [a for a, b in labelled if (slipping in b if in_all else b == {slipping})]
        if lapsing:
            return pick(rng, lapsing)
    least = min(len(b) for _, b in labelled)
    return pick(rng, [a for a, b in labelled if len(b) == least])
