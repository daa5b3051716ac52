"""Which family a rule belongs to, and how much it says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from normquest.norms.families import FAMILIES, describe_family, family, size
from normquest.norms.mirrors import token_mirrors
from normquest.norms.rules import Rule, rule_from
from norms.strategies import LEXICON, rules

WASH = {"verb": "wash"}
GREET = {"verb": "greet", "addressee": "?who"}
GIVE = {"verb": "give", "addressee": "?who"}
BOW = {"verb": "bow", "addressee.role": "steward"}
OLD = {"one.age": "old"}
QUANTITY = {"form": "quantity", "act": WASH, "most": 1}


def forbidden(act: dict[str, str] = WASH, **more: Any) -> dict[str, Any]:
    return {"form": "prohibition", "act": act, **more}


EXAMPLES: list[tuple[str, int, dict[str, Any]]] = [
    ("attribute", 2, forbidden()),
    ("attribute", 4, forbidden({"verb": "dye", "thing.weave": "coarse", "target.colour": "rose"})),
    ("place", 4, forbidden({"verb": "dye", "thing.weave": "coarse", "place.cover": "open"})),
    ("place", 4, forbidden(unless=[{"not": {"place.cover": "open"}}])),
    ("hour", 3, forbidden({"verb": "wash", "hour": "dusk"})),
    ("hour", 3, forbidden(when=[{"hour": "dusk"}])),
    ("role", 3, forbidden(BOW)),
    ("role", 3, forbidden({"verb": "wash", "present.role": "abbot"})),
    ("role", 3, forbidden(when=[{"present.role": "abbot"}])),
    ("role", 3, forbidden(unless=[{"one.role": "abbot"}])),
    ("role", 3, forbidden(bearer="present")),
    ("defeasible", 3, forbidden(unless=[{"one.holds": "bead"}])),
    ("defeasible", 4, forbidden(unless=[{"not": {"one.wears": "grey_sash"}}])),
    ("precedence", 5, forbidden(unless=[{"has": BOW, "window": "since_entering"}])),
    ("precedence", 4, {"form": "precedence", "act": WASH, "first": [BOW]}),
    ("precedence", 6, {"form": "precedence", "act": WASH, "first": [BOW], "window": "ever", "negated": True}),
    ("composition", 5, {"form": "precedence", "act": WASH, "first": [BOW, WASH]}),
    ("composition", 4, forbidden(unless=[{"one.holds": "bead"}, {"one.holds": "lamp"}])),
    ("composition", 4, forbidden(when=[{"hour": "dusk"}], unless=[{"one.holds": "lamp"}])),
    ("composition", 5, {"form": "both", "rules": [forbidden(), QUANTITY]}),
    ("relation", 7, forbidden(GREET, unless=[{"has_not": GIVE, "window": "since_entering"}])),
    ("relation", 5, {"form": "precedence", "act": GREET, "first": [GIVE]}),
    ("relation", 5, {"form": "deadline", "act": GREET, "then": [GIVE], "within": 2}),
    ("deadline", 4, {"form": "deadline", "act": WASH, "then": [BOW], "within": 2}),
    ("composition", 5, {"form": "deadline", "act": WASH, "then": [BOW, WASH], "within": 2}),
    ("repair", 5, {"form": "repair", "act": WASH, "then": [BOW], "within": 2, "when": [{"hour": "dusk"}]}),
    (
        "maintenance",
        4,
        {"form": "maintenance", "keep": {"not": {"one.holds": "lamp"}}, "during": [{"hour": "noon"}]},
    ),
    ("quantity", 2, QUANTITY),
    ("alternation", 3, {"form": "alternation", "act": BOW}),
    ("reciprocity", 5, {"form": "reciprocity", "act": GREET, "back": GIVE}),
    ("speech", 4, {"form": "speech", "act": BOW, "style": "formal"}),
    (
        "meta",
        4,
        {
            "form": "meta",
            "custom": forbidden(BOW),
            "rebuke": WASH,
            "by": {"one.age": "old"},
            "modality": "may",
        },
    ),
]


@pytest.mark.parametrize(("name", "parts", "data"), EXAMPLES)
def test_family_and_size(name: str, parts: int, data: dict[str, Any]) -> None:
    rule = rule_from(data)
    assert (family(rule), size(rule)) == (name, parts)


def test_every_family_has_an_example_and_a_line() -> None:
    assert {name for name, _, _ in EXAMPLES} == set(FAMILIES)
    for name in FAMILIES:
        assert 20 < len(describe_family(name)) < 100
    with pytest.raises(ValueError, match="nearest: hour"):
        describe_family("hours")


@given(rules())
@settings(max_examples=60)
def test_any_rule_has_a_family_and_its_mirrors_the_same(rule: Rule) -> None:
    assert family(rule) in FAMILIES
    assert size(rule) >= 2
    for _, _, _, mirror in token_mirrors(rule, LEXICON):
        assert (family(mirror), size(mirror)) == (family(rule), size(rule))
