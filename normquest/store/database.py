"""The store: one SQLite file, opened so that it works or says in words why it does not."""

import sqlite3
from pathlib import Path
from types import TracebackType

from normquest.store.calls import Calls
from normquest.store.connection import connect, pending
from normquest.store.controls import Controls
from normquest.store.errors import StoreError, explained
from normquest.store.journal import no_shared_memory, settle
from normquest.store.migrations import apply
from normquest.store.reading import Reading
from normquest.store.societies import Societies
from normquest.store.uses import Uses
from normquest.store.writing import Writing

PATIENCE = 30.0
"""Seconds to wait for another process's lock. A turn holds it for a fraction of a millisecond."""


class Store(Reading, Writing, Calls, Controls, Uses, Societies):
    """An open database; get one from `open_store`. Use it in one thread, and close it (or use `with`).

    Every method raises StoreError for what the file or another process does, and leaves the file whole.
    """

    def __init__(self, conn: sqlite3.Connection, path: Path, *, readonly: bool, notice: str = "") -> None:
        super().__init__(conn, path, readonly=readonly, notice=notice)
        self._heads = {}
        self._written = {}
        self._running = {}

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(path: str | Path, *, readonly: bool = False, timeout: float = PATIENCE) -> Store:
    """Open the database at `path`: for writing, made and migrated if need be, or only for reading.

    `timeout` is how many seconds to wait for a lock. Raises StoreError if the path is a folder or cannot be
    reached, if the file is missing (reading), no database, damaged, another program's, newer than this
    program, older (reading), read-only (writing) or locked for longer than the timeout, or the disk is full.
    A file that is refused is left as it was.
    """
    path = Path(path)
    conn = connect(path, readonly=readonly, timeout=timeout)
    try:
        if readonly:
            lacking = pending(conn, path)
            if lacking:
                raise _too_old(path, lacking)
            return Store(conn, path, readonly=True)
        alone = _look(conn, path)
        notice = settle(conn, path, timeout, alone=alone)
        _migrate(conn, path)
        return Store(conn, path, readonly=False, notice=notice)
    except BaseException as error:
        conn.close()
        if isinstance(error, sqlite3.Error):
            raise explained(error, path, "opening it") from error
        raise


def _look(conn: sqlite3.Connection, path: Path) -> bool:
    """See whether the file may be used at all. True if that took exclusive use, for want of shared memory."""
    try:
        pending(conn, path)
    except sqlite3.OperationalError as error:
        if not no_shared_memory(error):
            raise
        conn.execute("PRAGMA locking_mode = EXCLUSIVE")
        pending(conn, path)
        return True
    return False


def _migrate(conn: sqlite3.Connection, path: Path) -> None:
    """Apply what is pending, one process at a time; if nothing is, make sure that the file can be written.

    A lock alone does not show that: on a read-only file BEGIN IMMEDIATE quietly locks for reading.
    """
    conn.execute("BEGIN IMMEDIATE")
    try:
        if pending(conn, path):  # asked again, now that nobody else can be at it
            apply(conn)
        else:
            conn.execute("UPDATE runs SET name = name WHERE 0")
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise


def _too_old(path: Path, lacking: tuple[str, ...]) -> StoreError:
    return StoreError(
        path,
        f"it is empty or was written by an older NormQuest (it lacks {lacking[0]!r})",
        "a database of this version",
        "Open it once for writing, for example by playing an episode: that brings it up to date",
    )
