"""A database on its way to being open: looked at, in the right journal, perhaps without its newest tables.

What can be wrong with a file is found here, at once; what takes long (a new file, or one of an older version,
gets its tables from sqlite_utils, whose import takes many times what home needs) can wait until it is used.
"""

from __future__ import annotations

import sqlite3
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from normquest.store.connection import connect, pending
from normquest.store.errors import explained
from normquest.store.journal import no_shared_memory, settle
from normquest.store.migrations import apply
from normquest.store.tools import sqlite_tools

if TYPE_CHECKING:
    from normquest.store.database import Store

PATIENCE = 30.0
"""Seconds to wait for another process's lock. A turn holds it for a fraction of a millisecond."""


class Opening:
    """A file that can be written; called, it gives the store, the same each time, in the thread that made it.

    `notice` is what the user should be told about the way it was opened (empty as a rule). Raises StoreError
    as `open_store` does, but for what only comes to light while tables are made.
    """

    def __init__(self, path: str | Path, timeout: float = PATIENCE) -> None:
        self.path = Path(path)
        self._store: Store | None = None
        self._conn = connect(self.path, readonly=False, timeout=timeout)
        try:
            alone = _look(self._conn, self.path)
            self.notice = settle(self._conn, self.path, timeout, alone=alone)
            self._lacking = bool(pending(self._conn, self.path))
            if not self._lacking:
                _up_to_date(self._conn, self.path)
        except BaseException as error:
            self._conn.close()
            if isinstance(error, sqlite3.Error):
                raise explained(error, self.path, "opening it") from error
            raise

    def __call__(self) -> Store:
        """The store, up to date. Raises StoreError; it can be asked for again then."""
        if self._store is None:
            from normquest.store.database import Store

            if self._lacking:
                try:
                    _up_to_date(self._conn, self.path)
                except sqlite3.Error as error:
                    raise explained(error, self.path, "opening it") from error
            self._store = Store(self._conn, self.path, readonly=False, notice=self.notice)
        return self._store

    def prepare(self) -> None:
        """Import what the call will need, in whatever thread."""
        import_module("normquest.store.database")
        if self._lacking:
            sqlite_tools()

    def close(self) -> None:
        """Give the file back. Closing twice does no harm."""
        self._conn.close()

    def __enter__(self) -> Opening:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


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


def _up_to_date(conn: sqlite3.Connection, path: Path) -> None:
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
