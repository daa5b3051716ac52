"""Reads a society file, as strictly as a world's: what YAML may hold is decided in one place for both."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from normquest.society.checks import check_society
from normquest.society.schema import Society
from normquest.world.checks import check_text
from normquest.world.explain import validated
from normquest.world.loader import read_marks, read_source
from normquest.world.nodes import Marks
from normquest.world.report import Report


@dataclass(frozen=True, slots=True)
class LoadedSociety:
    """A society and where it came from; `hash` is the sha-256 of `source`, its text with plain line ends."""

    society: Society
    hash: str
    source: str
    path: Path | None = None
    marks: Marks = field(default=Marks(""), repr=False, compare=False)


def load_society(path: Path) -> LoadedSociety:
    """The society in a file. Raises WorldError if it cannot be read or is wrong in any way."""
    return _load(read_source(path), path.name, path)


def parse_society(source: bytes | str, name: str) -> LoadedSociety:
    """The society in a text; `name` stands for it in messages. Raises WorldError likewise."""
    return _load(source, name, None)


def _load(source: bytes | str, name: str, path: Path | None) -> LoadedSociety:
    text, marks = read_marks(source, name)
    report = Report(marks)
    assert marks.root is not None
    check_text(report)
    society = validated(Society, marks.root.plain(), report)
    if society is not None:
        check_society(society, report)
    report.check()
    assert society is not None
    return LoadedSociety(society, hashlib.sha256(text.encode()).hexdigest(), text, path, marks)
