"""What all parts of the store share: a connection, transactions that begin by locking, errors in words."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from normquest.store.errors import StoreError, explained


def now() -> str:
    """This moment in UTC, to the millisecond, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Connected:
    """A connection to one database file. It belongs to the thread that opened it.

    `path` is the file, `readonly` whether writing is refused, `notice` what the user should be told about the
    way it was opened (empty as a rule).
    """

    def __init__(self, conn: sqlite3.Connection, path: Path, *, readonly: bool, notice: str = "") -> None:
        self._conn = conn
        self.path = path
        self.readonly = readonly
        self.notice = notice

    @contextmanager
    def _saying(self, doing: str) -> Iterator[sqlite3.Connection]:
        """Errors of SQLite become StoreErrors that say what was being done."""
        try:
            yield self._conn
        except sqlite3.Error as error:
            raise explained(error, self.path, doing) from error

    @contextmanager
    def _writing(self, doing: str) -> Iterator[sqlite3.Connection]:
        """One transaction: all or nothing. It locks first, so it never fails halfway for want of a lock.

        What SQLite cannot hold (an id with lone surrogates, a number over 64 bits) is a StoreError too.
        """
        if self.readonly:
            raise StoreError(
                self.path,
                f"{doing} is not possible",
                "a store opened for writing",
                "Open it without readonly",
            )
        conn = self._conn
        try:
            conn.execute("BEGIN IMMEDIATE")
            yield conn
            conn.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):
                if conn.in_transaction:
                    conn.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise explained(error, self.path, doing) from error
            if isinstance(error, UnicodeEncodeError | OverflowError):
                raise StoreError(
                    self.path,
                    f"a value cannot be stored while {doing} ({error})",
                    "names in plain Unicode, numbers of at most 64 bits",
                    "Change the name or the number",
                ) from error
            raise

    def _select(self, doing: str, sql: str, parameters: Sequence[Any] = ()) -> list[sqlite3.Row]:
        with self._saying(doing) as conn:
            return conn.execute(sql, parameters).fetchall()

    def _first(self, doing: str, sql: str, parameters: Sequence[Any] = ()) -> sqlite3.Row | None:
        rows = self._select(doing, sql, parameters)
        return rows[0] if rows else None

    def version(self) -> int:
        """A number that changes when another connection has written; costs a microsecond or two."""
        row = self._first("looking for news", "PRAGMA data_version")
        return int(row[0]) if row else 0

    def check(self) -> list[str]:
        """What SQLite finds wrong with the file, in its words; empty if all is well. Reads all of it."""
        found: list[str] = []
        with self._saying("checking it") as conn:
            try:
                found += [row[0] for row in conn.execute("PRAGMA integrity_check") if row[0] != "ok"]
                for row in conn.execute("PRAGMA foreign_key_check"):
                    found.append(f"{row[0]}: a row points to nothing in {row[2]}")
            except sqlite3.DatabaseError as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
                    raise
                found.append(str(error))
        return found

    def close(self) -> None:
        """Give the file back. Closing twice does no harm."""
        with self._saying("closing it"):
            self._conn.close()
