"""Where write-ahead logging does not hold, the store says so and does without."""

from pathlib import Path

import pytest

from normquest.store import Store, connection, journal, open_store
from store.builders import begun, filled, turn


def mode(store: Store) -> str:
    return str(store._conn.execute("PRAGMA journal_mode").fetchone()[0])


@pytest.fixture
def no_shared_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system on which SQLite has no shared memory: its dot-file locks are made for such."""
    monkeypatch.setattr(connection, "MORE", "&vfs=unix-dotfile")


def lies_on(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the journal believe that a folder is a mount of some kind."""
    mounts = folder.parent / "mountinfo"
    point = str(folder.resolve()).replace(" ", "\\040")
    root = "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw"
    mounts.write_text(f"{root}\n40 22 0:35 / {point} rw,relatime - {kind} server:/x rw\n")
    monkeypatch.setattr(journal, "_MOUNTS", mounts)


@pytest.mark.usefixtures("no_shared_memory")
def test_a_new_file_without_shared_memory(path: Path) -> None:
    with open_store(path) as store:
        assert mode(store) == "delete"
        assert store.notice.startswith(f"{path}: kept without write-ahead log")
        store.turn(begun(store).id, turn(0))
        with open_store(path, readonly=True) as reader:
            assert reader.records(1) == turn(0)


def test_a_file_with_a_log_that_moved_to_where_none_is_possible(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path, turns=2)
    monkeypatch.setattr(connection, "MORE", "&vfs=unix-dotfile")
    with open_store(path) as store:
        assert mode(store) == "delete"
        assert store.notice
        assert store.records(1) == turn(0) + turn(1)
        with open_store(path) as other:
            other.turn(begun(other).id, turn(2))
    monkeypatch.undo()
    with open_store(path) as store:
        assert (mode(store), store.notice, len(store.records(1))) == ("wal", "", 24)


def test_a_network_file_system_is_not_trusted_with_a_log(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lies_on("nfs4", path.parent, monkeypatch)
    with open_store(path) as store:
        assert mode(store) == "delete"
        assert "network file system (nfs4)" in store.notice
        assert store._conn.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_a_local_mount_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = path.parent / "my disk"
    folder.mkdir()
    lies_on("xfs", folder, monkeypatch)
    assert journal.file_system(folder / "n.db") == "xfs"
    assert journal.file_system(path) == "ext4"
    with open_store(folder / "n.db") as store:
        assert (mode(store), store.notice) == ("wal", "")


def test_where_no_mounts_are_known_sqlite_is_asked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "_MOUNTS", path.parent / "none")
    with open_store(path) as store:
        assert (mode(store), store.notice) == ("wal", "")
