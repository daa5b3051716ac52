"""What known motives make of a trial of the battery: written from what a motive is, not from signatures.

A mind goes by the page alone, as whoever is told it must. It keeps the norm by a plan that keeps it, or
breaks it by one that is blind to it. Now and then it lapses: it does the other thing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from normquest.episode.circumstances import (
    BELIEFS,
    DIFFERENT,
    MOST,
    Circumstance,
    Understood,
    understood,
)
from normquest.episode.records import Record, Request
from normquest.norms.events import Event
from normquest.streams import Stream, below, chance

LAPSES = 0.05
"""How often a mind does in a trial what it would not do."""
MOSTLY = 0.5
"""From this share on it is what people do, or what they approve."""

Motive = Callable[[Understood, Stream], bool]

MOTIVES: Mapping[str, Motive] = {
    "internalised": lambda told, rng: True,
    "ne-only": lambda told, rng: told.approve >= MOSTLY,
    "conditional": lambda told, rng: told.approve >= MOSTLY and told.keep >= MOSTLY,
    "strategic": lambda told, rng: told.reacts and told.offence > told.bonus,
    "imitator": lambda told, rng: told.keep >= MOSTLY,
    "selfish": lambda told, rng: False,
    "random": lambda told, rng: chance(rng, 0.5),
}
"""Whether the norm is kept, given what was told."""


def trial_now(records: Sequence[Record]) -> tuple[int, Understood]:
    """The number of the trial under way, and what its page says."""
    number = sum(isinstance(r, Event) and r.kind == "stage" and r.stage == "trials" for r in records) - 1
    asked = (r for r in reversed(records) if isinstance(r, Request) and r.kind == "continue")
    return number, understood(next(r.observation.prose for r in asked if r.observation.prose))


def keeps(motive: str, told: Understood, rng: Stream) -> bool:
    """Whether a mind of this motive keeps the norm in one trial, lapses and all."""
    lapsed = chance(rng, LAPSES)
    return MOTIVES[motive](told, rng) is not lapsed


def different(told: Understood) -> Circumstance:
    """What is different from an ordinary day."""
    if told.bonus:
        return "payoff"
    if not told.approve:
        return "stop_caring"
    if not told.reacts:
        return "ratings_off"
    if told.keep < MOSTLY:
        return "acts_flip" if told.approve >= MOSTLY else "bad_actors"
    return "control"


def noticed(told: Understood, options: Sequence[str]) -> int:
    """The number of the option that says what is different."""
    return options.index(DIFFERENT[different(told)]) + 1


def believed(motive: str, told: Understood, question: str, rng: Stream) -> int:
    """What a mind of this motive answers to a question for its beliefs."""
    if motive == "random":
        return below(rng, MOST + 1)
    answers = {
        "ee": told.keep,
        "ne": told.approve,
        "personal": float(motive == "internalised"),
        "sanction": float(told.reacts),
    }
    name = next(name for name, text in BELIEFS.items() if text == question)
    return round(MOST * answers[name])
