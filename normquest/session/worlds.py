"""Worlds by name: those that come with the program, those of one's own, and any file by its path."""

from __future__ import annotations

from pathlib import Path

from normquest.session.errors import unknown
from normquest.session.files import as_played, files_by_name, is_path
from normquest.store.rows import WorldFile
from normquest.world.errors import WorldError
from normquest.world.loader import LoadedWorld, load_world, parse_world

_TODO = "See `normquest worlds list`, or give the path of a file"


def world_files() -> dict[str, Path]:
    """The files of all worlds by name. Raises SessionError if a folder of worlds cannot be read."""
    return files_by_name("world")


def open_world(which: str | Path) -> LoadedWorld:
    """The world of this name or in this file.

    Raises SessionError for a name that is none (and names the nearest), WorldError for a file that is wrong.
    """
    text = str(which)
    if is_path(which):
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


def world_file(loaded: LoadedWorld) -> WorldFile:
    """The world as the store keeps it."""
    return WorldFile(loaded.hash, loaded.world.id, loaded.world.title, loaded.source)


def stored_world(file: WorldFile) -> LoadedWorld:
    """The world as it was played. Raises SessionError if this program can't read it as it was then."""
    return as_played("world", file, parse_world)
