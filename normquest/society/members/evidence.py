"""What a member can infer from its view: what is typical, and what others approve."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import fsum
from typing import Literal

from normquest.society.view import Past, View

Stated = float | Literal["none"]
DUE = 0.25
"""The rating of one who does just what its rater holds that one ought to."""
DOES_NOT_MATTER = "it does not matter"
_NUMBER = re.compile(r"(?<![\d.])\d+(?:\.\d+)?")


def scale_of(view: View) -> float:
    """The top of the scale of acts; its bottom is 0."""
    return view.rules.scale[1]


def own_belief(view: View) -> float:
    """What a member holds by itself: its tendency, where a wholly inclined member goes to the utmost."""
    return view.me.tau * view.rules.game.utmost


def levels(view: View, past: Past | None = None) -> dict[int, float]:
    """How far each member at the table went, in this round or a past one."""
    table = view.table if past is None else past.table
    found = {}
    for move in table.moves if table is not None else ():
        level = view.rules.game.level(move)
        if level is not None:
            found[move.member] = level
    return found


def last_played(view: View) -> Past | None:
    """The last round in which it was at a table with others who acted."""
    for past in reversed(view.past):
        if past.table is not None and any(member != view.me.id for member in levels(view, past)):
            return past
    return None


def seen(view: View) -> float | None:
    """The mean of what its mates did when it last played; None before that."""
    past = last_played(view)
    if past is None:
        return None
    return _mean(level for member, level in levels(view, past).items() if member != view.me.id)


def typical(view: View) -> float:
    """Its empirical expectation: what it saw; before that, what it would do itself."""
    found = seen(view)
    return own_belief(view) if found is None else found


def approved(view: View) -> float | None:
    """Its normative expectation: what others approve, None if they don't mind.

    From the newest evidence that it has: what members were said to hold; what its mates said in this round,
    or in the last; how it was rated for what it did; what is typical.
    """
    trial = view.trial
    if trial is not None and trial.says is not None:
        return None if trial.says == "none" else float(trial.says)
    for talk in (view.talk, *(past.talk for past in view.past[-1:])):
        said = [stated(text) for member, text in talk if member != view.me.id]
        numbers = [value for value in said if isinstance(value, float)]
        if said.count("none") > len(numbers):
            return None
        if numbers:
            return _mean(min(value, scale_of(view)) for value in numbers)
    rated = _from_ratings(view)
    return typical(view) if rated is None else rated


def feared(view: View) -> bool:
    """Whether others could make it lose by doing nothing: they mind, and ratings have an effect."""
    rules = view.rules
    return rules.selection and rules.ratings_count and (approved(view) or 0.0) > 0


def stated(text: str) -> Stated | None:
    """What a message says one ought to do: its first number, or that it does not matter; None for neither."""
    if DOES_NOT_MATTER in text.lower():
        return "none"
    found = _NUMBER.search(text)
    return float(found[0]) if found is not None else None


def rating(level: float, reference: float, top: float) -> float:
    """How one who holds `reference` rates what went as far as `level`: to do as much earns praise."""
    return round(max(-1.0, min(1.0, (level - reference) / top + DUE)), 3)


def _from_ratings(view: View) -> float | None:
    """What those who rated it last must hold, if they rate by how far one stays below that."""
    for past in reversed(view.past):
        own = levels(view, past).get(view.me.id)
        if own is not None and past.got:
            top = scale_of(view)
            return _mean(max(0.0, min(top, own - (value - DUE) * top)) for _, value in past.got)
    return None


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return fsum(found) / len(found)  # fsum: since Python 3.12 sum() rounds floats otherwise
