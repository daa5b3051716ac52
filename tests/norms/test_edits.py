"""One-edit variants: what a newcomer who nearly found the rule would say."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from normquest.norms.edits import Vocabulary, edits, windows
from normquest.norms.families import size
from normquest.norms.rules import (
    MOST_TURNS,
    ActPattern,
    Both,
    Deadline,
    Meta,
    Now,
    Precedence,
    Prohibition,
    Rule,
    rule_data,
    rule_from,
)
from normquest.norms.walk import parts
from norms.drafts import Drafts
from norms.strategies import rules

COLOURS, ROLES, WORN = (
    ("rose", "slate", "saffron"),
    ("steward", "abbot", "guest"),
    ("grey_sash", "white_sash"),
)
WORDS = Vocabulary(
    tests={
        "dyeing": {"target.colour": COLOURS, "thing.kind": ("bead", "cloth")},
        "honouring": {"addressee.role": ROLES, "addressee.wears": WORN},
        "speaking": {"addressee.role": ROLES, "style.name": ("formal", "plain")},
        "cleaning": {},
    },
    conditions=(
        *(Now.model_validate({"hour": hour}) for hour in ("noon", "dusk")),
        *(Now.model_validate({"present.role": role}) for role in ROLES),
        *(Now.model_validate({"one.wears": worn}) for worn in WORN),
    ),
    rites=(
        ActPattern(tag="honouring"),
        ActPattern(tag="cleaning"),
        ActPattern.model_validate({"tag": "honouring", "addressee.role": "steward"}),
    ),
    styles=("formal", "plain"),
)
BOW_FIRST = {
    "form": "precedence",
    "act": {"tag": "dyeing", "target.colour": "rose"},
    "first": [{"tag": "honouring", "addressee.role": "steward"}],
}


def told(rule: Any) -> list[dict[str, Any]]:
    """The variants as mappings."""
    return [rule_data(variant) for variant in edits(rule_from(rule), WORDS)]


def check(rule: Rule) -> list[Rule]:
    """What holds of the variants of any rule."""
    variants = edits(rule, WORDS)
    assert variants == edits(rule_from(rule_data(rule)), WORDS), "the order is fixed"
    assert rule not in variants
    assert len(set(variants)) == len(variants) == len({repr(rule_data(v)) for v in variants})
    for variant in variants:
        # Valid, also when read anew; of the same form, or one of two rules left.
        assert rule_from(rule_data(variant)) == variant
        assert type(variant) is type(rule) or (isinstance(rule, Both) and variant in rule.rules)
        assert changed(rule, variant) == 1
    return variants


def changed(rule: Rule, variant: Rule) -> int:
    """How many fields of the two rules differ; a window, or a modality, and its number of turns are one."""
    if type(rule) is not type(variant):
        return 1
    names = {"n": "window"} | ({"within": "modality"} if isinstance(rule, Meta) else {})
    fields = type(rule).model_fields
    return len({names.get(n, n) for n in fields if getattr(rule, n) != getattr(variant, n)})


def bound(rule: Rule) -> int:
    """The largest part that one edit can take away or put in: a condition, an act, one of two rules."""
    if isinstance(rule, Both):
        return size(rule)
    return (
        max([1, *(part.size + len(part.binds) for part in parts(rule) if isinstance(part, ActPattern))]) + 3
    )


@given(rules())
@settings(max_examples=60)
def test_variants_are_other_valid_rules_one_edit_away(rule: Rule) -> None:
    for variant in check(rule):
        assert abs(size(variant) - size(rule)) <= bound(rule)


def test_variants_of_rules_in_the_vocabulary() -> None:
    drafts = Drafts(Random(3))
    rules_here = [drafts.rule() for _ in range(150)]
    assert sum(len(check(rule)) for rule in rules_here) > 1500


@given(rules())
@settings(max_examples=50)
def test_no_variant_says_a_thing_twice(rule: Rule) -> None:
    for variant in edits(rule, WORDS):
        for name in ("when", "unless", "first", "then", "during", "rules"):
            listed = getattr(variant, name, ())
            if len(set(getattr(rule, name, ()))) == len(getattr(rule, name, ())):
                assert len(set(listed)) == len(listed)


FORMS = [
    {"form": "prohibition", "act": {"tag": "cleaning"}},
    {"form": "precedence", "act": {"tag": "cleaning"}, "first": [{"tag": "honouring"}]},
    {"form": "deadline", "act": {"tag": "cleaning"}, "then": [{"tag": "honouring"}], "within": 2},
    {"form": "repair", "act": {"tag": "cleaning"}, "then": [{"tag": "honouring"}], "within": 2},
    {"form": "maintenance", "keep": {"one.holds": "bead"}, "during": [{"place.cover": "open"}]},
    {"form": "quantity", "act": {"tag": "cleaning"}, "most": 1},
    {"form": "alternation", "act": {"tag": "dyeing"}},
    {
        "form": "reciprocity",
        "act": {"tag": "dyeing", "thing": "?x"},
        "back": {"tag": "speaking", "thing": "?x"},
    },
    {"form": "speech", "act": {"tag": "speaking"}, "style": "formal"},
    {
        "form": "meta",
        "custom": {"form": "alternation", "act": {"tag": "dyeing"}},
        "rebuke": {"tag": "speaking"},
        "by": {"one.holds": "bead"},
        "modality": "may",
    },
    {
        "form": "both",
        "rules": [
            {"form": "alternation", "act": {"tag": "dyeing"}},
            {"form": "alternation", "act": {"tag": "cleaning"}},
        ],
    },
]


@pytest.mark.parametrize("data", FORMS, ids=lambda data: str(data["form"]))
def test_every_form_has_variants(data: dict[str, Any]) -> None:
    """A form without any would be scored on cases chosen at random, and have no near rival in a space."""
    assert len(check(rule_from(data))) > 1


def test_variants_of_a_precedence_by_hand() -> None:
    variants = told(BOW_FIRST)

    def such(**change: Any) -> dict[str, Any]:
        return {**rule_data(rule_from(BOW_FIRST)), **change}

    honour = {"tag": "honouring", "addressee.role": "steward"}
    expected = [
        such(act={"tag": "dyeing"}),
        such(act={"tag": "dyeing", "target.colour": "slate"}),
        such(act={"tag": "dyeing", "target.colour": "saffron"}),
        such(act={"tag": "dyeing", "thing.kind": "bead", "target.colour": "rose"}),
        such(act={"tag": "dyeing", "thing.kind": "cloth", "target.colour": "rose"}),
        such(negated=True),
        such(first=[{"tag": "honouring"}]),
        such(first=[{"tag": "honouring", "addressee.role": "abbot"}]),
        such(first=[{"tag": "honouring", "addressee.role": "guest"}]),
        such(first=[{**honour, "addressee.wears": "grey_sash"}]),
        such(first=[{**honour, "addressee.wears": "white_sash"}]),
        such(window="today"),
        such(window="ever"),
        *(such(window="within", n=n) for n in (1, 2, 3, 4, 5)),
        such(first=[honour, {"tag": "honouring"}]),
        such(first=[honour, {"tag": "cleaning"}]),
    ]
    assert variants == expected


def test_variants_of_a_guarded_prohibition_have_all_kinds_of_slip() -> None:
    past = {"has": {"tag": "honouring", "addressee.role": "steward"}, "window": "since_entering"}
    variants = told({"form": "prohibition", "act": {"tag": "dyeing"}, "unless": [past]})
    guards = [(v.get("when", []), v.get("unless", [])) for v in variants if v["act"] == {"tag": "dyeing"}]
    assert ([], []) in guards, "dropped"
    assert ([], [{"has_not": past["has"], "window": "since_entering"}]) in guards, "denied"
    assert ([], [{**past, "window": "today"}]) in guards, "another window"
    assert ([], [{"has": past["has"], "within": 3}]) in guards, "a number of turns"
    assert ([], [{**past, "has": {"tag": "honouring", "addressee.role": "abbot"}}]) in guards, "another token"
    assert ([], [{"present.role": "steward"}]) in guards, "being there for being bowed to"
    assert ([], [past, {"hour": "noon"}]) in guards, "a second way out"
    assert ([{"hour": "noon"}], [past]) in guards, "only at an hour"
    assert ([], [past, {"has": {"tag": "cleaning"}, "window": "since_entering"}]) in guards, "another rite"


def test_that_it_must_be_the_same_person_is_easily_missed() -> None:
    same = {"tag": "honouring", "addressee": "?who"}
    rule = {"form": "precedence", "act": {"tag": "speaking", "addressee": "?who"}, "first": [same]}
    assert {**rule, "first": [{"tag": "honouring"}]} in told(rule)
    pair = {"form": "reciprocity", "act": {"tag": "speaking", "addressee": "?who"}, "back": same}
    assert all("?who" in str(variant["back"]) for variant in told(pair)), "a pair needs its variable"


def test_two_conditions_are_the_most() -> None:
    rule = rule_from(
        {
            "form": "prohibition",
            "act": {"tag": "dyeing"},
            "when": [{"hour": "noon"}, {"present.role": "guest"}],
        }
    )
    assert isinstance(rule, Prohibition)
    for variant in edits(rule, WORDS):
        assert isinstance(variant, Prohibition) and len(variant.when) + len(variant.unless) <= 2


def test_variants_of_both_drop_or_change_one_half() -> None:
    first = {"form": "quantity", "act": {"tag": "cleaning"}, "most": 1}
    second = {"form": "alternation", "act": {"tag": "dyeing"}}
    rule = rule_from({"form": "both", "rules": [first, second]})
    variants = edits(rule, WORDS)
    assert variants[:2] == [rule_from(first), rule_from(second)]
    halves = [v.rules for v in variants if isinstance(v, Both)]
    assert len(halves) == len(variants) - 2 > 5
    assert all((a == rule_from(first)) != (b == rule_from(second)) for a, b in halves)


def test_variants_of_upkeep_and_of_who_may_rebuke() -> None:
    upkeep = told({"form": "maintenance", "keep": {"one.wears": "grey_sash"}, "during": [{"hour": "noon"}]})
    assert {
        "form": "maintenance",
        "keep": {"one.wears": "white_sash"},
        "during": [{"hour": "noon"}],
    } in upkeep
    assert {"form": "maintenance", "keep": {"one.wears": "grey_sash"}, "during": [{"hour": "dusk"}]} in upkeep
    custom = {"form": "prohibition", "act": {"tag": "cleaning"}}
    must = {
        "form": "meta", "custom": custom, "rebuke": {"tag": "speaking"}, "by": {"one.wears": "grey_sash"},
        "modality": "must", "within": 2,
    }  # fmt: skip
    variants = [rule_data(v) for v in edits(rule_from(must), WORDS)]
    assert any(v.get("modality") == "may" for v in variants)
    assert {v.get("within") for v in variants} >= {1, 3, 4}
    assert all(v["custom"] == custom for v in variants), "everyone is told the custom"


SYMMETRICAL = [
    {"form": "prohibition", "act": {"tag": "dyeing", "target.colour": "rose"}},
    {"form": "prohibition", "act": {"tag": "dyeing"}, "when": [{"hour": "noon"}]},
    {"form": "prohibition", "act": {"tag": "dyeing"}, "unless": [{"not": {"present.role": "guest"}}]},
    {"form": "prohibition", "act": {"tag": "dyeing"}, "unless": [{"has": {"tag": "cleaning"}, "within": 2}]},
    BOW_FIRST,
    {**BOW_FIRST, "window": "within", "n": 3, "negated": True},
    {"form": "deadline", "act": {"tag": "dyeing"}, "then": [{"tag": "cleaning"}], "within": 3},
    {"form": "quantity", "act": {"tag": "dyeing"}, "most": 2},
    {"form": "alternation", "act": {"tag": "dyeing", "thing.kind": "bead"}},
    {
        "form": "reciprocity",
        "act": {"tag": "speaking", "addressee.role": "guest", "addressee": "?x"},
        "back": {"tag": "honouring", "addressee": "?x"},
    },
    {"form": "speech", "act": {"tag": "speaking", "addressee.role": "abbot"}, "style": "formal"},
]  # fmt: skip


@pytest.mark.parametrize("data", SYMMETRICAL, ids=lambda data: str(data["form"]))
def test_values_windows_and_denials_lead_back(data: dict[str, Any]) -> None:
    """Taking one token for another, one window for another, yes for no: each is a slip both ways."""
    rule = rule_from(data)
    alike = [v for v in edits(rule, WORDS) if skeleton(v) == skeleton(rule)]
    assert alike
    for variant in alike:
        assert rule in edits(variant, WORDS), rule_data(variant)


def skeleton(rule: Rule) -> Any:
    """The rule without its values, windows, numbers and denials."""

    def bare(part: Any) -> Any:
        if isinstance(part, dict):
            named = {"has" if k == "has_not" else k: bare(v) for k, v in part.items() if k not in _LOOSE}
            return named.get("not", named)
        if isinstance(part, list):
            return [bare(one) for one in part]
        return "" if part in _VALUES else part

    return bare(rule_data(rule))


_LOOSE = {"window", "n", "within", "negated", "most", "per"}
_VALUES = {*COLOURS, *ROLES, *WORN, "bead", "cloth", "formal", "plain", "noon", "dusk"}


@pytest.mark.parametrize("data", SYMMETRICAL, ids=lambda data: str(data["form"]))
def test_an_added_test_can_be_dropped_again(data: dict[str, Any]) -> None:
    rule = rule_from(data)
    longer = [v for v in edits(rule, WORDS) if getattr(v, "act", None) != getattr(rule, "act", None)]
    for variant in longer:
        if size(variant) > size(rule):
            assert rule in edits(variant, WORDS)


def test_chains_of_slips_reach_a_mirror() -> None:
    """Two tokens swapped in one place is one edit; so every token mirror in one place is a variant."""
    rule = rule_from(BOW_FIRST)
    swapped = rule_from({**BOW_FIRST, "first": [{"tag": "honouring", "addressee.role": "abbot"}]})
    turned = rule_from({**BOW_FIRST, "negated": True})
    assert {swapped, turned} <= set(edits(rule, WORDS))


@pytest.mark.parametrize("within", [1, 2, MOST_TURNS - 1, MOST_TURNS])
def test_numbers_of_turns_stay_in_range(within: int) -> None:
    rule = Deadline(act=ActPattern(tag="dyeing"), then=(ActPattern(tag="cleaning"),), within=within)
    others = {v.within for v in edits(rule, WORDS) if isinstance(v, Deadline) and v.then == rule.then} - {
        within
    }
    assert others == {n for n in (within - 2, within - 1, within + 1, within + 2) if 1 <= n <= MOST_TURNS}


def test_without_words_only_what_the_rule_has_can_be_mistaken() -> None:
    nothing = Vocabulary(tests={}, spans=())
    rule = rule_from(BOW_FIRST)
    variants = edits(rule, nothing)
    assert rule_data(variants[0])["act"] == {"tag": "dyeing"}
    assert {v.window for v in variants if isinstance(v, Precedence)} == {"since_entering", "today", "ever"}
    assert windows(nothing) == [("since_entering", None), ("today", None), ("ever", None)]
    assert edits(rule_from({"form": "alternation", "act": {"verb": "wash"}}), nothing) == []
