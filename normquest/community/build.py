"""A community: one setting of a world drawn with a seed.

The draw shuffles what the file's `vary` names, gives residents their names,
and fixes the start state. The norm is drawn elsewhere (`normquest.bank`), from
a stream of its own: the same seed gives the same people whatever they enforce.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from normquest.community.changing import Changing
from normquest.community.compile import Scope
from normquest.community.state import NOWHERE, Key
from normquest.norms.events import NEWCOMER
from normquest.streams import pick, shuffled, stream
from normquest.world.builtin import all_verbs
from normquest.world.schema import Setting, Slot, Verb, World
from normquest.world.terms import Scalar

SettingName = Literal["home", "elsewhere"]
YOU = NEWCOMER


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

    @property
    def things(self) -> tuple[str, ...]:
        """Ids of all things in the order of the file, then those that may yet be made."""
        if "things" not in self.cache:
            spares = [e for e, a in self.start if a == "kind" and "__" in e]
            self.cache["things"] = (*self.setting.things, *spares)
        found: tuple[str, ...] = self.cache["things"]
        return found

    def with_start(self, start: Mapping[Key, Any]) -> Community:
        """The same community from another start state; compiled acts are shared."""
        return replace(self, start=start, scope=replace(self.scope, start=start))


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
    known = all_verbs(world)
    verbs = {name: known[name] for name in dict.fromkeys(("go", *setting.verbs, "wait"))}
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
    changing = Changing(world, setting, verbs, start, kinds)
    scope = Scope(kinds, start, changing.keys(), world.facts, changing.elusive())
    return Community(world, setting_name, seed, names, start, scope, verbs)


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
