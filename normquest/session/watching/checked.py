"""That an episode happens again as it is stored, found out beside those who look at it."""

from __future__ import annotations

from pathlib import Path

from normquest.episode.records import ENGINE
from normquest.session.drawing import Drawing
from normquest.session.keeping import drawing_of, head_of, replay
from normquest.store import open_store


def checked(path: Path, number: int) -> Drawing | None:
    """Draw the community of an episode again and take all its decisions again; gives the draw.

    It takes seconds and opens the file for itself, so it may run in any thread. None for an episode of
    another engine, which cannot be checked. Raises SessionError at the first record that differs.
    """
    with open_store(path, readonly=True) as store:
        if head_of(store, number).key.engine != ENGINE:
            return None
        drawing = drawing_of(store, number)
        if head_of(store, number).status != "running":  # else it may grow meanwhile
            for _ in replay(store, number, drawing):
                pass
        return drawing
