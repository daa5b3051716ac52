"""What it took."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.measures.estimate import mean
from normquest.measures.figures import Figure
from normquest.measures.rows import EpisodeRow
from normquest.measures.select import scored

Rows = Sequence[EpisodeRow]


def turns(rows: Rows) -> Figure:
    """Mean number of turns of the act stage, whatever came of it."""
    return mean(
        "turns", scored(rows), lambda row: None if row.act is None else float(row.act.turns), span=None
    )


def tokens(rows: Rows) -> Figure:
    """Mean number of tokens an episode, of the episodes whose provider told it."""
    return mean(
        "tokens", scored(rows), lambda row: None if row.tokens is None else float(row.tokens), span=None
    )
