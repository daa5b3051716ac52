"""The schema of world files as JSON Schema, for editors that check and complete while one types.

It accepts what authors write, the short forms too: a lone value where several may stand, a scalar for a term,
a list for a comparison. It checks shapes and not names; `normquest.world.loader` checks those as well.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from normquest.world.schema import World
from normquest.world.terms import (
    EFFECT_KEYS,
    TERM_KEYS,
    TEST_KEYS,
    EffectModel,
    TermModel,
    TestModel,
    as_tuple,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

_SCALAR: Schema = {"type": ["string", "number", "boolean"]}
_NULL: Schema = {"type": "null"}


def world_json_schema() -> Schema:
    """A schema of world files in the dialect 2020-12."""
    schema = World.model_json_schema(by_alias=True, mode="validation")
    models: Schema = {**schema["$defs"], "World": schema}
    for model in _models(World, {}).values():
        _shorten(model, models[model.__name__])
    for one_key, keys in ((TermModel, TERM_KEYS), (TestModel, TEST_KEYS), (EffectModel, EFFECT_KEYS)):
        _choose_one(models[one_key.__name__], keys)
    term = models["TermModel"]
    models["TermModel"] = {"title": "Term", "description": term.pop("description"), "anyOf": [_SCALAR, term]}
    models["TestModel"]["title"], models["EffectModel"]["title"] = "Test", "Effect"
    models["Compare"] = _comparison(models["Compare"])
    params = models["Norm"]["properties"]["params"]
    for pattern, several in params["patternProperties"].items():
        params["patternProperties"][pattern] = _or_one(several)
    schema["$defs"] = {name: model for name, model in models.items() if name != "World"}
    for part in (schema, *schema["$defs"].values()):
        _strict_keys(part)
    return {"$schema": DIALECT, **schema, "title": "A NormQuest world"}


def _models(model: type[BaseModel], found: dict[str, type[BaseModel]]) -> dict[str, type[BaseModel]]:
    """The model and all models that its fields are made of, by name."""
    if model.__name__ not in found:
        found[model.__name__] = model
        for field in model.model_fields.values():
            for part in _classes(field.annotation):
                _models(part, found)
    return found


def _classes(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for part in getattr(annotation, "__args__", ()) for found in _classes(part)]


def _shorten(model: type[BaseModel], schema: Schema) -> None:
    """Let a lone value stand for a list of one, in the fields that the model reads so."""
    for decorator in model.__pydantic_decorators__.field_validators.values():
        if decorator.func is as_tuple:
            for field in decorator.info.fields:
                name = model.model_fields[field].alias or field
                schema["properties"][name] = _or_one(schema["properties"][name])


def _or_one(several: Schema) -> Schema:
    """Several values, or one of them by itself."""
    about: Schema = {key: several[key] for key in ("title", "description", "default") if key in several}
    rest = {key: value for key, value in several.items() if key not in about}
    return {**about, "anyOf": [rest, rest["items"]]}


def _choose_one(schema: Schema, keys: tuple[str, ...]) -> None:
    """Exactly one of the keys, and it says something: a default of None is pydantic's, not the author's."""
    schema["minProperties"] = schema["maxProperties"] = 1
    for name in keys:
        field = schema["properties"][name]
        field.pop("default", None)
        options = [option for option in field.pop("anyOf", ()) if option != _NULL]
        if len(options) == 1:
            field |= options[0]
        elif options:
            field["anyOf"] = options


def _comparison(schema: Schema) -> Schema:
    parts = schema["properties"]
    return {
        "title": "Comparison",
        "description": schema["description"],
        "type": "array",
        "prefixItems": [parts["left"], parts["op"], parts["right"]],
        "items": False,
        "minItems": 3,
    }


def _strict_keys(part: Any) -> None:
    """Mappings whose keys are ids take no others: pydantic refuses them, its schema does not say so."""
    if isinstance(part, dict):
        if "patternProperties" in part:
            part.setdefault("additionalProperties", False)
        for value in part.values():
            _strict_keys(value)
    elif isinstance(part, list):
        for value in part:
            _strict_keys(value)
