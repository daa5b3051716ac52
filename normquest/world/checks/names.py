"""What the names in a world stand for, in one of its settings or in either."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from normquest.text import article
from normquest.world.builtin import all_verbs
from normquest.world.checks.values import NUMBER, ValueType, of_scalar
from normquest.world.schema import Setting, SlotName, Verb, World
from normquest.world.terms import Scalar

YOU = "you"
BOUND = ("actor", "thing", "target", "addressee", "style", "place", "here", "watcher", "it")
"""Names that stand for something else from act to act. Nothing in a file may be called so."""

Class = Literal["thing", "place", "person"]
Kinds = frozenset[str]
"""The kinds that a name may stand for. `person` and `place` are kinds too, and `style`, like no other."""

CLASSES: tuple[Class, ...] = ("thing", "place", "person")


def class_of(kind: str) -> Class:
    """Whether a kind is one of things, or `place` or `person`."""
    return "place" if kind == "place" else "person" if kind == "person" else "thing"


def fillers(world: World, slot: SlotName) -> list[str]:
    """The kinds that may stand in a slot of this name; a style has none."""
    if slot == "addressee":
        return ["person"]
    return [*world.kinds, "place"] if slot == "target" else list(world.kinds)


@dataclass(frozen=True)
class Names:
    """The entities, verbs and counters of a setting; `label` is the setting's name in messages.

    Counters are numbers and flags that entities have undeclared: no norm can speak of them, so they need no
    words.
    """

    world: World
    label: str
    settings: tuple[Setting, ...]
    entities: Mapping[str, str] = field(init=False)
    verbs: Mapping[str, Verb] = field(init=False)
    counters: Mapping[Class, Mapping[str, ValueType]] = field(init=False)

    def __post_init__(self) -> None:
        verbs = all_verbs(self.world)
        listed = [v for s in self.settings for v in (*s.verbs, "go", "wait")]
        object.__setattr__(self, "entities", self._entities())
        object.__setattr__(self, "verbs", {v: verbs[v] for v in dict.fromkeys(listed) if v in verbs})
        object.__setattr__(self, "counters", self._counters())

    @staticmethod
    def both(world: World) -> Names:
        """The names of both settings together, for what stands in neither."""
        return Names(world, "the world", (world.home, world.elsewhere))

    def _entities(self) -> dict[str, str]:
        found = {YOU: "person"}
        for setting in self.settings:
            found |= dict.fromkeys(setting.places, "place")
            found |= {name: thing.kind for name, thing in setting.things.items()}
            found |= dict.fromkeys(setting.people, "person")
        return found

    def _counters(self) -> dict[Class, dict[str, ValueType]]:
        found: dict[Class, dict[str, ValueType]] = {c: {} for c in CLASSES}

        def note(kind: Class, maps: Iterable[Mapping[str, Scalar]]) -> None:
            for attributes in maps:
                for name, value in attributes.items():
                    if not isinstance(value, str) and name not in self.world.attributes:
                        found[kind].setdefault(name, of_scalar(value))

        note("thing", (kind.attributes for kind in self.world.kinds.values()))
        for setting in self.settings:
            note("thing", (thing.attributes for thing in setting.things.values()))
            note("place", (place.attributes for place in setting.places.values()))
            note("person", (person.attributes for person in setting.people.values()))
        if self.world.purse:
            found["person"]["coins"] = NUMBER
        return found

    def attribute(self, kinds: Kinds, name: str) -> ValueType | None:
        """The type of an attribute of entities of these kinds, or None where none of them can have it."""
        classes = {class_of(kind) for kind in kinds}
        if name == "kind" and classes == {"thing"}:
            return ValueType("name", "a kind", tuple(self.world.kinds))
        declared = self.world.attributes.get(name)
        if declared is not None:
            carried = classes & set(declared.of)
            return ValueType("name", f"{article(name)} {name}", tuple(declared.values)) if carried else None
        having = [self.counters[c][name] for c in CLASSES if c in classes and name in self.counters[c]]
        return having[0] if having else None

    def attributes(self, kinds: Kinds) -> list[str]:
        """The names of all attributes that entities of these kinds can have."""
        classes = {class_of(kind) for kind in kinds}
        declared = [name for name, attribute in self.world.attributes.items() if classes & set(attribute.of)]
        return sorted({*declared, *(name for c in classes for name in self.counters[c])})

    def things(self) -> Kinds:
        """The kinds of things in these settings, those that may still be made included."""
        there = {kind for kind in self.entities.values() if class_of(kind) == "thing"}
        return frozenset(there | {name for name, kind in self.world.kinds.items() if kind.spare})

    def slot(self, verb: Verb, slot: SlotName) -> Kinds:
        """The kinds of what may fill a slot of a verb; those that the slot cannot have are left out."""
        if slot == "style":
            return frozenset({"style"})
        return frozenset(verb.slots[slot].kind) & frozenset(fillers(self.world, slot))

    def fillings(self, verb: Verb, slot: SlotName) -> int:
        """How many entities, or styles, there are that may fill a slot of a verb."""
        if slot == "style":
            return len(verb.slots[slot].values or self.world.styles)
        kinds = self.slot(verb, slot)
        spare = sum(self.world.kinds[kind].spare for kind in kinds if kind in self.world.kinds)
        return spare + sum(kind in kinds for kind in self.entities.values())


@dataclass(frozen=True)
class Scope:
    """What names stand for at one spot of the file: those bound there, and the entities.

    `spots` are bound names that can only say where something is: they follow an actor who moves.
    """

    names: Names
    bound: Mapping[str, Kinds] = field(default_factory=dict)
    spots: frozenset[str] = frozenset()

    def kinds(self, name: str) -> Kinds | None:
        """The kinds that a name may stand for, or None where it stands for nothing."""
        if name in self.bound:
            return self.bound[name]
        return frozenset({self.names.entities[name]}) if name in self.names.entities else None

    def known(self) -> list[str]:
        """All names that stand for something here, the bound ones first."""
        return [*self.bound, *self.names.entities]

    def with_it(self, kind: str) -> Scope:
        """The same spot inside a count or sum, where `it` is each entity of a kind in turn."""
        return Scope(self.names, {**self.bound, "it": frozenset({kind})}, self.spots)
