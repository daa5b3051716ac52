"""A figure: a number with its N, its interval and how the interval was made."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

LEVEL = 0.95
"""The level of every interval."""

Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
"""The normal quantile of a two-sided interval at `LEVEL`: 1.95996."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number.

    `value` is None where it is undefined; then so are `low` and `high`. `n` counts what `unit` names
    ("episodes", "opportunities", …), whether or not a value came of them. `method`: how the interval was made
    ("wilson", "bootstrap over cells", "bootstrap over seeds", "all alike", or "none"), from `clusters`
    independent cells or seeds. `world_low` and `world_high`: the interval if worlds are taken as drawn too;
    None where they are fewer than three.
    """

    name: str
    value: float | None
    n: int
    low: float | None
    high: float | None
    unit: str
    method: str
    clusters: int = 0
    world_low: float | None = None
    world_high: float | None = None

    @property
    def se(self) -> float | None:
        """The standard error that the interval amounts to: its half-width over 1.96; None where undefined."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / (2 * Z)

    def data(self) -> dict[str, Any]:
        """The figure as JSON can hold it, rounded to 6 places, so that last bits do not differ by machine."""
        return {key: round(v, 6) if isinstance(v, float) else v for key, v in asdict(self).items()}


def undefined(name: str, n: int, unit: str) -> Figure:
    """A figure without a value, from `n` things that did not give one."""
    return Figure(name, None, n, None, None, unit, "none")
