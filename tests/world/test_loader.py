"""How YAML is read: what it may contain, what it means, and where an error is said to be."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
import yaml
from builders import small_source, small_world

from normquest.settings import worlds_folder
from normquest.world.errors import MOST_SHOWN, Problem, WorldError
from normquest.world.loader import MOST_BYTES, load_world, parse_world, read_tree
from normquest.world.starter import starter

PLAIN_TEXT = [
    *(
        "yes",
        "no",
        "on",
        "off",
        "y",
        "True",
        "NULL",
        "~",
        "12:30",
        "1:2:3",
        "010",
        "0x1f",
        "0b1",
        "0o7",
        "1_000",
    ),
    *(".5", "1.", "+1", "1e", "1.e3", "--1", "2001-01-01", "=", "<<"),
]
"""What YAML 1.1 or somebody's parser takes for something else."""

PARSERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]


def problems(**changes: Any) -> list[str]:
    """What is said of the small world with these changes, a line a problem."""
    with pytest.raises(WorldError) as caught:
        small_world(**changes)
    return str(caught.value).split("\n")


def refusal(text: str, parser: Any = None) -> str:
    """What is said of a YAML text that is refused."""
    with pytest.raises(WorldError) as caught:
        read_tree(text, "x.yaml", parser)
    return str(caught.value)


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True), ("false", False), ("null", None), ("", None), ("7", 7), ("-7", -7), ("0", 0),
        ("1.5", 1.5), ("-0.25", -0.25), ("1e3", 1000.0), ("2.5e-1", 0.25),
        *((word, word) for word in PLAIN_TEXT),
        ("'7'", "7"), ('"true"', "true"), ("'null'", "null"), ('"\\u00e9"', "é"),
    ],
)  # fmt: skip
def test_only_these_plain_words_are_more_than_text(parser: Any, text: str, value: object) -> None:
    found = read_tree(f"- {text}", "x.yaml", parser).plain()
    assert found == [value] and type(found[0]) is type(value)


@pytest.mark.parametrize("parser", PARSERS)
def test_a_text_block_ends_without_a_line_break(parser: Any) -> None:
    assert read_tree("a: >\n  one\n  two\n\nb: |+\n  three\n  four\n\n", "x.yaml", parser).plain() == {
        "a": "one two",
        "b": "three\nfour",
    }


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: 2\na: 3", "x.yaml:3:1: 'a' is given twice, first in line 1"),
        ("a: !!python/object/apply:os.system [ls]", "tags (!)"),
        ("a: !!str 1", "tags (!)"),
        ("a: ! 1", "tags (!)"),
        ("a: &x 1\nb: *x", "anchors and aliases"),
        ("a: *x", "anchors and aliases"),
        ("<<: {a: 1}", "merge keys"),
        ("a: 1\n---\nb: 2", "one document"),
        ("%YAML 1.1\n---\na: 1", "starts with '%'"),
        ("%TAG ! tag:x,2000:\n---\na: 1", "starts with '%'"),
        ("? [a]\n: 1", "a key is a name"),
        ("{a: 1}: 2", "a key is a name"),
        ("1: 2", "a key is a name"),
        ("true: 2", "a key is a name"),
        ("? \n: 2", "a key is a name"),
        ("a: .inf", "is no number"),
        ("a: -.INF", "is no number"),
        ("a: .nan", "is no number"),
        ("a: 1e999", "too large"),
        ("a: 1000000001", "too large"),
        ("a: " + "9" * 5000, "too large"),
        ("a: [", "not YAML"),
        ("a: b: c", "not YAML"),
        ("\ta: 1", "not YAML"),
        ('a: "\\UFFFFFFFF"', "not YAML"),
        ("", "empty"),
        ("# nothing\n", "empty"),
        ("[" * 41 + "]" * 41, "more than 40 deep"),
        ("[" * 100_000, "nest"),
        ("[" + "x," * 20_001 + "]", "more than 20,000 values"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_yaml_that_no_world_needs_is_refused(parser: Any, text: str, said: str) -> None:
    assert said in refusal(text, parser)


def test_several_slips_in_yaml_are_told_together() -> None:
    assert refusal("a: 1\na: 2\nb: .inf\n3: x").count("\n") == 2


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (b"\xff\xfe", "not UTF-8"),
        ("a: é".encode("utf-16"), "not UTF-8"),
        ("a: \ud800", "not UTF-8"),
        (b"a: \x00", "w.yaml:1:4: the character U+0000"),
        (b"a: 1\nb: \x1b[31m", "w.yaml:2:4: the character U+001B"),
        ("a: x\u202ey", "U+202E"),
        ("# \x85", "U+0085"),
        ("a: \u2028", "U+2028"),
        (b"a" * (MOST_BYTES + 1), "longer than 1 MiB"),
        ("é" * (MOST_BYTES // 2 + 1), "longer than 1 MiB"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_bytes_that_cannot_be_read_by_people_are_refused(source: str | bytes, said: str) -> None:
    with pytest.raises(WorldError) as caught:
        parse_world(source, "w.yaml")
    assert said in str(caught.value)


def test_a_hidden_character_may_not_come_in_by_an_escape_either() -> None:
    source = small_source().replace("title: The Small Dye Works", 'title: "The \\u202e Works"')
    with pytest.raises(WorldError, match=r"title: this text holds characters that cannot be seen"):
        parse_world(source, "small.yaml")


def test_a_world_is_known_by_its_text_whatever_its_line_ends() -> None:
    source = small_source()
    world = parse_world(source, "small.yaml")
    assert world.hash == hashlib.sha256(source.encode()).hexdigest()
    for same in (source.replace("\n", "\r\n"), source.encode(), b"\xef\xbb\xbf" + source.encode()):
        other = parse_world(same, "elsewhere.yaml")
        assert (other.hash, other.source, other.world) == (world.hash, source, world.world)
    assert parse_world(source + "# more\n", "small.yaml").hash != world.hash


def test_loading_a_file_keeps_its_path(tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(small_source(), encoding="utf-8")
    world = load_world(path)
    assert world.path == path and world.world == small_world().world


@pytest.mark.parametrize("name", ["missing.yaml", ".", "nul\0.yaml"])
def test_a_file_that_cannot_be_read_is_a_world_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(WorldError):
        load_world(tmp_path / name)


@pytest.mark.parametrize("path", sorted(worlds_folder().glob("*.yaml")), ids=lambda path: path.stem)
def test_the_worlds_of_this_repository_load(path: Path) -> None:
    assert load_world(path).world.id == path.stem


def test_the_starter_loads() -> None:
    world = parse_world(starter("tea_garden", 'The "Tea" Garden: #1'), "tea_garden.yaml").world
    assert (world.id, world.title) == ("tea_garden", 'The "Tea" Garden: #1')


@pytest.mark.parametrize(
    ("id", "title"),
    [("Tea", "T"), ("tea\n", "T"), ("", "T"), ("tea", ""), ("tea", "a\nb"), ("tea", "x" * 81)],
)
def test_the_starter_refuses_what_no_world_may_be_called(id: str, title: str) -> None:
    with pytest.raises(ValueError, match=r"id|title"):
        starter(id, title)


def test_an_error_names_file_line_column_field_expectation_and_neighbour() -> None:
    lines = small_source().split("\n")
    at = next(i for i, line in enumerate(lines) if line.strip() == "cloth_a:") + 1
    lines[at] = lines[at].replace("cloth", "clotj")
    with pytest.raises(WorldError) as caught:
        parse_world("\n".join(lines), "dye.yaml")
    assert str(caught.value) == (
        f"dye.yaml:{at + 1}:13 home.things.cloth_a.kind: there is no kind 'clotj'; "
        "expected one of cloth, vat; did you mean 'cloth'?"
    )
    field = "home.things.cloth_a.kind"
    message = "there is no kind 'clotj'"
    assert caught.value.problems == [
        Problem("dye.yaml", at + 1, 13, field, message, ("cloth", "vat"), "cloth")
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"purse": "3"}, "purse: expected a whole number, not '3'"),
        ({"purse": True}, "purse: expected a whole number, not true"),
        ({"purse": 1000}, "purse: too large: at most 999"),
        ({"normquest": 2}, "normquest: too large: at most 1"),
        ({"title": 7}, "title: expected text, not 7"),
        ({"title": ["a"]}, "title: expected text, not a list"),
        ({"home": 7}, "home: expected a mapping, not 7"),
        ({"lists": {"a": 1}}, "lists: expected a list, not a mapping"),
        (
            {"kinds": {"cloth": {"portable": "yes"}}},
            "kinds.cloth.portable: expected true or false, not 'yes'",
        ),
        ({"kinds": {"cloth": {"portable": 1}}}, "kinds.cloth.portable: expected true or false, not 1"),
        ({"ties": {"debt": [1]}}, "ties.debt: expected text, a number, true or false, not a list"),
        ({"ties": {"Debt": 1}}, "ties.Debt: 'Debt' is not a name for use in a file"),
        ({"home": {"tasks": {"cloth": {"turns": 12.0}}}}, "turns: expected a whole number, not 12.0"),
        ({"home": {"tasks": {"cloth": {"turns": 3}}}}, "turns: too small: at least 4"),
        ({"home": {"names": ["Maud"]}}, "home: names: 2 people need as many names, 1 given"),
        ({"home": {"vary": [{"shuffle": "colour"}]}}, "'shuffle' needs at least two entities"),
        (
            {"verbs": {"take": {"slots": {"thing": {"reach": "hald"}}}}},
            "verbs.take.slots.thing.reach: 'hald' cannot stand here; expected one of held, here, near, exit, "
            "any; did you mean 'held'?",
        ),
        ({"verbs": {"take": {"when": {"iss": [1, 2]}}}}, "verbs.take.when: there is no test 'iss'"),
        ({"verbs": {"take": {"when": {"is": ["a"]}}}}, "verbs.take.when.is: too few in this list"),
        ({"verbs": {"take": {"when": {"is": ["a", "b", "c"]}}}}, "verbs.take.when.is: too long: at most 2"),
        ({"verbs": {"take": {"when": {"compare": [1, "<"]}}}}, "when.compare: this is no comparison"),
        ({"verbs": {"take": {"when": {"compare": [1, "=", 2]}}}}, "when.compare[1]: '=' cannot stand here"),
        ({"verbs": {"take": {"do": {"moove": ["thing", "actor"]}}}}, "did you mean 'move'?"),
        (
            {"verbs": {"take": {"do": {"move": ["thing", "actor"], "remove": "thing"}}}},
            "every effect has one key",
        ),
        ({"norms": {"no_colour": {"params": {"c": [1.5]}}}}, "norms.no_colour.params.c[0]: expected"),
    ],
)
def test_one_mistake_is_told_once(changes: dict[str, Any], said: str) -> None:
    told = problems(**changes)
    assert len(told) == 1 and said in told[0]


def test_a_test_that_says_nothing_is_refused() -> None:
    source = small_source(verbs={"take": {"when": {"is": "NOTHING"}}}).replace("is: NOTHING", "is: null")
    with pytest.raises(WorldError, match=r"verbs\.take\.when: 'is' says nothing"):
        parse_world(source, "small.yaml")


def test_a_misspelt_field_is_one_mistake_though_another_is_missing() -> None:
    told = problems(home={"places": None, "plaecs": {}})
    assert len(told) == 1 and told[0].endswith("did you mean 'places'?")
    assert " home.plaecs: there is no field 'plaecs' here; expected one of arrival, errands, " in told[0]


def test_a_missing_field_is_named_where_it_should_stand() -> None:
    told = problems(home={"tasks": {"cloth": {"goal": None}}})
    assert len(told) == 1 and " home.tasks.cloth.goal: the field 'goal' is missing" in told[0]


def test_python_names_of_fields_are_not_those_of_the_file() -> None:
    assert (
        "there is no field 'for_'"
        in problems(home={"rules": [{"for_": "vat", "do": {"remove": "cloth_a"}}]})[0]
    )


def test_many_mistakes_are_cut_short_but_kept() -> None:
    with pytest.raises(WorldError) as caught:
        small_world(ties={f"T{n}": 1 for n in range(50)})
    assert len(caught.value.problems) == 50
    shown = str(caught.value).split("\n")
    assert len(shown) == MOST_SHOWN + 1 and shown[-1] == "… and 30 more"


def test_problems_come_in_the_order_of_the_file() -> None:
    with pytest.raises(WorldError) as caught:
        small_world(purse=-1, title="", home={"name": ""}, norms={"no_colour": {"family": 7}})
    lines = [problem.line for problem in caught.value.problems]
    assert len(lines) == 4 and lines == sorted(lines)
