"""The schema for editors: valid itself, accepting what the loader accepts, refusing wrong shapes."""

from collections.abc import Iterator
from typing import Any

import pytest
from builders import small_source
from mutations import sources

from normquest.world.json_schema import DIALECT, world_json_schema
from normquest.world.loader import read_tree
from normquest.world.schema import World
from normquest.world.terms import EFFECT_KEYS, TERM_KEYS, TEST_KEYS

SCHEMA = world_json_schema()


def data_of(source: str) -> Any:
    return read_tree(source, "x.yaml").plain()


def errors(data: Any) -> list[str]:
    """What a validator of JSON Schema finds."""
    jsonschema = pytest.importorskip("jsonschema")
    return [error.json_path for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(data)]


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """All schemas inside a schema."""
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from parts(value)


def test_it_says_what_it_is_and_has_every_field() -> None:
    assert SCHEMA["$schema"] == DIALECT
    assert set(SCHEMA["properties"]) == set(World.model_fields)
    assert SCHEMA["additionalProperties"] is False


def test_every_reference_leads_somewhere() -> None:
    named = {part["$ref"] for part in parts(SCHEMA) if isinstance(part.get("$ref"), str)}
    assert named and named <= {f"#/$defs/{name}" for name in SCHEMA["$defs"]}


def test_every_part_is_described() -> None:
    bare = [name for name, part in SCHEMA["$defs"].items() if "description" not in part]
    assert bare == []


@pytest.mark.parametrize(
    ("name", "keys"), [("TestModel", TEST_KEYS), ("EffectModel", EFFECT_KEYS), ("TermModel", TERM_KEYS)]
)
def test_a_term_test_or_effect_has_exactly_one_key(name: str, keys: tuple[str, ...]) -> None:
    part = SCHEMA["$defs"][name]
    part = part["anyOf"][1] if name == "TermModel" else part
    assert set(part["properties"]) == set(keys)
    assert part["minProperties"] == part["maxProperties"] == 1
    assert not any(option == {"type": "null"} for inner in parts(part["properties"]) for option in [inner])


def test_it_is_a_valid_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", sources())
def test_it_accepts_sound_worlds_with_their_short_forms(name: str) -> None:
    assert errors(data_of(sources()[name])) == []


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"titel": "x"}, "$"),
        ({"purse": "3"}, "$.purse"),
        ({"ties": {"Debt": 1}}, "$.ties"),
        ({"kinds": {"cloth": {"portable": "yes"}}}, "$.kinds.cloth.portable"),
        ({"verbs": {"take": {"when": {"iss": [1, 2]}}}}, "$.verbs.take.when"),
        ({"verbs": {"take": {"when": [{"is": ["a"]}]}}}, "$.verbs.take.when"),
        ({"verbs": {"take": {"when": {"compare": [1, "=", 2]}}}}, "$.verbs.take.when"),
        ({"verbs": {"take": {"do": {"move": ["thing", "actor"], "remove": "thing"}}}}, "$.verbs.take.do"),
        ({"home": {"tasks": {"cloth": {"turns": 2}}}}, "$.home.tasks.cloth.turns"),
    ],
)
def test_it_refuses_wrong_shapes(changes: dict[str, Any], path: str) -> None:
    assert errors(data_of(small_source(**changes))) == [path]
