"""Do the minds look as they must, and what tells each from each?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import hypot
from typing import NamedTuple

from normquest.measures.figures import Figure
from normquest.measures.signatures import SIGNATURES, Expected
from normquest.measures.table import Figures

LEAVE_OUT = ("turns", "tokens", "noise.miss", "noise.false_alarm")


class Checked(NamedTuple):
    """One expectation against its figure. `ok` is None where the run has no such figure, or no value."""

    mind: str
    measure: str
    arm: str
    value: float | None
    n: int
    low: float
    high: float
    ok: bool | None


class Separation(NamedTuple):
    """The measure that tells two minds apart best: `gap` is `first` less `second`, `ses` its standard errors.

    `measure` is empty, `gap` and `ses` are 0 where the two share no figure with an interval.
    """

    first: str
    second: str
    measure: str
    arm: str
    gap: float
    ses: float


def check_signatures(
    figures: Figures, signatures: Mapping[str, Sequence[Expected]] = SIGNATURES
) -> list[Checked]:
    """Every expectation of every mind that is in the figures, in the order of `signatures`.

    The value itself is compared, to within rounding, not its interval: scripted minds are many and cheap.
    """
    present = {newcomer for newcomer, _ in figures}
    return [
        _checked(mind, expected, figures.get((mind, expected.arm), {}).get(expected.measure))
        for mind, listed in signatures.items()
        if mind in present
        for expected in listed
    ]


def _checked(mind: str, expected: Expected, figure: Figure | None) -> Checked:
    measure, arm, low, high, _ = expected
    if figure is None or figure.value is None:
        return Checked(mind, measure, arm, None, figure.n if figure else 0, low, high, None)
    ok = low - 1e-9 <= figure.value <= high + 1e-9
    return Checked(mind, measure, arm, figure.value, figure.n, low, high, ok)


def separating_measures(figures: Figures, leave_out: Sequence[str] = LEAVE_OUT) -> list[Separation]:
    """For each pair of newcomers the measure and arm whose figures lie most standard errors apart.

    Standard errors come from the intervals and are taken as independent, which on shared seeds makes gaps
    look smaller than they are. Ties go to the larger gap, then to the measure that stands first. Measures of
    effort say little of a mind, those of noise nothing: they are left out.
    """
    minds = sorted({newcomer for newcomer, _ in figures})
    return [_separation(figures, first, second, leave_out) for first, second in combinations(minds, 2)]


def _separation(figures: Figures, first: str, second: str, leave_out: Sequence[str]) -> Separation:
    best = Separation(first, second, "", "", 0.0, 0.0)
    for (newcomer, arm), own in figures.items():
        if newcomer != first:
            continue
        others = figures.get((second, arm), {})
        for name, figure in own.items():
            found = _gap(figure, others.get(name)) if name not in leave_out else None
            if found is not None and (found[1], abs(found[0])) > (best.ses, abs(best.gap)):
                best = Separation(first, second, name, arm, *found)
    return best


def _gap(figure: Figure, other: Figure | None) -> tuple[float, float] | None:
    """The difference, and how many standard errors it is; None where either has no interval."""
    if other is None or figure.value is None or other.value is None:
        return None
    if figure.se is None or other.se is None:
        return None
    error = hypot(figure.se, other.se)
    gap = figure.value - other.value
    return (gap, abs(gap) / error) if error > 0 else None
