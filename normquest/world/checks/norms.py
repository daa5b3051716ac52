"""Whether the templates of norms speak of what exists, and exists in both settings.

The shape of a rule is checked by the rule language itself (`normquest.norms.templates`); here it is any
mapping in which act patterns, tests and `$parameters` can be told by their look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from normquest.world.checks.names import Names
from normquest.world.checks.patterns import Patterns, is_test
from normquest.world.checks.supply import Supply
from normquest.world.checks.verbs import check_once
from normquest.world.nodes import FieldPath
from normquest.world.report import Report
from normquest.world.schema import Norm, World

FORMS = (
    "prohibition",
    "precedence",
    "deadline",
    "repair",
    "maintenance",
    "quantity",
    "alternation",
    "reciprocity",
    "speech",
    "meta",
    "both",
)
"""The forms of rules, as `normquest.norms.rules` has them."""

FAMILIES = (
    "attribute",
    "place",
    "hour",
    "role",
    "relation",
    "precedence",
    "deadline",
    "maintenance",
    "quantity",
    "alternation",
    "reciprocity",
    "speech",
    "defeasible",
    "repair",
    "meta",
    "composition",
)
"""The families of norms, as `normquest.norms.families` has them."""

MOST_INSTANCES = 200
"""The most rules that one template may stand for."""

MOST_RULES = 2_000
"""The most rules that all templates of a world may stand for together."""

MOST_PARTS = 80
"""The most values in one template's rule."""


def check_norms(world: World, settings: Sequence[Names], report: Report) -> None:
    """Check every template of norms against both settings."""
    supplies = [Supply(names, names.settings[0]) for names in settings]
    total = 0
    for name, norm in world.norms.items():
        path: FieldPath = ("norms", name)
        _family(norm, path, report)
        instances = prod(len(values) for values in norm.params.values())
        total += instances
        # What is too large is not looked into either: a hostile file may not keep us busy.
        if _parts(norm.rule) > MOST_PARTS:
            report.add((*path, "rule"), f"too long for one rule: more than {MOST_PARTS} values")
        elif instances > MOST_INSTANCES:
            message = f"more than {MOST_INSTANCES} rules come of this; give fewer values"
            report.add((*path, "params"), message)
        elif total > MOST_RULES:
            report.add(path, f"more than {MOST_RULES:,} rules come of the norms so far; give fewer values")
        else:
            _params(norm, path, report)
            _walk(norm.rule, (*path, "rule"), Patterns(world, supplies, report, path, norm.params))


def _family(norm: Norm, path: FieldPath, report: Report) -> None:
    form = norm.rule.get("form")
    if norm.family not in FAMILIES:
        report.unknown((*path, "family"), "family", norm.family, FAMILIES)
    if form is None:
        report.add((*path, "rule"), "the field 'form' is missing", FORMS, missing="form")
    elif form not in FORMS:
        report.unknown((*path, "rule", "form"), "form", form, FORMS)


def _params(norm: Norm, path: FieldPath, report: Report) -> None:
    used = set(_used(norm.rule))
    for name, values in norm.params.items():
        here = (*path, "params", name)
        if name not in used:
            report.add(here, f"the rule does not use ${name}", key=True)
        if not values:
            report.add(here, f"${name} stands for nothing: the list is empty")
        check_once((str(value) for value in values), here, report)


def _parts(part: Any) -> int:
    """How many values there are in a part of a rule."""
    if isinstance(part, dict):
        return 1 + sum(_parts(value) for value in part.values())
    return 1 + sum(_parts(value) for value in part) if isinstance(part, list | tuple) else 1


def _used(part: Any) -> Iterator[str]:
    """The names of all parameters in a part of a rule."""
    if isinstance(part, dict):
        for value in part.values():
            yield from _used(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from _used(value)
    elif isinstance(part, str) and part.startswith("$"):
        yield part[1:]


def _walk(part: Any, path: FieldPath, patterns: Patterns) -> None:
    if isinstance(part, list | tuple):
        for number, value in enumerate(part):
            _walk(value, (*path, number), patterns)
    elif isinstance(part, dict):
        if "verb" in part or "tag" in part:
            patterns.pattern(part, path)
            return
        for key, value in part.items():
            here = (*path, key)
            if is_test(key):
                patterns.condition(key, value, here)
            elif key == "style":
                patterns.style(value, here)
            else:
                _walk(value, here, patterns)
    elif isinstance(part, str) and part.startswith("$") and part[1:] not in patterns.params:
        known = [f"${name}" for name in patterns.params]
        patterns.report.unknown(path, "parameter", part, known)
