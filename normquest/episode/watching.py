"""The watch: scenes with the evidence of an arm laid over one stream of acts.

Sanctions change no resident's act. Each scene is a fresh short history; where
someone goes, it is told who is there, since that may matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from normquest.community.build import YOU, Community
from normquest.community.happening import wording
from normquest.community.state import Key, State, folded
from normquest.community.words import filled
from normquest.episode.case import Case, Scene
from normquest.episode.observing import place_title, told, who_is_here
from normquest.episode.records import Config, Observation, Truth
from normquest.norms.events import Event, Finding, Stage
from normquest.norms.monitor import Monitor
from normquest.norms.past import MOVING
from normquest.norms.rules import Rule
from normquest.streams import chance, pick, shuffled, stream
from normquest.text import join_words

FORECASTS = 4
"""Moments at which the scene holds its breath before a reaction."""


@dataclass(frozen=True)
class Shown:
    """A scene as an arm shows it: its events numbered for the episode, the truths, and where it pauses.

    `pause` is the number of events before the forecast question, or None; `marks`
    are the lines in order, each with the number of events that come before it.
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
    """A reaction to an offence; `hidden` withholds at whom it is aimed."""
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


def show(
    case: Case, config: Config, watch: str, number: int, *, seq: int, seed: int, breathe: bool, total: int
) -> Shown:
    """The scene `number` as this arm shows it, its events numbered from `seq`."""
    scene = scenes_of(case, watch)[number]
    community = case.home
    told_events: list[Event] = []
    truths: list[Truth] = []
    lines: list[tuple[int, str]] = []
    rules: list[Rule | None] = [case.norm, *case.customs]
    monitors = [Monitor(rule) if rule is not None else None for rule in rules]
    rng = stream(seed, "overlay", number)
    sham = _sham_turns(scene, case, seed, number) if watch == "sham" else frozenset()
    state: dict[Key, Any] = dict(scene.start)
    due: list[tuple[int, str, list[str]]] = []
    pause: int | None = None
    turn_breaks = False
    actors: list[tuple[str, list[str]]] = []

    def add(event: Event) -> Event:
        event = replace(event, seq=seq + len(told_events), stage="watch")
        told_events.append(event)
        return event

    for event in scene.events:
        if event.kind == "act" or event.kind == "failed":
            says = community.verbs[event.verb].says
            assert event.act is not None
            at = len(told_events)
            text = wording(community, says, event.act, event.place, seq + at, state)
            event = add(replace(event, text=text, seen_by=(*event.seen_by, YOU)))
            state = folded(state, event.changes)
            lines.append((at, told(event.seq, text)))
            if MOVING in event.tags and event.kind == "act":
                lines.append((at, "     " + _arrival(community, event, state)))
            actors.append((event.actor, sanctioners(community, event.present)))
        else:
            event = add(event)
            state = folded(state, event.changes)
        found = _judge(monitors, event)
        for custom, finding in found:
            watched = bool(_watchers(event, finding, actors, community, state))
            truths.append(Truth(event.seq, finding, custom - 1, watched))
            turn_breaks |= finding.result in ("violated", "kept")
            if custom == 0 and finding.result == "violated" and watch == "sanctions" and watched:
                who = _watchers(event, finding, actors, community, state)
                if not chance(rng, config.miss):
                    due.append((event.turn + config.delay, finding.bearer, who))
        if event.kind == "tick":
            for actor, who in actors:
                if watch == "sanctions" and who and chance(rng, config.false_alarm):
                    due.append((event.turn + config.delay, actor, who))
                if (event.turn, actor) in sham and who:
                    due.append((event.turn + config.delay, actor, who))
            if breathe and pause is None and turn_breaks:
                pause = len(told_events)
            for _, target, who in [d for d in due if d[0] == event.turn]:
                by = pick(rng, who)
                mark = add(
                    sanction(
                        community,
                        state,
                        by,
                        target,
                        seq=0,
                        turn=event.turn,
                        stage="watch",
                        hidden=config.replacement,
                    )
                )
                lines.append((len(told_events) - 1, _sanction_line(mark)))
            due = [d for d in due if d[0] != event.turn]
            turn_breaks = False
            actors = []
    if breathe and pause is None:
        ticks = [i + 1 for i, e in enumerate(told_events) if e.kind == "tick"]
        pause = ticks[len(ticks) // 2] if ticks else None
    return Shown(tuple(told_events), tuple(truths), tuple(lines), pause, _opening(case, scene, number, total))


def _judge(monitors: Sequence[Monitor | None], event: Event) -> list[tuple[int, Finding]]:
    """(0 for the norm, k + 1 for custom k, finding) of every closing finding; opening ones are not told."""
    found = []
    for number, monitor in enumerate(monitors):
        if monitor is not None:
            found += [(number, f) for f in monitor.feed(event)]
    return found


def _watchers(
    event: Event,
    finding: Finding,
    actors: Sequence[tuple[str, list[str]]],
    community: Community,
    state: State,
) -> list[str]:
    """Who was there to mind: at the act, or for what a tick closes, where the bearer then stands."""
    if event.kind == "tick":
        place = state[(finding.bearer, "at")]
        return sanctioners(
            community, [p for p in community.residents if p != finding.bearer and state[(p, "at")] == place]
        )
    return sanctioners(community, [p for p in event.present if p != finding.bearer])


def _sham_turns(scene: Scene, case: Case, seed: int, number: int) -> frozenset[tuple[int, str]]:
    """As many (turn, actor) as the norm has watched violations here, drawn at random among watched acts."""
    if case.norm is None:
        return frozenset()
    monitor = Monitor(case.norm)
    count = 0
    watched: list[tuple[int, str]] = []
    for event in scene.events:
        if event.kind in ("act", "failed") and sanctioners(case.home, event.present):
            watched.append((event.turn, event.actor))
        count += sum(1 for f in monitor.feed(event) if f.result == "violated")
    return frozenset(shuffled(stream(seed, "sham", number), watched)[:count])


def _arrival(community: Community, event: Event, state: State) -> str:
    place = state[(event.actor, "at")]
    company = who_is_here(community, place, state, but=(event.actor, YOU))
    there = (
        f" {join_words(company)} {'is' if len(company) == 1 else 'are'} there."
        if company
        else " Nobody is there."
    )
    return f"{place_title(community, place, state)}.{there}"


def _sanction_line(event: Event) -> str:
    return told(event.seq, f"▲ sanction  {event.text}")


def _opening(case: Case, scene: Scene, number: int, total: int) -> Observation:
    """What is seen before the first act: the hour, and for each who will act, where and among whom."""
    community, state = case.home, scene.start
    places: dict[str, None] = {}
    for runner in scene.runners:
        places[state[(runner, "at")]] = None
    parts = []
    for place in places:
        company = who_is_here(community, place, state)
        parts.append(f"{place_title(community, place, state)}: {join_words(company)}.")
    hour = community.world.hours[state[("clock", "hour")]].reads
    return Observation(
        stage="watch",
        turn=number,
        place=f"Scene {number + 1} of {total}, {hour}",
        prose="\n".join(parts),
        lines=(),
        here=(),
        exits=(),
        held=(),
        task="",
        clock="",
    )
