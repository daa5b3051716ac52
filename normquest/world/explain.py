"""What pydantic finds wrong, in our words: one problem a mistake, at the line where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from normquest.world.errors import closest, shortened
from normquest.world.nodes import FieldPath
from normquest.world.report import Report

M = TypeVar("M", bound=BaseModel)
FieldsAt = Callable[[FieldPath], Sequence[str]]
"""The names of the fields that may stand in a part, given its path."""


def validated(model: type[M], data: Any, report: Report) -> M | None:
    """The data as a model, or None after noting every mistake in the report."""
    try:
        return model.model_validate(data, by_alias=True, by_name=False)
    except ValidationError as error:
        explain(error, report, fields_at=lambda path: _fields(_type_at(model, path)))
        return None


def explain(
    error: ValidationError, report: Report, prefix: FieldPath = (), fields_at: FieldsAt = lambda path: ()
) -> None:
    """Note the mistakes that a ValidationError speaks of; `prefix` is the path of what was validated."""
    details = error.errors(include_url=False)
    misspelt = _misspelt(details, fields_at)
    for detail in details:
        loc = detail["loc"]
        inner, last = loc[:-1], str(loc[-1]) if loc else ""
        match detail["type"]:
            case "missing" if loc and isinstance(loc[-1], str):
                if loc not in misspelt.values():
                    report.add((*prefix, *inner), f"the field '{last}' is missing", missing=last)
            case "missing":
                report.add((*prefix, *inner), "too few in this list")
            case "extra_forbidden":
                known = sorted(fields_at(inner))
                message = f"there is no field '{shortened(last)}' here"
                report.add((*prefix, *loc), message, known, last, key=True)
            case "one_key":
                context = detail.get("ctx", {})
                report.add((*prefix, *loc), detail["msg"], context.get("expected", ()), context.get("given"))
            case "string_pattern_mismatch":
                message = f"'{shortened(detail['input'])}' is not a name for use in a file"
                expected = ["a small letter, then at most 39 small letters, digits and _"]
                report.add((*prefix, *loc), message, expected, key=last == "[key]")
            case "literal_error":
                expected = re.findall(r"'([^']*)'", str(detail.get("ctx", {}).get("expected")))
                given = detail["input"]
                report.add((*prefix, *loc), f"{_described(given)} cannot stand here", expected, given)
            case "union_tag_not_found":
                report.add((*prefix, *loc), "the field 'kind' is missing", missing="kind")
            case "union_tag_invalid":
                context = detail.get("ctx", {})
                expected = re.findall(r"'([^']*)'", str(context.get("expected_tags")))
                message = f"'{shortened(context.get('tag'))}' cannot stand here"
                report.add((*prefix, *loc, "kind"), message, expected, context.get("tag"))
            case kind:
                report.add((*prefix, *loc), _message(kind, detail))


def _misspelt(details: Sequence[ErrorDetails], fields_at: FieldsAt) -> Mapping[FieldPath, FieldPath]:
    """Unknown fields that are plainly a missing one misspelt: two errors, one mistake."""
    missing = {d["loc"] for d in details if d["type"] == "missing"}
    pairs: dict[FieldPath, FieldPath] = {}
    for detail in details[:200]:
        loc = detail["loc"]
        if detail["type"] == "extra_forbidden":
            meant = (*loc[:-1], closest(str(loc[-1]), fields_at(loc[:-1])) or "")
            if meant in missing:
                pairs[loc] = meant
    return pairs


_NAMES = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "float_type": "a number",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}


def _message(kind: str, detail: ErrorDetails) -> str:
    loc, given, context = detail["loc"], detail["input"], detail.get("ctx", {})
    if kind in _NAMES:
        # A value of several kinds gives an error for each kind, named last in the path.
        several = bool(loc) and loc[-1] in ("bool", "int", "float", "str", "constrained-int")
        wanted = "text, a number, true or false" if several else _NAMES[kind]
        return f"expected {wanted}, not {_described(given)}"
    match kind:
        case "too_short" | "string_too_short":
            return f"too short: at least {context['min_length']}"
        case "too_long" | "string_too_long":
            return f"too long: at most {context['max_length']}"
        case "greater_than_equal":
            return f"too small: at least {context['ge']}"
        case "less_than_equal":
            return f"too large: at most {context['le']}"
        case "value_error":
            return str(context["error"])
    return detail["msg"][:1].lower() + detail["msg"][1:]


def _described(value: Any) -> str:
    match value:
        case dict():
            return "a mapping"
        case list() | tuple():
            return "a list"
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case str():
            return f"'{shortened(value)}'"
    return shortened(value)


def _type_at(kind: Any, path: FieldPath) -> Any:
    """The type that pydantic validates at a path below a type, or None where that cannot be told."""
    for step in path:
        kind = _plain(kind)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            kind = next((f.annotation for n, f in kind.model_fields.items() if step in (n, f.alias)), None)
        elif get_origin(kind) is dict:
            kind = get_args(kind)[1]
        elif get_origin(kind) is tuple and isinstance(step, int):
            args = get_args(kind)
            kind = args[0] if args[-1] is Ellipsis else args[step] if step < len(args) else None
        elif get_origin(kind) in (Union, UnionType):
            kind = next((option for option in get_args(kind) if step in _kinds(option)), None)
        else:
            return None
    return _plain(kind)


def _kinds(option: Any) -> Sequence[Any]:
    """The values of `kind` by which a model is chosen in a tagged union; none for other types."""
    fields = getattr(option, "model_fields", {})
    return get_args(fields["kind"].annotation) if "kind" in fields else ()


def _plain(kind: Any) -> Any:
    """A type without Annotated and None."""
    while True:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif get_origin(kind) in (Union, UnionType):
            rest = [a for a in get_args(kind) if a is not type(None)]
            if len(rest) != 1:
                return kind
            kind = rest[0]
        else:
            return kind


def _fields(kind: Any) -> Sequence[str]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [f.alias or n for n, f in kind.model_fields.items()]
    return ()
