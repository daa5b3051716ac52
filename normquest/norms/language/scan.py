"""A walk over a sentence that keeps every reading open and remembers where all of them ended.

Readers take a position and return each thing that can be read from there with
the position behind it. They never raise; the furthest position at which a
reading failed, and what would have been understood there, make the error.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError

from normquest.norms.language.book import Phrasebook
from normquest.norms.language.tokens import Token, Words, composed, words
from normquest.norms.unstatable import Unstatable
from normquest.text import nearest

T = TypeVar("T", bound=Hashable)
Read = list[tuple[T, int]]
"""Readings, each with the position behind it."""

MOST_WORDS = 800
_MOST_READINGS = 64  # a careless lexicon must not make reading exponential
_SHOWN_WORDS = 4


class Scan:
    """One sentence being read with one lexicon.

    A `free` one also takes what people leave out or say otherwise: slots of an act of which nothing is said,
    plurals, "at dusk" and "in a dark place" without more. It is tried where the strict one fails. A `loose`
    one goes on without a particle at the end of an act ("hang a lamp" for "hang a lamp out"); it comes last.
    """

    def __init__(
        self,
        text: str,
        tokens: Sequence[Token],
        book: Phrasebook,
        *,
        free: bool = False,
        loose: bool = False,
    ) -> None:
        self.free = free
        self.loose = loose
        self.text = composed(text)
        self.tokens = tuple(tokens)
        self.words: Words = tuple(token.word for token in tokens)
        self.book = book
        self.memo: dict[Hashable, Any] = {}
        self._furthest = -1
        self._expected: dict[str, None] = {}
        self._refusal: tuple[int, int, str] | None = None

    def missed(self, at: int, expected: str) -> None:
        """Remember that `expected` would have been understood at `at`."""
        if at > self._furthest:
            self._furthest, self._expected = at, {}
        if at == self._furthest:
            self._expected[expected] = None

    def refused(self, at: int, end: int, error: ValidationError) -> None:
        """Remember that what stands here is understood and says something that no rule can say."""
        if self._refusal is None or end > self._refusal[1]:
            self._refusal = (at, end, message_of(error))

    def phrase(self, at: int, wanted: Words, shown: str = "") -> int | None:
        """The position behind the phrase if it stands here."""
        for offset, word in enumerate(wanted):
            if at + offset >= len(self.words) or not self._same(self.words[at + offset], word):
                rest = " ".join(wanted[offset:])
                self.missed(at + offset, rest if offset or not shown else shown)
                return None
        return at + len(wanted)

    def _same(self, said: str, word: str) -> bool:
        return said == word or (self.free and said in (f"{word}s", f"{word}es"))

    def text_at(self, at: int, text: str) -> int | None:
        """As `phrase`, for a text of the grammar's own."""
        return self.phrase(at, words(text), text)

    def one_of(self, at: int, table: Iterable[tuple[T, Words, str]]) -> Read[T]:
        """Every entry (meaning, words, words as shown) of the table that stands here."""
        found: Read[T] = []
        for meaning, wanted, shown in table:
            end = self.phrase(at, wanted, shown)
            if end is not None and wanted:
                found.append((meaning, end))
        return found

    def any_text(self, at: int, *texts: str) -> list[int]:
        """The positions behind each of the texts that stands here."""
        return [end for text in texts if (end := self.text_at(at, text)) is not None]

    @property
    def astray(self) -> bool:
        """Whether not even the first word was understood."""
        return self._furthest <= 0 and self._refusal is None

    def failure(self) -> Unstatable:
        """The error of the furthest failed reading."""
        at = max(0, min(self._furthest, len(self.tokens)))
        expected = list(self._expected)
        if self._refusal is not None and self._refusal[1] >= at:
            begin, end, message = self._refusal
            where = self.text[self.tokens[begin].start : self.tokens[end - 1].end]
            return Unstatable(where, (), None, f"cannot be a rule: {message}")
        if at >= len(self.tokens):
            tail = self.tokens[-_SHOWN_WORDS:]
            where = self.text[tail[0].start : tail[-1].end] if tail else ""
            return Unstatable(where, expected, None, "ends too early" if tail else "is empty")
        shown = self.tokens[at : at + _SHOWN_WORDS]
        where = self.text[shown[0].start : shown[-1].end]
        return Unstatable(where, expected, self._nearest(at, expected))

    def _nearest(self, at: int, expected: Sequence[str]) -> str | None:
        """The known word most like what stands at `at`: first among what would fit there."""
        for options in (expected, self.book.vocabulary()):
            for length in (1, 2, 3):
                close = nearest(" ".join(self.words[at : at + length]), options)
                if close is not None:
                    return close
        return None


def message_of(error: ValidationError) -> str:
    """The first fault, as the rule language words it."""
    return str(error.errors(include_url=False)[0]["msg"]).removeprefix("Value error, ")


def unique(readings: Iterable[tuple[T, int]]) -> Read[T]:
    """The readings without repetition, and not endlessly many."""
    return list(dict.fromkeys(readings))[:_MOST_READINGS]
