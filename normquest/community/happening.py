"""From an attempted act to the event that records it, with all that could be seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from normquest.community.acts import GroundAct, legal_rites
from normquest.community.build import YOU, Community
from normquest.community.compile import all_of
from normquest.community.state import NOWHERE, Key, State, folded
from normquest.community.words import filled
from normquest.norms.events import Act, Change, Event, Facts, Sight, Stage
from normquest.streams import pick, stream
from normquest.world.schema import Says
from normquest.world.terms import EffectModel

DIM = "Someone is doing something there."
"""An act seen from afar, where its verb has no wording for that."""


def _carried_by(community: Community, entity: str, what: str) -> tuple[tuple[str, Key], ...]:
    """The attributes that an entity can carry, each with its key in the state."""
    cache, key = community.cache, ("carried", entity, what)
    names: tuple[tuple[str, Key], ...] | None = cache.get(key)
    if names is None:
        attributes = community.world.attributes.items()
        names = cache[key] = tuple((n, (entity, n)) for n, a in attributes if what in a.of)
    return names


def _things(community: Community) -> tuple[tuple[Key, Key], ...]:
    """Where the state says where each thing is, and of what kind."""
    key = "where things are"
    if key not in community.cache:
        community.cache[key] = tuple(((thing, "at"), (thing, "kind")) for thing in community.things)
    found: tuple[tuple[Key, Key], ...] = community.cache[key]
    return found


def _held_kinds(community: Community, state: State) -> dict[str, list[str]]:
    names = community.names
    held: dict[str, set[str]] = {}
    for where, kind in _things(community):
        at = state[where]
        if at in names:
            held.setdefault(at, set()).add(state[kind])
    return {person: sorted(kinds) for person, kinds in held.items()}


def _attributes(community: Community, entity: str, what: str, state: State) -> dict[str, Any]:
    carried = _carried_by(community, entity, what)
    return {n: value for n, key in carried if (value := state.get(key)) is not None}


def thing_facts(community: Community, thing: str, state: State) -> dict[str, Any]:
    """What can be seen of a thing, and who holds it."""
    facts = {"kind": state[(thing, "kind")], **_attributes(community, thing, "thing", state)}
    if state[(thing, "at")] in community.names:
        facts["held_by"] = state[(thing, "at")]
    return facts


def person_facts(
    community: Community, person: str, state: State, held: Mapping[str, list[str]]
) -> dict[str, Any]:
    """What can be seen of a person: attributes, and the kinds of things held."""
    return {**_attributes(community, person, "person", state), "holds": held.get(person, [])}


def place_facts(community: Community, place: str, state: State) -> dict[str, Any]:
    """What can be seen of a place."""
    return _attributes(community, place, "place", state)


def act_facts(community: Community, slots: Mapping[str, str], actor: str, state: State) -> Facts:
    """All that a rule could ask about an act, as it stands before its changes."""
    place = state[(actor, "at")]
    held = _held_kinds(community, state)
    here = [p for p in community.people if state[(p, "at")] == place]
    people = {p: person_facts(community, p, state, held) for p in here}
    facts: dict[str, Any] = {"place": place_facts(community, place, state), "people": people}
    for slot, entity in slots.items():
        facts[slot] = _slot_facts(community, entity, state, people)
    return facts


def _slot_facts(community: Community, entity: str, state: State, people: Mapping[str, Facts]) -> Facts:
    if entity in people:
        return people[entity]
    if entity in community.names:
        return person_facts(community, entity, state, _held_kinds(community, state))
    if entity in community.setting.places:
        return place_facts(community, entity, state)
    if (entity, "kind") in state:
        return thing_facts(community, entity, state)
    return {"name": entity}


def rites_open(
    community: Community, state: State, actor: str, people: Mapping[str, Facts]
) -> tuple[Facts, ...]:
    """The rites the actor could do now, as facts; what `excused` is decided by."""
    options: list[Facts] = []
    for ground in legal_rites(community, state, actor):
        option: dict[str, Any] = {
            "verb": ground.act.verb,
            "tags": list(ground.tags),
            "slots": dict(ground.act.slots),
        }
        for slot, entity in ground.act.slots:
            option[slot] = _slot_facts(community, entity, state, people)
        options.append(option)
    return tuple(options)


def sight_of(community: Community, watcher: str, place: str, state: State, actor: str | None = None) -> Sight:
    """How well someone sees what happens at a place: as the world's sight rules say, and fully if there.

    `actor`: who does it; where nobody does anything, a test of the actor is one of the watcher.
    """
    if state[(watcher, "at")] == NOWHERE:
        return "none"
    who = watcher if actor is None else actor
    if state[(watcher, "at")] == place:
        return "full"
    sight = community.world.sight
    for level, tests in (("full", sight.full), ("dim", sight.dim)):
        if not tests:
            continue
        key = ("sight", level, watcher, place, who)
        if key not in community.cache:
            env = {"watcher": watcher, "place": place, "actor": who}
            community.cache[key] = all_of(tests, env, community.scope).call
        if community.cache[key](state):
            return level  # type: ignore[return-value]
    return "none"


def wording(
    community: Community, says: Says, act: Act, place: str, seq: int, state: State, dim: bool = False
) -> str:
    """How the act is told. The choice among wordings depends on the seed and the event alone."""
    parts = {"actor": act.actor, "place": place, **dict(act.slots)}
    if dim:
        return filled(community, says.dim or DIM, {"place": place}, state)
    options = says.you if act.actor == YOU else says.other
    if len(options) == 1:
        return filled(community, options[0], parts, state)
    rng = stream(community.seed, "wording", community.setting_name, seq)
    return filled(community, pick(rng, options), parts, state)


def _draws(community: Community, verb: str) -> bool:
    """Whether what a verb does can hang on a draw."""
    key = ("draws", verb)
    if key not in community.cache:
        community.cache[key] = any(map(_draws_at_random, community.verbs[verb].do))
    found: bool = community.cache[key]
    return found


def _draws_at_random(effect: EffectModel) -> bool:
    branches = () if effect.if_ is None else (*effect.if_.then, *effect.if_.otherwise)
    return effect.draw is not None or any(map(_draws_at_random, branches))


def happen(
    community: Community,
    state: State,
    ground: GroundAct,
    *,
    seq: int,
    turn: int,
    stage: Stage,
    told: bool = True,
    with_options: bool = True,
) -> tuple[Event, dict[Key, Any]]:
    """Attempt an act: the event, and the state after it.

    `told` false leaves the words out and `with_options` false the rites that
    were open: a planner needs neither.
    """
    act = ground.act
    place = state[(act.actor, "at")]
    slots = dict(act.slots)
    facts = act_facts(community, slots, act.actor, state)
    failure = ground.failure(state)
    rng: Random = FIRST
    if told and _draws(community, act.verb):
        rng = stream(community.seed, "draw", community.setting_name, stage, turn, act.actor)
    changes = () if failure is not None else tuple(ground.effect(dict(state), rng))
    after = folded(state, changes)
    text = ""
    if told:
        verb = community.verbs[act.verb]
        if failure is not None:
            text = filled(community, failure, {"actor": act.actor, "place": place, **slots}, state)
        else:
            text = wording(community, verb.says, act, place, seq, state)
    seen = tuple(
        p
        for p in community.people
        if p != act.actor
        and (
            state[(p, "at")] == after[(act.actor, "at")]
            or sight_of(community, p, place, state, act.actor) != "none"
        )
    )
    event = Event(
        seq=seq,
        turn=turn,
        stage=stage,
        kind="act" if failure is None else "failed",
        place=place,
        hour=state[("clock", "hour")],
        day=state[("clock", "day")],
        act=act,
        tags=ground.tags,
        facts=facts,
        could=rites_open(community, state, act.actor, facts["people"]) if with_options else None,
        present=tuple(p for p in facts["people"] if p != act.actor),
        seen_by=seen,
        changes=changes,
        text=text,
    )
    return event, after


class _First(Random):
    """What a planner reckons with where an act draws at random: always the first value."""

    def random(self) -> float:
        return 0.0


FIRST = _First()


def tick(
    community: Community,
    state: State,
    *,
    seq: int,
    turn: int,
    stage: Stage,
    changes: Iterable[Change] = (),
    text: str = "",
) -> Event:
    """The event that closes a turn: everyone as they stand, each with the place they are in."""
    held = _held_kinds(community, state)
    places = {p: place_facts(community, p, state) for p in community.setting.places}
    people = {
        p: {
            **person_facts(community, p, state, held),
            "place": places[state[(p, "at")]],
            "place_id": state[(p, "at")],
        }
        for p in community.people
        if state[(p, "at")] in places
    }
    return Event(
        seq=seq,
        turn=turn,
        stage=stage,
        kind="tick",
        hour=state[("clock", "hour")],
        day=state[("clock", "day")],
        facts={"people": people},
        changes=tuple(changes),
        text=text,
    )


def fresh_history(stage: Stage, seq: int, turn: int, state: State, text: str = "") -> Event:
    """The event after which all memory of the past begins anew."""
    return Event(
        seq=seq,
        turn=turn,
        stage=stage,
        kind="stage",
        hour=state[("clock", "hour")],
        day=state[("clock", "day")],
        text=text,
    )
