"""A world's bank of norms as rules, and where it is said to be wrong."""

from typing import Any

import pytest
from builders import Changes, small_world

from normquest.norms.rules import Precedence, Prohibition
from normquest.norms.templates import filled, templates
from normquest.world.checks.norms import FAMILIES, FORMS
from normquest.world.errors import WorldError

FORBIDDEN: Changes = {"form": "prohibition", "act": {"tag": "dyeing"}}
TAKEN: Changes = {"has": {"tag": "taking"}}
LATE: Changes = {"form": "deadline", "act": {"tag": "dyeing"}, "then": [{"tag": "taking"}], "within": 99}


def told(family: str, rule: dict[str, Any], *, marks: bool = True, **params: Any) -> list[str]:
    """What is said of the small world with one more norm."""
    loaded = small_world(norms={"new": {"family": family, "rule": rule, "params": params}})
    with pytest.raises(WorldError) as caught:
        templates(loaded.world, loaded.marks if marks else None)
    return str(caught.value).split("\n")


def test_a_template_stands_for_one_rule_each_choice_of_parameters() -> None:
    colour, bow = templates(small_world().world)
    assert (colour.id, colour.family) == ("no_colour", "attribute")
    assert [dict(params) for params, _ in colour.instances] == [{"c": "rose"}, {"c": "amber"}, {"c": "slate"}]
    rules = [rule for _, rule in colour.instances]
    assert all(isinstance(rule, Prohibition) for rule in rules)
    values = [rule.act.tests[0].value for rule in rules if isinstance(rule, Prohibition)]
    assert values == ["rose", "amber", "slate"]
    ((params, rule),) = bow.instances
    assert params == {} and isinstance(rule, Precedence) and rule.window == "since_entering"


def test_the_last_parameter_changes_first_and_numbers_stay_numbers() -> None:
    rule = {**LATE, "act": {"tag": "dyeing", "target.colour": "$c"}, "within": "$n"}
    params = {"c": ["rose", "amber"], "n": [2, 3]}
    world = small_world(norms={"new": {"family": "deadline", "rule": rule, "params": params}}).world
    found = [tuple(chosen.values()) for chosen, _ in templates(world)[-1].instances]
    assert found == [("rose", 2), ("rose", 3), ("amber", 2), ("amber", 3)]


def test_filling_in_leaves_the_template_as_it_is() -> None:
    template = {"a": ["$x", {"b": "$y"}], "c": "x$"}
    assert filled(template, {"x": "one", "y": 2}) == {"a": ["one", {"b": 2}], "c": "x$"}
    assert template == {"a": ["$x", {"b": "$y"}], "c": "x$"}


@pytest.mark.parametrize(
    ("family", "rule", "params", "said"),
    [
        ("attribute", {**FORBIDDEN, "whem": []}, {}, "norms.new.rule.whem: there is no field 'whem' here"),
        ("quantity", {"form": "quantity", "act": {"tag": "dyeing"}}, {}, "rule.most: the field 'most' is"),
        ("deadline", LATE, {}, "norms.new.rule.within: too large: at most 12"),
        ("attribute", {**FORBIDDEN, "bearer": "us"}, {}, "new.rule.bearer: 'us' cannot stand here"),
        ("precedence", {**FORBIDDEN, "unless": [{**TAKEN, "window": "$w"}]}, {"w": ["today", "once"]},
         "norms.new.rule.unless[0].window: 'once' cannot stand here"),
        ("precedence", {**FORBIDDEN, "unless": [TAKEN]}, {}, "new.rule.unless[0]: past condition"),
        ("composition", {"form": "both", "rules": [FORBIDDEN, {**FORBIDDEN, "whem": []}]}, {},
         "norms.new.rule.rules[1].whem: there is no field 'whem' here"),
        ("place", FORBIDDEN, {}, "norms.new.family: such a rule is of the family 'attribute', not 'place'"),
    ],
)  # fmt: skip
def test_a_rule_that_is_none_is_told_once_where_it_stands(
    family: str, rule: dict[str, Any], params: dict[str, Any], said: str
) -> None:
    found = told(family, rule, **params)
    assert len(found) == 1 and said in found[0], "\n".join(found)
    assert found[0].startswith("small.yaml:") and found[0].split(":")[1].isdigit()


def test_without_marks_the_field_is_told_all_the_same() -> None:
    assert told("attribute", {**FORBIDDEN, "whem": []}, marks=False)[0].startswith(
        "small.yaml norms.new.rule"
    )


def test_the_world_checks_know_the_same_forms_and_families() -> None:
    from normquest.norms import families, templates

    assert set(FAMILIES) == set(families.FAMILIES)
    assert set(FORMS) == set(templates._MODELS)
