"""Which properties can be met with in a setting: there, or brought about by acts, rules or the draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from normquest.world.checks.names import Kinds, Names, class_of
from normquest.world.schema import Setting
from normquest.world.terms import EffectModel, Scalar, TermModel

Pair = tuple[str, Scalar]


class Supply:
    """For each attribute and value, the kinds of entities in a setting that have or can come to have it."""

    def __init__(self, names: Names, setting: Setting) -> None:
        self.names = names
        self.setting = setting
        self._carriers: dict[Pair, set[str]] = {}
        self._things = names.things()
        self._entities(setting)
        self._effects(setting)
        for vary in setting.vary:
            if vary.pick is not None:
                entity, _, attribute = vary.pick.partition(".")
                for value in vary.values:
                    self._note(self._kind(entity), attribute, value)

    def carriers(self, attribute: str, value: str) -> Kinds:
        """The kinds of entities with this value; of `kind` and `holds`, what the value itself says."""
        if attribute == "kind":
            return self._things & {value}
        if attribute == "holds":
            kind = self.names.world.kinds.get(value)
            return frozenset({"person"}) if value in self._things and kind and kind.portable else frozenset()
        return frozenset(self._carriers.get((attribute, value), ()))

    def _note(self, kinds: Iterable[str], attribute: str, value: Scalar) -> None:
        declared = self.names.world.attributes.get(attribute)
        # A misspelt value, told elsewhere, may stand for any: what needs the right one is no second mistake.
        values = [value] if declared is None or value in declared.values else list(declared.values)
        for each in values:
            self._carriers.setdefault((attribute, each), set()).update(kinds)

    def _kind(self, entity: str) -> Kinds:
        kind = self.names.entities.get(entity)
        return frozenset() if kind is None else frozenset({kind})

    def _entities(self, setting: Setting) -> None:
        kinds = self.names.world.kinds
        for thing in setting.things.values():
            inherited = kinds[thing.kind].attributes if thing.kind in kinds else {}
            for attribute, value in {**inherited, **thing.attributes}.items():
                self._note({thing.kind}, attribute, value)
        for name, kind in kinds.items():
            if kind.spare:
                for attribute, value in kind.attributes.items():
                    self._note({name}, attribute, value)
        for place in setting.places.values():
            for attribute, value in place.attributes.items():
                self._note({"place"}, attribute, value)
        for person in setting.people.values():
            for attribute, value in person.attributes.items():
                self._note({"person"}, attribute, value)

    def _effects(self, setting: Setting) -> None:
        people, place = frozenset({"person"}), frozenset({"place"})
        for verb in self.names.verbs.values():
            bound, there = {"actor": people, "place": place}, self._things | people | place
            bound |= {slot: self.names.slot(verb, slot) & there for slot in verb.slots}
            self._changes(verb.do, bound)
        for rule in setting.rules:
            self._changes(rule.do, {} if rule.for_ is None else {"it": frozenset({rule.for_})})

    def _changes(self, effects: Sequence[EffectModel], bound: dict[str, Kinds]) -> None:
        for effect in effects:
            if effect.set is not None:
                self._change(effect.set[0], self._values(effect.set), bound)
            elif effect.draw is not None:
                self._change(effect.draw[0], effect.draw[1], bound)
            elif effect.if_ is not None:
                self._changes((*effect.if_.then, *effect.if_.otherwise), bound)

    def _change(self, dotted: str, values: Iterable[Scalar], bound: dict[str, Kinds]) -> None:
        name, _, attribute = dotted.partition(".")
        for value in values:
            self._note(bound[name] if name in bound else self._kind(name), attribute, value)

    def _values(self, change: tuple[str, TermModel]) -> Iterable[Scalar]:
        """What a set can bring about: the value given, or, where it is taken from elsewhere, any."""
        if change[1].literal is not None:
            return (change[1].literal,)
        declared = self.names.world.attributes.get(change[0].partition(".")[2])
        return () if declared is None else declared.values

    def things(self) -> Kinds:
        """The kinds of things that are there or can be made."""
        return frozenset(kind for kind in self._things if class_of(kind) == "thing")
