"""Whether effects change what exists, to what it can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from normquest.world.checks.names import Kinds, class_of
from normquest.world.checks.terms import Terms
from normquest.world.checks.values import ValueType
from normquest.world.nodes import FieldPath
from normquest.world.terms import EffectModel, Make, TermModel


@dataclass(frozen=True)
class Effects:
    """Checks effects at one spot of the file, whose terms `terms` checks."""

    terms: Terms

    def effects(self, effects: Sequence[EffectModel], path: FieldPath) -> None:
        """Check effects that happen one after another."""
        for number, effect in enumerate(effects):
            self.effect(effect, (*path, number))

    def effect(self, effect: EffectModel, path: FieldPath) -> None:
        """Check one effect."""
        terms = self.terms
        if effect.set is not None:
            self._set(*effect.set, (*path, "set"))
        elif effect.add is not None:
            self._add(*effect.add, (*path, "add"))
        elif effect.draw is not None:
            self._draw(*effect.draw, (*path, "draw"))
        elif effect.move is not None:
            self._move(effect.move, (*path, "move"))
        elif effect.make is not None:
            self._make(effect.make, (*path, "make"))
        elif effect.remove is not None:
            self._portable(effect.remove, (*path, "remove"), people=False)
        elif effect.join is not None or effect.leave is not None:
            key, pair = ("join", effect.join) if effect.join is not None else ("leave", effect.leave)
            assert pair is not None
            terms.entity(pair[0], (*path, key, 0))
            terms.listed(pair[1], (*path, key, 1))
        elif effect.tie is not None:
            terms.tie(effect.tie[:3], (*path, "tie"))
            terms.term(effect.tie[3], (*path, "tie", 3))
        elif effect.learn is not None:
            terms.entity(effect.learn[0], (*path, "learn", 0), ("person",))
            terms.fact(effect.learn[1], (*path, "learn", 1))
        elif effect.if_ is not None:
            inner = (*path, "if")
            terms.tests(effect.if_.test, (*inner, "test"))
            self.effects(effect.if_.then, (*inner, "then"))
            self.effects(effect.if_.otherwise, (*inner, "else"))
            if not effect.if_.then and not effect.if_.otherwise:
                terms.report.add(inner, "it changes nothing", ("'then' or 'else'",))

    def _attribute(self, dotted: str, path: FieldPath) -> ValueType:
        if dotted.endswith(".kind"):
            self.terms.report.add(path, "the kind of a thing cannot change")
        return self.terms.attribute(dotted, path)

    def _set(self, dotted: str, value: TermModel, path: FieldPath) -> None:
        wanted = self._attribute(dotted, (*path, 0))
        self.terms.fits(wanted, self.terms.term(value, (*path, 1)), (*path, 1))

    def _add(self, dotted: str, value: TermModel, path: FieldPath) -> None:
        wanted = self._attribute(dotted, (*path, 0))
        if wanted.sort not in ("number", "unknown"):
            self.terms.report.add((*path, 0), f"nothing can be added to {wanted.described}", ("a number",))
        self.terms.number(value, (*path, 1))

    def _draw(self, dotted: str, values: Sequence[str | int | float | bool], path: FieldPath) -> None:
        wanted = self._attribute(dotted, (*path, 0))
        if not values:
            self.terms.report.add((*path, 1), "there is nothing to draw from")
        for number, value in enumerate(values):
            if not wanted.allows(value):
                message = f"{wanted.described} is never '{value}'"
                self.terms.report.add((*path, 1, number), message, wanted.expected, value)

    def _make(self, make: Make, path: FieldPath) -> None:
        kinds = self.terms.scope.names.world.kinds
        if make.kind not in kinds:
            self.terms.report.unknown((*path, "kind"), "kind", make.kind, kinds)
        elif not kinds[make.kind].spare:
            message = f"there is nothing to make it from: 'spare' of {make.kind} is 0"
            self.terms.report.add((*path, "kind"), message)
        self.terms.entity(make.to, (*path, "in"), spot=True)

    def _move(self, move: tuple[str, str], path: FieldPath) -> None:
        moved = self._portable(move[0], (*path, 0), people=True)
        to = self.terms.entity(move[1], (*path, 1), spot=True)
        if moved and to and "person" in moved and to != {"place"}:
            message = f"'{move[0]}' may be a person, and people can only be moved to a place"
            self.terms.report.add((*path, 1), message, ("a place",))

    def _portable(self, name: str, path: FieldPath, *, people: bool) -> Kinds | None:
        classes = ("thing", "person") if people else ("thing",)
        kinds: Kinds | None = self.terms.entity(name, path, classes)  # type: ignore[arg-type]
        declared = self.terms.scope.names.world.kinds
        things = [kind for kind in kinds or () if class_of(kind) == "thing" and kind in declared]
        if kinds and "person" not in kinds and not any(declared[kind].portable for kind in things):
            self.terms.report.add(path, f"'{name}' cannot be moved: its kind is not portable")
        return kinds
