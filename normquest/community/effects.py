"""Effects of world files compiled to closures: what they change, and on what that depends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from normquest.community.compile import Env, Scope, all_of, attribute_of, entity_of, term
from normquest.community.state import NOWHERE, Key, State
from normquest.norms.events import Change
from normquest.streams import Stream, pick
from normquest.world.terms import EffectModel

Effect = Callable[[State, Stream], list[Change]]
"""What it changes in a state, which it leaves alone."""


def effect(model: EffectModel, env: Env, scope: Scope) -> Effect:
    """An effect as a closure; it reads a working state that later effects see changed."""
    if model.set is not None or model.add is not None:
        name, value_model = model.set or model.add  # type: ignore[misc]
        dotted, value = name, term(value_model, env, scope)
        adding = model.add is not None

        def assign(s: State, rng: Stream) -> list[Change]:
            key = _dynamic_key(dotted, env, s)
            new = (s.get(key) or 0) + (value.call(s) or 0) if adding else value.call(s)
            return [(*key, new)]

        return assign
    if model.move is not None:
        thing, where = entity_of(model.move[0], env), model.move[1]

        def move(s: State, rng: Stream) -> list[Change]:
            to = s[(env["actor"], "at")] if where == "place" and "place" not in env else entity_of(where, env)
            return [(thing, "at", to)]

        return move
    if model.make is not None:
        spares, to_name = [e for e in scope.entities(model.make.kind) if "__" in e], model.make.to
        fresh = {e: _fresh(e, scope) for e in spares}

        def make(s: State, rng: Stream) -> list[Change]:
            follows = to_name == "place" and "place" not in env
            to = s[(env["actor"], "at")] if follows else entity_of(to_name, env)
            spare = next((t for t in spares if s[(t, "at")] == NOWHERE), None)
            if spare is None:
                return []
            anew = [(*key, value) for key, value in fresh[spare] if s.get(key) != value]
            return [(spare, "at", to), *anew]

        return make
    if model.remove is not None:
        gone = entity_of(model.remove, env)
        return lambda s, rng: [(gone, "at", NOWHERE)]
    if model.join is not None or model.leave is not None:
        who, listname = model.join or model.leave  # type: ignore[misc]
        entity, list_key = entity_of(who, env), (f"list:{listname}", "members")
        joins = model.join is not None

        def queue(s: State, rng: Stream) -> list[Change]:
            members = tuple(s[list_key])
            if not joins:
                members = tuple(m for m in members if m != entity)
            elif entity not in members:
                members = (*members, entity)
            return [(*list_key, members)]

        return queue
    if model.tie is not None:
        kind, a, b, amount_model = model.tie
        tie_key = (f"tie:{kind}", f"{entity_of(a, env)}>{entity_of(b, env)}")
        if entity_of(a, env) == entity_of(b, env):
            return lambda s, rng: []
        amount = term(amount_model, env, scope)
        return lambda s, rng: [(*tie_key, amount.call(s))]
    if model.learn is not None:
        return _learn(*model.learn, env, scope)
    if model.draw is not None:
        drawn, values = model.draw
        return lambda s, rng: [(*_dynamic_key(drawn, env, s), pick(rng, values))]
    assert model.if_ is not None
    condition = all_of(model.if_.test, env, scope)
    then, otherwise = effects(model.if_.then, env, scope), effects(model.if_.otherwise, env, scope)
    return lambda s, rng: then(s, rng) if condition.call(s) else otherwise(s, rng)


def _learn(person: str, fact: str, env: Env, scope: Scope) -> Effect:
    """Who learns by their own act, or by a rule of the world, learns what is so.

    Whom another tells learns what the teller knows, stale though it be; one who
    does not know can only show how it is.
    """
    learner, attribute = entity_of(person, env), f"knows:{fact}"
    true = term(scope.facts[fact], {}, scope)
    teller = (env.get("actor", learner), attribute)

    def learn(s: State, rng: Stream) -> list[Change]:
        told = None if teller[0] == learner else s.get(teller)
        return [(learner, attribute, true.call(s) if told is None else told)]

    return learn


def _fresh(spare: str, scope: Scope) -> list[tuple[Key, Any]]:
    """What a thing just made must look like, however it was when it was last removed."""
    changing = sorted(key for key in scope.dynamic if key[0] == spare and key[1] != "at")
    return [(key, scope.start.get(key)) for key in changing]


def _dynamic_key(name: str, env: Env, state: State) -> Key:
    head, _, attribute = name.partition(".")
    if head == "place" and head not in env:
        return (state[(env["actor"], "at")], attribute)
    return (entity_of(head, env), attribute)


def effects(models: Sequence[EffectModel], env: Env, scope: Scope) -> Effect:
    """Effects in order; each sees what the earlier ones changed. Returns all changes."""
    calls = [effect(m, env, scope) for m in models]
    if len(calls) == 1:
        return calls[0]

    def run(s: State, rng: Stream) -> list[Change]:
        changes: list[Change] = []
        if not calls:
            return changes
        working = dict(s)
        for call in calls:
            new = call(working, rng)
            changes += new
            for entity, attribute, value in new:
                working[(entity, attribute)] = value
        return changes

    return run


def read_by(models: Sequence[EffectModel], env: Env, scope: Scope) -> frozenset[Key]:
    """The state keys on which it depends what the effects change."""
    keys: set[Key] = set()

    def spot(name: str) -> None:
        if name == "place" and "place" not in env:
            keys.add((env["actor"], "at"))

    for model in models:
        for assigned in (model.set, model.add):
            if assigned is not None:
                spot(assigned[0].partition(".")[0])
                keys |= term(assigned[1], env, scope).reads
        if model.add is not None:
            keys |= attribute_of(model.add[0], env, scope).reads
        if model.draw is not None:
            spot(model.draw[0].partition(".")[0])
        if model.move is not None:
            spot(model.move[1])
        if model.make is not None:
            spot(model.make.to)
            keys |= {(e, "at") for e in scope.entities(model.make.kind)}
        if model.join is not None or model.leave is not None:
            keys.add((f"list:{(model.join or model.leave or ('', ''))[1]}", "members"))
        if model.tie is not None:
            keys |= term(model.tie[3], env, scope).reads
        if model.learn is not None:
            keys |= term(scope.facts[model.learn[1]], {}, scope).reads
            keys |= {(env["actor"], f"knows:{model.learn[1]}")} if "actor" in env else set()
        if model.if_ is not None:
            keys |= all_of(model.if_.test, env, scope).reads
            keys |= read_by((*model.if_.then, *model.if_.otherwise), env, scope)
    return frozenset(keys)


def written(models: Sequence[EffectModel]) -> set[tuple[str, str]]:
    """Which (name, attribute) the effects may write, names as the file has them.

    `kind:NAME` stands for every thing of a kind and the attribute `*` for all
    that can change; a tie from a to b is written `tie:KIND`, `a>b`.
    """
    keys: set[tuple[str, str]] = set()
    for model in models:
        for pair in (model.set, model.add, model.draw):
            if pair is not None:
                head, _, attribute = pair[0].partition(".")
                keys.add((head, attribute))
        if model.move is not None:
            keys.add((model.move[0], "at"))
        if model.remove is not None:
            keys.add((model.remove, "at"))
        if model.join is not None or model.leave is not None:
            keys.add((f"list:{(model.join or model.leave or ('', ''))[1]}", "members"))
        if model.make is not None:
            keys |= {(f"kind:{model.make.kind}", "at"), (f"kind:{model.make.kind}", "*")}
        if model.tie is not None:
            keys.add((f"tie:{model.tie[0]}", f"{model.tie[1]}>{model.tie[2]}"))
        if model.learn is not None:
            keys.add((model.learn[0], f"knows:{model.learn[1]}"))
        if model.if_ is not None:
            keys |= written(model.if_.then) | written(model.if_.otherwise)
    return keys
