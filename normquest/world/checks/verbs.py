"""Whether the parts that both settings share are sound: names, attributes, kinds, verbs, facts, sight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import prod

from normquest.world.builtin import all_tags
from normquest.world.checks.effects import Effects
from normquest.world.checks.names import BOUND, YOU, Kinds, Names, Scope, fillers
from normquest.world.checks.terms import Terms
from normquest.world.checks.wordings import placeholders
from normquest.world.errors import shortened
from normquest.world.nodes import FieldPath
from normquest.world.report import Report
from normquest.world.schema import RESERVED, Slot, Verb, World

PEOPLE: Kinds = frozenset({"person"})
PLACES: Kinds = frozenset({"place"})
_TAKEN = frozenset({*BOUND, YOU, "person"})
"""Words that already mean something in tests, and would be read so where a value or an entity can stand."""


def check_free(names: Iterable[str], path: FieldPath, report: Report) -> None:
    """Note names that mean something else already; `path` leads to the mapping or list that they are in."""
    for name in names:
        if name in _TAKEN:
            message = f"'{name}' already means something in tests; choose another name"
            report.add((*path, name), message, key=True)


def check_once(names: Iterable[str], path: FieldPath, report: Report) -> None:
    """Note names that stand twice in a list."""
    for name, times in Counter(names).items():
        if times > 1:
            report.add(path, f"'{shortened(name)}' is listed {times} times")


def check_shared(world: World, report: Report) -> None:
    """Check all that does not depend on a setting."""
    for part in ("kinds", "hours", "styles"):
        check_free(getattr(world, part), (part,), report)
    check_once(world.lists, ("lists",), report)
    for name, attribute in world.attributes.items():
        path: FieldPath = ("attributes", name)
        if name in (*RESERVED, "coins", "hour"):
            report.add(path, f"'{name}' is kept by the engine; choose another name", key=True)
        check_free(attribute.values, (*path, "values"), report)
        check_once(attribute.of, (*path, "of"), report)
        _tokens(attribute.tokens, attribute.values, (*path, "tokens"), report)
    _tokens(world.tokens, [*world.tags, *world.kinds], ("tokens",), report)
    for number, group in enumerate(world.tokens):
        _of_one_sort(group, world, ("tokens", number), report)
    for name, verb in world.verbs.items():
        _slots(verb, world, ("verbs", name), report)
        check_once(verb.tags, ("verbs", name, "tags"), report)
        for number, tag in enumerate(verb.tags):
            if tag not in all_tags(world):
                report.unknown(("verbs", name, "tags", number), "tag", tag, all_tags(world))
    waiting = world.verbs.get("wait")
    if waiting is not None and (waiting.slots or waiting.when):
        # There must always be something that one can do.
        report.add(("verbs", "wait"), "waiting must always be possible", ("neither 'slots' nor 'when'",))


MOST_FILLINGS = 1_000
"""In how many ways the slots of one verb may be filled in a setting, by whatever kinds it has."""


def check_verbs(world: World, names: Names, terms: Terms, verbs: Iterable[str]) -> None:
    """Check the tests and effects of the verbs of a setting (or of neither)."""
    for name in verbs:
        if name not in world.verbs:
            continue
        verb, path = world.verbs[name], ("verbs", name)
        if prod(names.fillings(verb, slot) for slot in verb.slots) > MOST_FILLINGS:
            message = f"its slots can be filled in more than {MOST_FILLINGS:,} ways in {names.label}"
            terms.report.add((*path, "slots"), message)
        bound = {"actor": PEOPLE, "place": PLACES} | {slot: names.slot(verb, slot) for slot in verb.slots}
        inside = terms.at(Scope(names, bound, frozenset({"place"})))
        inside.tests(verb.when, (*path, "when"))
        for slot, wanted in verb.slots.items():
            inside.tests(wanted.where, (*path, "slots", slot, "where"))
        for number, fails in enumerate(verb.fails):
            inside.tests(fails.when, (*path, "fails", number, "when"))
        Effects(inside).effects(verb.do, (*path, "do"))


def check_sight(world: World, names: Names, terms: Terms) -> None:
    """Check when acts are seen from elsewhere."""
    bound = {"actor": PEOPLE, "watcher": PEOPLE, "place": PLACES, "here": PLACES}
    inside = terms.at(Scope(names, bound, frozenset({"here"})))
    inside.tests(world.sight.full, ("sight", "full"))
    inside.tests(world.sight.dim, ("sight", "dim"))


def check_facts(world: World, terms: Terms) -> None:
    """Check facts that nothing in either setting has spoken of."""
    for name, term in world.facts.items():
        if term.literal is not None:
            terms.report.add(("facts", name), "a fact that never changes tells nobody anything")
        terms.fact(name, ("facts", name))


def _tokens(groups: Iterable[Iterable[str]], values: Iterable[str], path: FieldPath, report: Report) -> None:
    known, seen = set(values), set[str]()
    for number, group in enumerate(groups):
        members = list(group)
        if len(members) < 2:
            report.add((*path, number), "a group of like values needs two at least")
        for place, value in enumerate(members):
            if value not in known:
                report.unknown((*path, number, place), "value", value, known)
            elif value in seen:
                report.add((*path, number, place), f"'{value}' is in two groups, or twice in one")
            seen.add(value)


def _of_one_sort(group: Sequence[str], world: World, path: FieldPath, report: Report) -> None:
    """A mirror puts one in the place of the other: all are kinds, or all are tags with the same slots."""
    if not set(group) <= {*world.kinds, *world.tags}:
        return  # said already
    if set(group) <= set(world.kinds):
        return
    if set(group) & set(world.kinds):
        report.add(path, "tags and kinds are not like one another")
    elif len({frozenset(placeholders(world.tags[tag].base)) for tag in group}) > 1:
        report.add(path, "like tags read with the same slots", ("tags whose 'base' names the same slots",))


def _slots(verb: Verb, world: World, path: FieldPath, report: Report) -> None:
    for name, slot in verb.slots.items():
        here = (*path, "slots", name)
        if slot.values and name != "style":
            report.add((*here, "values"), "only a style has 'values'", key=True)
        if name == "style":
            _style(slot, world, here, report)
            continue
        allowed = fillers(world, name)
        if not slot.kind:
            report.add(here, "the field 'kind' is missing", sorted(allowed), missing="kind")
        for number, kind in enumerate(slot.kind):
            if kind not in allowed:
                report.unknown((*here, "kind", number), "kind", kind, allowed)
        if slot.reach == "exit" and slot.kind != ("place",):
            report.add((*here, "reach"), "only a place can be an exit")
        if slot.reach == "held" and not any(k in world.kinds and world.kinds[k].portable for k in slot.kind):
            report.add((*here, "reach"), "none of these kinds can be held: none is portable")


def _style(slot: Slot, world: World, path: FieldPath, report: Report) -> None:
    if not world.styles:
        report.add(path, "this world has no 'styles'")
    if slot.kind not in ((), ("style",)) or (not slot.kind and not slot.values):
        report.add((*path, "kind"), "expected 'kind: style', or 'values' to choose from")
    for value in slot.values:
        if value not in world.styles:
            report.unknown((*path, "values", value), "style", value, world.styles, key=True)


def check_synonyms(names: Names, report: Report) -> None:
    """Check that no word means two verbs of one setting. The built-in verbs give way."""
    meant: dict[str, str] = {}
    for name, verb in names.verbs.items():
        if name not in names.world.verbs:
            continue
        for number, synonym in enumerate(verb.synonyms):
            other = meant.setdefault(synonym.casefold(), name)
            if other != name:
                message = f"'{shortened(synonym)}' already means '{other}' in {names.label}"
                report.add(("verbs", name, "synonyms", number), message)
