"""Whether what people are to do can be done: tasks, errands, and the rules of the world."""

from __future__ import annotations

from dataclasses import replace

from normquest.world.checks.effects import Effects
from normquest.world.checks.names import Names, Scope
from normquest.world.checks.patterns import Patterns
from normquest.world.checks.supply import Supply
from normquest.world.checks.terms import Terms
from normquest.world.report import Report
from normquest.world.schema import Setting, World


def check_plans(world: World, setting: Setting, names: Names, terms: Terms, report: Report) -> None:
    """Check a setting's tasks, errands and world rules."""
    _tasks(setting, names.label, terms)
    patterns = Patterns(world, [Supply(names, setting)], report)
    for name, errand in setting.errands.items():
        for number, step in enumerate(errand.steps):
            patterns.pattern(step, (names.label, "errands", name, "steps", number))
    _rules(world, setting, names, terms)


def _tasks(setting: Setting, label: str, terms: Terms) -> None:
    inside = terms.at(Scope(terms.scope.names))
    for name, task in setting.tasks.items():
        path = (label, "tasks", name)
        if task.start not in setting.places:
            terms.report.unknown((*path, "start"), "place", task.start, setting.places)
        inside.tests(task.goal, (*path, "goal"))
        for number, part in enumerate(task.parts or ()):
            inside.number(part, (*path, "parts", number))


def _rules(world: World, setting: Setting, names: Names, terms: Terms) -> None:
    for number, rule in enumerate(setting.rules):
        path = (names.label, "rules", number)
        inside = terms.at(Scope(names))
        if rule.for_ is not None:
            kinds = [*world.kinds, "person", "place"]
            if rule.for_ in kinds:
                inside = terms.at(Scope(names).with_it(rule.for_))
            else:
                terms.report.unknown((*path, "for"), "kind", rule.for_, kinds)
                inside = terms.at(replace(Scope(names), bound={"it": frozenset()}))
        if rule.at is not None and rule.at not in world.hours:
            terms.report.unknown((*path, "at"), "hour", rule.at, world.hours)
        inside.tests(rule.when, (*path, "when"))
        Effects(inside).effects(rule.do, (*path, "do"))
