"""The end of a turn: the clock goes on, and the world's own rules do what they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from normquest.community.build import Community
from normquest.community.compile import Check, all_of, there
from normquest.community.effects import Effect, effects, read_by
from normquest.community.grounding import keys_written
from normquest.community.happening import FIRST, draws_at_random, tick
from normquest.community.state import Key, State, folded
from normquest.community.words import filled
from normquest.norms.events import Change, Event, Stage
from normquest.streams import Stream, stream
from normquest.world.schema import WorldRule

MOST_NESTED = 8
"""How deep things are looked for in things; deeper is a loop."""


def hour_at(community: Community, turn: int) -> tuple[int, str]:
    """Day and named hour at a turn, counted from the first hour of day 0."""
    if "hours" not in community.cache:
        hours = community.world.hours.items()
        community.cache["hours"] = tuple(name for name, hour in hours for _ in range(hour.turns))
    names: tuple[str, ...] = community.cache["hours"]
    day, rest = divmod(turn, len(names))
    return day, names[rest]


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
    """Every world rule for every entity it speaks of; `it` and `actor` both name that entity.

    It passes over an entity while that is nowhere.
    """
    if "rules" not in community.cache:
        found = []
        for rule in community.setting.rules:
            for entity in community.scope.entities(rule.for_) if rule.for_ is not None else ("",):
                env = {"it": entity, "actor": entity} if entity else {}
                holds = there(entity, all_of(rule.when, env, community.scope), community.scope)
                found.append((rule, entity, holds.call, effects(rule.do, env, community.scope)))
        community.cache["rules"] = found
    rules: list[tuple[WorldRule, str, Check, Effect]] = community.cache["rules"]
    return rules


@dataclass(frozen=True)
class RuleReach:
    """What a world rule of one entity turns on and what it may change: for planners."""

    rule: WorldRule
    reads: frozenset[Key]
    writes: frozenset[Key]


def rule_reaches(community: Community) -> tuple[RuleReach, ...]:
    """The reach of every world rule, for every entity it speaks of."""
    if "rule reaches" not in community.cache:
        scope, found = community.scope, []
        for rule, entity, _, _ in world_rules(community):
            env = {"it": entity, "actor": entity} if entity else {}
            when = there(entity, all_of(rule.when, env, scope), scope).reads
            clock = {("clock", "turn")} if rule.every is not None or rule.at is not None else set()
            reads = when | read_by(rule.do, env, scope) | clock
            found.append(RuleReach(rule, reads, keys_written(rule.do, env, community)))
        community.cache["rule reaches"] = tuple(found)
    reaches: tuple[RuleReach, ...] = community.cache["rule reaches"]
    return reaches


def spot_of(community: Community, entity: str, state: State) -> str | None:
    """The place where an entity is, also on a thing or in someone's hands; None where it is nowhere."""
    spot: str | None = entity
    for _ in range(MOST_NESTED):
        if spot is None or spot in community.setting.places:
            return spot
        spot = state.get((spot, "at"))
    return None


def rule_changes(
    community: Community, state: State, stage: Stage, turn: int
) -> tuple[list[Change], list[tuple[str | None, str]]]:
    """What the world's rules change at the end of this turn (the clock already advanced), and what is told.

    What is told stands beside the place where it can be seen; None where that
    is anywhere. What has to do with something that is nowhere is told to nobody.
    """
    changes: list[Change] = []
    told: list[tuple[str | None, str]] = []
    working: dict[Key, Any] = dict(state)
    for number, (rule, entity, holds, effect) in enumerate(world_rules(community)):
        if rule.every is not None and working[("clock", "turn")] % rule.every:
            continue
        if rule.at is not None and not _begins(community, rule.at, working[("clock", "turn")]):
            continue
        if not holds(working):
            continue
        rng: Stream = FIRST
        if draws_at_random(rule.do):
            rng = stream(community.seed, "rule", community.setting_name, stage, turn, number)
        new = effect(working, rng)
        changes += new
        begun = spot_of(community, entity, working) if rule.say and entity else None
        for who, attribute, value in new:
            working[(who, attribute)] = value  # a copy of our own
        if not rule.say or not new:
            continue
        spot = (spot_of(community, entity, working) or begun) if entity else None
        if spot is not None or not entity:
            told.append((spot, filled(community, rule.say, {"it": entity} if entity else {}, working)))
    return changes, told


def _begins(community: Community, hour: str, turn: int) -> bool:
    """Whether a named hour begins with this turn."""
    now = hour_at(community, turn)
    return now[1] == hour and (turn == 0 or hour_at(community, turn - 1) != now)


def end_turn(
    community: Community, state: State, *, seq: int, turn: int, stage: Stage
) -> tuple[Event, dict[Key, Any]]:
    """The tick event that closes a turn, and the state with clock and world rules applied."""
    changes = clock_changes(community, state)
    after, text = folded(state, changes), ""
    if community.setting.rules:
        more, told = rule_changes(community, after, stage, turn)
        after = folded(after, more)
        changes, text = [*changes, *more], "\n".join(line for _, line in told)
    event = tick(community, state, seq=seq, turn=turn, stage=stage, changes=changes, text=text)
    return event, after
