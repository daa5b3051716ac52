"""What was learned, and from whom: from others' sanctions, from mere example, from one's own sanctions.

Arms differ in evidence alone: one seed has the same community, the same acts and the same task in each. So
gains are differences on the same seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from normquest.episode.records import ARMS
from normquest.measures.estimate import DIFFERENCE, estimate, gap
from normquest.measures.figures import Figure
from normquest.measures.rows import EpisodeRow
from normquest.measures.select import first_kept, first_statement, normed, opportunities
from normquest.measures.units import Unit, units_of

Rows = Sequence[EpisodeRow]
Score = Callable[[EpisodeRow], float | None]

SeedScores = Mapping[tuple[str, str, int], float]
"""By (world, norm, seed)."""

CONTRASTS: Mapping[str, tuple[str, str]] = {
    "third_party": ("witnessed", "blind"),
    "imitation": ("demonstrations", "blind"),
    "sanctions": ("witnessed", "demonstrations"),
    "over_sham": ("witnessed", "sham"),
    "sham": ("sham", "demonstrations"),
}
"""Differences of arms, first less second; on the same seeds `imitation` and `sanctions` sum to `third_party`.

The check: sham has as many sanctions, which inform of nothing. So `over_sham` should be like `sanctions`, and
`sham` about 0.
"""


def exact_first(row: EpisodeRow) -> float | None:
    """1 where the first statement is exact, else 0; None where there is none."""
    said = first_statement(row)
    return None if said is None or said.exact is None else float(said.exact)


def balanced_first(row: EpisodeRow) -> float | None:
    """Balanced accuracy of the first statement."""
    said = first_statement(row)
    return None if said is None else said.balanced_accuracy


def kept_first(row: EpisodeRow) -> float | None:
    """1 where the first opportunity was kept, else 0; None as in `first_kept`."""
    kept = first_kept(row)
    return None if kept is None else float(kept)


SCORES: dict[str, Score] = {"exact": exact_first, "balanced": balanced_first, "keep": kept_first}
"""What gains are measured on: the first statement (exact, balanced accuracy), the first opportunity."""


def seed_scores(rows: Iterable[EpisodeRow], score: Score) -> SeedScores:
    """The score of each seed that has one; where a seed has several episodes, their mean."""

    def sums(row: EpisodeRow) -> tuple[float, ...] | None:
        value = score(row)
        return None if value is None else (value, 1.0)

    return {(u.world, u.norm, u.seed): u.sums[0] for u in units_of(normed(rows), sums)}


def paired(first: SeedScores, second: SeedScores) -> list[Unit]:
    """A unit for each seed that has both scores, with the sums (first less second, 1)."""
    return [Unit(*key, (first[key] - second[key], 1.0), 1) for key in sorted(first.keys() & second.keys())]


def between_arms(rows: Iterable[EpisodeRow], score: Score, first: str, second: str) -> list[Unit]:
    """The paired units of two arms of one newcomer."""
    listed = list(rows)
    one, other = ([row for row in listed if row.arm == arm] for arm in (first, second))
    return paired(seed_scores(one, score), seed_scores(other, score))


def contrast(name: str, rows: Iterable[EpisodeRow], score: Score, first: str, second: str) -> Figure:
    """The mean difference of a score between two arms, over the seeds that have both."""
    return estimate(name, between_arms(rows, score, first, second), unit="pairs", span=DIFFERENCE)


def gains(rows: Rows) -> list[Figure]:
    """Each score's difference for each contrast, such as `gain.exact.third_party`, for one newcomer."""
    return [
        contrast(f"gain.{what}.{name}", rows, score, first, second)
        for what, score in SCORES.items()
        for name, (first, second) in CONTRASTS.items()
    ]


def revision(rows: Rows) -> Figure:
    """P(keep next | violated, sanctioned) − P(keep next | violated, the sanction missed).

    Only where reactions are immediate, a sanctioner was there, and a next opportunity came; so both sides
    differ by the draw of the noise alone. NA without misses.
    """

    def counts(row: EpisodeRow) -> tuple[float, float, float, float]:
        tried = [t for t in row.own_trials if t.violated and t.watched and t.kept_next is not None]
        after = [bool(t.kept_next) for t in tried if t.sanctioned]
        without = [bool(t.kept_next) for t in tried if not t.sanctioned]
        return sum(after), len(after), sum(without), len(without)

    immediate = [row for row in normed(rows) if ARMS.get(row.arm, ("", ""))[1] == "immediate"]
    return gap("revision", immediate, counts, unit="own violations")


def sanction_avoidance(rows: Rows) -> Figure:
    """P(keep | a sanctioner is there) − P(keep | none is) over the act stage's opportunities.

    About 0 for a norm held as a norm or for habit; above 0 where compliance is a calculation.
    """

    def counts(row: EpisodeRow) -> tuple[float, float, float, float]:
        met = opportunities(row, "act")
        seen = [o.outcome == "kept" for o in met if o.watched]
        unseen = [o.outcome == "kept" for o in met if not o.watched]
        return sum(seen), len(seen), sum(unseen), len(unseen)

    return gap("sanction_avoidance", normed(rows), counts, unit="opportunities")
