"""Residents about their day: short stretches of acts towards a goal, with detours and pads.

At a choice point the engine lists at most six variants that reach the next
step, one to three acts each. Monitors of all customs label them; the resident
draws by weights that do not depend on what is enforced, and drops variants
that break a custom it keeps. Whether it lapses is drawn once a custom and
choice, never once a turn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from normquest.community.acts import GroundAct, legal_acts
from normquest.community.build import YOU, Community
from normquest.community.clock import end_turn, hour_at, turn_of_hour
from normquest.community.happening import fresh_history, happen
from normquest.community.state import NOWHERE, Key
from normquest.norms.events import Event
from normquest.norms.matching import act_match
from normquest.norms.monitor import Monitor
from normquest.norms.past import MOVING, Memory
from normquest.norms.rules import ActPattern, Rule
from normquest.norms.terms_of import terms_of
from normquest.streams import below, chance, pick, pick_weighted, shuffled

MOST_VARIANTS = 6
ALL_SLIP = 0.15
"""In a careless moment, the chance that nothing is minded, and not just one custom that slips."""
BEGUN = 0.6
"""The chance that somebody has gone most of the way to the first step before the history begins."""
LONGEST = 7
"""Acts in one errand as shown."""


@dataclass(frozen=True)
class Errand:
    """One fresh short history: its events (acts and ticks, unnumbered), who runs it, what customs it breaks.

    `breaks[k]` lists the positions (in `events`) of findings that violate custom k.
    """

    start: dict[Key, Any]
    events: tuple[Event, ...]
    runners: tuple[str, ...]
    breaks: tuple[tuple[int, ...], ...]

    @property
    def acts(self) -> int:
        """How many acts it shows."""
        return sum(1 for e in self.events if e.kind in ("act", "failed"))


@dataclass(frozen=True)
class Patterns:
    """An errand's steps, compiled once."""

    name: str
    steps: tuple[ActPattern, ...]


def patterns_of(community: Community) -> dict[str, Patterns]:
    """The errands of a setting with their steps as act patterns."""
    if "errands" not in community.cache:
        community.cache["errands"] = {
            name: Patterns(name, tuple(ActPattern.model_validate(step) for step in errand.steps))
            for name, errand in community.setting.errands.items()
        }
    found: dict[str, Patterns] = community.cache["errands"]
    return found


@dataclass
class _Walk:
    """An errand under way."""

    community: Community
    state: dict[Key, Any]
    monitors: Sequence[Monitor]
    memories: list[Memory]
    events: list[Event]
    turn: int = 0
    duties: bool = False

    def try_acts(self, acts: Sequence[GroundAct]) -> frozenset[int] | None:
        """Which customs these acts would break, from here; None where one is not legal when its turn comes."""
        state, memories, broken = self.state, list(self.memories), set()
        turn = state[("clock", "turn")]
        for step, ground in enumerate(acts):
            if not ground.legal(state):
                return None
            event, state = happen(
                self.community, state, ground, seq=0, turn=0, stage="watch", told=False, with_options=self.duties
            )
            if event.kind == "failed":
                return None
            closing = Event(0, 0, "watch", "tick")
            day, hour = hour_at(self.community, turn + step + 1)
            state[("clock", "turn")], state[("clock", "day")], state[("clock", "hour")] = turn + step + 1, day, hour
            for k, monitor in enumerate(self.monitors):
                for e in (event, closing):
                    memories[k], findings = monitor.judge(memories[k], e)
                    if any(f.result == "violated" and f.bearer == ground.act.actor for f in findings):
                        broken.add(k)
        return frozenset(broken)

    def do(self, ground: GroundAct) -> None:
        """Take one act for real."""
        event, self.state = happen(
            self.community, self.state, ground, seq=len(self.events), turn=self.turn, stage="watch", told=False
        )
        self._log(event)

    def close_turn(self) -> None:
        event, self.state = end_turn(
            self.community, self.state, seq=len(self.events), turn=self.turn, stage="watch"
        )
        self._log(event)
        self.turn += 1

    def _log(self, event: Event) -> None:
        self.events.append(event)
        for k, monitor in enumerate(self.monitors):
            self.memories[k], _ = monitor.judge(self.memories[k], event)


def _moves(acts: Sequence[GroundAct]) -> list[GroundAct]:
    return [g for g in acts if g.act.verb == "go"]


def variants(walk: _Walk, runner: str, step: ActPattern | None, rng: Random) -> list[tuple[GroundAct, ...]]:
    """At most six ways of one to three acts to reach the step; without a step, to pass the time."""
    community, state = walk.community, walk.state
    here = legal_acts(community, state, runner)
    if step is None:
        idle = [(g,) for g in here if g.rite or g.act.verb in ("go", "wait")]
        return shuffled(rng, idle)[:MOST_VARIANTS]
    match = act_match(step)
    found: list[tuple[GroundAct, ...]] = []
    frontier: list[tuple[tuple[GroundAct, ...], dict[Key, Any]]] = [((), state)]
    seen = {state[(runner, "at")]}
    for depth in range(3):
        following: list[tuple[tuple[GroundAct, ...], dict[Key, Any]]] = []
        for path, at in frontier:
            legal = here if not path else legal_acts(community, at, runner)
            hits = [g for g in legal if _fits(walk, g, at, match, step)]
            for ground in shuffled(rng, hits)[:3]:
                pads = [g for g in legal if g.rite]
                if pads and depth < 2 and chance(rng, 0.5):
                    found.append((*path, pick(rng, pads), ground))
                if path and depth < 2 and chance(rng, 0.3):
                    early = [g for g in here if g.rite]
                    if early:
                        found.append((pick(rng, early), *path, ground))
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


def _fits(walk: _Walk, ground: GroundAct, state: dict[Key, Any], match: Any, step: ActPattern) -> bool:
    if ground.act.verb != step.verb and step.tag not in ground.tags:
        return False
    event, _ = happen(
        walk.community, state, ground, seq=0, turn=0, stage="watch", told=False, with_options=False
    )
    return match(event) is True


def choose(
    walk: _Walk, options: Sequence[tuple[GroundAct, ...]], lapse: float, rng: Random
) -> tuple[GroundAct, ...] | None:
    """The variant a resident takes: base weights are even, then variants that break a kept custom are dropped.

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


def _scatter(community: Community, rng: Random) -> dict[Key, Any]:
    """A start for a fresh history: people anywhere, some hour, the newcomer out of the picture."""
    state = dict(community.start)
    places = tuple(community.setting.places)
    fixed = {thing.at for thing in community.setting.things.values() if not community.world.kinds[thing.kind].portable}
    weights = [3.0 if place in fixed else 1.0 for place in places]
    for person in community.residents:
        state[(person, "at")] = pick_weighted(rng, places, weights)
    state[(YOU, "at")] = NOWHERE
    hour = pick(rng, tuple(community.world.hours))
    turn = turn_of_hour(community, hour) + below(rng, community.world.hours[hour].turns)
    day, hour = hour_at(community, turn)
    state[("clock", "turn")], state[("clock", "day")], state[("clock", "hour")] = turn, day, hour
    return state


def _bearing(errand: Patterns, kinds: Collection[tuple[str | None, str | None]]) -> int:
    """How many steps are acts that some custom restricts: such errands are seen more often."""
    return sum((step.verb, step.tag) in kinds for step in errand.steps)


def _ahead(step: ActPattern, kinds: Collection[tuple[str | None, str | None]]) -> float:
    """The chance that a history begins after this step: the acts that matter are mostly shown."""
    return 0.15 if (step.verb, step.tag) in kinds else 0.85


def restricted(customs: Sequence[Rule]) -> set[tuple[str | None, str | None]]:
    """The kinds of act, as (verb, tag), that the customs restrict."""
    return {(act.verb, act.tag) for rule in customs for act in terms_of(rule).acts}


def run_errand(
    community: Community,
    customs: Sequence[Rule],
    lapse: float,
    rng: Random,
    *,
    kinds: Collection[tuple[str | None, str | None]] = (),
    two: float = 0.3,
) -> Errand | None:
    """One errand of one or two residents, four to nine acts each history; None where it came to nothing."""
    state = _scatter(community, rng)
    names = shuffled(rng, list(community.residents))
    runners = names[: 2 if len(names) > 1 and chance(rng, two) else 1]
    if len(runners) == 2 and chance(rng, 0.7):
        state[(runners[1], "at")] = state[(runners[0], "at")]
    if chance(rng, 0.8):
        # Somebody stands where the errand begins, so that not all is done unseen.
        state[(names[-1], "at")] = state[(runners[0], "at")]
    monitors = [Monitor(rule) for rule in customs]
    plans: dict[str, list[ActPattern]] = {}
    patterns = patterns_of(community)
    for runner in runners:
        own = [patterns[name] for name in community.setting.people[runner].errands]
        weights = [1.0 + 5.0 * min(_bearing(errand, kinds), 2) for errand in own]
        plans[runner] = list(pick_weighted(rng, own, weights).steps)
    quiet = _Walk(community, state, [], [], [])
    for runner in runners:
        while len(plans[runner]) > 1 and chance(rng, _ahead(plans[runner][0], kinds)):
            ready = variants(quiet, runner, plans[runner][0], rng)
            chosen = choose(quiet, ready, 0.0, rng)
            if chosen is None:
                break
            for ground in chosen:
                quiet.do(ground)
            plans[runner].pop(0)
        if chance(rng, BEGUN):
            # The history begins where the next step is near at hand.
            chosen = choose(quiet, variants(quiet, runner, plans[runner][0], rng), 0.0, rng)
            for ground in (chosen or ())[:-1]:
                if MOVING in ground.tags:
                    quiet.do(ground)
    start = dict(quiet.state)
    duties = any(terms_of(rule).judges_ticks for rule in customs)
    walk = _Walk(community, start, monitors, [{} for _ in customs], [], duties=duties)
    walk._log(fresh_history("watch", 0, 0, start))
    pending: dict[str, list[GroundAct]] = {r: [] for r in runners}
    length = 4 + below(rng, LONGEST - 3)
    acts = 0
    while acts < length:
        for runner in runners:
            if acts >= length:
                break
            ground = _next_act(walk, runner, plans[runner], pending[runner], lapse, rng)
            if ground is None:
                continue
            walk.do(ground)
            acts += 1
        walk.close_turn()
        if walk.turn > 2 * LONGEST:
            return None
    return _finished(walk, start, tuple(runners), customs)


def _next_act(
    walk: _Walk, runner: str, plan: list[ActPattern], pending: list[GroundAct], lapse: float, rng: Random
) -> GroundAct | None:
    """The runner's next act: what it has decided on, or a new choice."""
    while pending and not pending[0].legal(walk.state):
        pending.pop(0)
    if not pending:
        step = plan.pop(0) if plan else None
        if chance(rng, 0.2):
            detour = choose(walk, variants(walk, runner, None, rng), lapse, rng)
            if detour is not None:
                if step is not None:
                    plan.insert(0, step)
                return detour[0]
        chosen = choose(walk, variants(walk, runner, step, rng), lapse, rng)
        if chosen is None:
            chosen = choose(walk, variants(walk, runner, None, rng), lapse, rng)
        if chosen is None:
            return None
        pending.extend(chosen)
    return pending.pop(0)


def _finished(
    walk: _Walk, start: dict[Key, Any], runners: tuple[str, ...], customs: Sequence[Rule]
) -> Errand:
    events = tuple(replace(e, seq=i) for i, e in enumerate(walk.events))
    breaks = []
    for rule in customs:
        monitor = Monitor(rule)
        breaks.append(
            tuple(i for i, e in enumerate(events) if any(f.result == "violated" for f in monitor.feed(e)))
        )
    return Errand(start, events, runners, tuple(breaks))
