"""One sentence a rule: pinned for every form, and never the same for two rules."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from normquest.norms.english import clashes, form_menu, render, render_condition, render_pattern
from normquest.norms.reading import read
from normquest.norms.rules import (
    ACT_SUBJECTS,
    STATE_SUBJECTS,
    ActPattern,
    Now,
    Past,
    Rule,
    Test,
    rule_data,
    rule_from,
)
from normquest.world.lexicon import ActWords, Lexicon
from norms.careless import CARELESS
from norms.strategies import LEXICON, rules

DYE = {"verb": "dye"}
TAKE = {"tag": "taking"}
WASH = {"verb": "wash"}
GIVE = {"verb": "give"}
BOW = {"verb": "bow", "addressee.role": "steward"}
TOLD = {"form": "prohibition", "act": {"tag": "taking", "thing.kind": "bead"}}

SENTENCES: list[tuple[dict[str, Any], str]] = [
    (
        {
            "form": "prohibition",
            "act": {"verb": "dye", "thing.weave": "coarse", "target.colour": "rose"},
            "unless": [{"has": BOW, "window": "since_entering"}],
        },
        "It is forbidden to dye a coarse cloth in a rose vat, "
        "unless one has bowed to a steward since entering.",
    ),
    (
        {
            "form": "prohibition",
            "act": TAKE,
            "when": [{"place.cover": "roofed"}, {"not": {"hour": "dusk"}}],
            "unless": [{"one.holds": "bead"}, {"not": {"one.wears": "grey_sash"}}],
        },
        "It is forbidden to take something, when the hall is roofed and it is not dusk, "
        "unless one holds a bead or one does not wear a grey sash.",
    ),
    (
        {
            "form": "prohibition",
            "act": TAKE,
            "when": [{"present.role": "abbot"}, {"has_not": WASH, "window": "today"}],
            "unless": [{"not": {"present.wears": "grey_sash"}}, {"has": WASH, "within": 3}],
        },
        "It is forbidden to take something, when an abbot is present and one has not washed today, "
        "unless nobody wearing a grey sash is present or one has washed within one's last 3 turns.",
    ),
    (
        {
            "form": "prohibition",
            "act": {"verb": "give"},
            "bearer": "addressee",
            "unless": [{"one.age": "old"}],
        },
        "The one addressed must not let anyone give something to someone, unless they are old.",
    ),
    (
        {"form": "prohibition", "act": DYE, "bearer": "present", "when": [{"has": WASH, "window": "ever"}]},
        "Others present must not let anyone dye a cloth in a vat, when they have washed at any time.",
    ),
    (
        {
            "form": "prohibition",
            "act": {
                "verb": "greet",
                "actor.role": "guest",
                "actor.holds": "bead",
                "addressee.age": "old",
                "addressee.wears": "white_sash",
                "style.name": "plain",
                "place.site": "shrine",
                "hour": "forenoon",
                "present.role": "abbot",
                "thing.colour": "rose",
            },
        },
        "It is forbidden to greet an old person wearing a white sash with a rose thing as its thing "
        "in plain words as a guest holding a bead while in a shrine in the forenoon "
        "in the presence of an abbot.",
    ),
    (
        {"form": "prohibition", "act": {"tag": "taking", "thing": "?thing", "addressee": "?x"}},
        "It is forbidden to take a particular thing with a particular person (x) as its addressee.",
    ),
    (
        {"form": "precedence", "act": DYE, "first": [BOW]},
        "Before dyeing a cloth in a vat one must have bowed to a steward since entering.",
    ),
    (
        {"form": "precedence", "act": DYE, "first": [BOW, WASH], "window": "within", "n": 1, "negated": True},
        "Before dyeing a cloth in a vat one must not have bowed to a steward or washed "
        "within one's last turn.",
    ),
    (
        {"form": "deadline", "act": {"tag": "taking", "addressee": "?who"}, "then": [BOW, WASH], "within": 3},
        "After taking something with a particular person as its addressee one must bow to a steward or wash "
        "within one's next 3 turns.",
    ),
    (
        {
            "form": "deadline",
            "act": {"verb": "greet", "addressee": "?who"},
            "then": [{"verb": "bow", "addressee": "?who"}],
            "within": 1,
            "bearer": "addressee",
        },
        "After someone has greeted a particular person the one addressed must bow to the same person "
        "within their next turn.",
    ),
    (
        {"form": "deadline", "act": DYE, "then": [WASH], "within": 2, "bearer": "present"},
        "After someone has dyed a cloth in a vat everyone else present must wash within their next 2 turns.",
    ),
    (
        {"form": "repair", "act": TAKE, "then": [WASH], "within": 2, "unless": [{"one.role": "abbot"}]},
        "It is forbidden to take something, unless one is an abbot; "
        "whoever does so anyway must wash within their next 2 turns to be forgiven.",
    ),
    (
        {"form": "maintenance", "keep": {"one.wears": "grey_sash"}, "during": [{"place.site": "shrine"}]},
        "While the hall is a shrine one must wear a grey sash.",
    ),
    (
        {
            "form": "maintenance",
            "keep": {"not": {"one.holds": "lamp"}},
            "during": [{"hour": "noon"}, {"not": {"one.role": "abbot"}}],
        },
        "While it is noon and one is not an abbot one must not hold a lamp.",
    ),
    ({"form": "quantity", "act": TAKE, "most": 2}, "One may take something at most twice a day."),
    (
        {"form": "quantity", "act": TAKE, "most": 3, "per": "hour"},
        "One may take something at most 3 times an hour.",
    ),
    ({"form": "alternation", "act": WASH}, "One must not wash again before someone else has done so."),
    (
        {
            "form": "reciprocity",
            "act": {"verb": "greet", "addressee": "?who"},
            "back": {"verb": "give", "thing.kind": "bead", "addressee": "?who"},
        },
        "One must not greet a particular person again before one has given a bead to the same person.",
    ),
    (
        {"form": "speech", "act": {"tag": "speaking", "addressee.role": "abbot"}, "style": "formal"},
        "When speaking to an abbot one must do so formally.",
    ),
    (
        {
            "form": "meta",
            "custom": TOLD,
            "rebuke": {"verb": "rebuke", "addressee": "?who"},
            "by": {"one.role": "steward"},
            "within": 2,
        },
        'Anyone present who is a steward and sees the custom "It is forbidden to take a bead" broken '
        "must rebuke the offender within their next 2 turns.",
    ),
    (
        {
            "form": "meta",
            "custom": TOLD,
            "rebuke": {"verb": "rebuke"},
            "by": {"not": {"one.wears": "grey_sash"}},
            "modality": "may",
        },
        "Only someone who does not wear a grey sash may rebuke someone "
        'for breaking the custom "It is forbidden to take a bead".',
    ),
    (
        {"form": "both", "rules": [TOLD, {"form": "quantity", "act": WASH, "most": 1}]},
        "It is forbidden to take a bead. Besides, one may wash at most once a day.",
    ),
]


@pytest.mark.parametrize(("data", "sentence"), SENTENCES)
def test_each_form_has_its_sentence(data: dict[str, Any], sentence: str) -> None:
    rule = rule_from(data)
    assert render(rule, LEXICON) == sentence
    assert read(sentence, LEXICON) == rule


def test_every_form_is_pinned_and_in_the_menu() -> None:
    forms = {cls.model_fields["form"].default for cls in get_args(Rule)}
    assert {data["form"] for data, _ in SENTENCES} == forms
    assert "Before … one must have …" in form_menu()
    assert not [line for line in form_menu() if "{" in line]


@given(st.lists(rules(), min_size=2, max_size=8))
@settings(max_examples=25)
def test_different_rules_have_different_sentences(some: list[Rule]) -> None:
    by_data = {json.dumps(rule_data(rule), sort_keys=True): rule for rule in some}
    assert len({render(rule, LEXICON).casefold() for rule in by_data.values()}) == len(by_data)


def _all_tests(subjects: tuple[str, ...], lexicon: Lexicon) -> list[Test]:
    return [
        Test.model_validate({"subject": subject, "attribute": name, "value": value})
        for subject in subjects
        for name, attribute in lexicon.attributes.items()
        for value in attribute.values
        if subject != "hour" or name == "hour"
    ]


@pytest.mark.parametrize("lexicon", [LEXICON, CARELESS], ids=["plain", "careless"])
def test_every_single_test_reads_differently(lexicon: Lexicon) -> None:
    """Exhaustively: each subject, attribute and value, in acts and in conditions."""
    kinds = [{"verb": verb} for verb in lexicon.verbs] + [{"tag": tag} for tag in lexicon.tags]
    patterns = [
        ActPattern.model_validate({**kind, "tests": tests})
        for kind in kinds
        for tests in ((), *((test,) for test in _all_tests(ACT_SUBJECTS, lexicon)))
    ]
    assert len({render_pattern(p, lexicon).casefold() for p in patterns}) == len(patterns)
    nows = [Now(test=t, negated=n) for t in _all_tests(STATE_SUBJECTS, lexicon) for n in (False, True)]
    assert len({render_condition(now, lexicon).casefold() for now in nows}) == len(nows)


def test_patterns_and_conditions_stand_alone_in_menus() -> None:
    pattern = ActPattern.model_validate({"verb": "dye", "target.colour": "rose"})
    assert render_pattern(pattern, LEXICON) == "dye a cloth in a rose vat"
    assert render_pattern(pattern, LEXICON, "past") == "dyed a cloth in a rose vat"
    assert render_pattern(pattern, LEXICON, "ing") == "dyeing a cloth in a rose vat"
    past = Past(act=pattern, window="today", negated=True)
    assert render_condition(past, LEXICON) == "one has not dyed a cloth in a rose vat today"
    assert render_condition(past, LEXICON, "they") == "they have not dyed a cloth in a rose vat today"


def test_what_the_lexicon_lacks_is_called_by_its_id() -> None:
    rule = rule_from({"form": "prohibition", "act": {"verb": "ring_bell", "place.wall_paint": "dull_green"}})
    assert (
        render(rule, LEXICON)
        == "It is forbidden to do ring bell while in a hall whose wall paint is dull green."
    )


def test_ambiguous_words_are_spelled_out() -> None:
    red = ActPattern.model_validate({"verb": "take", "thing.colour": "red", "thing.scent": "rose"})
    assert render_pattern(red, CARELESS) == "take a red cloth whose colour is red and whose scent is rose"
    tag = ActPattern.model_validate({"tag": "taking", "thing.kind": "cloth"})
    assert render_pattern(tag, CARELESS) == "take a cloth in any way"


def test_acts_worded_alike_are_reported() -> None:
    alike = Lexicon(
        verbs={}, tags={t: ActWords("go", f"{t}ed", "going") for t in ("walk", "stroll")}, attributes={}
    )
    assert clashes(alike) == ["walk, stroll: both read 'go'", "walk, stroll: both read 'going'"]
    assert clashes(LEXICON) == clashes(CARELESS) == []
