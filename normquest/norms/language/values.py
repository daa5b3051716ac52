"""How values of attributes are worded, and which of these wordings cannot be mistaken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from normquest.norms.language.tokens import Words, spelled, words
from normquest.world.lexicon import AttributeWords, Lexicon, Reads

Kind = Literal["thing", "place", "person", "style", "hour"]
KINDS: tuple[Kind, ...] = get_args(Kind)
KIND_OF: Mapping[str, Kind] = {
    "actor": "person",
    "addressee": "person",
    "present": "person",
    "one": "person",
    "thing": "thing",
    "target": "thing",
    "style": "style",
    "place": "place",
    "hour": "hour",
}
"""The kind of what a subject of the rule language stands for."""

# Words that the grammar itself uses around nouns: as an adjective or noun they would mislead the reader.
_RESERVED = """
    a particular same person thing someone something style hour whose who that is wearing holding present
    no not nobody again and or of as while in at with when if unless before after within since today to its
"""
_HOUR_STARTS = ("at", "in", "by", "on", "during", "before", "after", "around", "from", "until")
_STRIPPED_STARTS = ("at", "in", "by", "on", "during")
_ONLY_OF: Mapping[Reads, Kind] = {"hour": "hour", "adverb": "style"}


@dataclass(frozen=True, slots=True)
class Word:
    """One value of one attribute in its natural wording; `bare` is the wording of an hour after "it is"."""

    attribute: str
    value: str
    reads: Reads
    text: str
    bare: str
    words: Words


def styles_of(lexicon: Lexicon) -> dict[str, str]:
    """Every style and its words, in the lexicon's order."""
    found: dict[str, str] = {}
    for attribute in lexicon.attributes.values():
        if "style" in attribute.of:
            found = {**attribute.values, **found}
    return found


def natural(lexicon: Lexicon, kind: Kind, nouns: Iterable[Words]) -> dict[tuple[str, str], Word]:
    """The values of this kind of thing whose natural wording cannot be mistaken.

    `nouns` are the nouns that stand where nothing is said.
    """
    entries = list(_entries(lexicon, kind))
    named = [e.words for e in entries if e.reads in ("adjective", "noun")]
    adjectives = [e.words for e in entries if e.reads == "adjective"]
    count = Counter((_group(e.reads), e.words) for e in entries)
    bare = Counter(words(e.bare) for e in entries if e.reads == "hour")
    reserved = set(_RESERVED.split())

    def clear(entry: Word) -> bool:
        if not entry.words or count[_group(entry.reads), entry.words] > 1:
            return False
        if entry.reads == "hour":
            return bare[words(entry.bare)] == 1
        if entry.reads not in ("adjective", "noun"):
            return True
        if reserved & set(entry.words) or any(_begins(entry.words, other) for other in adjectives):
            return False
        # "dark" before "dark cloth": the noun would be read as adjective and noun.
        return entry.reads == "noun" or not any(_begins(long, entry.words) for long in (*nouns, *named))

    return {(entry.attribute, entry.value): entry for entry in entries if clear(entry)}


def _entries(lexicon: Lexicon, kind: Kind) -> Iterable[Word]:
    for name, attribute in lexicon.attributes.items():
        if kind not in attribute.of or _ONLY_OF.get(attribute.reads, kind) != kind:
            continue
        for value, text in attribute.values.items():
            text = bare = " ".join(text.split())
            if attribute.reads == "hour":
                start, _, rest = text.partition(" ")
                text = text if start.casefold() in _HOUR_STARTS else f"at {text}"
                bare = rest if rest and start.casefold() in _STRIPPED_STARTS else bare
            yield Word(name, value, attribute.reads, text, bare, words(text))


def _group(reads: Reads) -> str:
    return "name" if reads in ("adjective", "noun") else reads


def _begins(long: Words, short: Words) -> bool:
    return len(long) > len(short) > 0 and long[: len(short)] == short


def value_texts(attribute: AttributeWords) -> dict[str, str]:
    """Each value in its words, or by its id where another value could be meant."""
    texts = {value: " ".join(text.split()) for value, text in attribute.values.items()}
    count = Counter(words(text) for text in texts.values())
    ids = {words(spelled(value)): value for value in texts}

    def clear(value: str, said: Words) -> bool:
        return bool(said) and count[said] == 1 and ids.get(said, value) == value

    return {value: text if clear(value, words(text)) else spelled(value) for value, text in texts.items()}
