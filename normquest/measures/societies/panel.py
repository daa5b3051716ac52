"""The panel: what each member did and said in each round, one row per member and round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from normquest.measures.societies.columns import (
    BoolArray,
    Columns,
    FloatArray,
    IntArray,
    TextArray,
    in_range,
    once,
)

NAN = float("nan")


class Row(NamedTuple):
    """One member in one round. NaN: missing, not asked, or "none"; `group` is -1 where there was none."""

    run: int
    round: int
    member: int
    condition: str
    family: str
    group: int = -1
    contribution: float = NAN
    ee: float = NAN
    ne: float = NAN
    tau: float = NAN
    payoff: float = NAN
    standing: float = NAN
    excluded: bool = False
    adversary: bool = False


@dataclass(frozen=True, eq=False)
class Panel(Columns):
    """Rows of members and rounds as columns; each (run, round, member) stands once, in any order.

    `run` numbers societies across the whole panel and is the cluster of every standard error. `round` counts
    from 1. `condition` is one a run: "none", "E", "SL", "SS" or sums such as "E+SL"; `family` is the model
    family of the member (or the name of its known mind). `contribution`, `ee`, `ne` run from 0 to
    `endowment`, `tau` from 0 to 1. `standing` is the mean incoming weight after the round. An excluded member
    keeps its row, with a NaN contribution, so that it shows who was lost; an adversary is one from the round
    it comes in. NaN in `ne` is both "none" and not asked.
    """

    run: IntArray
    round: IntArray
    member: IntArray
    condition: TextArray
    family: TextArray
    group: IntArray
    contribution: FloatArray
    ee: FloatArray
    ne: FloatArray
    tau: FloatArray
    payoff: FloatArray
    standing: FloatArray
    excluded: BoolArray
    adversary: BoolArray
    endowment: float = 10.0

    def _check(self) -> None:
        if not self.endowment > 0:
            raise ValueError(f"an endowment is above 0, not {self.endowment:g}")
        if np.any(self.round < 1):
            raise ValueError("rounds count from 1")
        for name in ("contribution", "ee", "ne"):
            in_range(name, getattr(self, name), 0.0, self.endowment)
        in_range("tau", self.tau, 0.0, 1.0)
        for name in ("payoff", "standing"):
            if np.any(np.isinf(getattr(self, name))):
                raise ValueError(f"{name} is not finite")
        if np.any(self.excluded & ~np.isnan(self.contribution)):
            raise ValueError("an excluded member contributes nothing, which is NaN and not 0")
        once("a member of a run and round", self.run, self.round, self.member)
        pairs = np.unique(np.array([self.run.astype(str), self.condition]), axis=1)
        if len(np.unique(self.run)) != pairs.shape[1]:
            raise ValueError("a run has one condition")

    @classmethod
    def of(cls, rows: Iterable[Row], endowment: float = 10.0) -> Panel:
        """A panel of rows."""
        columns: list[Any] = list(zip(*rows, strict=True)) or [()] * len(Row._fields)
        named: dict[str, Any] = dict(zip(Row._fields, columns, strict=True))
        return cls(**named, endowment=endowment)

    def ordinary(self) -> Panel:
        """Without adversaries and excluded members: whom means and regressions speak of."""
        return self.select(~self.adversary & ~self.excluded)

    def between(self, first: int, last: int) -> Panel:
        """The rounds from `first` to `last`, both included."""
        return self.select((self.round >= first) & (self.round <= last))

    def conditions(self) -> list[str]:
        """Which conditions are there, those of the paper in its order, others after them by name."""
        return sorted({str(c) for c in self.condition}, key=condition_order)

    def families(self) -> list[str]:
        """Which families are there, by name."""
        return sorted({str(f) for f in self.family})


CONDITIONS = ("none", "E", "SL", "SS", "E+SL", "E+SS", "SL+SS", "E+SL+SS")
"""All combinations of elicitation, social learning and social selection, in the order of tables."""

MAIN = ("none", "E", "E+SL", "E+SS", "E+SL+SS")
"""The five that the paper speaks of most."""


def condition_order(condition: str) -> tuple[int, str]:
    """A key that sorts conditions as tables list them."""
    return (CONDITIONS.index(condition) if condition in CONDITIONS else len(CONDITIONS), condition)
