"""What a panel does not hold: who rated whom, who drew groups, what was said, what was tried when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from normquest.measures.societies.columns import BoolArray, Columns, FloatArray, IntArray, in_range, once


@dataclass(frozen=True, eq=False)
class Ratings(Columns):
    """One row for each rating: `value` from -1 to 1, and the weight of the tie `before` and `after` it.

    The weights are NaN where ties are not kept (no selection).
    """

    run: IntArray
    round: IntArray
    rater: IntArray
    rated: IntArray
    value: FloatArray
    before: FloatArray
    after: FloatArray

    def _check(self) -> None:
        in_range("a rating", self.value, -1.0, 1.0)
        if np.any(self.rater == self.rated):
            raise ValueError("nobody rates itself")
        once("a rating", self.run, self.round, self.rater, self.rated)


@dataclass(frozen=True, eq=False)
class Draws(Columns):
    """Who could have become a seed of a group, and who did: one row a member in each round of selection.

    `standing` is the mean incoming weight by which seeds were drawn: that before the round.
    """

    run: IntArray
    round: IntArray
    member: IntArray
    standing: FloatArray
    seed: BoolArray

    def _check(self) -> None:
        once("a member of a draw", self.run, self.round, self.member)


class Message(NamedTuple):
    """One message of a discussion. `turn` counts the messages of the group in the round from 0."""

    run: int
    round: int
    group: int
    turn: int
    member: int
    text: str


class Span(NamedTuple):
    """One trial of an intervention in a run: its rounds, both included."""

    run: int
    intervention: str
    trial: int
    first: int
    last: int


def table(kind: type[Columns], rows: Iterable[tuple[Any, ...]]) -> Any:
    """A table of rows, whose entries stand in the order of the columns."""
    names = [name for name, _ in kind._columns()]
    columns: list[Any] = list(zip(*rows, strict=True)) or [()] * len(names)
    return kind(**dict(zip(names, columns, strict=True)))
