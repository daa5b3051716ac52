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
from typing import Any

from normquest.community.acts import GroundAct, legal_acts
from normquest.community.build import YOU, Community
from normquest.community.clock import end_turn, hour_at, turn_of_hour
from normquest.community.happening import FIRST, act_facts, fresh_history, happen, rites_open
from normquest.community.state import NOWHERE, Key, folded
from normquest.norms.events import Event
from normquest.norms.matching import act_match
from normquest.norms.monitor import Monitor
from normquest.norms.past import MOVING, Memory
from normquest.norms.rules import ActPattern, Alternation, Quantity, Rule
from normquest.norms.terms_of import terms_of
from normquest.streams import Stream, below, chance, pick, pick_weighted, shuffled

MOST_VARIANTS = 6
ALL_SLIP = 0.15
"""In a careless moment, the chance that nothing is minded, and not just one custom that slips."""
BEGUN = 0.6
"""The chance that somebody has gone most of the way to the first step before the history begins."""
WOVEN, WITH_RITE, AS_SAID = 0.8, 0.7, 0.6
"""How often a custom is worked into an errand, with a rite of its own, and with just the act it restricts."""
DETOUR = 0.12
BEHIND = 0.85
"""The chance that a step before what is worked in is behind somebody when the history begins."""
LEAST, LONGEST = 4, 8
"""Acts in one errand as shown, at least and at most."""
_TICK = Event(0, 0, "watch", "tick")


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
    customs: Sequence[Rule] = ()

    def __post_init__(self) -> None:
        self._terms = [terms_of(rule) for rule in self.customs]
        self._concerned: dict[tuple[str, int], bool] = {}

    def concerned(self, ground: GroundAct) -> bool:
        """Whether some custom says anything about an act of this kind."""
        key = (ground.act.actor, ground.order)
        if key not in self._concerned:
            self._concerned[key] = any(
                t.counts_turns
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
                for event in (self._outline(ground, state, tuple(changes)), _TICK):
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


def variants(walk: _Walk, runner: str, step: ActPattern | None, rng: Stream) -> list[tuple[GroundAct, ...]]:
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
    walk: _Walk, options: Sequence[tuple[GroundAct, ...]], lapse: float, rng: Stream
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


def _scatter(community: Community, rng: Stream) -> dict[Key, Any]:
    """A start for a fresh history: people anywhere, some hour, the newcomer out of the picture."""
    state = dict(community.start)
    places = tuple(community.setting.places)
    fixed = {
        thing.at
        for thing in community.setting.things.values()
        if not community.world.kinds[thing.kind].portable
    }
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


Step = ActPattern | None
"""What a plan asks for next: an act of a pattern, or something to pass the time."""


@dataclass
class _Plan:
    """What somebody is about to do: steps, how many are over at the start, how many may stay undone."""

    steps: list[Step]
    behind: int = 0
    after: int | None = None

    def shown(self, pending: Sequence[GroundAct]) -> bool:
        """Whether all that matters has been done."""
        return self.after is None or (len(self.steps) <= self.after and not pending)


def woven(steps: Sequence[ActPattern], customs: Sequence[Rule], rng: Stream) -> _Plan:
    """The plan with one custom, any alike likely, worked into it: its act, and nearby a rite it speaks of.

    A custom's "unless" is seen to matter only where it sometimes holds, and its
    "within 3 turns" only where sometimes four go by.
    """
    custom = pick(rng, customs)
    terms = terms_of(custom)
    act = pick(rng, terms.acts) if terms.acts else None
    places = [i for i, s in enumerate(steps) if act is not None and (s.verb, s.tag) == (act.verb, act.tag)]
    if act is None or not places:
        return _Plan(list(steps))
    # What only a second time breaks is mostly shown twice.
    twice = len(places) > 1 and chance(rng, 0.9 if isinstance(custom, Quantity | Alternation) else 0.3)
    where = places[0] if twice else pick(rng, places)
    own: list[Step] = [act if chance(rng, AS_SAID) else steps[where]]
    if terms.helpful and chance(rng, WITH_RITE):
        rite = pick(rng, terms.helpful)
        if rite.tests and chance(rng, 0.3):
            rite = rite.model_copy(update={"tests": rite.tests[:-1] if chance(rng, 0.5) else rite.tests[1:]})
        pads: list[Step] = [None] * pick_weighted(rng, (0, 1, 2, 3, 4), (5.0, 2.0, 1.5, 1.5, 1.0))
        own = [*own, *pads, rite] if terms.judges_ticks else [rite, *pads, *own]
    rest: list[Step] = list(steps[where + 1 :])
    if twice:
        second = places[1] - where - 1
        rest[second] = act if chance(rng, AS_SAID) else rest[second]
        after = len(rest) - second - 1
    else:
        after = max(0, len(rest) - chance(rng, 0.5))
    return _Plan([*steps[:where], *own, *rest], where, after)


def run_errand(
    community: Community,
    customs: Sequence[Rule],
    lapse: float,
    rng: Stream,
    *,
    kinds: Collection[tuple[str | None, str | None]] = (),
    two: float = 0.3,
    about: int | None = None,
) -> Errand | None:
    """One errand of one or two residents, four to nine acts each history; None where it came to nothing.

    `about`: the custom to be worked in, if not any.
    """
    works_in = customs if about is None else (customs[about],)
    state = _scatter(community, rng)
    _hand_out(community, state, customs, rng)
    names = shuffled(rng, list(community.residents))
    runners = names[: 2 if len(names) > 1 and chance(rng, two) else 1]
    if len(runners) == 2 and chance(rng, 0.7):
        state[(runners[1], "at")] = state[(runners[0], "at")]
    if chance(rng, 0.8):
        # Somebody stands where the errand begins, so that not all is done unseen.
        state[(names[-1], "at")] = state[(runners[0], "at")]
    monitors = [Monitor(rule) for rule in customs]
    plans: dict[str, _Plan] = {}
    patterns = patterns_of(community)
    own_kinds = kinds if about is None else restricted(works_in)
    for runner in runners:
        own = [patterns[name] for name in community.setting.people[runner].errands]
        weights = [1.0 + 5.0 * min(_bearing(errand, own_kinds), 2) for errand in own]
        plan = pick_weighted(rng, own, weights).steps
        plans[runner] = woven(plan, works_in, rng) if customs and chance(rng, WOVEN) else _Plan(list(plan))
    shown = {*kinds, *((p.verb, p.tag) for rule in customs for p in terms_of(rule).helpful)}
    start = _prelude(community, state, runners, plans, shown, rng)
    duties = any(terms_of(rule).judges_ticks for rule in customs)
    walk = _Walk(community, start, monitors, [{} for _ in customs], [], duties=duties, customs=customs)
    walk._log(fresh_history("watch", 0, 0, start))
    pending: dict[str, list[GroundAct]] = {r: [] for r in runners}
    length = LEAST + below(rng, 4)
    woven_in = any(plans[r].after is not None for r in runners)
    length = LONGEST if woven_in else length
    acts = 0

    def over() -> bool:
        return acts >= (LEAST if _all_shown() else length)

    def _all_shown() -> bool:
        return woven_in and all(plans[r].shown(pending[r]) for r in runners)

    while not over():
        for runner in runners:
            if over():
                break
            ground = _next_act(walk, runner, plans[runner].steps, pending[runner], lapse, rng)
            if ground is None:
                continue
            walk.do(ground)
            acts += 1
        walk.close_turn()
        if walk.turn > LONGEST + 2:
            return None
    return _finished(walk, start, tuple(runners), customs)


def _hand_out(community: Community, state: dict[Key, Any], customs: Sequence[Rule], rng: Stream) -> None:
    """Where some custom minds what one holds, people mostly hold such things."""
    wanted = {v for rule in customs for _, attribute, v in terms_of(rule).tests if attribute == "holds"}
    for thing in community.things:
        if state[(thing, "kind")] in wanted and chance(rng, 0.6):
            state[(thing, "at")] = pick(rng, community.residents)


def _prelude(
    community: Community,
    state: dict[Key, Any],
    runners: Sequence[str],
    plans: dict[str, _Plan],
    shown: Collection[tuple[str | None, str | None]],
    rng: Stream,
) -> dict[Key, Any]:
    """The state in which the history begins: steps that matter little are behind the runners."""
    quiet = _Walk(community, state, [], [], [])
    for runner in runners:
        plan, behind = plans[runner].steps, plans[runner].behind
        while len(plan) > 1 and plan[0] is not None:
            if not chance(rng, BEHIND if behind > 0 else _ahead(plan[0], shown)):
                break
            if plans[runner].after is not None and behind <= 0:
                break
            behind -= 1
            chosen = choose(quiet, variants(quiet, runner, plan[0], rng), 0.0, rng)
            if chosen is None:
                break
            for ground in chosen:
                quiet.move_on(ground)
            plan.pop(0)
        if plan[0] is not None and chance(rng, BEGUN):
            # The history begins where the next step is near at hand.
            for ground in (choose(quiet, variants(quiet, runner, plan[0], rng), 0.0, rng) or ())[:-1]:
                if MOVING in ground.tags:
                    quiet.move_on(ground)
    return dict(quiet.state)


def _next_act(
    walk: _Walk, runner: str, plan: list[Step], pending: list[GroundAct], lapse: float, rng: Stream
) -> GroundAct | None:
    """The runner's next act: what it has decided on, or a new choice."""
    while pending and not pending[0].legal(walk.state):
        pending.pop(0)
    if not pending:
        step = plan.pop(0) if plan else None
        if step is not None and chance(rng, DETOUR):
            detour = choose(walk, variants(walk, runner, None, rng), lapse, rng)
            if detour is not None:
                plan.insert(0, step)
                return detour[0]
        chosen = choose(walk, variants(walk, runner, step, rng), lapse, rng)
        if chosen is None and step is not None:
            if chance(rng, 0.7):
                plan.insert(0, step)
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
