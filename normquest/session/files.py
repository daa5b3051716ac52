"""Files of worlds and of societies: found by name or path, and read again as they were when played."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from normquest import settings
from normquest.session.errors import SessionError
from normquest.store.rows import WorldFile
from normquest.world.errors import WorldError

_SUFFIXES = (".yaml", ".yml")


class _Loaded(Protocol):
    @property
    def hash(self) -> str: ...


L = TypeVar("L", bound=_Loaded)


def own_folder() -> Path:
    """Where a new world is written: the checkout's `worlds`, otherwise a folder beside the database."""
    root = settings.checkout()
    return root / "worlds" if root and not os.environ.get("NORMQUEST_HOME") else settings.home() / "worlds"


def files_by_name(kind: str, within: str = "") -> dict[str, Path]:
    """All files of a kind by name (the file's, without its ending); of two alike one's own counts.

    `within`: the folder in that of the worlds. Raises SessionError if a folder cannot be read.
    """
    found: dict[str, Path] = {}
    for folder in dict.fromkeys((settings.worlds_folder() / within, own_folder() / within)):
        try:
            if folder.is_dir():
                found |= {path.stem: path for path in folder.iterdir() if path.suffix in _SUFFIXES}
        except OSError as error:
            raise SessionError(
                str(folder),
                f"the folder cannot be read ({error.strerror})",
                f"a folder of {kind} files",
                "Check its permissions",
            ) from None
    return dict(sorted(found.items()))


def is_path(which: str | Path) -> bool:
    """Whether what was named is a file, not a name."""
    text = str(which)
    return isinstance(which, Path) or os.sep in text or "/" in text or text.endswith(_SUFFIXES)


def as_played(kind: str, file: WorldFile, parse: Callable[[str, str], L]) -> L:
    """A file as it was played. Raises SessionError if this program can't read it as it was then."""
    try:
        loaded = parse(file.source, f"{file.id}.yaml")
    except WorldError as error:
        raise SessionError(
            f"the {kind} {file.id} as it was played",
            f"it can no longer be read ({error.problems[0]})",
            f"a {kind} file of this version",
            "Use the version of NormQuest that played it",
        ) from None
    if loaded.hash != file.hash:
        raise SessionError(
            f"the {kind} {file.id} as it was played",
            "its source is not the one that its hash names",
            f"a source with the hash {file.hash[:12]}…",
            "Something else has changed the database: restore a copy",
        )
    return loaded
