"""Whether a setting hangs together: ways between places, things somewhere, people with errands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from normquest.world.builtin import all_verbs
from normquest.world.checks.names import Class, Names
from normquest.world.checks.verbs import check_free, check_once
from normquest.world.nodes import FieldPath
from normquest.world.report import Report
from normquest.world.schema import Place, Setting, World
from normquest.world.terms import Scalar


def check_layout(world: World, setting: Setting, names: Names, report: Report) -> None:
    """Check a setting's entities and its verbs' names; `names.label` is its field in the file."""
    label = names.label
    _unique(setting, label, report)
    for name, kind in world.kinds.items():
        check_attributes(kind.attributes, "thing", names, ("kinds", name, "attributes"), report)
    for name, place in setting.places.items():
        check_attributes(place.attributes, "place", names, (label, "places", name, "attributes"), report)
    _exits(setting.places, (label, "places"), report)
    _things(world, setting, names, report)
    for name, person in setting.people.items():
        path = (label, "people", name)
        check_attributes(person.attributes, "person", names, (*path, "attributes"), report)
        if person.at not in setting.places:
            report.unknown((*path, "at"), "place", person.at, setting.places)
        for number, errand in enumerate(person.errands):
            if errand not in setting.errands:
                report.unknown((*path, "errands", number), "errand", errand, setting.errands)
    known = all_verbs(world)
    for number, verb in enumerate(setting.verbs):
        if verb not in known:
            report.unknown((label, "verbs", number), "verb", verb, known)
    check_once(setting.verbs, (label, "verbs"), report)
    check_once((name.casefold() for name in setting.names), (label, "names"), report)
    if label == "home" and not any(person.sanctions for person in setting.people.values()):
        report.add((label, "people"), "nobody here sanctions, so no norm could be learned")


def check_attributes(
    given: Mapping[str, Scalar], of: Class, names: Names, path: FieldPath, report: Report
) -> None:
    """Check the attributes of one entity or kind: declared ones as declared, others numbers or flags."""
    kinds = frozenset({of if of != "thing" else next(iter(names.world.kinds))})
    for name, value in given.items():
        known = names.attribute(kinds, name) if name != "kind" else None
        here = (*path, name)
        if known is None and name in names.world.attributes:
            owners = " or ".join(names.world.attributes[name].of)
            report.add(here, f"'{name}' is an attribute of a {owners}, not of a {of}", key=True)
        elif known is None and name in ("at", "kind", "holds", "name", "id", "members"):
            report.add(here, f"'{name}' is kept by the engine; choose another name", key=True)
        elif known is None:
            declared = [a for a, attribute in names.world.attributes.items() if of in attribute.of]
            message = f"there is no attribute '{name}'; one whose value is a word must be declared"
            report.add(here, message, sorted(declared), name, key=True)
        elif not known.allows(value):
            report.add(here, f"{known.described} is never '{value}'", known.expected, value)


def _unique(setting: Setting, label: str, report: Report) -> None:
    taken: dict[str, str] = {}
    for part in ("places", "things", "people"):
        check_free(getattr(setting, part), (label, part), report)
        for name in getattr(setting, part):
            if name in taken:
                report.add((label, part, name), f"'{name}' is already one of the {taken[name]}", key=True)
            elif "__" in name:
                report.add((label, part, name), "two _ together are kept for things that are made", key=True)
            taken.setdefault(name, part)


def _exits(places: Mapping[str, Place], path: FieldPath, report: Report) -> None:
    whole = True
    for name, place in places.items():
        for number, exit_ in enumerate(place.exits):
            here = (*path, name, "exits", number)
            if exit_ not in places:
                report.unknown(here, "place", exit_, places)
                whole = False
            elif exit_ == name:
                report.add(here, "a place is no exit of itself")
        check_once(place.exits, (*path, name, "exits"), report)
    if not whole:
        return
    first = next(iter(places))
    back: dict[str, list[str]] = {name: [] for name in places}
    for name, place in places.items():
        for exit_ in place.exits:
            back[exit_].append(name)
    reached = _reached(first, {name: place.exits for name, place in places.items()})
    returning = _reached(first, back)
    for name in places:
        if name not in reached:
            report.add((*path, name), f"no way leads from {first} to this place")
        elif name not in returning:
            report.add((*path, name), f"no way leads from this place back to {first}")


def _reached(start: str, ways: Mapping[str, Iterable[str]]) -> set[str]:
    found, todo = {start}, [start]
    while todo:
        for way in ways[todo.pop()]:
            if way not in found:
                found.add(way)
                todo.append(way)
    return found


def _things(world: World, setting: Setting, names: Names, report: Report) -> None:
    for name, thing in setting.things.items():
        path = (names.label, "things", name)
        kind = world.kinds.get(thing.kind)
        if kind is None:
            report.unknown((*path, "kind"), "kind", thing.kind, world.kinds)
        elif not kind.portable and names.entities.get(thing.at) == "person":
            report.add((*path, "at"), f"'{name}' cannot be held: its kind is not portable")
        if thing.at not in names.entities:
            known = [n for n in names.entities if n != name]
            report.unknown((*path, "at"), "place, thing or person", thing.at, known)
        elif loop := containment_loop(name, {n: t.at for n, t in setting.things.items()}):
            report.add((*path, "at"), f"it would be inside itself: {' in '.join(loop)}")
        check_attributes(thing.attributes, "thing", names, (*path, "attributes"), report)


def containment_loop(start: str, at: Mapping[str, str]) -> list[str]:
    """The way from a thing through what contains it back to itself, or nothing where it ends elsewhere."""
    way = [start]
    while (container := at.get(way[-1])) is not None and len(way) <= len(at):
        way.append(container)
        if container == start:
            return way
    return []
