"""The watch: scenes with the evidence of an arm laid over one stream of acts.

Sanctions change no resident's act. Each scene is a fresh short history; where
someone goes, it is told who is there, since that may matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from normquest.community.build import YOU, Community
from normquest.community.clock import clock_changes, rule_changes
from normquest.community.state import Key, State, folded
from normquest.community.words import filled
from normquest.episode import briefs
from normquest.episode.case import Case, Scene
from normquest.episode.observing import hour_now, told
from normquest.episode.records import Config, Observation, Truth
from normquest.episode.telling import arrival, opening, place_in_watch, words_of
from normquest.norms.events import Event, Finding, Stage
from normquest.norms.monitor import Monitor
from normquest.norms.past import MOVING
from normquest.norms.rules import Rule
from normquest.streams import chance, pick, shuffled, stream

FORECASTS = 4
"""Moments at which the scene holds its breath before a reaction."""


@dataclass(frozen=True)
class Shown:
    """A scene as an arm shows it: its events numbered for the episode, the truths, and where it pauses.

    `pause` is the number of events before the forecast question, or None; `lines`
    are in order, each with the place among the events of the one it tells of.
    """

    events: tuple[Event, ...]
    truths: tuple[Truth, ...]
    lines: tuple[tuple[int, str], ...]
    pause: int | None
    observation: Observation

    def lines_between(self, first: int, last: int) -> tuple[str, ...]:
        """The lines told by the events first to last - 1."""
        return tuple(text for at, text in self.lines if first <= at < last)


def scenes_of(case: Case, watch: str) -> tuple[Scene, ...]:
    """The scenes that a kind of watch shows."""
    return case.neutral if watch == "neutral" else case.scenes


def forecast_scenes(case: Case, seed: int, count: int) -> frozenset[int]:
    """Which scenes hold their breath: the same for every arm with as many scenes."""
    return frozenset(shuffled(stream(seed, "forecast"), list(range(count)))[:FORECASTS])


def sanctioners(community: Community, present: Sequence[str]) -> list[str]:
    """Those among the present who react to offences."""
    people = community.setting.people
    return [p for p in present if p in people and people[p].sanctions]


def sanction(
    community: Community,
    state: State,
    by: str,
    target: str,
    *,
    seq: int,
    turn: int,
    stage: Stage,
    hidden: bool,
) -> Event:
    """A reaction to an offence; `hidden` withholds at whom it is aimed. Its words hang on `seq` alone."""
    rng = stream(community.seed, "sanction", community.setting_name, stage, seq)
    form = pick(rng, tuple(community.world.sanctions.values()))
    options = form.you if target == YOU else form.say
    text = pick(rng, options)
    if hidden:
        text = text.replace("{target}", "someone")
    parts = {"sanctioner": by} if hidden else {"sanctioner": by, "target": target}
    return Event(
        seq=seq,
        turn=turn,
        stage=stage,
        kind="sanction",
        place=state[(by, "at")],
        hour=state[("clock", "hour")],
        day=state[("clock", "day")],
        facts={"by": by, "turns": form.turns},
        seen_by=(YOU,),
        target=None if hidden else target,
        text=filled(community, text, parts, state),
    )


@dataclass(frozen=True)
class _Due:
    """A reaction to come: in which turn, at whom, by one of whom."""

    turn: int
    target: str
    who: tuple[str, ...]


class _Showing:
    """One scene as it is told: the acts of the stream, and this arm's reactions between them."""

    def __init__(self, case: Case, config: Config, watch: str, number: int, seq: int, seed: int) -> None:
        self.case, self.config, self.number, self.seq = case, config, number, seq
        self.community = case.home
        self.scene = scenes_of(case, watch)[number]
        self.real = watch == "sanctions"
        self.sham = _sham(case, config, number, seed) if watch == "sham" else ()
        self.state: dict[Key, Any] = dict(self.scene.start)
        rules: list[Rule | None] = [case.norm, *case.customs]
        self.monitors = [None if rule is None else Monitor(rule) for rule in rules]
        self.misses, self.alarms, self.chosen = (
            stream(seed, purpose, number) for purpose in ("miss", "false alarm", "sanctioner")
        )
        self.events: list[Event] = []
        self.truths: list[Truth] = []
        self.lines: list[tuple[int, str]] = []
        self.ticks: list[int] = []
        self.pause: int | None = None
        self.due: list[_Due] = []
        self._acted: list[Event] = []
        self._offenders: set[str] = set()
        self._bears = False

    def run(self) -> None:
        """Tell the whole scene; what is still due at its end comes after it, as late as it was to be."""
        for index, event in enumerate(self.scene.events):
            if event.kind in ("act", "failed"):
                self._act(event, index)
            else:
                self._other(event, last=index + 1 == len(self.scene.events))
        for turn in sorted({due.turn for due in self.due}):
            self._react(turn)

    def _add(self, event: Event) -> Event:
        event = replace(event, seq=self.seq + len(self.events), stage="watch")
        self.events.append(event)
        return event

    def _say(self, text: str) -> None:
        self.lines.append((len(self.events) - 1, text))

    def _act(self, event: Event, index: int) -> None:
        text = words_of(self.community, event, self.number, index, self.state)
        shown = self._add(replace(event, text=text, seen_by=(*event.seen_by, YOU)))
        self.state = folded(self.state, shown.changes)
        self._say(told(shown.seq, text))
        if MOVING in shown.tags and shown.kind == "act":
            self._say("     " + arrival(self.community, shown, self.state))
        self._acted.append(shown)
        self._judge(shown)

    def _other(self, event: Event, last: bool) -> None:
        shown = self._add(event)
        lines = self._told_here(event) if event.text else []
        self.state = folded(self.state, shown.changes)
        for line in lines:
            self._say(told(shown.seq, line))
        if ("clock", "hour") in {change[:2] for change in shown.changes} and not last:
            self._say(f"     {hour_now(self.community, self.state)}.")
        self._judge(shown)
        if shown.kind == "tick":
            self._end_turn(shown)

    def _told_here(self, event: Event) -> list[str]:
        """What the world's rules tell: what is so everywhere, or happens where one of the runners stands."""
        clock = folded(self.state, clock_changes(self.community, self.state))
        _, lines = rule_changes(self.community, clock, "watch", event.turn)
        here = {self.state[(runner, "at")] for runner in self.scene.runners}
        return [line for spot, line in lines if spot is None or spot in here]

    def _judge(self, event: Event) -> None:
        """What the norm (numbered -1) and the customs find, and what comes of a violation of the norm."""
        for number, monitor in enumerate(self.monitors):
            for finding in monitor.feed(event) if monitor is not None else ():
                who = self._watchers(event, finding)
                self.truths.append(Truth(event.seq, finding, number - 1, bool(who)))
                self._bears |= finding.result in ("violated", "kept")
                # Nobody reacts to what a bystander has been doing all along: only to somebody's own turn.
                mine = event.kind != "tick" or any(e.actor == finding.bearer for e in self._acted)
                if number == 0 and finding.result == "violated" and mine:
                    self._offenders.add(finding.bearer)
                    if self.real and who and not chance(self.misses, self.config.miss):
                        self.due.append(_Due(event.turn + self.config.delay, finding.bearer, who))

    def _watchers(self, event: Event, finding: Finding) -> tuple[str, ...]:
        """Who was there to mind: at the act, or for what a tick closes, where the bearer then stands."""
        if event.kind == "tick":
            place = self.state[(finding.bearer, "at")]
            there = [p for p in self.community.residents if self.state[(p, "at")] == place]
        else:
            there = list(event.present)
        return tuple(sanctioners(self.community, [p for p in there if p != finding.bearer]))

    def _end_turn(self, tick: Event) -> None:
        for event in self._acted:
            who = tuple(sanctioners(self.community, event.present))
            innocent = event.actor not in self._offenders
            if self.real and who and innocent and chance(self.alarms, self.config.false_alarm):
                self.due.append(_Due(tick.turn + self.config.delay, event.actor, who))
        for turn, actor, who in self.sham:
            if turn == tick.turn:
                self.due.append(_Due(turn + self.config.delay, actor, who))
        self.ticks.append(len(self.events))
        if self.pause is None and self._bears:
            self.pause = len(self.events)
        self._react(tick.turn)
        self._acted, self._offenders, self._bears = [], set(), False

    def _react(self, turn: int) -> None:
        """The reactions of a turn, those to what was done first at first."""
        for due in [d for d in self.due if d.turn == turn]:
            mark = sanction(
                self.community,
                self.state,
                pick(self.chosen, due.who),
                due.target,
                seq=place_in_watch(self.number, len(self.events)),
                turn=turn,
                stage="watch",
                hidden=self.config.replacement,
            )
            mark = self._add(mark)
            self._say(told(mark.seq, f"{briefs.mark(self.config)}  {mark.text}"))
        self.due = [d for d in self.due if d.turn != turn]


def show(
    case: Case, config: Config, watch: str, number: int, *, seq: int, seed: int, breathe: bool, total: int
) -> Shown:
    """The scene `number` as this arm shows it, its events numbered from `seq`."""
    showing = _Showing(case, config, watch, number, seq, seed)
    showing.run()
    pause = None
    if breathe and showing.ticks:
        # Where nothing bore on any custom, in the middle.
        pause = showing.pause or showing.ticks[len(showing.ticks) // 2]
    return Shown(
        tuple(showing.events),
        tuple(showing.truths),
        tuple(showing.lines),
        pause,
        opening(case, showing.scene, number, total),
    )


def _sham(case: Case, config: Config, number: int, seed: int) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """As many reactions as the norm's own in this scene, each to a watched act drawn at random.

    (turn, actor, who was there); all acts alike, so that a reaction says nothing of the act.
    """
    real = _Showing(case, config, "sanctions", number, 0, seed)
    real.run()
    count = sum(1 for event in real.events if event.kind == "sanction")
    community, watched, acts = case.home, [], []
    for event in scenes_of(case, "sham")[number].events:
        if event.kind in ("act", "failed"):
            acts.append(event)
        elif event.kind == "tick":
            for act in acts:
                if who := sanctioners(community, act.present) or _beside(community, event, act.actor):
                    watched.append((act.turn, act.actor, tuple(who)))
            acts = []
    rng = stream(seed, "sham", number)
    drawn: list[tuple[int, str, tuple[str, ...]]] = []
    while watched and len(drawn) < count:
        drawn += shuffled(rng, watched)[: count - len(drawn)]
    return tuple(drawn)


def _beside(community: Community, tick: Event, person: str) -> list[str]:
    """The sanctioners who stand where somebody stands as the turn ends."""
    places = {who: facts["place_id"] for who, facts in tick.facts["people"].items()}
    return sanctioners(community, [p for p, at in places.items() if p != person and at == places[person]])
