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
from normquest.world.terms import TermModel, TestModel

Term = Callable[[State], Any]
Check = Callable[[State], bool]
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


def entity_of(name: str, env: Env) -> str:
    """What a name stands for: what it is bound to, or the entity of that name."""
    return env.get(name, name)


def attribute_of(name: str, env: Env, scope: Scope) -> Compiled:
    """`thing.colour` as a closure; absent attributes read as None."""
    head, _, attribute = name.partition(".")
    if head in ("place", "here") and head not in env:
        who = (env["actor" if head == "place" else "watcher"], "at")
        keys = frozenset((place, attribute) for place in scope.entities("place"))
        return Compiled(lambda s: s.get((s[who], attribute)), keys | {who})
    entity = entity_of(head, env)
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
        key = (f"tie:{kind}", f"{entity_of(a, env)}>{entity_of(b, env)}")
        # Nobody has a tie with themselves: a count of votes over all people asks for one and finds none.
        return Compiled(lambda s: s.get(key), frozenset({key}))
    if model.fact is not None:
        return term(scope.facts[model.fact], {}, scope)
    if model.known is not None:
        key = (entity_of(model.known[0], env), f"knows:{model.known[1]}")
        return Compiled(lambda s: s.get(key), frozenset({key}))
    if model.clock is not None:
        key = ("clock", model.clock)
        return Compiled(lambda s: s[key], frozenset({key}))
    value: Any = model.literal
    if isinstance(value, str):
        value = entity_of(value, env)
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
        what, where = entity_of(model.in_[0], env), model.in_[1]
        at = (what, "at")
        if where in ("place", "here") and where not in env:
            who = (env["actor" if where == "place" else "watcher"], "at")
            return Compiled(lambda s: bool(s.get(at) == s[who]), frozenset({at, who}))
        container = entity_of(where, env)
        return Compiled(lambda s: bool(s.get(at) == container), frozenset({at}), equals=(at, container))
    if model.listed is not None:
        entity, key = entity_of(model.listed[0], env), (f"list:{model.listed[1]}", "members")
        return Compiled(lambda s: entity in s[key], frozenset({key}))
    if model.first is not None:
        entity, key = entity_of(model.first[0], env), (f"list:{model.first[1]}", "members")
        return Compiled(lambda s: bool(s[key]) and bool(s[key][0] == entity), frozenset({key}))
    if model.knows is not None:
        key = (entity_of(model.knows[0], env), f"knows:{model.knows[1]}")
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
