"""Two things measured in turns in one run, so that a busy machine slows both alike; what counts is the ratio.

Each round takes one reading of ours and one of theirs; a figure is the ratio of the two medians.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

ROUNDS = 5
Reading = Callable[[], float]
"""Does the work once and gives its measure: a rate, or seconds."""


@dataclass(frozen=True)
class Figure:
    """A ratio of two medians, what it should be (None: only shown), and what was read."""

    name: str
    what: str
    unit: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    aim: float | None
    at_least: bool

    @property
    def ratio(self) -> float:
        """Ours to theirs."""
        return median(self.ours) / median(self.theirs)

    @property
    def met(self) -> bool:
        """Whether the ratio is what it should be."""
        if self.aim is None:
            return True
        return self.ratio >= self.aim if self.at_least else self.ratio <= self.aim

    def line(self) -> str:
        """The figure as one line."""
        sign = "≥" if self.at_least else "≤"
        aim = "" if self.aim is None else f" · aim {sign} {self.aim:g}{'' if self.met else ' MISSED'}"
        medians = f"{_short(median(self.ours))} to {_short(median(self.theirs))} {self.unit}"
        return f"{self.name}: {self.ratio:.3g} = {medians} · N {len(self.ours)}{aim} · {self.what}"

    def data(self) -> dict[str, Any]:
        """The figure as plain data."""
        found = {"ratio": self.ratio, "median": [median(self.ours), median(self.theirs)]}
        return {**asdict(self), **found, "met": self.met}


class Skipped(Exception):
    """A figure that cannot be had here; says why, and what would help."""


def side_by_side(
    name: str,
    what: str,
    unit: str,
    ours: Reading,
    theirs: Reading,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    rounds: int = ROUNDS,
) -> Figure:
    """Ours and theirs in turns, `rounds` times, after one reading of each that does not count."""
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    mine, other = zip(*pairs, strict=True)
    aim = at_least if at_least is not None else at_most
    return Figure(name, what, unit, mine, other, aim, at_most is None)


def processor(work: Callable[[], object]) -> float:
    """Processor seconds that a piece of work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def wall(work: Callable[[], object]) -> float:
    """Seconds on the clock that a piece of work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
