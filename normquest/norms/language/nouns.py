"""Noun phrases: "a coarse cloth", "someone wearing a grey sash", "a vat whose colour is rose".

Adjectives stand before the noun, a value that reads as a noun takes its place,
everything else follows it. A variable is "a particular person" where it is
first mentioned and "the same person" afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from normquest.norms.language.book import Phrasebook
from normquest.norms.language.scan import Read, Scan, unique
from normquest.norms.language.tokens import ARTICLE, spelled, words
from normquest.norms.language.values import Kind
from normquest.text import article

Said = tuple[tuple[str, str], ...]
"""What a noun phrase says of its noun: (attribute, value) pairs."""

_SOMEONE = ("someone", "somebody", "anyone", "anybody")
_SOMETHING = ("something", "anything")
_LONGEST_NAME = 8
_GENERIC = {"person": "person", "thing": "thing"}


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a noun phrase stands: of what kind, which noun to use when none is said, which variable is usual.

    `fixed` keeps the noun whatever is said of it, and makes the noun itself stand
    for a variable ("the offender who is a steward").
    """

    kind: Kind
    noun: str = ""
    variable: str = ""
    fixed: bool = False

    def default(self, book: Phrasebook) -> str:
        """The noun when none is said, or the empty string for "someone" and "something"."""
        if self.noun and words(self.noun) not in [(w,) for w in (*_SOMEONE, *_SOMETHING)]:
            return self.noun
        if self.kind == "place":
            return book.place_noun
        return "" if self.kind in ("person", "thing") else self.kind


@dataclass
class Mentions:
    """The variables that the sentence has named so far."""

    seen: set[str] = field(default_factory=set)

    def determiner(self, variable: str) -> str:
        """How the variable is introduced or taken up again."""
        first = variable not in self.seen
        self.seen.add(variable)
        return "a particular" if first else "the same"


def write_noun(
    book: Phrasebook,
    frame: Frame,
    said: Sequence[tuple[str, str]],
    variable: str = "",
    mentions: Mentions | None = None,
) -> str:
    """The noun phrase with its article."""
    bare, behind = _bare(book, frame, said)
    if variable:
        start = "the" if frame.fixed else (mentions or Mentions()).determiner(variable)
        name = "" if variable == frame.variable else f" ({variable.removeprefix('?')})"
        head = f"{start} {bare or _GENERIC[frame.kind]}{name}"
    elif bare:
        head = f"{article(bare)} {bare}"
    else:
        head = _SOMEONE[0] if frame.kind == "person" else _SOMETHING[0]
    return f"{head}{behind}"


def write_none(book: Phrasebook, frame: Frame, said: Sequence[tuple[str, str]]) -> str:
    """The same of nobody: "no steward", "nobody wearing a grey sash"."""
    bare, behind = _bare(book, frame, said)
    return f"no {bare}{behind}" if bare else f"nobody{behind}"


def _bare(book: Phrasebook, frame: Frame, said: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The phrase without its article, which is empty for "someone", and what follows the noun."""
    default = frame.default(book)
    adjectives: list[str] = []
    noun = ""
    behind: list[str] = []
    for attribute, value in said:
        word = book.natural(frame.kind, attribute, value)
        if word is None or (word.reads == "noun" and word.words == words(default)):
            behind.append(f"whose {spelled(attribute)} is {book.value_text(attribute, value)}")
        elif word.reads == "adjective":
            adjectives.append(word.text)
        elif word.reads == "noun" and not noun and not frame.fixed:
            noun = word.text
        elif word.reads == "noun":
            behind.append(
                f"{'who' if frame.kind == 'person' else 'that'} is {article(word.text)} {word.text}"
            )
        else:
            behind.append(f"{word.reads} {word.text}")
    noun = noun or default or (_GENERIC.get(frame.kind, "") if adjectives else "")
    return " ".join([*adjectives, *([noun] if noun else [])]), "".join(
        f" {'and ' if i else ''}{text}" for i, text in enumerate(behind)
    )


def read_noun(scan: Scan, at: int, frame: Frame) -> Read[tuple[Said, str]]:
    """Every noun phrase from here: what it says, and its variable or the empty string."""
    pronouns = _SOMEONE if frame.kind == "person" else _SOMETHING
    found: Read[tuple[Said, str]] = []
    if not frame.default(scan.book):
        found += [(((), ""), end) for end in scan.any_text(at, *pronouns)]
    start = at + 1 if scan.words[at : at + 1] == (ARTICLE,) else at
    if not frame.fixed:
        found += [((said, ""), end) for said, end in _read_bare(scan, start, frame)]
    for begin in [start] if frame.fixed else scan.any_text(start, "particular", "same"):
        for said, end in _read_bare(scan, begin, frame):
            variable, behind = _read_name(scan, end, frame)
            found.append(((said, variable), behind))
    return unique(
        ((said + more, variable), end)
        for (said, variable), middle in found
        for more, end in _read_behind(scan, middle, frame)
    )


def read_none(scan: Scan, at: int, frame: Frame) -> Read[Said]:
    """Every "no steward" or "nobody wearing a grey sash" from here."""
    heads: Read[Said] = [((), end) for end in scan.any_text(at, "nobody", "no one")]
    for start in scan.any_text(at, "no"):
        heads += _read_bare(scan, start, frame)
    return unique(
        (said + more, end) for said, middle in heads for more, end in _read_behind(scan, middle, frame)
    )


def _read_name(scan: Scan, at: int, frame: Frame) -> tuple[str, int]:
    """The variable's name in brackets, or the usual one."""
    if scan.words[at : at + 1] == ("(",) and ")" in scan.words[at + 2 : at + _LONGEST_NAME]:
        end = scan.words.index(")", at)
        name = scan.text[scan.tokens[at + 1].start : scan.tokens[end - 1].end]
        return f"?{name.casefold()}", end + 1
    return frame.variable, at


def _read_bare(scan: Scan, at: int, frame: Frame) -> Read[Said]:
    """Adjectives and a noun."""
    adjectives = [((w.attribute, w.value), w.words, w.text) for w in scan.book.table(frame.kind, "adjective")]
    default = frame.default(scan.book)
    generic = "" if frame.fixed else _GENERIC.get(frame.kind, "")
    plain = {words(noun): noun for noun in (default, generic) if noun}
    nouns: list[tuple[Said, tuple[str, ...], str]] = [((), wanted, shown) for wanted, shown in plain.items()]
    for word in scan.book.table(frame.kind, "noun"):
        if word.words not in plain and not frame.fixed:
            nouns.append((((word.attribute, word.value),), word.words, word.text))
    found: Read[Said] = []
    open_: Read[Said] = [((), at)]
    while open_:
        for said, middle in open_:
            found += [(said + more, end) for more, end in scan.one_of(middle, nouns)]
        open_ = unique(
            ((*said, pair), end)
            for said, middle in open_
            for pair, end in scan.one_of(middle, adjectives)
            if pair[0] not in [attribute for attribute, _ in said]
        )
    return unique(found)


def _read_behind(scan: Scan, at: int, frame: Frame) -> Read[Said]:
    """What follows the noun, which may be nothing."""
    found: Read[Said] = [((), at)]
    open_ = list(found)
    while open_:
        further: Read[Said] = []
        for said, middle in open_:
            starts = [middle, *(scan.any_text(middle, "and") if said else ())]
            for start in starts:
                further += [((*said, pair), end) for pair, end in _read_one_behind(scan, start, frame)]
        open_ = unique(further)
        found += open_
    return unique(found)


def _read_one_behind(scan: Scan, at: int, frame: Frame) -> Read[tuple[str, str]]:
    found: Read[tuple[str, str]] = []
    for reads in ("wearing", "holding"):
        for start in scan.any_text(at, reads):
            found += scan.one_of(start, _pairs(scan, frame, reads))
    for start in scan.any_text(at, "who is", "that is"):
        start += scan.words[start : start + 1] == (ARTICLE,)
        found += scan.one_of(start, _pairs(scan, frame, "noun"))
    for start in scan.any_text(at, "whose"):
        found += read_own(scan, start)
    return found


def _pairs(scan: Scan, frame: Frame, reads: str) -> list[tuple[tuple[str, str], tuple[str, ...], str]]:
    table = [
        word for word in scan.book.table(frame.kind, "wearing", "holding", "noun") if word.reads == reads
    ]
    return [((word.attribute, word.value), word.words, word.text) for word in table]


def read_own(scan: Scan, at: int, verb: str = "is") -> Read[tuple[str, str]]:
    """An attribute and its value, spelled out: "colour is rose"."""
    attributes = scan.book.spelled_out
    found: Read[tuple[str, str]] = []
    for name, middle in scan.one_of(at, [(name, words(spelled(name)), spelled(name)) for name in attributes]):
        for start in scan.any_text(middle, verb):
            values = [(value, words(text), text) for value, text in attributes[name].items()]
            found += [((name, value), end) for value, end in scan.one_of(start, values)]
    return found
