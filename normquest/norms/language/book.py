"""What the words of a lexicon can say, made ready for writing and reading.

A value is worded naturally ("a rose vat") only where its words mean nothing
else in that position. Otherwise it is spelled out ("a vat whose colour is
rose"), so that no lexicon, however careless, makes two rules read alike.
"""

from __future__ import annotations

from normquest.norms.language.tokens import spelled, words
from normquest.norms.language.values import KINDS, Kind, Word, natural, value_texts
from normquest.norms.language.verbs import Act, acts_of, is_slot, unknown_act
from normquest.norms.rules import ActPattern
from normquest.world.lexicon import Lexicon, Reads


class Phrasebook:
    """The words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.place_noun = lexicon.place_noun if words(lexicon.place_noun) else "place"
        self.acts = acts_of(lexicon)
        self._acts = {(act.verb, act.tag): act for act in self.acts}
        nouns = {words(n) for act in self.acts for n in act.nouns.values()} | {words(self.place_noun)}
        self._natural = {kind: natural(lexicon, kind, nouns) for kind in KINDS}
        self.spelled_out = {name: value_texts(a) for name, a in lexicon.attributes.items()}
        """Every attribute, and its values as they stand after "whose colour is"."""

    def act(self, pattern: ActPattern) -> Act:
        """The wording of a pattern's verb or tag, made up from its id where the lexicon has none."""
        key = (pattern.verb, pattern.tag)
        return self._acts.get(key) or unknown_act(*key)

    def natural(self, kind: Kind, attribute: str, value: str) -> Word | None:
        """The natural wording of a value of something of this kind, or None where it must be spelled out."""
        return self._natural[kind].get((attribute, value))

    def table(self, kind: Kind, *reads: Reads) -> list[Word]:
        """All values that can be worded naturally of this kind, in one of the ways given."""
        return [word for word in self._natural[kind].values() if word.reads in reads]

    def value_text(self, attribute: str, value: str) -> str:
        """How a value is spelled out, known or not."""
        return self.spelled_out.get(attribute, {}).get(value) or spelled(value)

    def vocabulary(self) -> list[str]:
        """Every word or phrase that stands for something, for "did you mean"."""
        acts = [" ".join(p for p in act.parts["base"] if not is_slot(p)) for act in self.acts]
        values = [
            text for attribute in self.lexicon.attributes.values() for text in attribute.values.values()
        ]
        return [*acts, *values]


_BOOKS: dict[int, Phrasebook] = {}
_MOST_BOOKS = 8


def book_of(lexicon: Lexicon) -> Phrasebook:
    """The phrasebook of a lexicon, kept for the few lexicons in use. Lexicons are never changed in place."""
    book = _BOOKS.get(id(lexicon))
    # The book holds its lexicon, so an id in the table is never that of another lexicon gone since.
    if book is None or book.lexicon is not lexicon:
        while len(_BOOKS) >= _MOST_BOOKS:
            _BOOKS.pop(next(iter(_BOOKS)), None)
        book = _BOOKS[id(lexicon)] = Phrasebook(lexicon)
    return book
