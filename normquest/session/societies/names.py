"""Societies by name: those that come with the program, those of one's own, and any file by its path."""

from __future__ import annotations

from pathlib import Path

from normquest.session.errors import SessionError, unknown
from normquest.session.files import as_played, files_by_name, is_path
from normquest.society.conditions import Condition, condition_from
from normquest.society.loader import LoadedSociety, load_society, parse_society
from normquest.society.members.names import HUMAN, is_model
from normquest.society.members.scripted import minds_of, unknown_minds
from normquest.society.people import expanded
from normquest.society.schema import Society
from normquest.store.rows import WorldFile


def society_files() -> dict[str, Path]:
    """The files of all societies by name. Raises SessionError if a folder of them cannot be read."""
    return files_by_name("society", "societies")


def open_society(which: str | Path) -> LoadedSociety:
    """The society of this name or in this file.

    Raises SessionError for a name that is none (and names the nearest), WorldError for a file that is wrong.
    """
    text = str(which)
    if is_path(which):
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
    return as_played("society", file, parse_society)


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
    if HUMAN in found:
        raise SessionError(
            where,
            "a person cannot sit in a run",
            f"chat models, or scripted members: {', '.join(minds_of(society.game.kind))}",
            "Take a seat with `normquest society play`",
            usage=True,
        )
    return _counted(found)


def models_among(members: str) -> tuple[str, ...]:
    """The chat models among members, each once."""
    names = (part.partition("*")[0].strip() for part in members.split(","))
    return tuple(dict.fromkeys(name for name in names if is_model(name)))


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
