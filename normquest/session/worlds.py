"""Worlds by name: those that come with the program, those of one's own, and any file by its path."""

from __future__ import annotations

import os
from pathlib import Path

from normquest import settings
from normquest.session.errors import SessionError, unknown
from normquest.store.rows import WorldFile
from normquest.world.errors import WorldError
from normquest.world.loader import LoadedWorld, load_world, parse_world

_SUFFIXES = (".yaml", ".yml")
_TODO = "See `normquest worlds list`, or give the path of a file"


def own_folder() -> Path:
    """Where a new world is written: the checkout's `worlds`, otherwise a folder beside the database."""
    root = settings.checkout()
    return root / "worlds" if root and not os.environ.get("NORMQUEST_HOME") else settings.home() / "worlds"


def world_files() -> dict[str, Path]:
    """The files of all worlds by name (the file's, without its ending); of two alike one's own counts.

    Raises SessionError if a folder of worlds cannot be read.
    """
    found: dict[str, Path] = {}
    for folder in dict.fromkeys((settings.worlds_folder(), own_folder())):
        try:
            if folder.is_dir():
                found |= {path.stem: path for path in folder.iterdir() if path.suffix in _SUFFIXES}
        except OSError as error:
            raise SessionError(
                str(folder),
                f"the folder cannot be read ({error.strerror})",
                "a folder of world files",
                "Check its permissions",
            ) from None
    return dict(sorted(found.items()))


def open_world(which: str | Path) -> LoadedWorld:
    """The world of this name or in this file.

    Raises SessionError for a name that is none (and names the nearest), WorldError for a file that is wrong.
    """
    text = str(which)
    if isinstance(which, Path) or _is_path(text):
        return load_world(Path(which))
    files = world_files()
    if text in files:
        return load_world(files[text])
    for path in files.values():
        try:
            loaded = load_world(path)
        except WorldError:
            continue
        if loaded.world.id == text:
            return loaded
    raise unknown("worlds", "world", text, files, _TODO)


def _is_path(text: str) -> bool:
    return os.sep in text or "/" in text or text.endswith(_SUFFIXES)


def world_file(loaded: LoadedWorld) -> WorldFile:
    """The world as the store keeps it."""
    return WorldFile(loaded.hash, loaded.world.id, loaded.world.title, loaded.source)


def stored_world(file: WorldFile) -> LoadedWorld:
    """The world as it was played. Raises SessionError if this program can't read it as it was then."""
    try:
        loaded = parse_world(file.source, f"{file.id}.yaml")
    except WorldError as error:
        raise SessionError(
            f"the world {file.id} as it was played",
            f"it can no longer be read ({error.problems[0]})",
            "a world file of this version",
            "Use the version of NormQuest that played it",
        ) from None
    if loaded.hash != file.hash:
        raise SessionError(
            f"the world {file.id} as it was played",
            "its source is not the one that its hash names",
            f"a source with the hash {file.hash[:12]}…",
            "Something else has changed the database: restore a copy",
        )
    return loaded
