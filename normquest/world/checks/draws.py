"""Whether whatever a draw changes is still a sound setting afterwards."""

from __future__ import annotations

from normquest.world.checks.layout import containment_loop
from normquest.world.checks.names import Names, class_of
from normquest.world.checks.values import ValueType
from normquest.world.checks.verbs import check_once
from normquest.world.nodes import FieldPath
from normquest.world.report import Report
from normquest.world.schema import Setting, Vary


def check_draws(setting: Setting, names: Names, report: Report) -> None:
    """Check a setting's `vary`."""
    for number, vary in enumerate(setting.vary):
        path: FieldPath = (names.label, "vary", number)
        if vary.shuffle is not None:
            _shuffle(vary.shuffle, vary, setting, names, path, report)
        elif vary.pick is not None:
            _pick(vary.pick, vary, setting, names, path, report)


def _shuffle(
    attribute: str, vary: Vary, setting: Setting, names: Names, path: FieldPath, report: Report
) -> None:
    check_once(vary.among, (*path, "among"), report)
    at = _positions(setting)
    for number, entity in enumerate(vary.among):
        here = (*path, "among", number)
        if entity not in names.entities or entity == "you":
            report.unknown(here, "place, thing or person", entity, set(names.entities) - {"you"})
        elif attribute == "at":
            if entity not in at:
                report.add(here, "a place is nowhere, so it cannot change places")
        elif names.attribute(frozenset({names.entities[entity]}), attribute) is None:
            _no_attribute(entity, attribute, names, (*path, "shuffle"), report)
    if attribute == "at":
        among = [entity for entity in vary.among if entity in at]
        for entity in among:
            for other in among:
                _may_be(entity, at[other], setting, names, (*path, "among"), report)


def _pick(dotted: str, vary: Vary, setting: Setting, names: Names, path: FieldPath, report: Report) -> None:
    entity, dot, attribute = dotted.partition(".")
    here = (*path, "pick")
    if not dot or not attribute:
        report.add(here, f"'{dotted}' is no attribute", ("an entity, a dot and an attribute",))
    elif entity not in names.entities or entity == "you":
        report.unknown(here, "place, thing or person", entity, set(names.entities) - {"you"})
    elif attribute == "at":
        for number, value in enumerate(vary.values):
            spot = (*path, "values", number)
            if entity not in _positions(setting):
                report.add(here, "a place is nowhere, so it cannot change places")
            elif not isinstance(value, str) or value not in names.entities:
                report.unknown(spot, "place, thing or person", value, names.entities)
            else:
                _may_be(entity, value, setting, names, spot, report)
    else:
        known = names.attribute(frozenset({names.entities[entity]}), attribute)
        if known is None or attribute == "kind":
            _no_attribute(entity, attribute, names, here, report)
        else:
            _values(known, vary, (*path, "values"), report)


def _values(known: ValueType, vary: Vary, path: FieldPath, report: Report) -> None:
    for number, value in enumerate(vary.values):
        if not known.allows(value):
            report.add((*path, number), f"{known.described} is never '{value}'", known.expected, value)


def _no_attribute(entity: str, attribute: str, names: Names, path: FieldPath, report: Report) -> None:
    known = names.attributes(frozenset({names.entities[entity]}))
    report.add(path, f"'{entity}' has no attribute '{attribute}'", [*known, "at"], attribute)


def _positions(setting: Setting) -> dict[str, str]:
    """Where everything that is somewhere begins."""
    things = {name: thing.at for name, thing in setting.things.items()}
    return things | {name: person.at for name, person in setting.people.items()}


def _may_be(
    entity: str, container: str, setting: Setting, names: Names, path: FieldPath, report: Report
) -> None:
    """Note a mistake if an entity could not be where a draw may put it."""
    kinds = names.world.kinds
    kind, where = names.entities[entity], names.entities.get(container, "place")
    if kind == "person" and where != "place":
        report.add(path, f"'{entity}' is a person and cannot be in '{container}', which is no place")
    elif where == "person" and kind in kinds and not kinds[kind].portable:
        report.add(path, f"'{entity}' could come to be held by '{container}', and its kind is not portable")
    elif class_of(kind) == "thing" and containment_loop(entity, {**_positions(setting), entity: container}):
        report.add(path, f"'{entity}' could come to be inside itself, in '{container}'")
