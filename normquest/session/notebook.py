"""What a player writes down, kept beside the database: it survives quitting and is no part of the episode."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

MOST_NOTES = 200
MOST_CHARACTERS = 500


class Notebook:
    """The notes of one episode, in a small file that is written with every note."""

    def __init__(self, folder: Path, episode: int) -> None:
        self._path = folder / "notes" / f"{episode}.json"
        self.notes: list[str] = []
        with suppress(OSError, ValueError):
            read = json.loads(self._path.read_text(encoding="utf-8"))
            self.notes = [str(note)[:MOST_CHARACTERS] for note in read][:MOST_NOTES]

    def add(self, note: str) -> bool:
        """Write a note down. False if it could not be kept beyond this sitting."""
        self.notes = [*self.notes, note[:MOST_CHARACTERS]][-MOST_NOTES:]
        fresh = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(json.dumps(self.notes), encoding="utf-8")
            fresh.replace(self._path)
        except OSError:
            return False
        return True
