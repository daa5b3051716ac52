"""Grounding: every verb with every filling that could ever be legal, compiled to closures, for one actor."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from normquest.community.build import Community, slot_candidates
from normquest.community.compile import Check, Compiled, all_of, check, there
from normquest.community.effects import Effect, effects, read_by, written
from normquest.community.state import Key, State
from normquest.norms.events import Act
from normquest.world.schema import Slot
from normquest.world.terms import EffectModel


@dataclass(frozen=True)
class GroundAct:
    """A verb with its slots filled, for one actor.

    `reads`: the keys on which it depends whether it is legal, whether it fails
    and what it changes; `needs`, the last of these alone; `writes`: all that it
    may change.
    """

    act: Act
    tags: tuple[str, ...]
    parts: tuple[Compiled, ...]
    checks: tuple[Check, ...]
    fails: tuple[tuple[Check, str], ...]
    effect: Effect
    reads: frozenset[Key]
    needs: frozenset[Key]
    writes: frozenset[Key]
    place: str | None
    within: str | None
    rite: bool
    order: int

    def legal(self, state: State) -> bool:
        """Whether it may be attempted in this state."""
        for test in self.checks:  # noqa: SIM110 - the loop is twice as fast as all(), and this is the hot path
            if not test(state):
                return False
        return True

    def failure(self, state: State) -> str | None:
        """The wording of why the attempt comes to nothing, or None if it succeeds."""
        return next((say for test, say in self.fails if test(state)), None)


def _reach(entity: str, slot: Slot, actor: str, community: Community) -> Compiled | None:
    """How near the filling must be, as a closure; None where nothing is asked."""
    mine: Key = (actor, "at")
    its: Key = (entity, "at")
    if slot.kind == ("style",) or slot.values:
        return None
    if slot.reach == "any":
        return there(entity, Compiled(lambda s: True, frozenset()), community.scope)
    if slot.reach == "exit":
        neighbours = {name: frozenset(place.exits) for name, place in community.setting.places.items()}
        return Compiled(lambda s: entity in neighbours[s[mine]], frozenset({mine}))
    if entity in community.setting.places:
        return Compiled(lambda s: s[mine] == entity, frozenset({mine}))
    if slot.reach == "held":
        return Compiled(lambda s: s[its] == actor, frozenset({its}))
    if slot.reach == "here" or entity in community.people:
        return Compiled(lambda s: s[its] == s[mine], frozenset({its, mine}))
    people = frozenset(community.people)

    def near(s: State) -> bool:
        at, here = s[its], s[mine]
        return at in (actor, here) or (at not in people and s.get((at, "at")) == here)

    return Compiled(near, frozenset({its, mine}))


def _home_of(slots: Mapping[str, str], models: Mapping[str, Slot], community: Community) -> str | None:
    """The one place where this can be done, if a part of it stands fast there."""
    for name, entity in slots.items():
        if models[name].reach in ("here", "near") and (entity, "at") not in community.scope.dynamic:
            at = community.start.get((entity, "at"))
            if at in community.setting.places:
                return str(at)
    return None


def _within(slots: Mapping[str, str], models: Mapping[str, Slot], community: Community) -> str | None:
    """The first filling that moves about and must be in reach: where it is out of reach, so is the act."""
    for name, entity in slots.items():
        if models[name].reach in ("held", "here", "near") and (entity, "at") in community.scope.dynamic:
            return entity
    return None


def _not_into_itself(
    models: Sequence[EffectModel], env: Mapping[str, str], community: Community
) -> list[Compiled]:
    """What is moved into a thing must not hold that thing, at any depth: both would be lost."""
    found: list[Compiled] = []
    things = {e for e, a in community.scope.dynamic if a == "at"} - set(community.people)
    for model in models:
        if model.move is None:
            continue
        thing, to = (env.get(name, name) for name in model.move)
        if thing in things and to in things:
            found.append(_outside(thing, to, frozenset((t, "at") for t in things)))
    return found


def _outside(thing: str, to: str, reads: frozenset[Key]) -> Compiled:
    def outside(state: State) -> bool:
        at: object = to
        while at is not None and at != thing:
            at = state.get((str(at), "at"))
        return at != thing

    return Compiled(outside, reads)


def keys_written(
    models: Sequence[EffectModel], env: Mapping[str, str], community: Community
) -> frozenset[Key]:
    """The keys that effects may change; `place` stands for any place."""
    keys: set[Key] = set()
    for name, attribute in written(models):
        if name.startswith("kind:"):
            made = community.scope.entities(name[5:])
            if attribute == "*":
                keys |= {key for key in community.scope.dynamic if key[0] in made}
            else:
                keys |= {(e, attribute) for e in made}
        elif name.startswith("tie:"):
            a, b = attribute.split(">")
            keys.add((name, f"{env.get(a, a)}>{env.get(b, b)}"))
        elif name == "place" and name not in env:
            keys |= {(p, attribute) for p in community.setting.places}
        else:
            keys.add((env.get(name, name), attribute))
    return frozenset(keys)


def needed_for(community: Community, ground: GroundAct, things: Collection[str]) -> frozenset[Key]:
    """The keys on which it depends what an act makes of these things, whatever else it changes."""
    env = {"actor": ground.act.actor, **dict(ground.act.slots)}
    effects = [
        model
        for model in community.verbs[ground.act.verb].do
        if any(entity in things for entity, _ in keys_written([model], env, community))
    ]
    return read_by(effects, env, community.scope)


def grounded(community: Community, actor: str) -> Iterator[GroundAct]:
    """Every act the actor could ever attempt here, in the order of the file."""
    scope = community.scope
    order = 0
    for name, verb in community.verbs.items():
        models: dict[str, Slot] = {str(slot): model for slot, model in verb.slots.items()}
        fillings = [slot_candidates(community, model, actor) for model in models.values()]
        for combination in product(*fillings):
            if len(set(combination)) < len(combination):
                continue
            slots = dict(zip(models, combination, strict=True))
            env = {"actor": actor, **slots}
            parts = [_reach(entity, models[slot], actor, community) for slot, entity in slots.items()]
            parts += [check(t, env, scope) for model in models.values() for t in model.where]
            parts += [check(t, env, scope) for t in verb.when]
            parts += _not_into_itself(verb.do, env, community)
            checks, possible = [], True
            for part in parts:
                if part is None:
                    continue
                if part.constant(scope):
                    possible = bool(part.call(community.start))
                    if not possible:
                        break
                else:
                    checks.append(part)
            if not possible:
                continue
            needs = read_by(verb.do, env, scope)
            fails = [(all_of(f.when, env, scope), f.say) for f in verb.fails]
            yield GroundAct(
                act=Act(actor, name, tuple(slots.items())),
                tags=tuple(verb.tags),
                parts=tuple(checks),
                checks=tuple(c.call for c in checks),
                fails=tuple((c.call, say) for c, say in fails),
                effect=effects(verb.do, env, scope),
                reads=frozenset(k for c in (*checks, *(c for c, _ in fails)) for k in c.reads) | needs,
                needs=needs,
                writes=keys_written(verb.do, env, community),
                place=_home_of(slots, models, community),
                within=_within(slots, models, community),
                rite=verb.rite,
                order=order,
            )
            order += 1
