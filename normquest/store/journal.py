"""Which journal a file gets: WAL where it holds, a rollback journal where it does not.

WAL lets watchers read while a run writes, and makes a turn cheap. It needs shared memory between the
processes that use the file, which network file systems only pretend to have.
"""

import sqlite3
import time
from contextlib import suppress
from pathlib import Path

_NETWORK = {
    "9p", "afs", "beegfs", "ceph", "cifs", "fuse.gcsfuse", "fuse.glusterfs", "fuse.s3fs", "fuse.sshfs",
    "fuse.vmhgfs-fuse", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "prl_fs", "smb2", "smb3", "smbfs", "vboxsf",
    "vmhgfs",
}  # fmt: skip
_MOUNTS = Path("/proc/self/mountinfo")
_RETRY = 0.01
_NO_MEMORY = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PROTOCOL)


def no_shared_memory(error: sqlite3.OperationalError) -> bool:
    """Whether an error may mean that WAL does not hold where the file lies."""
    return error.sqlite_errorcode & 0xFF in _NO_MEMORY


def settle(conn: sqlite3.Connection, path: Path, timeout: float, *, alone: bool = False) -> str:
    """Give the file its journal and the connection the matching synchronous setting.

    `alone`: the file was found in WAL mode without shared memory, and is in exclusive use. Returns the empty
    string, or the sentence that tells the user why there is no write-ahead log. Raises sqlite3.Error.
    """
    reason = "SQLite has no shared memory there"
    kind = file_system(path)
    if kind in _NETWORK:
        reason = f"it lies on a network file system ({kind})"
    elif not alone and _wal_holds(conn, timeout):
        conn.execute("PRAGMA synchronous = NORMAL")
        return ""
    _leave_wal(conn, timeout)
    conn.execute("PRAGMA synchronous = FULL")  # without WAL, NORMAL could damage the file in a power cut
    return f"{path}: kept without write-ahead log, since {reason}: slower, and watchers may have to wait."


def _switch(conn: sqlite3.Connection, mode: str, timeout: float) -> str:
    """Ask for a journal mode until it is granted or time is up; SQLite itself does not wait here."""
    end = time.monotonic() + timeout
    while True:
        try:
            return str(conn.execute(f"PRAGMA journal_mode = {mode}").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(_RETRY)


def _wal_holds(conn: sqlite3.Connection, timeout: float) -> bool:
    try:
        if _switch(conn, "WAL", timeout) != "wal":
            return False
        conn.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the first read maps the shared memory
        return True
    except sqlite3.OperationalError as error:
        if no_shared_memory(error):
            return False
        raise


def _leave_wal(conn: sqlite3.Connection, timeout: float) -> None:
    """Back to a rollback journal. Alone on the file SQLite can leave WAL without shared memory."""
    conn.execute("PRAGMA locking_mode = EXCLUSIVE")
    try:
        _switch(conn, "DELETE", timeout)
    finally:
        conn.execute("PRAGMA locking_mode = NORMAL")
        with suppress(sqlite3.OperationalError):
            conn.execute("SELECT count(*) FROM sqlite_master").fetchone()  # only a read gives the lock back


def file_system(path: Path) -> str:
    """The type of the file system that a path lies on, as Linux names it; empty where that is not known."""
    try:
        lines = _MOUNTS.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return ""
    place = path.resolve()
    best, kind = -1, ""
    for mount in lines:
        left, _, right = mount.partition(" - ")
        fields = left.split(" ")
        if len(fields) < 5 or not right:
            continue
        point = Path(fields[4].replace("\\040", " "))
        if len(point.parts) >= best and place.is_relative_to(point):  # of equals the last lies on top
            best, kind = len(point.parts), right.split(" ")[0]
    return kind
