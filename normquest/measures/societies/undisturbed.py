"""Rounds before anything was done to a society: what means and regressions speak of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

from normquest.measures.societies.logs import Draws, Message, Ratings, Span
from normquest.measures.societies.panel import Panel

Rounds = TypeVar("Rounds", Panel, Ratings, Draws)


def ends_of(spans: Sequence[Span], shocks: Mapping[int, int]) -> dict[int, int]:
    """Run to its last round before the first trial or the shock; a control changes nothing and is none."""
    found = dict(shocks)
    for span in spans:
        if span.intervention != "control":
            found[span.run] = min(found.get(span.run, span.first - 1), span.first - 1)
    return found


def undisturbed(rows: Rounds, ends: Mapping[int, int]) -> Rounds:
    """The rows up to the end of their run; all of a run that has none."""
    last = np.array([ends.get(run, np.iinfo(np.int64).max) for run in rows.run.tolist()], dtype=np.int64)
    return rows.select(rows.round <= last)


def undisturbed_talk(messages: Sequence[Message], ends: Mapping[int, int]) -> list[Message]:
    """The same of messages."""
    return [m for m in messages if m.run not in ends or m.round <= ends[m.run]]
