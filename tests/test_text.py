"""What may reach a screen, and the small words of English."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from normquest.text import article, capital, join_words, nearest, sanitise, wrap

# Any code point, surrogates included, with the dangerous ones far more often than chance would have them.
DANGEROUS = (
    "\x1b\x07\x9b\x9d\x9c\x90\\[]();?0mHAB \n\r\t\x00\x7f\x85\u2028\u202e\u2066\u200b\u200d\ufeff\ud800"
)
ANY_TEXT = st.text(st.one_of(st.sampled_from(DANGEROUS), st.characters(exclude_categories=())), max_size=60)
PLAIN_TEXT = st.text(st.sampled_from("ab xyz-.\n "), max_size=200)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Maud nods.", "Maud nods."),
        ("café – “naïve” 染", "café – “naïve” 染"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b31mred", "red"),
        ("\x1b[?1049hall", "all"),
        ("\x1b]0;a new title\x07after", "after"),
        ("\x1b]8;;http://bad.example\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9d52;c;c2VjcmV0\x9cafter", "after"),
        ("\x1bP1$r0m\x1b\\after", "after"),
        ("\x1b_payload\x1b\\after", "after"),
        ("\x1b(Bplain", "plain"),
        ("\x1bcreset", "reset"),
        ("\x1b\x1b[31m[32m", "[32m"),
        ("end\x1b", "end"),
        ("end\x1b[", "end"),
        ("a\x00b\x07c\x08d\x7fe", "abcde"),
        ("a\tb", "a b"),
        ("a\u202eb\u2066c\u2069d\u200ee\u061cf", "abcdef"),
        ("a\u200bb\u200dc\u2060d\ufeffe\u00adf", "abcdef"),
        ("a\U000e0041b", "ab"),
        ("a\ud800b", "a\ufffdb"),
    ],
)
def test_sanitise_leaves_only_what_can_be_read(raw: str, shown: str) -> None:
    assert sanitise(raw) == shown


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029"])
def test_every_line_end_becomes_one_newline(line_end: str) -> None:
    assert sanitise(f"a{line_end}b") == "a\nb"
    assert sanitise(f"a{line_end}b", newlines=False) == "a b"


def test_an_unfinished_payload_ends_with_its_line() -> None:
    assert sanitise("\x1b]0;title\nMaud nods.") == "\nMaud nods."


def test_markup_is_text_like_any_other() -> None:
    assert sanitise("[@click=app.quit]go[/]") == "[@click=app.quit]go[/]"


def test_no_control_format_or_surrogate_character_survives() -> None:
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and char != "\n":
            assert sanitise(f"a{char}b") in {"ab", "a b", "a\nb", "a\ufffdb", "a"}, hex(code)


@given(ANY_TEXT, st.booleans())
@example("\x1b\x1b]x\x1b[\x07", True)
def test_sanitised_text_is_safe_and_stays_as_it_is(raw: str, newlines: bool) -> None:
    shown = sanitise(raw, newlines=newlines)
    assert sanitise(shown, newlines=newlines) == shown
    assert {unicodedata.category(char) for char in shown if char != "\n"}.isdisjoint(
        {"Cc", "Cf", "Cs", "Zl", "Zp"}
    )
    assert newlines or "\n" not in shown
    shown.encode("utf-8")


@given(ANY_TEXT.map(sanitise), ANY_TEXT.map(sanitise))
def test_sanitising_parts_is_sanitising_the_whole(left: str, right: str) -> None:
    assert sanitise(left + right) == left + right


def test_sanitise_is_linear_on_hostile_input() -> None:
    for hostile in ("\x1b]" * 200_000, "\x1b[0" * 200_000, "\x1b[" + "0" * 400_000, "\x1b" + " " * 400_000):
        sanitise(hostile)


def test_wrap_keeps_paragraphs_and_indents() -> None:
    text = "Steam. Three vats breathe in a row.\n\n  - the amber one has its lid on"
    assert wrap(text, 20) == ("Steam. Three vats\nbreathe in a row.\n\n  - the amber one\n  has its lid on")


@given(PLAIN_TEXT, st.integers(min_value=-1, max_value=40))
def test_wrap_fits_the_width_and_loses_no_word(text: str, width: int) -> None:
    wrapped = wrap(text, width)
    assert all(len(line) <= max(width, 1) for line in wrapped.split("\n"))
    assert "".join(wrapped.split()) == "".join(text.split())
    assert wrapped.count("\n") >= text.count("\n")


@pytest.mark.parametrize(
    ("word", "expected"),
    [("witnesed", "witnessed"), ("OWN", "own"), ("demos", None), ("", None), ("xyzzy", None)],
)
def test_nearest_offers_only_what_is_close(word: str, expected: str | None) -> None:
    assert nearest(word, ["blind", "demonstrations", "witnessed", "own", "both"]) == expected


@given(st.text(max_size=10), st.lists(st.text(max_size=10), max_size=6))
def test_nearest_is_an_option_whatever_their_order(word: str, options: list[str]) -> None:
    found = nearest(word, options)
    assert found is None or found in options
    assert nearest(word, reversed(options)) == found


@pytest.mark.parametrize(
    "phrase",
    ["a cloth", "an amber vat", "an hour", "an honest dyer", "a unit", "an unused vat", "an uninvited guest",
     "a useful lid", "an usher", "a one-eyed cat", "an onion", "a European", "an 8-sided die", "a 7",
     "an heir", "a house", "an “odd” smell", "a utensil", "an utter mess"],
)  # fmt: skip
def test_article_goes_by_sound(phrase: str) -> None:
    word, noun = phrase.split(" ", 1)
    assert article(noun) == word


@pytest.mark.parametrize(
    ("items", "phrase"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_join_words(items: list[str], phrase: str) -> None:
    assert join_words(items) == phrase
    assert join_words(items, "or") == phrase.replace(" and ", " or ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("the vat", "The vat"), ("“the vat", "“The vat"), ("NormQuest", "NormQuest"), ("3 vats", "3 vats"),
     ("", ""), ("éclair", "Éclair")],
)  # fmt: skip
def test_capital_touches_only_the_first_letter(text: str, expected: str) -> None:
    assert capital(text) == expected
