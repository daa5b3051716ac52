"""Whether terms and tests speak of what exists, and compare what can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from normquest.world.checks.names import BOUND, CLASSES, Class, Kinds, Scope, class_of
from normquest.world.checks.values import NUMBER, UNKNOWN, ValueType, of_scalar
from normquest.world.nodes import FieldPath
from normquest.world.report import Report
from normquest.world.terms import TermModel, TestModel

_HINTS = {
    "at": "where something is, is tested by 'in' and changed by 'move'",
    "holds": "what somebody holds is counted: {count: {kind: …, where: {in: [it, actor]}}}",
    "name": "a name is for people to read and cannot be tested",
    "id": "an id is written as it is: {in: [actor, yard]}",
    "members": "who is in a list is tested by 'listed' and 'first'",
}


@dataclass(frozen=True)
class Terms:
    """Checks terms and tests at one spot of the file. Each method notes mistakes and goes on."""

    scope: Scope
    report: Report
    within_fact: bool = False
    facts: dict[str, ValueType] = field(default_factory=dict, compare=False)
    """What is known of the facts; one dict for all spots of a setting, so that each is looked at once."""

    def at(self, scope: Scope) -> Terms:
        """The checks at another spot of the same setting."""
        return replace(self, scope=scope)

    def inside(self, kind: str, path: FieldPath) -> Terms:
        """The same spot inside a count or sum over entities of a kind."""
        known = [*self.scope.names.world.kinds, "person", "place"]
        if kind not in known:
            self.report.unknown((*path, "kind"), "kind", kind, known)
            return self.at(replace(self.scope, bound={**self.scope.bound, "it": frozenset()}))
        return self.at(self.scope.with_it(kind))

    def tests(self, tests: Sequence[TestModel], path: FieldPath) -> None:
        """Check tests that must all hold."""
        for number, test in enumerate(tests):
            self.test(test, (*path, number))

    def test(self, test: TestModel, path: FieldPath) -> None:
        """Check one test."""
        if test.is_ is not None:
            self._is(test.is_, (*path, "is"))
        elif test.compare is not None:
            for side in ("left", "right"):
                self.number(getattr(test.compare, side), (*path, "compare", side))
            self._not_fixed((test.compare.left, test.compare.right), (*path, "compare"))
        elif test.in_ is not None:
            self.entity(test.in_[0], (*path, "in", 0), ("thing", "person"))
            self.entity(test.in_[1], (*path, "in", 1), spot=True)
        elif test.listed is not None or test.first is not None:
            key, pair = ("listed", test.listed) if test.listed is not None else ("first", test.first)
            assert pair is not None
            self.entity(pair[0], (*path, key, 0))
            self.listed(pair[1], (*path, key, 1))
        elif test.knows is not None:
            self.entity(test.knows[0], (*path, "knows", 0), ("person",))
            self.fact(test.knows[1], (*path, "knows", 1))
        elif test.any_ is not None or test.all_ is not None:
            key, several = ("any", test.any_) if test.any_ is not None else ("all", test.all_)
            if not several:
                self.report.add((*path, key), "an empty list of tests")
            self.tests(several or (), (*path, key))
        elif test.not_ is not None:
            self.test(test.not_, (*path, "not"))

    def term(self, term: TermModel, path: FieldPath) -> ValueType:
        """Check a term and say what it can be."""
        world = self.scope.names.world
        if term.attribute is not None:
            return self.attribute(term.attribute, path)
        if term.count is not None:
            inner, inside = (*path, "count"), self.inside(term.count.kind, (*path, "count"))
            inside.tests(term.count.where, (*inner, "where"))
            return NUMBER
        if term.sum is not None:
            inner, inside = (*path, "sum"), self.inside(term.sum.kind, (*path, "sum"))
            inside.number(term.sum.of, (*inner, "of"))
            inside.tests(term.sum.where, (*inner, "where"))
            return NUMBER
        if term.tie is not None:
            self.tie(term.tie, (*path, "tie"))
            start = world.ties.get(term.tie[0], "")
            return UNKNOWN if isinstance(start, str) else of_scalar(start)
        if term.fact is not None:
            return self.fact(term.fact, (*path, "fact"))
        if term.known is not None:
            self.entity(term.known[0], (*path, "known", 0), ("person",))
            return self.fact(term.known[1], (*path, "known", 1))
        if term.clock is not None:
            return NUMBER if term.clock != "hour" else ValueType("name", "an hour", tuple(world.hours))
        assert term.literal is not None
        return self._literal(term.literal, path)

    def number(self, term: TermModel, path: FieldPath) -> None:
        """Check a term that must be a number."""
        kind = self.term(term, path)
        if kind.sort not in ("number", "unknown"):
            self.report.add(path, f"{kind.described} has no size", ("a number",))

    def attribute(self, dotted: str, path: FieldPath) -> ValueType:
        """Check a dotted name such as `thing.colour` and say what it can be."""
        name, dot, attribute = dotted.partition(".")
        if not dot or not attribute:
            self.report.add(path, f"'{dotted}' is no attribute", ("a name, a dot and an attribute",))
            return UNKNOWN
        if name == "style":
            self.report.add(path, "a style is tested as it is", ("{is: [style, …]}",))
            return UNKNOWN
        kinds = self._kinds(name, path)
        if kinds is None or not kinds:
            return UNKNOWN
        found = self.scope.names.attribute(kinds, attribute)
        if found is None and attribute in _HINTS:
            self.report.add(path, f"'{attribute}' is no attribute to test or set; {_HINTS[attribute]}")
        elif found is None:
            what = " or ".join(c for c in CLASSES if c in {class_of(kind) for kind in kinds})
            known = self.scope.names.attributes(kinds)
            self.report.add(path, f"no {what} has an attribute '{attribute}'", known, attribute)
        return found or UNKNOWN

    def entity(
        self, name: str, path: FieldPath, classes: Sequence[Class] = CLASSES, *, spot: bool = False
    ) -> Kinds | None:
        """Check the name of an entity; `spot` where names that follow the actor may stand."""
        if "." in name:
            self.report.add(path, f"'{name}' is an attribute", ("the name of an entity, without a dot",))
            return None
        kinds = self._kinds(name, path)
        if kinds is None or not kinds:
            return None
        if name in self.scope.spots and not spot:
            self.report.add(
                path, f"'{name}' can only say where something is, in second place after 'in' or 'move'"
            )
        elif not {class_of(kind) for kind in kinds} & set(classes) or "style" in kinds:
            self.report.add(path, f"'{name}' is not what can stand here", (f"a {' or '.join(classes)}",))
        else:
            return kinds
        return None

    def listed(self, name: str, path: FieldPath) -> None:
        """Check the name of a list."""
        if name not in self.scope.names.world.lists:
            self.report.unknown(path, "list", name, self.scope.names.world.lists)

    def fact(self, name: str, path: FieldPath) -> ValueType:
        """Check the name of a fact and say what its value can be."""
        facts = self.scope.names.world.facts
        if name not in facts:
            self.report.unknown(path, "fact", name, facts)
            return UNKNOWN
        if self.within_fact:
            self.report.add(path, "a fact cannot speak of another fact")
            return UNKNOWN
        if name not in self.facts:
            inside = replace(self, scope=Scope(self.scope.names), within_fact=True)
            self.facts[name] = inside.term(facts[name], ("facts", name))
        return self.facts[name]

    def tie(self, tie: Sequence[str], path: FieldPath) -> None:
        """Check the kind of a tie and the two people it joins."""
        ties = self.scope.names.world.ties
        if tie[0] not in ties:
            self.report.unknown((*path, 0), "tie", tie[0], ties)
        for number in (1, 2):
            self.entity(tie[number], (*path, number), ("person",))

    def fits(self, wanted: ValueType, given: ValueType, path: FieldPath) -> None:
        """Note a mistake if a term, given at a path, can never have a value that is wanted."""
        if "unknown" in (wanted.sort, given.sort):
            return
        if given.sort == "text" and wanted.sort == "name":
            if given.values[0] not in wanted.values:
                self.report.unknown(path, wanted.what.partition(" ")[2], given.values[0], wanted.values)
        elif given.sort == "text" and wanted.sort == "entity":
            self.entity(given.values[0], path)
        elif wanted.sort != given.sort:
            self.report.add(path, f"{given.described} is never {wanted.described}", wanted.expected)
        elif wanted.sort == "name" and not set(wanted.values) & set(given.values):
            self.report.add(path, f"{given.described} is never {wanted.described}")

    def _is(self, pair: tuple[TermModel, TermModel], path: FieldPath) -> None:
        left, right = (self.term(term, (*path, number)) for number, term in enumerate(pair))
        if self._not_fixed(pair, path):
            return
        if left.sort == "text":
            self.fits(right, left, (*path, 0))
        else:
            self.fits(left, right, (*path, 1))

    def _not_fixed(self, pair: tuple[TermModel, TermModel], path: FieldPath) -> bool:
        """Note a mistake, and say so, if neither side of a test can change."""
        fixed = all(term.literal is not None and term.literal not in self.scope.bound for term in pair)
        if fixed:
            expected = ("a term that can change",)
            self.report.add(path, "both sides are fixed, so this always says the same", expected)
        return fixed

    def _literal(self, value: str | int | float | bool, path: FieldPath) -> ValueType:
        if not isinstance(value, str) or value not in self.scope.bound:
            if value in BOUND:
                self._kinds(str(value), path)
                return UNKNOWN
            return of_scalar(value)
        if value == "style":
            return ValueType("name", "a style", tuple(self.scope.names.world.styles))
        if value in self.scope.spots:
            self.report.add(path, f"'{value}' can only say where something is; use 'in'")
            return UNKNOWN
        return ValueType("entity", f"who or what '{value}' is")

    def _kinds(self, name: str, path: FieldPath) -> Kinds | None:
        kinds = self.scope.kinds(name)
        if kinds is not None:
            return kinds
        if name == "it":
            self.report.add(path, "'it' stands for something only inside count, sum and for")
        elif name in BOUND:
            self.report.add(path, f"'{name}' stands for nothing here", self.scope.known(), name)
        else:
            where = self.scope.names.label
            self.report.add(path, f"nothing in {where} is called '{name}'", self.scope.known(), name)
        return None
