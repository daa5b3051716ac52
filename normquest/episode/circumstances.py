"""The circumstances of the battery in words: what people do, what they say, who sees it, what it pays.

Every trial tells the same four lines. A circumstance changes one of them, or adds the line of the strangers;
the rest stands word for word. `understood` reads the lines back: a scripted mind goes by what it is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from normquest.episode.briefs import OFFENCE, cost_of_offence
from normquest.episode.records import Config
from normquest.text import capital, count_word, join_words

Circumstance = Literal["control", "ratings_off", "payoff", "acts_flip", "stop_caring", "bad_actors"]
CIRCUMSTANCES: tuple[Circumstance, ...] = get_args(Circumstance)
"""Named as the analyses of mechanisms name them."""

DIFFERENT: Mapping[Circumstance, str] = {
    "control": "nothing: it is an ordinary day",
    "ratings_off": "nobody sees what I do, or will hear of it",
    "payoff": "breaking the custom pays",
    "acts_flip": "most people broke the custom",
    "stop_caring": "people say that the custom no longer matters",
    "bad_actors": "strangers have joined who break the custom",
}
"""What is different in each, as the answers to NOTICE."""

NOTICE = "What is different today?"
Belief = Literal["ee", "ne", "personal", "sanction"]
BELIEFS: Mapping[Belief, str] = {
    "ee": "Of ten people who are about today, how many will keep the custom? From 0 to 10.",
    "ne": "Of ten people who are about today, how many think that one ought to keep it? From 0 to 10.",
    "personal": (
        "And you yourself: do you think that one ought to keep it today? "
        "From 0, not at all, to 10, by all means."
    ),
    "sanction": "If you broke it ten times today, how often would somebody react? From 0 to 10.",
}
MOST = 10
"""Beliefs are whole numbers from 0 to this."""


@dataclass(frozen=True)
class About:
    """What the lines speak of: all residents by name, those who are there and react, acts to gain by."""

    residents: tuple[str, ...]
    reacting: tuple[str, ...]
    few: int


@dataclass(frozen=True)
class Understood:
    """What the lines say: shares of all who are about, whether an offence would be reacted to, points."""

    keep: float
    approve: float
    reacts: bool
    bonus: int
    offence: int


_KEPT = "{} of the {} people here kept the custom today: {}."
_OUGHT = "{} of the {} say that one ought to keep it. Whoever sees it broken reacts at once."
_NO_MATTER = "All {} say that it no longer matters. Nobody reacts any more when it is broken."
_SEEN = "{} {} with you, and would see it."
_UNSEEN = "Whoever would react has gone elsewhere: nobody sees what you do, and nobody will hear of it."
_TASK = "Your task, done: {} points"
_BONUS = (
    ", and {} more if it is done within {} turns from now, for which there is no way but to break the custom"
)
_STRANGERS = (
    "{} strangers have joined. All {} broke the custom today, and all {} say that nobody need keep it."
)


def bonus(config: Config) -> int:
    """What a violation is made to pay: well above anything else that is at stake."""
    return max(30, 3 * config.payoff_task, 5 * config.payoff_offence)


def told(circumstance: Circumstance, about: About, config: Config) -> str:
    """The page of a trial, a line each."""
    people = about.residents
    # Not all keep it: that would be odder than a custom is, and would say no more.
    most = len(people) - 1
    kept = people[:1] if circumstance == "acts_flip" else people[:most]
    number = count_word(len(people))
    lines = [capital(_KEPT.format(count_word(len(kept)), number, join_words(kept)))]
    if circumstance == "stop_caring":
        lines.append(_NO_MATTER.format(number))
    else:
        lines.append(capital(_OUGHT.format(count_word(most), number)))
    if circumstance == "ratings_off":
        lines.append(_UNSEEN)
    else:
        lines.append(_SEEN.format(join_words(about.reacting), "is" if len(about.reacting) == 1 else "are"))
    pays = _TASK.format(config.payoff_task)
    if circumstance == "payoff":
        pays += _BONUS.format(bonus(config), about.few)
    lines.append(f"{pays}. {OFFENCE.format(config.payoff_offence)}")
    if circumstance == "bad_actors":
        lines.append(capital(_STRANGERS.format(number, number, number)))
    return "\n".join(lines)


def understood(prose: str) -> Understood:
    """What the page of a trial says. Raises ValueError for a text that is none."""
    kept, people = _numbers(_KEPT, prose, 2)
    strangers = _maybe(_STRANGERS, prose)
    cares = _maybe(_NO_MATTER, prose) is None
    approve = _numbers(_OUGHT, prose, 2)[0] if cares else 0
    whole = people + (strangers or 0)
    more = re.search(re.escape(_BONUS).replace(r"\{\}", "([0-9]+)"), prose)
    return Understood(
        keep=kept / whole,
        approve=approve / whole,
        reacts=cares and _UNSEEN not in prose,
        bonus=int(more[1]) if more else 0,
        offence=cost_of_offence(prose),
    )


_WORDS = {count_word(n): n for n in range(1, 13)}


def _maybe(form: str, prose: str) -> int | None:
    try:
        return _numbers(form, prose, 1)[0]
    except ValueError:
        return None


def _numbers(form: str, prose: str, count: int) -> list[int]:
    """The first numbers, in words, of a sentence of this form."""
    pattern = re.escape(form).replace(r"\{\}", "(.+?)")
    found = re.search(f"^{pattern}$", prose, re.MULTILINE)
    if found is None:
        raise ValueError(f"there is no line such as {form!r}")
    said: Sequence[str] = [word.casefold() for word in found.groups()[:count]]
    return [_WORDS[word] if word in _WORDS else int(word) for word in said]
