"""The end of a turn: the clock goes on, and the world's own rules do what they do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from normquest.community.build import Community
from normquest.community.compile import Check, Effect, all_of, effects
from normquest.community.happening import tick
from normquest.community.state import Key, State, folded
from normquest.community.words import filled
from normquest.norms.events import Change, Event, Stage
from normquest.streams import stream
from normquest.world.schema import WorldRule


def hour_at(community: Community, turn: int) -> tuple[int, str]:
    """Day and named hour at a turn, counted from the first hour of day 0."""
    hours = community.world.hours
    day_length = sum(h.turns for h in hours.values())
    day, rest = divmod(turn, day_length)
    for name, hour in hours.items():
        if rest < hour.turns:
            return day, name
        rest -= hour.turns
    raise AssertionError("the hours fill the day")


def turn_of_hour(community: Community, hour: str) -> int:
    """The first turn of a named hour on day 0."""
    turn = 0
    for name, h in community.world.hours.items():
        if name == hour:
            return turn
        turn += h.turns
    raise KeyError(hour)


def clock_changes(community: Community, state: State) -> list[Change]:
    """What the passing of one turn changes on the clock."""
    turn = state[("clock", "turn")] + 1
    day, hour = hour_at(community, turn)
    changes: list[Change] = [("clock", "turn", turn)]
    if hour != state[("clock", "hour")]:
        changes.append(("clock", "hour", hour))
    if day != state[("clock", "day")]:
        changes.append(("clock", "day", day))
    return changes


def world_rules(community: Community) -> list[tuple[WorldRule, str, Check, Effect]]:
    """Every world rule for every entity it speaks of; `it` and `actor` both name that entity."""
    if "rules" not in community.cache:
        found = []
        for rule in community.setting.rules:
            for entity in community.scope.entities(rule.for_) if rule.for_ is not None else ("",):
                env = {"it": entity, "actor": entity} if entity else {}
                found.append(
                    (
                        rule,
                        entity,
                        all_of(rule.when, env, community.scope).call,
                        effects(rule.do, env, community.scope),
                    )
                )
        community.cache["rules"] = found
    rules: list[tuple[WorldRule, str, Check, Effect]] = community.cache["rules"]
    return rules


def rule_changes(community: Community, state: State, stage: Stage, turn: int) -> tuple[list[Change], list[str]]:
    """What the world's rules change at the end of this turn (the clock already advanced), and what is told."""
    changes: list[Change] = []
    told: list[str] = []
    working: dict[Key, Any] = dict(state)
    for number, (rule, entity, holds, effect) in enumerate(world_rules(community)):
        if rule.every is not None and working[("clock", "turn")] % rule.every:
            continue
        if rule.at is not None and (
            working[("clock", "hour")] != rule.at
            or hour_at(community, max(working[("clock", "turn")] - 1, 0))[1] == rule.at
        ):
            continue
        if not holds(working):
            continue
        rng = stream(community.seed, "rule", community.setting_name, stage, turn, number)
        new = effect(working, rng)
        changes += new
        working = folded(working, new)
        if rule.say and new:
            told.append(filled(community, rule.say, {"it": entity} if entity else {}, working))
    return changes, told


def end_turn(
    community: Community, state: State, *, seq: int, turn: int, stage: Stage
) -> tuple[Event, dict[Key, Any]]:
    """The tick event that closes a turn, and the state with clock and world rules applied."""
    event = tick(community, state, seq=seq, turn=turn, stage=stage)
    changes = clock_changes(community, state)
    after = folded(state, changes)
    if community.setting.rules:
        more, told = rule_changes(community, after, stage, turn)
        after = folded(after, more)
        event = replace(event, changes=(*changes, *more), text="\n".join(told))
    else:
        event = replace(event, changes=tuple(changes))
    return event, after
