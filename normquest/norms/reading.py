"""From a sentence, or a mapping, to the rule it states; anything else is `Unstatable`.

Reading forgives case, commas, the final period, white space, the shape of
quotation marks, the choice of article and declared synonyms; where that is not enough, also plurals, who is
spoken to ("you must", "don't"), and what is left unsaid of an act. It does not guess.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_args

from pydantic import ValidationError

from normquest.norms.english import form_menu, render
from normquest.norms.language.book import Phrasebook, book_of
from normquest.norms.language.scan import MOST_WORDS, Scan, message_of
from normquest.norms.language.shapes import read_rule_at
from normquest.norms.language.tokens import ARTICLE, Token, Words, spelled, tokenise, words
from normquest.norms.rules import Rule, rule_from
from normquest.norms.unstatable import Unstatable
from normquest.norms.vocabulary import check_vocabulary, settle
from normquest.text import nearest
from normquest.world.lexicon import Lexicon

__all__ = ["Unstatable", "check_vocabulary", "read", "read_rule"]

MOST_CHARACTERS = 8_000
NONE = "none that I can see"
"""The statement that there is no rule."""

_NONE = frozenset(
    words(text)
    for text in (
        NONE,
        "none",
        "none I can see",
        "I see none",
        "I can see none",
        "there is none",
        "there is none that I can see",
        "no rule",
        "no rule that I can see",
        "there is no rule",
        "there is no rule that I can see",
        "nothing",
        "null",
    )
)


def read(sentence: str, lexicon: Lexicon) -> Rule:
    """The rule that a sentence states. Raises Unstatable, and nothing else, for any other text."""
    book = book_of(lexicon)
    tokens = _bounded(sentence)
    mapped = _with_synonyms(tokens, lexicon)
    said = dict.fromkeys((tokens, mapped))
    # The words as they were said come last: what is not understood is told of these.
    plainly = [one for one in map(_impersonal, said) if one not in said]
    why: Unstatable | None = None
    for freely in ({}, {"free": True}, {"free": True, "loose": True}):
        for each in (*plainly, *said) if freely else said:
            found = _readings(sentence, each, book, **freely)
            if isinstance(found, list):
                return _one(sentence, each, found, lexicon)
            why = found
    assert why is not None
    raise why


_ANYONE = frozenset({"you", "people", "everyone", "everybody"})
_OWNERS = frozenset({"your", "their", "one's"})
_OTHERWISE = {
    "mustn't": ("must", "not"),
    "don't": ("do", "not"),
    "can't": ("may", "not"),
    "cannot": ("may", "not"),
    "can": ("may",),
    "should": ("must",),
}
_VERBS = {"must": "must", "may": "may", "have": "has", "has": "has", "are": "is", "is": "is"}


def _impersonal(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens as a rule has them: for "you must", "your", "don't": "one must", "the", "do not"."""
    plain = [
        Token(word, token.start, token.end)
        for token in tokens
        for word in _OTHERWISE.get(token.word, (ARTICLE if token.word in _OWNERS else token.word,))
    ]
    for at, after in enumerate(plain[1:]):
        if plain[at].word in _ANYONE and after.word in _VERBS:
            plain[at] = replace(plain[at], word="one")
            plain[at + 1] = replace(after, word=_VERBS[after.word])
    return tuple(plain)


def _bounded(sentence: str) -> tuple[Token, ...]:
    if len(sentence) > MOST_CHARACTERS:
        raise Unstatable(sentence[:40], (f"at most {MOST_CHARACTERS} characters",), None, "is too long")
    tokens = tokenise(sentence)
    if len(tokens) > MOST_WORDS:
        raise Unstatable(sentence[:40], (f"at most {MOST_WORDS} words",), None, "is too long")
    while tokens and tokens[-1].word == ".":
        tokens = tokens[:-1]
    if len(tokens) > 1 and tokens[0].word == tokens[-1].word == '"':
        tokens = tokens[1:-1]  # a model often puts its whole answer in quotation marks
        while tokens and tokens[-1].word == ".":
            tokens = tokens[:-1]
    return tokens


def _readings(
    sentence: str, tokens: tuple[Token, ...], book: Phrasebook, **freely: bool
) -> list[Rule] | Unstatable:
    """All rules that the whole sentence can mean, or why there is none."""
    scan = Scan(sentence, tokens, book, **freely)
    rules = [rule for rule, end in read_rule_at(scan, 0) if end == len(tokens)]
    if rules:
        return rules
    failure = scan.failure()
    if scan.astray:
        return Unstatable(failure.where, form_menu(), failure.nearest, failure.problem)
    return failure


def _one(sentence: str, tokens: tuple[Token, ...], rules: list[Rule], lexicon: Lexicon) -> Rule:
    """The only reading; of several, the one whose canonical sentence this is."""
    said = tuple(token.word for token in tokens)
    exact = [rule for rule in rules if words(render(rule, lexicon))[:-1] == said]
    if len(rules) > 1 and len(exact) != 1:
        raise Unstatable(
            sentence[:80], [render(rule, lexicon) for rule in rules], None, "can be read in two ways"
        )
    return exact[0] if exact else rules[0]


def _with_synonyms(tokens: tuple[Token, ...], lexicon: Lexicon) -> tuple[Token, ...]:
    """The tokens with declared synonyms replaced, the longest first, once from left to right."""
    table = {words(spelled(other)): words(spelled(own)) for other, own in lexicon.synonyms.items()}
    lengths = sorted({len(key) for key in table if key}, reverse=True)
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        for length in lengths:
            key: Words = tuple(token.word for token in tokens[at : at + length])
            if len(key) == length and key in table:
                start, end = tokens[at].start, tokens[at + length - 1].end
                out += [Token(word, start, end) for word in table[key]]
                at += length
                break
        else:
            out.append(tokens[at])
            at += 1
    return tuple(out)


def read_rule(data: Any, lexicon: Lexicon) -> Rule | None:
    """The rule that a mapping, its JSON text, a list of one or two of these, or a sentence states.

    Two in a list are two rules in force together. None for "none that I can
    see" and its like, null and `{form: none}`. Raises Unstatable for anything
    else, also where the rule uses words that the lexicon lacks.
    """
    if isinstance(data, str) and data.lstrip()[:1] in ("{", "["):
        data = _json(data)
    if isinstance(data, dict) and set(data) == {"rule"}:
        data = data["rule"]  # an answer wrapped as {"rule": …}
    if isinstance(data, list):
        parts = [_read_part(part, lexicon) for part in data[:3]]
        if len(parts) == 2:
            return _of_mapping({"form": "both", "rules": parts}, lexicon)
        if len(parts) != 1:
            raise Unstatable(
                str(data[:3])[:80], ("one rule, or two in force together",), None, "is too many or too few"
            )
        return parts[0]
    return _read_part(data, lexicon)


def _read_part(data: Any, lexicon: Lexicon) -> Rule | None:
    if data is None or (isinstance(data, str) and _is_none(data)):
        return None
    if isinstance(data, str):
        return read(data, lexicon)
    if not isinstance(data, dict):
        raise Unstatable(str(type(data).__name__), form_menu(), None, "is no rule")
    if set(data) == {"form"} and isinstance(data["form"], str) and _is_none(data["form"]):
        return None
    return _of_mapping(data, lexicon)


def _is_none(text: str) -> bool:
    tokens = words(text[:200])
    while tokens and tokens[-1] in ('"', "."):
        tokens = tokens[:-1]
    return tokens[tokens[:1] == ('"',) :] in _NONE


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        at = getattr(error, "pos", 0)
        raise Unstatable(text[at : at + 40] or text[-40:], ("JSON",), None, "is not JSON") from None


def _of_mapping(data: dict[str, Any], lexicon: Lexicon) -> Rule:
    try:
        rule = settle(rule_from(data), lexicon)
    except ValidationError as error:
        raise _of_error(error) from None
    check_vocabulary(rule, lexicon)
    return rule


def _of_error(error: ValidationError) -> Unstatable:
    """The first fault that pydantic found, in our own words."""
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the rule"
    if first["type"] in ("union_tag_invalid", "union_tag_not_found"):
        forms = [str(cls.model_fields["form"].default) for cls in get_args(Rule)]
        given = str(first.get("ctx", {}).get("tag", ""))
        return Unstatable(given or where, forms, nearest(given, forms), "is no form of rule")
    return Unstatable(where, (), None, f"is not well formed: {message_of(error)}")
