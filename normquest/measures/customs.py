"""Taking a habit for a rule: the customs that residents keep alike and nobody enforces."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.measures.estimate import mean, ratio
from normquest.measures.figures import Figure
from normquest.measures.learning import contrast
from normquest.measures.rows import EpisodeRow
from normquest.measures.select import first_statement, normed

Rows = Sequence[EpisodeRow]


def _share_kept(row: EpisodeRow) -> float | None:
    return row.customs_kept / row.customs_met if row.customs_met else None


def copying(rows: Rows) -> Figure:
    """Share of the act stage's opportunities on unenforced customs at which these were kept."""
    return ratio(
        "copying", normed(rows), lambda row: (row.customs_kept, row.customs_met), unit="opportunities"
    )


def copying_gain(rows: Rows) -> list[Figure]:
    """Copying in an arm that shows customs less copying in `blind`, where it is chance, on the same seeds."""
    return [
        contrast(f"copying.{arm}-blind", rows, _share_kept, arm, "blind")
        for arm in ("demonstrations", "witnessed", "sham")
    ]


def custom_as_norm(rows: Rows) -> Figure:
    """Share of first statements that name an unenforced custom as the norm."""

    def named(row: EpisodeRow) -> bool | None:
        said = first_statement(row)
        return None if said is None or said.copied_customs is None else said.copied_customs > 0

    return mean("custom_as_norm", normed(rows), named, unit="statements")
