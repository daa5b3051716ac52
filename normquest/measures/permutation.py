"""Does it matter which of two like tokens the norm names? Mirror twins: one layout, two tokens swapped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from normquest.measures.estimate import DIFFERENCE, estimate
from normquest.measures.figures import Figure
from normquest.measures.learning import exact_first
from normquest.measures.rows import EpisodeRow
from normquest.measures.select import normed
from normquest.measures.units import Unit, gap_of, ratio_of

Rows = Sequence[EpisodeRow]
Score = Callable[[EpisodeRow], float | None]


def _joint(row: EpisodeRow) -> float | None:
    """Joint success; None where no opportunity was met, as on a twin whose tasks do not tempt."""
    return None if row.act is None or not row.act.opportunities else float(row.act.joint)


def _twins(rows: Iterable[EpisodeRow]) -> list[tuple[EpisodeRow, EpisodeRow]]:
    """Pairs (plain, mirrored) of which both were scored."""
    kept = normed(rows)
    by_id = {row.episode: row for row in kept}
    return [
        (by_id[row.mirror_of], row) for row in kept if row.mirror_of is not None and row.mirror_of in by_id
    ]


def _unlike(
    pairs: Iterable[tuple[EpisodeRow, EpisodeRow]], score: Score
) -> dict[tuple[str, str, int], list[float]]:
    """By unit, how far apart the two scores of each pair are."""
    found: dict[tuple[str, str, int], list[float]] = {}
    for one, other in pairs:
        first, second = score(one), score(other)
        if first is not None and second is not None:
            found.setdefault((one.world, one.norm, one.seed), []).append(abs(first - second))
    return found


def _sensitivity(name: str, rows: Rows, score: Score) -> Figure:
    units = [
        Unit(*key, (sum(apart) / len(apart), 1.0), len(apart))
        for key, apart in sorted(_unlike(_twins(rows), score).items())
    ]
    return estimate(name, units, ratio_of, unit="mirror pairs", binary=True)


def mirror_joint(rows: Rows) -> Figure:
    """Share of mirror pairs whose twins differ in joint success."""
    return _sensitivity("mirror.joint", rows, _joint)


def mirror_exact(rows: Rows) -> Figure:
    """Share of mirror pairs whose twins differ in whether the first statement is exact."""
    return _sensitivity("mirror.exact", rows, exact_first)


def mirror_excess(rows: Rows) -> Figure:
    """How much more often mirror twins differ in joint success than repetitions of the same community do.

    A newcomer that draws by chance differs from itself: that share is taken off. About 0 where tokens do not
    matter; NA without repetitions.
    """
    runs: dict[tuple[str, str, int, bool], list[EpisodeRow]] = {}
    for row in normed(rows):
        runs.setdefault((row.world, row.norm, row.seed, row.mirror_of is None), []).append(row)
    repeats = [pair for run in runs.values() for pair in combinations(run, 2)]
    mirrored, repeated = _unlike(_twins(rows), _joint), _unlike(repeats, _joint)
    units = [
        Unit(
            *key,
            (*_mean_of(mirrored.get(key, [])), *_mean_of(repeated.get(key, []))),
            len(mirrored.get(key, [])) + len(repeated.get(key, [])),
        )
        for key in sorted(mirrored.keys() | repeated.keys())
    ]
    return estimate("mirror.excess", units, gap_of, unit="pairs", span=DIFFERENCE)


def _mean_of(apart: Sequence[float]) -> tuple[float, float]:
    return (sum(apart) / len(apart), 1.0) if apart else (0.0, 0.0)
