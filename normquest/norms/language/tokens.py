"""Sentences as words, with everything dropped that carries no meaning here.

Case, commas, white space, underscores and the shape of quotation marks never
tell two rules apart, nor does the choice of article: the canonical sentence
and what a person types meet in the same words.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

Words = tuple[str, ...]

ARTICLE = "a"
_ARTICLES = frozenset({"a", "an", "any", "the", "some"})
_QUOTES = frozenset("\"'“”„‟«»‘’‚‛`")
_STOPS = frozenset(".;!")
_TOKEN = re.compile(r"[^\W_]+(?:['’ʼ-][^\W_]+)*|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Token:
    """A normalised word or mark, and where it stood in the text."""

    word: str
    start: int
    end: int


def composed(text: str) -> str:
    """The text in composed form; the positions of its tokens refer to this."""
    return unicodedata.normalize("NFC", text)


def tokenise(text: str) -> tuple[Token, ...]:
    """The meaningful words and marks of a text (see `composed` for what positions refer to)."""
    tokens = []
    for found in _TOKEN.finditer(composed(text)):
        word = _normal(found.group())
        if word != ",":
            tokens.append(Token(word, found.start(), found.end()))
    return tuple(tokens)


def _normal(word: str) -> str:
    word = word.casefold()
    if word in _ARTICLES:
        return ARTICLE
    if word in _QUOTES:
        return '"'
    if word in _STOPS:
        return "."
    return word.replace("’", "'").replace("ʼ", "'")


@lru_cache(maxsize=4096)  # the grammar asks for the same few phrases at every position
def words(text: str) -> Words:
    """The normalised words of a phrase."""
    return tuple(token.word for token in tokenise(text))


def spelled(name: str) -> str:
    """An id as words: `rose_vat` is "rose vat"."""
    return " ".join(name.replace("_", " ").split())
