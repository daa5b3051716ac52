"""Every canonical sentence reads back to its rule; anything else is Unstatable and nothing worse."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from normquest.norms.english import form_menu, render
from normquest.norms.reading import Unstatable, check_vocabulary, read, read_rule
from normquest.norms.rules import ActPattern, Prohibition, Rule, rule_data, rule_from
from normquest.session.worlds import open_world
from normquest.world.lexicon import Lexicon
from normquest.world.words import lexicon_of
from norms.careless import CARELESS
from norms.strategies import LEXICON, rules

BOW_FIRST = "Before dyeing a rose cloth in a vat one must have bowed to a steward within one's last 3 turns."
BOW_FIRST_RULE = rule_from(
    {
        "form": "precedence",
        "act": {"verb": "dye", "thing.colour": "rose"},
        "first": [{"verb": "bow", "addressee.role": "steward"}],
        "window": "within",
        "n": 3,
    }
)
GREY = "It is forbidden to wash, unless one wears a grey sash."
CUSTOM = 'Only someone who is old may rebuke someone for breaking the custom "It is forbidden to wash".'


@given(rules())
@settings(max_examples=110)
def test_every_sentence_reads_back(rule: Rule) -> None:
    assert read(render(rule, LEXICON), LEXICON) == rule


@given(rules(CARELESS))
@settings(max_examples=110)
def test_every_sentence_reads_back_however_careless_the_lexicon(rule: Rule) -> None:
    assert read(render(rule, CARELESS), CARELESS) == rule


@given(rules())
@settings(max_examples=110)
def test_every_mapping_reads_back(rule: Rule) -> None:
    data = rule_data(rule)
    assert rule_from(data) == rule
    assert read_rule(data, LEXICON) == rule
    assert read_rule(json.dumps(data), LEXICON) == rule


@given(rules(), st.sampled_from((str.upper, str.lower, str.title)), st.sampled_from(("", " .", "!", "\n")))
@settings(max_examples=60)
def test_case_and_the_end_do_not_matter(rule: Rule, case: Any, end: str) -> None:
    sentence = render(rule, LEXICON).removesuffix(".")
    assert read(f"  {case(sentence)}{end}".replace(" ", " \t "), LEXICON) == rule


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (BOW_FIRST.replace(" one ", ", one ").replace("'", "’").replace("3", "three").lower(), BOW_FIRST),
        (BOW_FIRST.replace("a vat", "the  vat").replace("a steward", "any steward").rstrip("."), BOW_FIRST),
        (BOW_FIRST.replace("cloth", "fabric").replace("bowed", "made obeisance"), BOW_FIRST),
        (BOW_FIRST.replace(" a ", " ").replace("one's", "their"), BOW_FIRST),
        (f"“{BOW_FIRST}”", BOW_FIRST),
        ("It is forbidden to wash unless one wears the gray sash", GREY),
        ("It is not allowed to wash, unless they wear a grey sash.", GREY),
        ("One must not wash, unless one wears a grey sash.", GREY),
        (CUSTOM.replace(' "', " “").replace('".', ".”"), CUSTOM),
        (CUSTOM.replace('"', "'"), CUSTOM),
    ],
)
def test_other_ways_to_put_it(written: str, meant: str) -> None:
    lexicon = Lexicon(
        LEXICON.verbs,
        LEXICON.tags,
        LEXICON.attributes,
        {**LEXICON.synonyms, "made obeisance": "bowed"},
        LEXICON.place_noun,
    )
    assert read(written, lexicon) == read(meant, LEXICON)


SOON = "After dyeing a cloth in a vat one must bow to someone"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("never dye a rose cloth", "It is forbidden to dye a rose cloth in a vat."),
        ("you must not dye at dusk", "It is forbidden to dye a cloth in a vat at dusk."),
        ("dyeing cloths is forbidden at dusk", None),
        ("you can't dye at dusk", "It is forbidden to dye a cloth in a vat at dusk."),
        ("don't dye at dusk", "It is forbidden to dye a cloth in a vat at dusk."),
        (
            "before dyeing everyone must have bowed to your steward today",
            "Before dyeing a cloth in a vat one must have bowed to a steward today.",
        ),
        ("after dyeing you must bow at once", f"{SOON} within one's next turn."),
        ("when dyeing people should do so formally", "When dyeing a cloth in a vat one must do so formally."),
        ("dyeing cloths at dusk is forbidden", "It is forbidden to dye a cloth in a vat at dusk."),
        (
            "do not dye rose cloths when at dusk",
            "It is forbidden to dye a rose cloth in a vat, when it is dusk.",
        ),
        ("nobody may dye as a steward", "It is forbidden to dye a cloth in a vat as a steward."),
        (
            "no one may bow in the presence of a steward",
            "It is forbidden to bow to someone in the presence of a steward.",
        ),
        (
            "before dyeing one must have bowed to a steward today",
            "Before dyeing a cloth in a vat one must have bowed to a steward today.",
        ),
        (
            "before dyeing one must have bowed today",
            "Before dyeing a cloth in a vat one must have bowed to someone today.",
        ),
        ("before dyeing one must have bowed to a steward", None),
        (
            "before dyeing one must have bowed within the last 3 turns",
            "Before dyeing a cloth in a vat one must have bowed to someone within one's last 3 turns.",
        ),
        *(
            (f"after dyeing one must bow {soon}", f"{SOON} within one's next {turns}.")
            for soon, turns in (
                ("within 1 turn", "turn"),
                ("within two turns", "2 turns"),
                ("within the next turn", "turn"),
                ("at once", "turn"),
                ("immediately", "turn"),
            )
        ),
        ("after dyeing one must bow within 40 turns", None),
    ],
)
def test_what_is_left_unsaid_of_an_act_is_any(said: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(Unstatable):
            read(said, LEXICON)
    else:
        assert read(said, LEXICON) == read(meant, LEXICON)


def test_an_act_cut_short_that_could_be_two_is_asked_about() -> None:
    verbs = {**LEXICON.verbs}
    dye = verbs["dye"]
    verbs["drown"] = replace(
        dye,
        base=dye.base.replace(" in ", " under "),
        past=dye.past.replace(" in ", " under "),
        ing=dye.ing.replace(" in ", " under "),
    )
    two = Lexicon(verbs, LEXICON.tags, LEXICON.attributes, LEXICON.synonyms, LEXICON.place_noun)
    with pytest.raises(Unstatable, match="two ways"):
        read("never dye a rose cloth", two)
    assert read("It is forbidden to dye a rose cloth in a vat.", two) == read(
        "never dye a rose cloth", LEXICON
    )


@pytest.mark.parametrize(
    "text",
    [
        "None that I can see.",
        "none",
        "I see none",
        "no rule that I can see",
        "“None”",
        None,
        {"form": "none"},
    ],
)
def test_none_is_a_statement(text: Any) -> None:
    assert read_rule(text, LEXICON) is None
    assert read_rule({"rule": text}, LEXICON) is None


def test_two_in_a_list_are_in_force_together() -> None:
    data = {"form": "quantity", "act": {"verb": "wash"}, "most": 1}
    assert read_rule([data], LEXICON) == rule_from(data)
    assert read_rule(json.dumps([data, data]), LEXICON) == rule_from({"form": "both", "rules": [data, data]})


def test_a_mapping_may_use_words_and_synonyms() -> None:
    said = {"verb": "make obeisance", "addressee.Role": "Warden", "thing.kind": "oil jar"}
    meant = {"verb": "bow", "addressee.role": "steward", "thing.kind": "oil_jar"}
    read_back = read_rule({"form": "alternation", "act": said}, LEXICON)
    assert read_back == rule_from({"form": "alternation", "act": meant})


@pytest.mark.parametrize(
    ("sentence", "where", "expected", "nearest"),
    [
        ("It is forbidden to dye a cloth in a ruse vat.", "ruse vat", "rose", "rose"),
        ("It is forbidden to dy a cloth in a vat", "dy a cloth in", "dye", "dye"),
        ("It is forbidden to bow to a stewart, when", "stewart when", "steward", "steward"),
        (
            "Before washing one must have washed within one's last 30 turns",
            "30 turns",
            "a number of turns from 1 to 12",
            None,
        ),
        ("One may wash at most ten times a day", "ten times a day", "twice", None),
        ("While it is dusk one must", "is dusk one must", "wear", None),
    ],
)
def test_an_error_says_where_and_what_was_expected(
    sentence: str, where: str, expected: str, nearest: str | None
) -> None:
    with pytest.raises(Unstatable) as caught:
        read(sentence, LEXICON)
    error = caught.value
    assert error.where.replace(",", "") == where
    assert any(expected in option for option in error.expected)
    assert nearest is None or error.nearest == nearest
    assert error.where in str(error)


@pytest.mark.parametrize("text", ["", "...", "Dance!", "Everybody should be nice to each other."])
def test_what_is_no_sentence_of_ours_gets_the_menu_of_forms(text: str) -> None:
    with pytest.raises(Unstatable) as caught:
        read(text, LEXICON)
    assert list(caught.value.expected) == form_menu()


@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        ("When speaking to someone formally one must do so formally", "give the style once"),
        ("One must not wash again before one has bowed to someone", "same one variable"),
        ("It is forbidden to dye a rose cloth that is a bead that is an oil jar in a vat", "tested twice"),
    ],
)
def test_what_no_rule_can_say_is_told_apart_from_what_is_not_understood(sentence: str, problem: str) -> None:
    with pytest.raises(Unstatable, match=problem):
        read(sentence, LEXICON)


@pytest.mark.parametrize(
    ("data", "where", "nearest"),
    [
        ({"form": "prohibtion"}, "prohibtion", "prohibition"),
        ({"form": "prohibition", "act": {"verb": "dyes"}}, "dyes", "dye"),
        ({"form": "prohibition", "act": {"tag": "takin"}}, "takin", "taking"),
        ({"form": "prohibition", "act": {"verb": "dye", "thing.color": "rose"}}, "color", "colour"),
        ({"form": "prohibition", "act": {"verb": "dye", "thing.colour": "saffran"}}, "saffran", "saffron"),
        ({"form": "speech", "act": {"tag": "speaking"}, "style": "formel"}, "formel", "formal"),
    ],
)
def test_a_mapping_with_unknown_words(data: dict[str, Any], where: str, nearest: str) -> None:
    with pytest.raises(Unstatable) as caught:
        read_rule(data, LEXICON)
    assert (caught.value.where, caught.value.nearest) == (where, nearest)
    assert nearest in caught.value.expected


def test_the_vocabulary_is_checked_inside_a_custom_too() -> None:
    custom = {"form": "prohibition", "act": {"verb": "sing"}}
    by = {"one.role": "steward"}
    data = {"form": "meta", "custom": custom, "rebuke": {"verb": "rebuke"}, "by": by, "modality": "may"}
    with pytest.raises(Unstatable, match="'sing' is no verb here"):
        check_vocabulary(rule_from(data), LEXICON)
    check_vocabulary(BOW_FIRST_RULE, LEXICON)


def test_one_sentence_with_two_meanings_is_refused() -> None:
    alike = Lexicon({}, {"a": LEXICON.verbs["wash"], "b": LEXICON.verbs["wash"]}, {})
    with pytest.raises(Unstatable, match="two ways"):
        read("It is forbidden to wash", alike)


def _read_or_unstatable(data: Any) -> None:
    for lexicon in (LEXICON, CARELESS, Lexicon({}, {}, {})):
        try:
            read_rule(data, lexicon)
        except Unstatable as error:
            assert str(error)


@given(st.text() | st.text(alphabet="aoneit \"{}[].:,?'", max_size=60))
@settings(max_examples=110)
def test_no_text_raises_anything_else(text: str) -> None:
    _read_or_unstatable(text)
    with pytest.raises(Unstatable):
        read(text + "\x00\ud800", LEXICON)


@given(rules(), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_no_damaged_sentence_raises_anything_else(rule: Rule, random: Any) -> None:
    said = render(rule, LEXICON).split()
    at, other = random.randrange(len(said)), random.randrange(len(said))
    for damaged in (said[:at] + said[at + 1 :], [*said[:at], said[other], *said[at:]], said[:at]):
        _read_or_unstatable(" ".join(damaged))


_KEYS = st.text(max_size=6) | st.sampled_from(
    ("form", "act", "verb", "tag", "tests", "when", "unless", "has", "within", "not", "rules", "custom", "by")
)
_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
_WORDS = st.sampled_from(("prohibition", "both", "meta", "dye", "taking", "?who", "today", "one.role"))


@given(
    st.recursive(
        _SCALARS | _WORDS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=4),
        max_leaves=12,
    )
)
@settings(max_examples=100)
def test_no_mapping_raises_anything_else(data: Any) -> None:
    _read_or_unstatable(data)
    _read_or_unstatable({"form": "prohibition", "act": data, "when": [data]})


@pytest.mark.parametrize(
    "text",
    [
        "{" * 5000,
        "[" * 5000,
        '{"rule":' * 3000,
        "1" * 7000,
        "[" + "1" * 7000 + "]",
        "x" * 10_000,
        "a " * 790,
        "It is forbidden to wash, when " + " and ".join(["one is a steward"] * 150),
        "It is forbidden to dye a " + "rose " * 700,
        "It is forbidden to wash. Besides, " * 100,
        'Anyone present who is old and sees the custom "' * 50,
    ],
    ids=range(11),
)
def test_long_and_deep_input(text: str) -> None:
    _read_or_unstatable(text)


def test_a_long_list_of_conditions_is_fine() -> None:
    condition = {"not": {"one.role": "abbot"}}
    rule = rule_from({"form": "prohibition", "act": {"verb": "wash"}, "when": [condition] * 60})
    assert isinstance(rule, Prohibition)
    assert read(render(rule, LEXICON), LEXICON) == rule


@pytest.mark.parametrize("name", ["dye_kitchen", "first_evening", "lantern_watch", "well_queue"])
def test_each_act_and_kind_of_act_of_a_world_has_a_sentence_of_its_own(name: str) -> None:
    lexicon = lexicon_of(open_world(name).world)
    for verb, tag in [*((verb, None) for verb in lexicon.verbs), *((None, tag) for tag in lexicon.tags)]:
        rule = Prohibition(form="prohibition", act=ActPattern(verb=verb, tag=tag))
        assert read(render(rule, lexicon), lexicon) == rule


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("asking for a cloth is forbidden", "It is forbidden to ask someone for a cloth."),
        ("nobody may hand a bead at noon", "It is forbidden to hand someone a bead at noon."),
        ("nobody may hang up at dusk", "It is forbidden to hang a piece up at dusk."),
    ],
)
def test_whoever_an_act_is_done_to_may_be_left_out_in_its_middle(said: str, meant: str) -> None:
    lexicon = lexicon_of(open_world("dye_kitchen").world)
    assert read(said, lexicon) == read(meant, lexicon)
