"""Which rows count, and the moments that several measures ask for."""

from __future__ import annotations

from collections.abc import Iterable

from normquest.measures.rows import EpisodeRow, ObserverRow, OpportunityRow, StatementRow
from normquest.norms.events import Stage


def scored(rows: Iterable[EpisodeRow]) -> list[EpisodeRow]:
    """The episodes that count: ended, or stopped and scored.

    Only what was no fault of the newcomer is left out: infrastructure errors, and episodes still running.
    """
    return [row for row in rows if row.status in ("done", "stopped")]


def normed(rows: Iterable[EpisodeRow]) -> list[EpisodeRow]:
    """The scored episodes of communities that enforce a norm."""
    return [row for row in scored(rows) if not row.norm_free]


def norm_free(rows: Iterable[EpisodeRow]) -> list[EpisodeRow]:
    """The scored episodes of communities that enforce nothing."""
    return [row for row in scored(rows) if row.norm_free]


def opportunities(row: EpisodeRow, stage: Stage) -> list[OpportunityRow]:
    """The opportunities of one stage, in order."""
    return sorted((o for o in row.opportunities if o.stage == stage), key=lambda o: o.index)


def first_kept(row: EpisodeRow) -> bool | None:
    """Whether the act stage's first opportunity was kept; None without one, or after an own sanction."""
    met = opportunities(row, "act")
    if not met or met[0].sanctioned_before:
        return None
    return met[0].outcome == "kept"


def statement_after(row: EpisodeRow, stage: Stage) -> StatementRow | None:
    """The statement at the end of a stage: where a newcomer was asked every turn, the last of them."""
    return next((s for s in reversed(row.statements) if s.stage == stage), None)


def observer_after(row: EpisodeRow, stage: Stage) -> ObserverRow | None:
    """The reference observer's statement at the end of a stage."""
    return next((o for o in reversed(row.observer) if o.stage == stage), None)


def first_statement(row: EpisodeRow) -> StatementRow | None:
    """The statement on the evidence of the watch alone, before the first own act."""
    return statement_after(row, "watch")


def last_statement(row: EpisodeRow) -> StatementRow | None:
    """The statement on all the evidence of the episode."""
    return row.statements[-1] if row.statements else None


def stage_statements(row: EpisodeRow) -> list[StatementRow]:
    """One statement a stage, the last of each, so that asking every turn does not weigh more."""
    ends = {statement.stage: statement for statement in row.statements}
    return list(ends.values())
