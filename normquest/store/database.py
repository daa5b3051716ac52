"""The store: one SQLite file, opened so that it works or says in words why it does not."""

import sqlite3
from pathlib import Path
from types import TracebackType

from normquest.store.calls import Calls
from normquest.store.codes import Codes
from normquest.store.connection import connect, pending
from normquest.store.controls import Controls
from normquest.store.errors import StoreError, explained
from normquest.store.opening import PATIENCE, Opening
from normquest.store.reading import Reading
from normquest.store.societies import Societies
from normquest.store.uses import Uses
from normquest.store.writing import Writing


class Store(Reading, Writing, Calls, Controls, Uses, Societies, Codes):
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
    if not readonly:
        return _opened(Opening(path, timeout))
    conn = connect(path, readonly=True, timeout=timeout)
    try:
        lacking = pending(conn, path)
        if lacking:
            raise _too_old(path, lacking)
        return Store(conn, path, readonly=True)
    except BaseException as error:
        conn.close()
        if isinstance(error, sqlite3.Error):
            raise explained(error, path, "opening it") from error
        raise


def _opened(opening: Opening) -> Store:
    try:
        return opening()
    except BaseException:
        opening.close()
        raise


def _too_old(path: Path, lacking: tuple[str, ...]) -> StoreError:
    return StoreError(
        path,
        f"it is empty or was written by an older NormQuest (it lacks {lacking[0]!r})",
        "a database of this version",
        "Open it once for writing, for example by playing an episode: that brings it up to date",
    )
