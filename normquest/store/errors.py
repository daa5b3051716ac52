"""What can be wrong with a database, said in words: where, what, what was expected, what to do.

No error of sqlite3 leaves the store; each becomes a `StoreError` here.
"""

import sqlite3
from pathlib import Path

_PRIMARY = 0xFF
"""The low byte of SQLite's extended error codes is the kind of error."""

_LEFT_MID_WRITE = {sqlite3.SQLITE_READONLY_ROLLBACK, sqlite3.SQLITE_READONLY_RECOVERY}

_FAULT = ("a statement that SQLite accepts", "Please report this: it is a fault in NormQuest")

READ_ONLY = (
    "the file or its folder cannot be written",
    "a file and a folder that you may write",
    "Give yourself the right to write there, or set NORMQUEST_HOME to a folder of your own",
)
"""What to say of a file that may not be written: what, expected, todo."""

_ADVICE: dict[int, tuple[str, str, str]] = {
    sqlite3.SQLITE_BUSY: (
        "another program kept the database locked",
        "locks that last milliseconds",
        "Close what has it open (a SQLite browser, a suspended run) and try again; nothing is lost",
    ),
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_FULL: (
        "the disk is full",
        "room for a few more pages",
        "Free some space and start again: it goes on after the last whole turn",
    ),
    sqlite3.SQLITE_IOERR: (
        "the disk could not be read or written",
        "a disk that works",
        "Check the disk and the space on it, then start again: it goes on after the last whole turn",
    ),
    sqlite3.SQLITE_CORRUPT: (
        "the file is damaged",
        "a whole SQLite database",
        "Keep a copy, save what is readable (`sqlite3 FILE .recover`), move the file away to begin anew",
    ),
    sqlite3.SQLITE_NOTADB: (
        "the file is not a SQLite database",
        "a database that NormQuest wrote",
        "Move the file away, or set NORMQUEST_HOME to another folder",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "the file cannot be opened",
        "a file and a folder that you may use",
        "Check the path and its permissions, or set NORMQUEST_HOME to a folder of your own",
    ),
    sqlite3.SQLITE_ERROR: (
        "the tables are not the ones that this program writes",
        "a database that only NormQuest has changed",
        "Restore a copy, or move the file away to begin anew",
    ),
}
_ADVICE[sqlite3.SQLITE_LOCKED] = _ADVICE[sqlite3.SQLITE_PROTOCOL] = _ADVICE[sqlite3.SQLITE_BUSY]
_ADVICE[sqlite3.SQLITE_PERM] = _ADVICE[sqlite3.SQLITE_AUTH] = _ADVICE[sqlite3.SQLITE_CANTOPEN]


class StoreError(Exception):
    """The database cannot be used as asked; nothing that was there is lost.

    `where` is the file, `what` is wrong with it, `expected` what should have been there, `todo` what helps.
    `str()` gives all four as plain sentences, fit to be shown.
    """

    def __init__(self, where: str | Path, what: str, expected: str, todo: str) -> None:
        super().__init__(str(where), what, expected, todo)  # all as args, so that it survives pickling
        self.where = str(where)
        self.what = what
        self.expected = expected
        self.todo = todo

    def __str__(self) -> str:
        return f"{self.where}: {self.what}. Expected: {self.expected}. {self.todo}."


def explained(error: sqlite3.Error, path: Path, doing: str) -> StoreError:
    """The error in words. `doing` completes "while …"."""
    if isinstance(error, sqlite3.ProgrammingError):
        return _misused(error, path, doing)
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)  # without a code: no UTF-8
    if code in _LEFT_MID_WRITE:
        return StoreError(
            path,
            f"a program was killed in the middle of a write, and this one may not clean up ({error})",
            "a database at rest, or the right to write",
            "Open it once for writing, for example by playing an episode",
        )
    advice = _ADVICE.get(code & _PRIMARY)
    what, expected, todo = advice if advice else ("SQLite refused", *_FAULT)
    return StoreError(path, f"{what} while {doing} ({error})", expected, todo.replace("FILE", str(path)))


def _misused(error: sqlite3.ProgrammingError, path: Path, doing: str) -> StoreError:
    if "thread" in str(error):
        return StoreError(
            path,
            f"a store was used outside the thread that opened it while {doing}",
            "one store a thread",
            "Call open_store in the thread that uses it",
        )
    if "closed" in str(error):
        return StoreError(path, f"the store was closed before {doing}", "an open store", "Open it again")
    return StoreError(path, f"SQLite refused while {doing} ({error})", *_FAULT)
