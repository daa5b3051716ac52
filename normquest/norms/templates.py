"""Templates of norms: what a world's bank of norms stands for, as rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from normquest.norms.families import family
from normquest.norms.rules import Rule, rule_from
from normquest.world.explain import explain
from normquest.world.nodes import FieldPath, Marks
from normquest.world.report import Report
from normquest.world.schema import Norm, World

Params = Mapping[str, str | int]
"""What each parameter stands for in one instance."""

_MODELS: Mapping[str, type[BaseModel]] = {m.model_fields["form"].default: m for m in get_args(Rule)}


@dataclass(frozen=True, slots=True)
class Template:
    """A template with all the rules it stands for, the last parameter changing first."""

    id: str
    family: str
    instances: tuple[tuple[Params, Rule], ...]


def templates(world: World, marks: Marks | None = None) -> list[Template]:
    """All templates of a world, in the order of the file.

    `marks` (of the LoadedWorld) gives errors their lines. Raises WorldError, with a field such as
    `norms.bow_first.rule.act`, where a rule is not of the rule language or not of its family.
    """
    report = Report(marks or Marks(f"{world.id}.yaml"))
    found = [
        Template(name, norm.family, tuple(_instances(name, norm, report)))
        for name, norm in world.norms.items()
    ]
    report.check()
    return found


def _instances(name: str, norm: Norm, report: Report) -> Iterator[tuple[Params, Rule]]:
    path: FieldPath = ("norms", name)
    for values in product(*norm.params.values()):
        params = dict(zip(norm.params, values, strict=True))
        try:
            rule = rule_from(filled(norm.rule, params))
        except ValidationError as error:
            explain(error, report, (*path, "rule"), _fields_at)
            return
        if family(rule) != norm.family:
            report.add(
                (*path, "family"), f"such a rule is of the family '{family(rule)}', not '{norm.family}'"
            )
        yield params, rule


def filled(part: Any, params: Params) -> Any:
    """A part of a rule with every `$name` replaced by what it stands for."""
    if isinstance(part, dict):
        return {key: filled(value, params) for key, value in part.items()}
    if isinstance(part, list | tuple):
        return [filled(value, params) for value in part]
    if isinstance(part, str) and part.startswith("$"):
        return params.get(part[1:], part)
    return part


def _fields_at(path: FieldPath) -> list[str]:
    """The fields of a rule, or of a rule inside a rule: the last form named on the way is the one meant."""
    forms = [step for step in path if step in _MODELS]
    return list(_MODELS[str(forms[-1])].model_fields) if forms else []
