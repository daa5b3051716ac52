"""What the noise came to: the rates that were realised, not those that were set."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.measures.estimate import ratio
from normquest.measures.figures import Figure
from normquest.measures.rows import EpisodeRow
from normquest.measures.select import scored

Rows = Sequence[EpisodeRow]


def noise(rows: Rows) -> list[Figure]:
    """Share of violations a sanctioner saw that went unsanctioned; of other acts that were sanctioned."""

    def missed(row: EpisodeRow) -> tuple[float, float]:
        return (row.noise.misses, row.noise.hits + row.noise.misses) if row.noise else (0, 0)

    def false_alarms(row: EpisodeRow) -> tuple[float, float]:
        return (row.noise.false_alarms, row.noise.trials) if row.noise else (0, 0)

    return [
        ratio("noise.miss", scored(rows), missed, unit="violations"),
        ratio("noise.false_alarm", scored(rows), false_alarms, unit="acts"),
    ]
