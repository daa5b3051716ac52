"""Societies by name: those that come with the program, those of one's own, and any file by its path."""

from __future__ import annotations

import os
from pathlib import Path

from normquest import settings
from normquest.session.errors import SessionError, unknown
from normquest.session.worlds import own_folder
from normquest.society.conditions import Condition, condition_from
from normquest.society.loader import LoadedSociety, load_society, parse_society
from normquest.society.members.names import reads
from normquest.society.members.scripted import minds_of, unknown_minds
from normquest.society.people import expanded
from normquest.society.schema import Society
from normquest.store.rows import WorldFile
from normquest.world.errors import WorldError

_SUFFIXES = (".yaml", ".yml")
_FOLDER = "societies"


def society_files() -> dict[str, Path]:
    """The files of all societies by name; of two alike one's own counts. Raises SessionError."""
    found: dict[str, Path] = {}
    for folder in dict.fromkeys((settings.worlds_folder() / _FOLDER, own_folder() / _FOLDER)):
        try:
            if folder.is_dir():
                found |= {path.stem: path for path in folder.iterdir() if path.suffix in _SUFFIXES}
        except OSError as error:
            raise SessionError(
                str(folder),
                f"the folder cannot be read ({error.strerror})",
                "a folder of society files",
                "Check its permissions",
            ) from None
    return dict(sorted(found.items()))


def open_society(which: str | Path) -> LoadedSociety:
    """The society of this name or in this file.

    Raises SessionError for a name that is none (and names the nearest), WorldError for a file that is wrong.
    """
    text = str(which)
    if isinstance(which, Path) or os.sep in text or "/" in text or text.endswith(_SUFFIXES):
        return load_society(Path(which))
    files = society_files()
    if text not in files:
        raise unknown(
            "society", "society", text, files, "See `normquest society list`, or give a file's path"
        )
    return load_society(files[text])


def society_file(loaded: LoadedSociety) -> WorldFile:
    """The society as the store keeps it."""
    return WorldFile(loaded.hash, loaded.society.id, loaded.society.title, loaded.source)


def stored_society(file: WorldFile) -> LoadedSociety:
    """The society as it was played. Raises SessionError if this program can't read it as it was then."""
    try:
        loaded = parse_society(file.source, f"{file.id}.yaml")
    except WorldError as error:
        raise SessionError(
            f"the society {file.id} as it was played",
            f"it can no longer be read ({error.problems[0]})",
            "a society file of this version",
            "Use the version of NormQuest that played it",
        ) from None
    if loaded.hash != file.hash:
        raise SessionError(
            f"the society {file.id} as it was played",
            "its source is not the one that its hash names",
            f"a source with the hash {file.hash[:12]}…",
            "Something else has changed the database: restore a copy",
        )
    return loaded


def checked_members(society: Society, members: str) -> str:
    """The members in their canonical form. Raises SessionError, with the nearest name, for what can't sit."""
    where = "--members"
    try:
        found = expanded(members, society.members)
    except ValueError as error:
        raise SessionError(
            where,
            str(error).split("; expected")[0],
            f"{society.members} members, such as {minds_of(society.game.kind)[0]}*{society.members}",
            "Count them out",
            usage=True,
        ) from None
    for name in unknown_minds(society.game.kind, found):
        raise unknown(where, "member", name, minds_of(society.game.kind), "Give one of them")
    for name in found:
        if reads(name):
            raise SessionError(
                where,
                f"'{name[:60]}' is a chat model or a person",
                f"scripted members: {', '.join(minds_of(society.game.kind))}",
                "Seat scripted members",
                usage=True,
            )
    return _counted(found)


def _counted(members: tuple[str, ...]) -> str:
    """Runs of the same member as name*number, so that the same seats always have the same key."""
    runs: list[tuple[str, int]] = []
    for name in members:
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
    return ",".join(f"{name}*{count}" if count > 1 else name for name, count in runs)


def checked_condition(text: str) -> Condition:
    """The condition of a name. Raises SessionError for one that is none."""
    try:
        return condition_from(text)
    except ValueError as error:
        what, _, expected = str(error).partition("; expected ")
        raise SessionError("--condition", what, expected, "Give one such as E+SL+SS", usage=True) from None
