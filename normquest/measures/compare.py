"""Who differs from whom, on the same seeds: newcomers in one arm, and arms within one newcomer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any, Literal

from normquest.measures.estimate import DIFFERENCE, estimate
from normquest.measures.figures import Figure
from normquest.measures.learning import (
    CONTRASTS,
    Score,
    between_arms,
    exact_first,
    kept_first,
    paired,
    seed_scores,
)
from normquest.measures.pairs import holm, mcnemar, sign_flip
from normquest.measures.rows import EpisodeRow
from normquest.measures.table import arm_order
from normquest.measures.units import Unit

LEAST_CELLS = 6
"""Fewer cells flipped as wholes could never give a p below .05 (2 / 2**5 = .06)."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The mean of `first` less that of `second` on the seeds that both have, and two tests of it.

    `within`: what the two share (an arm, or a newcomer). `seeds` is the p-value of "no difference on these
    seeds": exact McNemar where each seed plainly says yes or no, else sign flips of seeds (`test`: which).
    `cells` is that of "no difference over norms": sign flips of whole cells, None below six of them.
    `seeds_holm` and `cells_holm` are the same after Holm's correction over all comparisons made together.
    """

    first: str
    second: str
    within: str
    figure: Figure
    test: Literal["mcnemar", "sign flips"]
    seeds: float | None
    cells: float | None
    seeds_holm: float | None = None
    cells_holm: float | None = None

    def data(self) -> dict[str, Any]:
        """The comparison as JSON can hold it."""
        plain = {key: round(v, 6) if isinstance(v, float) else v for key, v in asdict(self).items()}
        return plain | {"figure": self.figure.data()}


def compare(name: str, first: str, second: str, within: str, units: Sequence[Unit]) -> Comparison:
    """Both tests of paired units, whose sums are (difference, 1)."""
    figure = estimate(name, units, unit="pairs", span=DIFFERENCE)
    differences = [u.sums[0] for u in units]
    sums: dict[tuple[str, str], float] = {}
    for u in units:
        sums[u.world, u.norm] = sums.get((u.world, u.norm), 0.0) + u.sums[0]
    cells = sign_flip(list(sums.values())) if len(sums) >= LEAST_CELLS else None
    if units and all(d in (-1, 0, 1) for d in differences):
        seeds = mcnemar(differences.count(1), differences.count(-1))
        return Comparison(first, second, within, figure, "mcnemar", seeds, cells)
    return Comparison(first, second, within, figure, "sign flips", sign_flip(differences), cells)


def corrected(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """The same with both p-values corrected over all of them."""
    listed = list(comparisons)
    seeds, cells = holm([c.seeds for c in listed]), holm([c.cells for c in listed])
    return [replace(c, seeds_holm=s, cells_holm=n) for c, s, n in zip(listed, seeds, cells, strict=True)]


def joint_of(row: EpisodeRow) -> float | None:
    """1 where the act stage was a joint success, else 0; None where it was not held."""
    return None if row.act is None else float(row.act.joint)


def newcomers(rows: Sequence[EpisodeRow], name: str = "joint", score: Score = joint_of) -> list[Comparison]:
    """Each pair of newcomers in each arm that both were in, on a score of the episode (joint success)."""
    found = []
    for arm in sorted({row.arm for row in rows}, key=arm_order):
        here = [row for row in rows if row.arm == arm]
        scores = {
            newcomer: seed_scores([row for row in here if row.newcomer == newcomer], score)
            for newcomer in sorted({row.newcomer for row in here})
        }
        for first, second in combinations(scores, 2):
            found.append(compare(name, first, second, arm, paired(scores[first], scores[second])))
    return corrected(c for c in found if c.figure.n)


def arms(rows: Sequence[EpisodeRow]) -> list[Comparison]:
    """Each contrast of arms within each newcomer, on the first statement (exact) and first opportunity."""
    found = []
    for newcomer in sorted({row.newcomer for row in rows}):
        own = [row for row in rows if row.newcomer == newcomer]
        for what, score in (("exact", exact_first), ("keep", kept_first)):
            for first, second in CONTRASTS.values():
                found.append(compare(what, first, second, newcomer, between_arms(own, score, first, second)))
    return corrected(c for c in found if c.figure.n)
