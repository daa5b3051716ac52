"""What a player writes down, kept beside the database: it survives quitting and is no part of the episode."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

MOST_NOTES = 200
MOST_CHARACTERS = 500

Standing = Literal["", "waits", "doubted", "out"]
"""How a hypothesis stands with the player; empty for what is none."""


@dataclass(frozen=True, slots=True)
class Note:
    """A remark, a pinned line of the log (`number`), or a hypothesis (`standing`)."""

    text: str
    number: int | None = None
    standing: Standing = ""

    def __str__(self) -> str:
        marks = {"": "", "waits": "? ", "doubted": "?? ", "out": "x "}
        return f"{marks[self.standing]}{'' if self.number is None else f'{self.number} '}{self.text}"


class Notebook:
    """The notes of one episode, in a small file that is written with every change."""

    def __init__(self, folder: Path, episode: int) -> None:
        self._path = folder / "notes" / f"{episode}.json"
        self._before: list[tuple[Note, ...]] = []
        self.entries: tuple[Note, ...] = ()
        with suppress(OSError, ValueError, TypeError):
            read = json.loads(self._path.read_text(encoding="utf-8"))
            self.entries = tuple(map(_read, read))[:MOST_NOTES]

    @property
    def notes(self) -> list[str]:
        """All of them in words."""
        return [str(note) for note in self.entries]

    @property
    def remarks(self) -> list[Note]:
        """What people do: remarks and pinned lines."""
        return [note for note in self.entries if not note.standing]

    @property
    def hypotheses(self) -> list[Note]:
        """What may be enforced, those crossed out too."""
        return [note for note in self.entries if note.standing]

    @property
    def pinned(self) -> list[int]:
        """The numbers of the pinned lines."""
        return [note.number for note in self.entries if note.number is not None]

    def add(self, text: str) -> bool:
        """Write a remark down; one that begins with "?" is a hypothesis. False if it could not be kept."""
        if text.startswith("?"):
            return self.suppose(text[1:].strip())
        return self._set((*self.entries, Note(text[:MOST_CHARACTERS])))

    def suppose(self, sentence: str) -> bool:
        """Write a hypothesis down. One that stands there already waits again."""
        known = [note for note in self.entries if note.standing and note.text == sentence]
        if known:
            return self.judge(known[0], "waits")
        return self._set((*self.entries, Note(sentence[:MOST_CHARACTERS], None, "waits")))

    def pin(self, lines: Sequence[tuple[int, str]]) -> bool:
        """Let these lines of the log be the pinned ones; the rest stays."""
        wanted = dict(lines)
        rest = [note for note in self.entries if note.number is None or note.number in wanted]
        there = {note.number for note in rest}
        new = [
            Note(text[:MOST_CHARACTERS], number)
            for number, text in sorted(wanted.items())
            if number not in there
        ]
        return self._set((*rest, *new))

    def judge(self, note: Note, standing: Standing) -> bool:
        """Let a hypothesis wait, doubt it, or cross it out."""
        return self._set(
            tuple(replace(one, standing=standing) if one == note else one for one in self.entries)
        )

    def reword(self, note: Note, sentence: str) -> bool:
        """Another sentence in the place of a hypothesis."""
        fresh = Note(sentence[:MOST_CHARACTERS], None, "waits")
        return self._set(tuple(fresh if one == note else one for one in self.entries))

    def drop(self, note: Note) -> bool:
        """Take a note out."""
        return self._set(tuple(one for one in self.entries if one != note))

    def undo(self) -> bool:
        """Take the last change back. False if there is none in this sitting."""
        if not self._before:
            return False
        self.entries = self._before.pop()
        self._write()
        return True

    def _set(self, entries: tuple[Note, ...]) -> bool:
        if entries == self.entries:
            return True
        self._before.append(self.entries)
        self.entries = entries[-MOST_NOTES:]
        return self._write()

    def _write(self) -> bool:
        fresh = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(json.dumps([asdict(note) for note in self.entries]), encoding="utf-8")
            fresh.replace(self._path)
        except OSError:
            return False
        return True


def _read(data: Any) -> Note:
    """A note as the file has it; a bare string comes from an earlier version."""
    if isinstance(data, str):
        hypothesis = data.startswith("?")
        text = data[1:].strip() if hypothesis else data
        return Note(text[:MOST_CHARACTERS], None, "waits" if hypothesis else "")
    number, standing = data.get("number"), data.get("standing", "")
    return Note(
        str(data.get("text", ""))[:MOST_CHARACTERS],
        number if isinstance(number, int) else None,
        standing if standing in get_args(Standing) else "",
    )
