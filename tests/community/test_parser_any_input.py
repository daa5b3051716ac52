"""No input raises, and nothing is ever accepted that is not a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.vat_room import Listed, said, small
from normquest.community.parser import Chosen, Command, Grammar, Refused, candidates, parse
from normquest.community.phrases import Words, spoken
from normquest.norms.events import Act

_SAYABLE = """
    go to dye dip cloth raw rose vat amber the in into yard loft bow greet formally wait put down up
    x l i z g / /state ? 1 2 13 # 3. bwo ross and with string Maud Oren Tilde
"""
_WORDS = st.sampled_from(_SAYABLE.split())
_NASTY = st.text(
    st.sampled_from("\x00\x1b[]31m\x07\x9b\u202e\ud800\u200b\n\r\t/#?12 dyebow'’é²①ﬁ"), max_size=40
)
_TYPED = st.one_of(st.text(max_size=80), _NASTY, st.lists(_WORDS | _NASTY, max_size=8).map(" ".join))


@given(_TYPED)
def test_no_input_raises_and_nothing_is_accepted_that_is_not_a_choice(text: str) -> None:
    grammar, choices = small()
    for some in (choices, choices[3:7], ()):
        parsed = parse(text, some, grammar)
        if isinstance(parsed, Chosen):
            assert parsed.number in {choice.number for choice in some}
        elif isinstance(parsed, Command):
            assert parsed.name in grammar.commands
        else:
            assert parsed.message and parsed.message.isprintable()
            check_suggestions(parsed, some, grammar)
        candidates(text, some, grammar)


def check_suggestions(refusal: Refused, choices: Sequence[Any], grammar: Grammar) -> None:
    """Each can be typed instead."""
    for suggestion in refusal.suggestions:
        assert not isinstance(parse(suggestion, choices, grammar), Refused), suggestion


@given(st.lists(st.text(max_size=30), min_size=1, max_size=6), st.text(max_size=30))
def test_whatever_the_choices_read_like_no_input_raises(texts: list[str], typed: str) -> None:
    choices = [Listed(n, text, Act("you", "do")) for n, text in enumerate(texts, 1)]
    grammar = Grammar({"do": (("do",), ())})
    for text in (typed, *texts):
        parsed = parse(text, choices, grammar)
        assert not isinstance(parsed, Chosen) or 1 <= parsed.number <= len(choices)
        if isinstance(parsed, Refused):
            check_suggestions(parsed, choices, grammar)


@pytest.mark.parametrize(
    "text", ["x" * 10_000, "\x00" * 10_000, "dye " * 2_500, "1" * 10_000, "/" * 10_000, "é" * 10_000]
)
def test_ten_thousand_characters_are_refused_in_peace(text: str) -> None:
    assert said(text) == "no: That is too long. Say one thing at a time."


@given(st.data())
def test_every_choice_can_be_said_in_its_own_words_however_carelessly(data: st.DataObject) -> None:
    grammar, choices = small()
    choice = data.draw(st.sampled_from([c for c in choices if c.act.verb != "greet"]))
    words = [word for word in choice.text.split() if word != "the" or data.draw(st.booleans())]
    case = data.draw(st.sampled_from([str.upper, str.lower, str.title]))
    gaps = data.draw(
        st.lists(st.sampled_from([" ", "  ", ", ", " \t", "… "]), min_size=len(words), max_size=len(words))
    )
    typed = case("".join(word + gap for word, gap in zip(words, gaps, strict=True)))
    assert parse(typed, choices, grammar) == Chosen(choice.number)


@given(st.data())
def test_what_is_chosen_has_every_word_that_was_said(data: st.DataObject) -> None:
    """But for synonyms of the verb and small words, nothing is read over."""
    grammar, choices = small()
    typed = " ".join(data.draw(st.lists(_WORDS, min_size=1, max_size=5)))
    parsed = parse(typed, choices, grammar)
    if isinstance(parsed, Chosen) and not any(char.isdigit() for char in typed):
        choice = next(c for c in choices if c.number == parsed.number)
        ways: list[Words] = [spoken(choice.text) + spoken(grammar.style(choice.act))]
        ways += [way + ways[0] for way in grammar.heads[choice.act.verb]]
        small_words = {"to", "in", "into", "with", "i", "z"}
        assert any(
            all(any(w.startswith(word) for w in way) or word in small_words for word in spoken(typed))
            for way in ways
        )
