"""Opening the file: every path that cannot work is refused in words, and none is changed by looking at it."""

import os
import sqlite3
from pathlib import Path

from normquest.store.errors import READ_ONLY, StoreError, explained
from normquest.store.migrations import APPLICATION, SET, names

MORE = ""
"""More parameters for SQLite's URI; the tests put a file system with fewer powers here."""

_OLDEST_SQLITE = (3, 37, 0)  # strict tables


def connect(path: Path, *, readonly: bool, timeout: float) -> sqlite3.Connection:
    """An open connection in autocommit mode, with foreign keys on.

    Writing makes the folder and the file if need be; reading makes nothing. Raises StoreError.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StoreError(
            path,
            f"this Python comes with SQLite {sqlite3.sqlite_version}",
            "SQLite 3.37 or newer",
            "Use a Python that was built with a newer SQLite",
        )
    _check_path(path, readonly)
    try:
        conn = _opened(path, "mode=ro" if readonly else "mode=rwc", timeout)
        if readonly and not _readable(conn) and _at_rest(path):
            conn.close()
            # On a read-only medium SQLite cannot make the shared memory that WAL needs, nor is it needed.
            conn = _opened(path, "mode=ro&immutable=1", timeout)
        return conn
    except sqlite3.Error as error:
        raise explained(error, path, "opening it") from error


def uri(path: Path, parameters: str) -> str:
    """The path as SQLite's URI, whatever characters it has."""
    return f"{path.absolute().as_uri()}?{parameters}{MORE}"


def _opened(path: Path, parameters: str, timeout: float) -> sqlite3.Connection:
    conn = sqlite3.connect(uri(path, parameters), timeout=timeout, isolation_level=None, uri=True)
    conn.row_factory = sqlite3.Row
    conn.execute("PRAGMA foreign_keys = ON")  # reads nothing, so it cannot fail
    return conn


def _readable(conn: sqlite3.Connection) -> bool:
    try:
        conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        return False
    return True


def _at_rest(path: Path) -> bool:
    """Whether everything stands in the file itself, and nobody can be writing."""
    leftovers = [path.with_name(path.name + tail) for tail in ("-wal", "-journal")]
    return not os.access(path.parent, os.W_OK) and not any(file.exists() for file in leftovers)


def _check_path(path: Path, readonly: bool) -> None:
    try:
        if path.is_dir():
            raise StoreError(path, "this is a folder", "a file", "Name the database file inside it")
        if path.exists() and not path.is_file():
            raise StoreError(path, "this is not a regular file", "a database file", "Name another file")
        if readonly and not path.exists():
            raise StoreError(
                path, "there is no such file", "a database", "Play or run something first: `normquest play`"
            )
        if not readonly:
            path.parent.mkdir(parents=True, exist_ok=True)
            kept = (path.parent, path) if path.exists() else (path.parent,)
            if not all(os.access(each, os.W_OK) for each in kept):
                raise StoreError(path, *READ_ONLY)
    except OSError as error:
        raise StoreError(
            path,
            f"the file cannot be reached ({error.strerror or error})",
            "a folder that you may use",
            "Check the path and its permissions, or set NORMQUEST_HOME to a folder of your own",
        ) from error


def pending(conn: sqlite3.Connection, path: Path) -> tuple[str, ...]:
    """The names of the steps that this file still lacks; all of them if it is empty.

    Raises StoreError if the file is another program's or was written by a newer NormQuest, sqlite3.Error if
    it cannot be read.
    """
    tables = {row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    mark = conn.execute("PRAGMA application_id").fetchone()[0]
    if mark != APPLICATION:
        if tables or mark:
            sign = f"it has the table {min(tables)!r}" if tables else f"its application_id is {mark}"
            raise StoreError(
                path,
                f"this is another program's database ({sign})",
                "a database that NormQuest wrote",
                "Name another file, or set NORMQUEST_HOME to another folder",
            )
        return names()
    applied = [
        row[0]
        for row in conn.execute(
            "SELECT name FROM _sqlite_migrations WHERE migration_set = ? ORDER BY id", (SET,)
        )
    ]
    unknown = [name for name in applied if name not in names()]
    if unknown:
        raise StoreError(
            path,
            f"it was written by a newer NormQuest (this one does not know the step {unknown[0]!r})",
            f"steps up to {names()[-1]!r}",
            "Update NormQuest, or set NORMQUEST_HOME to another folder",
        )
    return tuple(name for name in names() if name not in applied)
