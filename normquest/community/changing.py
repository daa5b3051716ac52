"""What may change in a community, as far as its file says: the rest is folded to constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from normquest.community.effects import written
from normquest.community.state import NOWHERE, Key
from normquest.norms.events import NEWCOMER
from normquest.world.schema import Setting, Verb, World
from normquest.world.terms import EffectModel

Kinds = Mapping[str, Sequence[str]]
"""Entities by kind; `person` and `place` are kinds too."""


@dataclass(frozen=True)
class Changing:
    """The effects of a setting's verbs and rules, asked for what they may touch."""

    world: World
    setting: Setting
    verbs: Mapping[str, Verb]
    start: Mapping[Key, Any]
    by_kind: Kinds

    def keys(self) -> frozenset[Key]:
        """The keys that may change.

        What effects write, also where it has no value yet; where portable things
        and people are; lists, ties, the clock, and what people know.
        """
        keys = set(self._written())
        kinds = {name for name, kind in self.world.kinds.items() if kind.portable} | {"person"}
        keys |= {(e, "at") for (e, a), kind in self.start.items() if a == "kind" and kind in kinds}
        keys |= {key for key in self.start if key[0] == "clock" or key[0].startswith(("list:", "tie:"))}
        keys |= {(who, f"knows:{fact}") for who in self.by_kind["person"] for fact in self.world.facts}
        return frozenset(keys)

    def elusive(self) -> frozenset[str]:
        """Who and what may be nowhere: the newcomer, spare things, and what effects remove."""
        found = {NEWCOMER, *(e for (e, a), value in self.start.items() if a == "at" and value == NOWHERE)}
        for effects, bound in self._groups():
            for name in _removed(effects):
                found.update(self._entities(name, bound))
        return frozenset(found)

    def _groups(self) -> Iterator[tuple[tuple[EffectModel, ...], dict[str, tuple[str, ...]]]]:
        """The effects of each verb and world rule, and the kinds that the names in them stand for."""
        for verb in self.verbs.values():
            slots = {str(name): slot.kind for name, slot in verb.slots.items()}
            yield verb.do, {"actor": ("person",), "place": ("place",), **slots}
        for rule in self.setting.rules:
            yield rule.do, {} if rule.for_ is None else dict.fromkeys(("it", "actor"), (rule.for_,))

    def _written(self) -> Iterator[Key]:
        for effects, bound in self._groups():
            for name, attribute in written(effects):
                if not name.startswith(("list:", "tie:")) and attribute != "*":
                    yield from ((entity, attribute) for entity in self._entities(name, bound))

    def _entities(self, name: str, bound: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """What a name in an effect may stand for."""
        if name.startswith("kind:"):
            return tuple(self.by_kind.get(name[5:], ()))
        if name in bound:
            return tuple(e for kind in bound[name] for e in self.by_kind.get(kind, ()))
        return (name,) if (name, "kind") in self.start else ()


def _removed(effects: Sequence[EffectModel]) -> Iterator[str]:
    """The names of what effects may remove."""
    for effect in effects:
        if effect.remove is not None:
            yield effect.remove
        if effect.if_ is not None:
            yield from _removed((*effect.if_.then, *effect.if_.otherwise))
