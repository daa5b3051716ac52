"""A community: one setting of a world drawn with a seed.

The draw shuffles what the file's `vary` names, gives residents their names,
and fixes the start state. The norm is drawn elsewhere (`normquest.bank`), from
a stream of its own: the same seed gives the same people whatever they enforce.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from normquest.community.compile import Compiled, Scope, term, written
from normquest.community.state import NOWHERE, Key
from normquest.norms.events import NEWCOMER
from normquest.streams import pick, shuffled, stream
from normquest.world.schema import Setting, Slot, Verb, World
from normquest.world.terms import EffectModel, Scalar

SettingName = Literal["home", "elsewhere"]
YOU = NEWCOMER


def builtin_verbs() -> dict[str, Verb]:
    """`go` and `wait`, which every world has; a world may define its own of that name."""
    go = Verb.model_validate(
        {
            "base": "go to {target}",
            "past": "gone to {target}",
            "ing": "going to {target}",
            "nouns": {"target": "place"},
            "tags": ["moving"],
            "slots": {"target": {"kind": "place", "reach": "exit"}},
            "do": [{"move": ["actor", "target"]}],
            "says": {"you": "You go to {target}.", "other": "{actor} goes to {target}."},
            "synonyms": ["walk to", "enter", "head for"],
        }
    )
    wait = Verb.model_validate(
        {
            "base": "wait",
            "past": "waited",
            "ing": "waiting",
            "tags": ["waiting"],
            "says": {"you": "You let a little time pass.", "other": "{actor} waits."},
            "synonyms": ["stay", "rest"],
        }
    )
    return {"go": go, "wait": wait}


@dataclass(frozen=True)
class Community:
    """Who and what is there, how it starts, and the words for it. Immutable; caches fill in as it is used."""

    world: World
    setting_name: SettingName
    seed: int
    names: Mapping[str, str]
    start: Mapping[Key, Any]
    scope: Scope
    verbs: Mapping[str, Verb]
    cache: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def setting(self) -> Setting:
        return self.world.home if self.setting_name == "home" else self.world.elsewhere

    @property
    def residents(self) -> tuple[str, ...]:
        """Ids of the residents, in the order of the file."""
        return tuple(self.setting.people)

    @property
    def people(self) -> tuple[str, ...]:
        """The residents and the newcomer."""
        return (*self.setting.people, YOU)

    def with_start(self, start: Mapping[Key, Any]) -> Community:
        """The same community from another start state; compiled acts are shared."""
        return replace(self, start=start, scope=replace(self.scope, start=start))


def _dynamic(world: World, setting: Setting, verbs: Mapping[str, Verb], start: Mapping[Key, Any]) -> frozenset[Key]:
    """The keys that some act or world rule may change."""
    touched: set[str] = set()
    moved_kinds = {name for name, kind in world.kinds.items() if kind.portable}
    groups: list[tuple[EffectModel, ...]] = [v.do for v in verbs.values()] + [r.do for r in setting.rules]
    for group in groups:
        touched |= {attribute for _, attribute in written(group) if attribute != "at"}
    keys = {key for key in start if key[1] in touched}
    keys |= {(e, "at") for (e, a), kind in start.items() if a == "kind" and kind in (*moved_kinds, "person")}
    keys |= {key for key in start if key[0] == "clock" or key[0].startswith(("list:", "tie:"))}
    keys |= {(e, a) for e, a in start if a.startswith("knows:")}
    return frozenset(keys)


def _pick_target(start: dict[Key, Any], dotted: str) -> Key:
    head, _, attribute = dotted.partition(".")
    return (head, attribute)


def _vary(setting: Setting, start: dict[Key, Any], seed: int, name: str) -> None:
    for number, vary in enumerate(setting.vary):
        rng = stream(seed, "vary", name, number)
        if vary.shuffle is not None:
            values = [start.get((entity, vary.shuffle)) for entity in vary.among]
            for entity, value in zip(vary.among, shuffled(rng, values), strict=True):
                if value is None:
                    start.pop((entity, vary.shuffle), None)
                else:
                    start[(entity, vary.shuffle)] = value
        elif vary.pick is not None:
            start[_pick_target(start, vary.pick)] = pick(rng, vary.values)


def build(world: World, setting_name: SettingName, seed: int) -> Community:
    """Draw a community. The same arguments give the same community everywhere."""
    setting = world.home if setting_name == "home" else world.elsewhere
    verbs = {**builtin_verbs(), **world.verbs}
    verbs = {name: verbs[name] for name in dict.fromkeys(("go", *setting.verbs, "wait"))}
    start: dict[Key, Any] = {}
    by_kind: dict[str, list[str]] = {"person": [], "place": []}

    def add(entity: str, kind: str, at: str | None, attributes: Mapping[str, Scalar]) -> None:
        by_kind.setdefault(kind, []).append(entity)
        start[(entity, "kind")] = kind
        if at is not None:
            start[(entity, "at")] = at
        for attribute, value in attributes.items():
            start[(entity, attribute)] = value

    for place_id, place in setting.places.items():
        add(place_id, "place", None, place.attributes)
    for thing_id, thing in setting.things.items():
        add(thing_id, thing.kind, thing.at, {**world.kinds[thing.kind].attributes, **thing.attributes})
    for kind_id, kind in world.kinds.items():
        for number in range(kind.spare):
            add(f"{kind_id}__{number + 1}", kind_id, NOWHERE, kind.attributes)
    purse: dict[str, Scalar] = {"coins": world.purse} if world.purse else {}
    for person_id, person in setting.people.items():
        add(person_id, "person", person.at, {**purse, **person.attributes})
    first_task = next(iter(setting.tasks.values()))
    add(YOU, "person", first_task.start, purse)
    for listname in world.lists:
        start[(f"list:{listname}", "members")] = ()
    everyone = [*setting.people, YOU]
    for tie, initial in world.ties.items():
        for a in everyone:
            for b in everyone:
                if a != b:
                    start[(f"tie:{tie}", f"{a}>{b}")] = initial
    start[("clock", "turn")] = 0
    start[("clock", "day")] = 0
    start[("clock", "hour")] = next(iter(world.hours))
    _vary(setting, start, seed, setting_name)
    names_rng = stream(seed, "names", setting_name)
    drawn = shuffled(names_rng, list(setting.names))
    names = dict(zip(setting.people, drawn, strict=False)) | {YOU: "you"}
    kinds = {kind: tuple(entities) for kind, entities in by_kind.items()}
    scope = Scope(kinds, start, _dynamic(world, setting, verbs, start), world.facts)
    return Community(world, setting_name, seed, names, start, scope, verbs)


def start_facts(community: Community) -> dict[str, Compiled]:
    """The world's facts as closures, for what people know of them."""
    return {name: term(model, {}, community.scope) for name, model in community.world.facts.items()}


def slot_candidates(community: Community, slot: Slot, actor: str) -> tuple[str, ...]:
    """Entities (or styles) that could ever fill a slot, in the order of the file."""
    if slot.values:
        return tuple(slot.values)
    found: list[str] = []
    for kind in slot.kind:
        if kind == "style":
            found += list(community.world.styles)
        else:
            found += [e for e in community.scope.entities(kind) if e != actor]
    return tuple(dict.fromkeys(found))
