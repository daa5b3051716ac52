"""Whole phrases for each part of a rule, and which of them a few beginnings of words pick out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from normquest.community.phrases import spoken
from normquest.front import offers
from normquest.front.menu import Item
from normquest.norms.english import render_condition, render_pattern
from normquest.norms.rules import ActPattern, Now, Past, Test, Window
from normquest.world.lexicon import Lexicon

MOST_TURNS_OFFERED = 6
MOST_TIMES = 9

_SPANS: tuple[tuple[str, Window, int | None], ...] = (
    ("since entering", "since_entering", None),
    ("today", "today", None),
    ("at any time", "ever", None),
    *(
        (f"within one's last {n} turns" if n > 1 else "within one's last turn", "within", n)
        for n in range(1, MOST_TURNS_OFFERED + 1)
    ),
)


@dataclass(frozen=True)
class Phrase:
    """One entry: how it reads and what it stands for."""

    text: str
    value: Any
    size: int | None = None
    """How many words count where short phrases come first; None: all of them."""

    said: tuple[str, ...] | None = None
    """Its words, where they are known without reading the text; there are tens of thousands of phrases."""

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that what is typed is matched with."""
        return spoken(self.text) if self.said is None else self.said


class Menu(list[Phrase]):
    """Phrases with the words that are in them: there are tens of thousands, and each key asks anew."""

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All their words."""
        return frozenset(word for phrase in self for word in phrase.words)


class Phrases:
    """All phrases that a lexicon offers. What is asked for once is kept."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    @cached_property
    def acts(self) -> Menu:
        """Every act as it is, then every act with one thing said of it."""
        return Menu(Phrase(render_pattern(one, self.lexicon), one) for one in self._patterns)

    @cached_property
    def states(self) -> list[Phrase]:
        """What can hold at a moment, then the same denied."""
        return self._states(("one", "present", "place", "hour"))

    @cached_property
    def of_oneself(self) -> list[Phrase]:
        """What can hold of oneself, then the same denied."""
        return self._states(("one",))

    @cached_property
    def conditions(self) -> Menu:
        """What can stand after "when" and "unless": states, and past acts as whole phrases."""
        found = Menu(self.states)
        past = [
            (text, spoken(text), act)
            for act in self._patterns
            for text in [render_pattern(act, self.lexicon, "past")]
        ]
        for negated in (False, True):
            has = "has not" if negated else "has"
            for span, window, n in _SPANS:
                start, end = spoken(f"one {has}"), spoken(span)
                found += [
                    Phrase(
                        f"one {has} {text} {span}",
                        (act, negated, window, n),
                        len(said) + 2 + negated,
                        (*start, *said, *end),
                    )
                    for text, said, act in past
                ]
        return found

    @cached_property
    def spans(self) -> list[Phrase]:
        """How far back a past act counts."""
        return [Phrase(text, {"window": window, "n": n}) for text, window, n in _SPANS]

    @cached_property
    def turns(self) -> list[Phrase]:
        """Numbers of turns."""
        return [Phrase(f"{n} turns" if n > 1 else "1 turn", n) for n in range(1, 21)]

    @cached_property
    def times(self) -> list[Phrase]:
        """Numbers of times."""
        return [Phrase(f"{n} times" if n > 1 else "once", n) for n in range(1, MOST_TIMES + 1)]

    @cached_property
    def styles(self) -> list[Phrase]:
        """Ways to speak."""
        return [Phrase(item.text, item.value) for item in offers.styles(self.lexicon)]

    @cached_property
    def _patterns(self) -> list[ActPattern]:
        bare, more = [], []
        for item in offers.acts(self.lexicon):
            pattern = item.value
            bare.append(pattern)
            for detail in sorted(offers.details(pattern, self.lexicon), key=_of_another):
                data: dict[str, Any] = {"verb": pattern.verb, "tag": pattern.tag}
                one = detail.value
                data |= {one.key: one.value} if isinstance(one, Test) else dict([one])
                more.append(
                    ActPattern.model_validate(
                        {key: value for key, value in data.items() if value is not None}
                    )
                )
        return [*bare, *more]

    def _states(self, subjects: tuple[str, ...]) -> list[Phrase]:
        nows = [item.value for item in offers.states(self.lexicon, subjects)]
        denied = [now.model_copy(update={"negated": True}) for now in nows]
        return [Phrase(render_condition(now, self.lexicon), now) for now in (*nows, *denied)]


def condition(value: Any) -> Now | Past:
    """The condition that a phrase of `Phrases.conditions` stands for."""
    if isinstance(value, Now):
        return value
    act, negated, window, n = value
    return Past(act=act, negated=negated, window=window, n=n)


def _of_another(detail: Item[offers.Detail]) -> bool:
    """What an act is done to or in comes before what is done to it: in "di ro" the vat is rose."""
    one = detail.value
    return (one.subject if isinstance(one, Test) else one[0]) not in ("target", "addressee")


def stems(text: str) -> frozenset[str]:
    """The beginnings of a text's words, for `matching`: "bows" and "bowed" begin alike."""
    return frozenset(word[:_STEM] for word in spoken(text))


_STEM = 3


def matching(
    typed: str, phrases: Sequence[Phrase], most: int = 200, known: Collection[str] = ()
) -> list[Phrase]:
    """The phrases that have, for each typed word, one that begins so.

    Those with the words in order come first, then those whose first word is meant, then those that speak of
    nothing but what was met with (`known`: the stems of what was read), then short ones.
    """
    wanted = spoken(typed)
    if not wanted:
        return list(phrases[:most])
    vocabulary = phrases.vocabulary if isinstance(phrases, Menu) else Menu(phrases).vocabulary
    meant = [frozenset(word for word in vocabulary if word.startswith(want)) for want in wanted]
    found = []
    for place, phrase in enumerate(phrases):
        if any(words.isdisjoint(phrase.words) for words in meant):
            continue
        new = bool(known) and any(word[:_STEM] not in known for word in phrase.words)
        found.append((*_order(meant, phrase), new, phrase.size or len(phrase.words), place, phrase))
    found.sort(key=lambda one: one[:-1])
    return [one[-1] for one in found[:most]]


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
