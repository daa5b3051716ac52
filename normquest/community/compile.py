"""World expressions compiled to closures over a state.

An environment binds names to entities at compile time; the name `place` alone
is looked up as the act happens, since actors move. What cannot change in a
community is folded to a constant, so that most acts that can never be legal
are never listed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from normquest.community.state import NOWHERE, Key, State
from normquest.norms.events import Change
from normquest.streams import Stream, pick
from normquest.world.terms import EffectModel, TermModel, TestModel

Term = Callable[[State], Any]
Check = Callable[[State], bool]
Effect = Callable[[State, Stream], list[Change]]
"""What it changes in a state, which it leaves alone."""
Env = Mapping[str, str]

_OPS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


@dataclass(frozen=True)
class Scope:
    """What the compiler knows of a community: its entities by kind, the start state, what may change.

    `elusive` are entities that may be nowhere: spare things, those that are
    removed, and the newcomer, who is in no scene of the watch.
    """

    by_kind: Mapping[str, tuple[str, ...]]
    start: State
    dynamic: frozenset[Key] = field(default_factory=frozenset)
    facts: Mapping[str, TermModel] = field(default_factory=dict)
    elusive: frozenset[str] = frozenset()

    def entities(self, kind: str) -> tuple[str, ...]:
        """All entities of a kind; `person` and `place` are kinds too."""
        return self.by_kind.get(kind, ())


@dataclass(frozen=True)
class Compiled:
    """A closure and the state keys it reads; `constant` where it reads none that can change."""

    call: Callable[[State], Any]
    reads: frozenset[Key]
    key: Key | None = None
    """Of a term that is the value of one key, absent or not: that key."""
    equals: tuple[Key, Any] | None = None
    """Of a test that one key has one value: both."""

    def constant(self, scope: Scope) -> bool:
        return not (self.reads & scope.dynamic)


def _entity(name: str, env: Env) -> str:
    return env.get(name, name)


def attribute_of(name: str, env: Env, scope: Scope) -> Compiled:
    """`thing.colour` as a closure; absent attributes read as None."""
    head, _, attribute = name.partition(".")
    if head in ("place", "here") and head not in env:
        who = (env["actor" if head == "place" else "watcher"], "at")
        keys = frozenset((place, attribute) for place in scope.entities("place"))
        return Compiled(lambda s: s.get((s[who], attribute)), keys | {who})
    entity = _entity(head, env)
    if attribute == "holds":
        kinds_of_things = [kind for kind in scope.by_kind if kind not in ("person", "place")]
        things = [t for kind in kinds_of_things for t in scope.entities(kind)]
        kinds = {t: scope.start[(t, "kind")] for t in things}
        return Compiled(
            lambda s: tuple(sorted({kinds[t] for t in things if s[(t, "at")] == entity})),
            frozenset((t, "at") for t in things),
        )
    key = (entity, attribute)
    return Compiled(lambda s: s.get(key), frozenset({key}), key)


def term(model: TermModel, env: Env, scope: Scope) -> Compiled:
    """A term as a closure."""
    if model.attribute is not None:
        return attribute_of(model.attribute, env, scope)
    if model.count is not None:
        passing = [
            there(entity, all_of(model.count.where, {**env, "it": entity}, scope), scope)
            for entity in scope.entities(model.count.kind)
        ]
        reads = frozenset(k for c in passing for k in c.reads)
        return Compiled(_counting(passing), reads)
    if model.sum is not None:
        pairs = [
            (
                there(e, all_of(model.sum.where, {**env, "it": e}, scope), scope),
                term(model.sum.of, {**env, "it": e}, scope),
            )
            for e in scope.entities(model.sum.kind)
        ]
        reads = frozenset(k for a, b in pairs for k in a.reads | b.reads)
        return Compiled(lambda s: sum((b.call(s) or 0) for a, b in pairs if a.call(s)), reads)
    if model.tie is not None:
        kind, a, b = model.tie
        key = (f"tie:{kind}", f"{_entity(a, env)}>{_entity(b, env)}")
        # Nobody has a tie with themselves: a count of votes over all people asks for one and finds none.
        return Compiled(lambda s: s.get(key), frozenset({key}))
    if model.fact is not None:
        return term(scope.facts[model.fact], {}, scope)
    if model.known is not None:
        key = (_entity(model.known[0], env), f"knows:{model.known[1]}")
        return Compiled(lambda s: s.get(key), frozenset({key}))
    if model.clock is not None:
        key = ("clock", model.clock)
        return Compiled(lambda s: s[key], frozenset({key}))
    value: Any = model.literal
    if isinstance(value, str):
        value = _entity(value, env)
    return Compiled(lambda s: value, frozenset())


def _counting(tests: Sequence[Compiled]) -> Callable[[State], int]:
    """How many tests hold; where each asks one key for the same value, that is counted among the values."""
    asked = [test.equals for test in tests if test.equals is not None]
    if len(tests) > 1 and len(asked) == len(tests) and len({value for _, value in asked}) == 1:
        keys, value = [key for key, _ in asked], asked[0][1]
        return lambda s: [s.get(key) for key in keys].count(value)
    calls = [test.call for test in tests]
    return lambda s: [bool(call(s)) for call in calls].count(True)


def there(entity: str, passing: Compiled, scope: Scope) -> Compiled:
    """A test of an entity that fails while it is nowhere: what is not in play neither counts nor is meant."""
    if entity not in scope.elusive:
        return passing
    at, call = (entity, "at"), passing.call
    if passing.equals is not None and passing.equals[0] == at and passing.equals[1] != NOWHERE:
        return passing
    return Compiled(lambda s: s[at] != NOWHERE and bool(call(s)), passing.reads | {at})


def _comparable(call: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def compare(a: Any, b: Any) -> bool:
        try:
            return bool(call(a, b))
        except TypeError:  # nothing is larger or smaller than what is not there
            return False

    return compare


def check(model: TestModel, env: Env, scope: Scope) -> Compiled:
    """A test as a closure."""
    if model.is_ is not None:
        one, other = model.is_
        return _equal(term(one, env, scope), term(other, env, scope), scope)
    if model.compare is not None:
        left, right = term(model.compare.left, env, scope), term(model.compare.right, env, scope)
        op, a, b = _comparable(_OPS[model.compare.op]), left.call, right.call
        return Compiled(lambda s: op(a(s), b(s)), left.reads | right.reads)
    if model.in_ is not None:
        what, where = _entity(model.in_[0], env), model.in_[1]
        at = (what, "at")
        if where in ("place", "here") and where not in env:
            who = (env["actor" if where == "place" else "watcher"], "at")
            return Compiled(lambda s: bool(s.get(at) == s[who]), frozenset({at, who}))
        container = _entity(where, env)
        return Compiled(lambda s: bool(s.get(at) == container), frozenset({at}), equals=(at, container))
    if model.listed is not None:
        entity, key = _entity(model.listed[0], env), (f"list:{model.listed[1]}", "members")
        return Compiled(lambda s: entity in s[key], frozenset({key}))
    if model.first is not None:
        entity, key = _entity(model.first[0], env), (f"list:{model.first[1]}", "members")
        return Compiled(lambda s: bool(s[key]) and bool(s[key][0] == entity), frozenset({key}))
    if model.knows is not None:
        key = (_entity(model.knows[0], env), f"knows:{model.knows[1]}")
        return Compiled(lambda s: s.get(key) is not None, frozenset({key}))
    if model.any_ is not None:
        parts = [check(t, env, scope) for t in model.any_]
        return Compiled(lambda s: any(p.call(s) for p in parts), frozenset(k for p in parts for k in p.reads))
    if model.all_ is not None:
        return all_of(model.all_, env, scope)
    assert model.not_ is not None
    inner = check(model.not_, env, scope)
    return Compiled(lambda s: not inner.call(s), inner.reads)


def all_of(models: Sequence[TestModel], env: Env, scope: Scope) -> Compiled:
    """Tests joined by and."""
    parts = [check(t, env, scope) for t in models]
    if len(parts) == 1:
        return parts[0]
    calls = tuple(p.call for p in parts)

    def every(s: State) -> bool:
        for call in calls:  # noqa: SIM110 - twice as fast as all(), and this is the hot path
            if not call(s):
                return False
        return True

    return Compiled(every, frozenset(k for p in parts for k in p.reads))


def _equal(a: Compiled, b: Compiled, scope: Scope) -> Compiled:
    """Whether two terms are equal; where one is a constant and the other one key, in a single look-up."""
    if not a.reads:
        a, b = b, a
    left, right, key = a.call, b.call, a.key
    if b.reads:
        return Compiled(lambda s: bool(left(s) == right(s)), a.reads | b.reads)
    value = right(scope.start)
    if key is None:
        return Compiled(lambda s: bool(left(s) == value), a.reads)
    return Compiled(lambda s: bool(s.get(key) == value), a.reads, equals=(key, value))


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
        thing, where = _entity(model.move[0], env), model.move[1]

        def move(s: State, rng: Stream) -> list[Change]:
            to = s[(env["actor"], "at")] if where == "place" and "place" not in env else _entity(where, env)
            return [(thing, "at", to)]

        return move
    if model.make is not None:
        spares, to_name = [e for e in scope.entities(model.make.kind) if "__" in e], model.make.to
        fresh = {e: _fresh(e, scope) for e in spares}

        def make(s: State, rng: Stream) -> list[Change]:
            follows = to_name == "place" and "place" not in env
            to = s[(env["actor"], "at")] if follows else _entity(to_name, env)
            spare = next((t for t in spares if s[(t, "at")] == NOWHERE), None)
            if spare is None:
                return []
            anew = [(*key, value) for key, value in fresh[spare] if s.get(key) != value]
            return [(spare, "at", to), *anew]

        return make
    if model.remove is not None:
        gone = _entity(model.remove, env)
        return lambda s, rng: [(gone, "at", NOWHERE)]
    if model.join is not None or model.leave is not None:
        who, listname = model.join or model.leave  # type: ignore[misc]
        entity, list_key = _entity(who, env), (f"list:{listname}", "members")
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
        tie_key = (f"tie:{kind}", f"{_entity(a, env)}>{_entity(b, env)}")
        if _entity(a, env) == _entity(b, env):
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
    learner, attribute = _entity(person, env), f"knows:{fact}"
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
    return (_entity(head, env), attribute)


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
