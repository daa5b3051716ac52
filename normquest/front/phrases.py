"""Whole phrases for each part of a rule, and which of them a few beginnings of words pick out."""

from __future__ import annotations

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
    said: tuple[str, ...] | None = None
    """Its words, where they are known without reading the text; there are tens of thousands of phrases."""

    core: tuple[str, ...] | None = None
    """The words that say what it is about, where others stand around them; None: all of them."""

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that what is typed is matched with."""
        return spoken(self.text) if self.said is None else self.said

    @property
    def about(self) -> tuple[str, ...]:
        """The words that tell it from another."""
        return self.words if self.core is None else self.core


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
                        (*start, *said, *end),
                        said,
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
