"""Stating a norm line by line: by a sentence, from menus, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from norms.strategies import LEXICON, rules

from normquest.episode.records import Statement
from normquest.front.look import Look
from normquest.front.offers import forms
from normquest.front.refusing import acts_in, nearest_form
from normquest.front.statements import statement_data
from normquest.norms.english import render
from normquest.norms.reading import read, read_rule
from normquest.norms.rules import Rule, rule_data
from normquest.plain.statement import RULE_PROMPT, ask_statement, statement_menu
from normquest.plain.terminal import Closed
from plain.scripted import ScriptTerminal

LOG = {18: "Oren bows to Maud.", 41: "Oren lifts the lid.", 44: "Maud clicks her tongue at Oren."}
REST = ("", "", "50", "")
"""No words, no evidence, half sure, no habits."""
DYE_ROSE = "It is forbidden to dye a cloth in a rose vat"


def stated(*lines: str) -> tuple[Statement, ScriptTerminal]:
    """The statement that these lines make; all of them must be needed."""
    terminal = ScriptTerminal(lines)
    statement = ask_statement(terminal, LEXICON, "watch", log=LOG)
    assert not terminal.left, f"not asked for: {terminal.left}"
    return statement, terminal


def english(*lines: str) -> str:
    """The sentence of the rule that these lines make, with the least of everything else."""
    return stated(*lines, *REST)[0].english


def test_a_sentence_is_read_back_and_agreed_to() -> None:
    said = "it is forbidden to dye any fabric in the rose vat"
    statement, terminal = stated(said, "", "they mind rose", "44, #18", "74 %", "")
    assert statement == Statement(
        stage="watch",
        rule=rule_data(read(DYE_ROSE, LEXICON)),
        english=f"{DYE_ROSE}.",
        words="they mind rose",
        evidence=(44, 18),
        confidence=0.74,
    )
    assert f"“{DYE_ROSE}.”" in terminal.text


@given(rules())
@settings(max_examples=40)
def test_every_rule_can_be_stated_as_a_sentence(rule: Rule) -> None:
    statement, _ = stated(render(rule, LEXICON), "", *REST)
    assert read_rule(dict(statement.rule or {}), LEXICON) == rule
    assert statement_data(statement)["rule"] == rule_data(rule)


@pytest.mark.parametrize("none", ["none", "None that I can see.", "I see none"])
def test_none_is_a_statement_too(none: str) -> None:
    statement, _ = stated(none, *REST)
    assert (statement.rule, statement.english, statement.unstatable) == (None, "None that I can see.", "")
    assert statement.confidence == 0.5


def number(form: str, nth: int = 0) -> str:
    """The number of a form in the menu."""
    found = [n for n, item in enumerate(forms(), 1) if item.value.form == form]
    return str(found[nth])


def test_a_plain_rule_takes_three_lines_and_a_conditional_one_eight() -> None:
    assert english(number("prohibition"), "dye", "vat rose", "") == f"{DYE_ROSE}."
    lines = (number("prohibition"), "dye", "vat rose", "unless has", "bow", "towards steward", "1", "")
    assert english(*lines) == f"{DYE_ROSE}, unless one has bowed to a steward since entering."
    assert len(lines) == 8


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            ("prohibition", "dye a coarse cloth in a vat", ""),
            "It is forbidden to dye a coarse cloth in a vat.",
        ),
        (("prohibition", "wash", "dusk", ""), "It is forbidden to wash at dusk."),
        (
            ("prohibition", "wash", "", "when not open", ""),
            "It is forbidden to wash, when the hall is not open.",
        ),
        (
            ("prohibition", "wash", "", "unless", "has not", "bow to a steward", "within 3", ""),
            "It is forbidden to wash, unless one has not bowed to a steward within one's last 3 turns.",
        ),
        (
            ("prohibition", "wash", "", "unless one has bowed to a steward today or no abbot is present", ""),
            "It is forbidden to wash, unless one has bowed to a steward today or no abbot is present.",
        ),
        (
            ("precedence", "dye", "", "bow", "", "today", "or", "greet someone", ""),
            "Before dyeing a cloth in a vat one must have bowed to someone or greeted someone today.",
        ),
        (
            ("precedence", "dye", "", "bow", "", "4 2", ""),
            "Before dyeing a cloth in a vat one must have bowed to someone within one's last 2 turns.",
        ),
        (
            ("deadline", "wash", "", "bow", "", "2", ""),
            "After washing one must bow to someone within one's next 2 turns.",
        ),
        (
            ("repair", "wash", "", "bow", "towards abbot", "1", "when roofed", ""),
            "It is forbidden to wash, when the hall is roofed; whoever does so anyway must bow to an abbot "
            "within their next turn to be forgiven.",
        ),
        (
            ("maintenance", "others steward, not open", "wears white sash", ""),
            "While a steward is present and the hall is not open one must wear a white sash.",
        ),
        (("quantity", "wash", "", "2", ""), "One may wash at most twice a day."),
        (("alternation", "wash", "", ""), "One must not wash again before someone else has done so."),
        (
            ("reciprocity", "greet", "", "bow", "", ""),
            "One must not greet a particular person again before one has bowed to the same person.",
        ),
        (
            ("speech", "speak", "whom abbot", "formally", ""),
            "When speaking to an abbot one must do so formally.",
        ),
        (
            ("meta", "steward", "It is forbidden to wash", "rebuke", "", "1", ""),
            'Anyone present who is a steward and sees the custom "It is forbidden to wash" broken must '
            "rebuke the offender within their next turn.",
        ),
        (
            ("both", "1", "wash", "", "one may bow to an abbot at most once a day", ""),
            "It is forbidden to wash. Besides, one may bow to an abbot at most once a day.",
        ),
    ],
)
def test_every_form_can_be_built_from_menus(lines: tuple[str, ...], sentence: str) -> None:
    form, *rest = lines
    assert english(number(form), *rest) == sentence


def test_every_form_of_the_language_is_in_the_menu() -> None:
    text = statement_menu(Look(60))
    assert all(len(line) <= 60 for line in text.splitlines())
    for item in forms():
        assert " ".join(item.text.split()) in " ".join(text.split())


def test_a_rule_can_be_dropped_changed_and_replaced() -> None:
    wash = "It is forbidden to wash"
    assert english(DYE_ROSE, "no", wash, "") == f"{wash}."
    assert english(DYE_ROSE, f"{wash}, when one is old", "") == f"{wash}, when one is old."
    assert english(number("prohibition"), "/back", wash, "unless", "/back", "") == f"{wash}."


def test_back_begins_again_and_quit_ends() -> None:
    assert stated(DYE_ROSE, "", "words", "/back", "none", *REST)[0].rule is None
    with pytest.raises(Closed) as closed:
        stated("none", "/quit")
    assert closed.value.how == "quit"
    with pytest.raises(Closed) as closed:
        stated(DYE_ROSE)
    assert closed.value.how == "end"


def test_a_sentence_that_is_not_understood_is_explained() -> None:
    _, terminal = stated("It is forbidden to dye a cloth in a ruse vat", "none", *REST)
    shown = " ".join(terminal.text.split())
    assert "where 'ruse vat' is not understood expected vat | thing |" in shown
    assert "nearest rose" in shown


def test_what_cannot_be_said_may_be_kept_after_two_tries() -> None:
    statement, terminal = stated("keep", "People should be kind.", "People must be kind.", "keep", *REST)
    assert (statement.rule, statement.unstatable, statement.english) == (None, "People must be kind.", "")
    assert terminal.text.count("Or type keep") == 1


def said_after(terminal: ScriptTerminal, line: str) -> str:
    """What was shown between a line that was typed at the rule prompt and the next prompt."""
    return terminal.text.split(f"{RULE_PROMPT}{line}\n", 1)[1].split(RULE_PROMPT)[0].strip()


def test_what_is_no_sentence_at_all_is_answered_with_the_nearest_form() -> None:
    _, terminal = stated("you must have bowed before dyeing", "none", *REST)
    shown = said_after(terminal, "you must have bowed before dyeing")
    assert "nearest  form 4: Before … one must have …" in shown
    assert "? = all forms" in shown and len(shown.splitlines()) <= 5
    assert nearest_form("zzz qqq")[0] == 1


def test_a_sentence_that_lacks_a_part_is_shown_how_its_acts_go() -> None:
    _, terminal = stated("It is forbidden to dye a coarse cloth unless", "none", *REST)
    shown = said_after(terminal, "It is forbidden to dye a coarse cloth unless")
    assert "ends too early" in shown and "acts  dye … in …" in shown
    assert acts_in("I bowed", ["bow to …", "wash"]) == []


@pytest.mark.parametrize("stray", ["", "99", "z", "wait", "59, 64"])
def test_keys_typed_too_far_are_answered_once_and_then_in_a_few_words(stray: str) -> None:
    _, terminal = stated(*["x"] * 3, *[stray] * 3, "none", *REST)
    shown = terminal.text.split("x\n", 1)[1].split(f"{RULE_PROMPT}none")[0]
    assert shown.count("? = all forms") == 1
    assert "0 = none that I can see" in shown and len(shown.split(RULE_PROMPT)[-2].splitlines()) <= 3
    assert len(shown.splitlines()) <= 20


def test_all_forms_are_shown_for_a_question_mark_and_with_the_question() -> None:
    _, terminal = stated("?", "none", *REST)
    assert terminal.text.count("One must not … again before one has …") == 2


def test_nought_states_none_once_it_is_agreed_to() -> None:
    statement, terminal = stated("0", "what", "no", "0", "", *REST)
    assert (statement.rule, statement.english) == (None, "None that I can see.")
    assert (
        "“None that I can see.”" in terminal.text and "Enter or y states it, no goes back." in terminal.text
    )


def test_nought_leaves_a_form_and_what_is_asked_there() -> None:
    for lines in (("0",), ("dye", "0"), ("dye", "", "unless", "0", "no")):
        statement, terminal = stated(number("prohibition"), *lines, "none", *REST)
        assert statement.rule is None and "0 or /back leaves it" in terminal.text
    assert "Form 1: It is forbidden to …" in terminal.text


def test_nought_cites_nothing_and_ends_the_habits() -> None:
    statement, _ = stated("none", "", "0", "50", "0")
    assert (statement.evidence, statement.habits) == ((), ())


def test_what_was_expected_is_not_said_twice_in_a_row() -> None:
    _, terminal = stated("none", "", "", "x", "y", "z", "50", "")
    assert (
        terminal.text.count("a whole number from 0 to 100") == 1 and "'z' is no such number." in terminal.text
    )


def test_what_was_said_last_can_be_said_again() -> None:
    terminal = ScriptTerminal(["same", "", *REST])
    said = ask_statement(terminal, LEXICON, "act", log=LOG, before=read(DYE_ROSE, LEXICON))
    assert said.english == f"{DYE_ROSE}." and "Type same to say it again." in " ".join(terminal.text.split())
    with pytest.raises(Closed):
        stated("same")
    assert "'same' is no rule." in stated("same", "none", *REST)[1].text


def test_a_step_back_ends_a_run_of_refused_lines() -> None:
    _, terminal = stated("x", number("prohibition"), "/back", "y", "none", *REST)
    assert terminal.text.count("? = all forms") == 2


def test_the_question_is_that_of_the_request() -> None:
    terminal = ScriptTerminal(["none", *REST])
    ask_statement(terminal, LEXICON, "act", log=LOG, question="Is there a rule, and which?")
    assert terminal.text.startswith("Is there a rule, and which?")


def test_evidence_must_be_in_the_log() -> None:
    statement, terminal = stated("none", "", "43", "18 banana", "50-60", "/log", "40-44 18", "50", "")
    assert statement.evidence == (41, 44, 18)
    shown = " ".join(terminal.text.split())
    assert "'43' is no event of the log expected numbers from 18 to 44 nearest 44 (Maud clicks" in shown
    assert "'banana' is no event of the log" in shown
    assert "'50-60' has no event in it" in shown
    assert "41 Oren lifts the lid." in shown


@pytest.mark.parametrize("wrong", ["", "very", "101", "-1", "0.7", "1e9", "²"])
def test_confidence_is_a_whole_number_from_0_to_100(wrong: str) -> None:
    statement, terminal = stated("none", "", "", wrong, "0", "")
    assert statement.confidence == 0.0
    assert "a whole number from 0 to 100" in terminal.text


def test_habits_are_rules_too() -> None:
    habits = ("One may wash at most once a day", "gibberish", number("prohibition"), "wash", "")
    statement, _ = stated("none", "", "", "50", *habits, "")
    assert [habit["form"] for habit in statement.habits] == ["quantity", "prohibition"]


def test_words_that_fit_several_entries_are_asked_for_again() -> None:
    _, terminal = stated(number("prohibition"), "dye", "coarse", "cloth coarse", "", *REST)
    assert "could be several of these" in terminal.text


def test_what_a_kind_of_rule_has_no_place_for_is_said() -> None:
    _, terminal = stated("One may wash at most twice a day", "unless roofed", "or", "", *REST)
    assert "'unless' has no place in a rule of this kind" in " ".join(terminal.text.split())


_LINE = st.one_of(
    st.integers(-1, 50).map(str),
    st.sampled_from(["", "no", "unless", "when", "or", "has", "keep", "dye", "rose", "not 3"]),
    st.sampled_from(["/back", "/log", "?", "/", "/frob"]),
    st.text(max_size=30),
)


@given(st.lists(_LINE, max_size=30))
@settings(max_examples=150)
def test_no_script_ends_in_anything_but_a_statement_or_the_end(lines: list[str]) -> None:
    terminal = ScriptTerminal(lines)
    try:
        statement = ask_statement(terminal, LEXICON, "act", log=LOG, look=Look(60))
    except Closed:
        return
    assert set(statement.evidence) <= set(LOG)
    assert read_rule(statement_data(statement)["rule"], LEXICON) is not None or statement.rule is None
