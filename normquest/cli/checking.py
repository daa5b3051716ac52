"""Certificates of many draws: one row a draw, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any

from normquest.norms.templates import templates
from normquest.report.tables import NA, table
from normquest.session.checking import checked_draws
from normquest.session.worlds import open_world, world_files
from normquest.text import wrap
from normquest.world.errors import WorldError

_MOST_REASONS = 5
_FIGURES = (
    ("scenes", "scenes"),
    ("acts", "acts"),
    ("minutes", "minutes"),
    ("words_a_scene", "words"),
)
"""Fields of a certificate whose medians are shown, and their heads."""


def checked(
    which: Sequence[str], seeds: Sequence[int], level: str, jobs: int, told: Callable[[str], None]
) -> Iterator[dict[str, Any] | str]:
    """A row for each draw; for a world that cannot be read, what is wrong with it."""
    for name in dict.fromkeys(which or world_files()):
        try:
            loaded = open_world(name)
            templates(loaded.world, loaded.marks)
        except WorldError as error:
            yield str(error)
            continue
        told(f"{loaded.world.id}: drawing")
        for done, row in enumerate(checked_draws(loaded, seeds, level, jobs), start=1):
            yield row
            told(f"{loaded.world.id}: {done} of {len(seeds)} draws")


def totals(rows: Sequence[dict[str, Any]], width: int) -> str:
    """By world and norm asked for how many draws were accepted, and what they took; below, why not."""
    cells = []
    for world, asked in dict.fromkeys((row["world"], row["asked"]) for row in rows):
        own = [row for row in rows if (row["world"], row["asked"]) == (world, asked)]
        accepted = [row for row in own if row["accepted"]]
        figures = [_median(accepted, field) for field, _ in _FIGURES]
        seconds = f"{median(row['cpu'] for row in own):.1f}"
        cells.append([world, asked, f"{len(accepted)} of {len(own)}", *figures, seconds])
    heads = ["world", "norm asked for", "accepted", *(head for _, head in _FIGURES), "CPU s"]
    reasons = Counter(reason for row in rows for reason in row["reasons"])
    lines = [wrap(f"  {count} × {reason}", width) for reason, count in reasons.most_common(_MOST_REASONS)]
    accepted_in_all = sum(row["accepted"] for row in rows)
    parts = [
        table(heads, cells, width, keys=2),
        f"{accepted_in_all} of {len(rows)} draws accepted. Figures are medians of those; "
        f"CPU seconds of all: {median(row['cpu'] for row in rows):.1f}, "
        f"{max(row['cpu'] for row in rows):.1f} at most.",
        "Most frequent reasons of rejections:\n" + "\n".join(lines) if lines else "",
    ]
    return "\n\n".join(part for part in parts if part)


def _median(rows: Sequence[dict[str, Any]], field: str) -> str:
    values = [row["certificate"][field] for row in rows if row["certificate"]]
    return f"{median(values):.0f}" if values else NA
