"""Which of tens of thousands of phrases a few beginnings of words pick out, while one types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

from normquest.community.phrases import Words, spoken
from normquest.front.phrases import Menu, Phrase

MOST = 200
_STEM, _LONG = 3, 5
_SHORT = 2
_NEAR = 3
"""Words within which two were met together: in "the dark green tin lantern" the lantern is dark."""


def stems(text: str) -> frozenset[str]:
    """The beginnings of a text's words: "bows" and "bowed" begin alike."""
    return frozenset(word[:_STEM] for word in spoken(text))


class Met:
    """What was met with: words, and pairs of words close to one another. `grammar` says nothing of either."""

    def __init__(self, texts: Iterable[str] = (), grammar: frozenset[str] = frozenset()) -> None:
        lines = [spoken(text) for text in texts]
        self.grammar = grammar
        self.words = frozenset(word[:_STEM] for line in lines for word in line)
        self.pairs = frozenset(
            (one[:_LONG], other[:_LONG])
            for line in lines
            for at, one in enumerate(line)
            for other in line[at + 1 : at + 1 + _NEAR]
        )

    def strange(self, said: Words) -> tuple[bool, int]:
        """Whether there is a word that was not met with, and how many pairs did not go together.

        The first word is a verb, which stands in many forms and at any distance from what it is done to.
        """
        if not self.words:
            return (False, 0)
        telling = [word[:_STEM] not in self.grammar for word in said]
        new = any(tells and word[:_STEM] not in self.words for tells, word in zip(telling, said, strict=True))
        apart = sum(
            all(tells) and (one[:_LONG], other[:_LONG]) not in self.pairs
            for tells, (one, other) in zip(pairwise(telling[1:]), pairwise(said[1:]), strict=True)
        )
        return (new, apart)


NOTHING = Met()


class Finder:
    """Phrases in the order in which they come to mind: those of what was met with first, short ones first.

    That order is made once; a key then asks only which phrases fit.
    """

    def __init__(self, phrases: Sequence[Phrase], met: Met = NOTHING) -> None:
        self.phrases = phrases
        self.met = met

    def found(self, typed: str, most: int = MOST) -> list[Phrase]:
        """The phrases that have, for each typed word, one that begins so.

        Those with the words in order come first, then those whose first word is meant.
        """
        wanted = spoken(typed)
        if not wanted:
            return list(self.phrases[:most])
        meant = [frozenset(word for word in self._vocabulary if word.startswith(want)) for want in wanted]
        if not all(meant):
            return []
        # No better place than this one can be taken: once it is full, the rest need not be looked at.
        best = (False, self._firsts.isdisjoint(meant[0]))
        places: dict[tuple[bool, bool], list[Phrase]] = {best: []}
        for phrase in self._ranked:
            if any(words.isdisjoint(phrase.words) for words in meant):
                continue
            places.setdefault(_order(meant, phrase), []).append(phrase)
            if len(places[best]) >= most:
                break
        found = [phrase for place in sorted(places) for phrase in places[place]][:most]
        # A number is meant as it is: "7" is line 7 before it is line 70.
        return sorted(found, key=lambda phrase: wanted[0].isdecimal() and phrase.words[0] != wanted[0])

    def ready(self) -> None:
        """Do at once what the first key would have to wait for."""
        _ = (self._ranked, self._vocabulary, self._firsts)

    @cached_property
    def _ranked(self) -> list[Phrase]:
        ranks: dict[Words, tuple[bool, int, int]] = {}
        for phrase in self.phrases:
            if phrase.about not in ranks:
                ranks[phrase.about] = (*self.met.strange(phrase.about), len(phrase.about))
        return sorted(self.phrases, key=lambda phrase: ranks[phrase.about])

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        phrases = self.phrases if isinstance(self.phrases, Menu) else Menu(self.phrases)
        return phrases.vocabulary

    @cached_property
    def _firsts(self) -> frozenset[str]:
        return frozenset(phrase.words[0] for phrase in self.phrases if phrase.words)


def _order(meant: Sequence[frozenset[str]], phrase: Phrase) -> tuple[bool, bool]:
    """Whether the words stand out of order, and whether the phrase begins with another."""
    words, at, ordered = phrase.words, 0, True
    for want in meant:
        place = next((i for i in range(at, len(words)) if words[i] in want), None)
        if place is None:
            ordered = False
        else:
            at = place + 1
    return (not ordered, words[0] not in meant[0])


_LOOKED_AT, _TRIED = 6_000, 80


def example(phrases: Sequence[Phrase], met: Met = NOTHING) -> str:
    """A few letters that pick out a phrase of these; "" if none do.

    It is one of the first of the list: what was met with decides nothing, lest the example suggest a rule.
    """
    finder = Finder(Menu(phrases[:_LOOKED_AT]), met)
    for phrase in phrases[:_TRIED]:
        telling = [word for word in phrase.about if len(word) > _SHORT and word[:_STEM] not in met.grammar]
        letters = [word[:2] for word in telling]
        bare = len(telling) == sum(len(word) > _SHORT for word in phrase.about)
        if len(set(letters)) == len(letters) == 2 and (bare or phrase.about[0] == "one"):
            line = " ".join(letters)
            if any(one.about[:2] == phrase.about[:2] for one in finder.found(line, 1)):
                return line
    return ""
