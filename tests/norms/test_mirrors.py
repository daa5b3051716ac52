"""Mirrors are other rules, and the mirror of a mirror is the rule."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from normquest.norms.mirrors import KINDS, polarity_mirror, swap_names, swap_tokens, token_mirrors
from normquest.norms.rules import ActPattern, Both, Meta, Precedence, Rule, Test, rule_data, rule_from
from normquest.norms.walk import parts, rewrite
from norms.strategies import LEXICON, plain_rules, rules

STYLES = ("formal", "plain")


def prohibition(**more: Any) -> dict[str, Any]:
    return {"form": "prohibition", "act": {"verb": "dye", "target.colour": "rose"}, **more}


@given(rules())
@settings(max_examples=60)
def test_token_mirrors_are_involutions(rule: Rule) -> None:
    for attribute, a, b, mirror in token_mirrors(rule, LEXICON):
        assert mirror != rule and type(mirror) is type(rule)
        assert swap_tokens(mirror, attribute, a, b) == rule
        assert swap_tokens(rule, attribute, b, a) == mirror
        assert rule in [back for _, _, _, back in token_mirrors(mirror, LEXICON)]


@given(rules())
@settings(max_examples=60)
def test_polarity_mirrors_are_involutions(rule: Rule) -> None:
    mirror = polarity_mirror(rule, STYLES)
    if mirror is not None:
        assert mirror != rule
        assert polarity_mirror(mirror, STYLES) == rule


@given(plain_rules())
@settings(max_examples=50)
def test_rewriting_nothing_changes_nothing(rule: Rule) -> None:
    assert rewrite(rule, lambda part: part) == rule
    assert next(iter(parts(rule))) is rule


def test_only_like_tokens_that_occur_are_swapped() -> None:
    found = token_mirrors(rule_from(prohibition()), LEXICON)
    assert [(attribute, a, b) for attribute, a, b, _ in found] == [
        ("colour", "rose", "saffron"),
        ("colour", "rose", "slate"),
    ]
    assert rule_data(found[0][3])["act"] == {"verb": "dye", "target.colour": "saffron"}


def test_tokens_are_swapped_everywhere_at_once() -> None:
    act = {"verb": "bow", "addressee.role": "steward"}
    custom = prohibition(when=[{"one.role": "abbot"}], unless=[{"has": act, "window": "ever"}])
    rule = rule_from(
        {"form": "meta", "custom": custom, "rebuke": act, "by": {"one.role": "steward"}, "modality": "may"}
    )
    mirror = swap_tokens(rule, "role", "steward", "abbot")
    assert isinstance(mirror, Meta)
    assert mirror.by.test.value == "abbot"
    assert mirror.rebuke.tests[0].value == "abbot"
    data = rule_data(mirror)["custom"]
    assert data["when"] == [{"one.role": "steward"}]
    assert data["unless"][0]["has"]["addressee.role"] == "abbot"


def test_a_value_of_another_attribute_is_left_alone() -> None:
    rule = rule_from(prohibition(unless=[{"one.holds": "bead"}], act={"tag": "taking", "thing.kind": "bead"}))
    mirror = rule_data(swap_tokens(rule, "holds", "bead", "lamp"))
    assert mirror["act"]["thing.kind"] == "bead"
    assert mirror["unless"] == [{"one.holds": "lamp"}]


def test_an_hour_and_the_style_of_a_speech_rule_are_tokens_too() -> None:
    dusk = rule_from({"form": "prohibition", "act": {"verb": "wash", "hour": "dusk"}})
    assert [(name, a, b) for name, a, b, _ in token_mirrors(dusk, LEXICON)] == [("hour", "dusk", "noon")]
    speech = rule_from({"form": "speech", "act": {"tag": "speaking"}, "style": "formal"})
    ((name, _, _, mirror),) = token_mirrors(speech, LEXICON)
    assert name == "name"
    assert rule_data(mirror)["style"] == "plain"


@pytest.mark.parametrize("form", ["prohibition", "repair"])
def test_one_condition_changes_sides(form: str) -> None:
    repair = {"then": [{"verb": "wash"}], "within": 2} if form == "repair" else {}
    when = prohibition(form=form, when=[{"one.age": "old"}], **repair)
    mirror = polarity_mirror(rule_from(when))
    assert mirror == rule_from(prohibition(form=form, unless=[{"one.age": "old"}], **repair))
    assert polarity_mirror(rule_from(prohibition(form=form, **repair))) is None
    assert polarity_mirror(rule_from({**when, "unless": [{"one.age": "young"}]})) is None


def test_the_other_side_of_precedence_and_maintenance() -> None:
    first = {"form": "precedence", "act": {"verb": "dye"}, "first": [{"verb": "wash"}]}
    mirror = polarity_mirror(rule_from(first))
    assert isinstance(mirror, Precedence) and mirror.negated
    keep = {"form": "maintenance", "keep": {"one.holds": "bead"}, "during": [{"place.cover": "open"}]}
    assert polarity_mirror(rule_from(keep)) == rule_from({**keep, "keep": {"not": {"one.holds": "bead"}}})


def test_a_speech_rule_turns_only_between_two_given_styles() -> None:
    speech = rule_from({"form": "speech", "act": {"tag": "speaking"}, "style": "formal"})
    assert polarity_mirror(speech) is None
    assert polarity_mirror(speech, ("plain", "loud")) is None
    mirror = polarity_mirror(speech, ("plain", "formal"))
    assert mirror is not None and rule_data(mirror)["style"] == "plain"


def test_forms_without_another_side() -> None:
    wash, who = {"verb": "wash"}, {"verb": "greet", "addressee": "?who"}
    plain: list[dict[str, Any]] = [
        {"form": "deadline", "act": wash, "then": [wash], "within": 1},
        {"form": "quantity", "act": wash, "most": 1},
        {"form": "alternation", "act": wash},
        {"form": "reciprocity", "act": who, "back": who},
    ]
    by = {"one.age": "old"}
    meta = {"form": "meta", "custom": plain[0], "rebuke": who, "by": by, "modality": "may"}
    for data in (*plain, meta, {"form": "both", "rules": plain[:2]}):
        rule = rule_from(data)
        assert polarity_mirror(rule) is None, data
    assert isinstance(rule, Both)


@given(rules())
@settings(max_examples=60)
def test_swapping_tags_or_kinds_twice_gives_the_rule(rule: Rule) -> None:
    for a, b in (("honouring", "greeting"), ("dyeing", "washing"), ("cloth", "bead")):
        mirror = swap_names(rule, a, b)
        assert type(mirror) is type(rule) and swap_names(mirror, b, a) == rule
        assert named(mirror) == {{a: b, b: a}.get(name, name) for name in named(rule)}


def named(rule: Rule) -> set[Any]:
    """The tags and kinds of thing that a rule names."""
    tags = {part.tag for part in parts(rule) if isinstance(part, ActPattern) and part.tag is not None}
    return tags | {part.value for part in parts(rule) if isinstance(part, Test) and part.attribute in KINDS}


def test_like_tags_and_kinds_are_swapped_wherever_the_rule_names_them() -> None:
    duty = {"form": "deadline", "act": {"tag": "dyeing"}, "then": [{"tag": "washing"}], "within": 1}
    assert rule_data(swap_names(rule_from(duty), "washing", "honouring"))["then"] == [{"tag": "honouring"}]
    held = {
        "form": "prohibition",
        "act": {"tag": "taking", "thing.kind": "bead"},
        "when": [{"one.holds": "lamp"}],
    }
    swapped = rule_data(swap_names(rule_from(held), "bead", "lamp"))
    assert swapped["act"]["thing.kind"] == "lamp" and swapped["when"] == [{"one.holds": "bead"}]
