"""Whatever is wrong with a file is said in words: where, what, what was expected, what to do."""

import os
import shutil
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from normquest.store import Store, StoreError, open_store
from normquest.store.migrations import STEPS
from store.builders import begun, event, filled, raw, turn
from store.processes import finished, start, tell

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")


def a_folder(path: Path) -> None:
    path.mkdir()


def a_text(path: Path) -> None:
    path.write_text("Dear diary, today I was frowned at. " * 50)


def another_program(path: Path) -> None:
    raw(path, "CREATE TABLE bookmarks (url TEXT)", "INSERT INTO bookmarks VALUES ('x')")


def another_format(path: Path) -> None:
    raw(path, "PRAGMA application_id = 1196444487")


def a_newer_version(path: Path) -> None:
    filled(path, turns=1)
    step = "('normquest', 'moods', '2031')"
    raw(path, f"INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES {step}")


def a_truncated_file(path: Path) -> None:
    filled(path)
    os.truncate(path, 3 * 4096)


def a_damaged_header(path: Path) -> None:
    filled(path)
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 400)


BAD: list[tuple[Callable[[Path], None], str]] = [
    (a_folder, "this is a folder"),
    (a_text, "not a SQLite database"),
    (another_program, "another program's database (it has the table 'bookmarks')"),
    (another_format, "another program's database (its application_id is 1196444487)"),
    (a_newer_version, "written by a newer NormQuest (this one does not know the step 'moods')"),
    (a_truncated_file, "the file is damaged"),
    (a_damaged_header, "the file is damaged"),
]


@pytest.mark.parametrize("readonly", [False, True], ids=["writing", "reading"])
@pytest.mark.parametrize(("make", "words"), BAD, ids=[make.__name__ for make, _ in BAD])
def test_a_bad_file_is_refused_in_words_and_left_as_it_was(
    path: Path, make: Callable[[Path], None], words: str, readonly: bool
) -> None:
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(StoreError) as caught:
        open_store(path, readonly=readonly)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert words in text
    assert "Expected: " in text
    assert caught.value.todo
    assert before == (path.read_bytes() if path.is_file() else b"")


def test_reading_does_not_make_a_missing_file(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no such file"):
        open_store(path, readonly=True)
    assert not path.exists()


def test_writing_makes_the_folder(path: Path) -> None:
    open_store(path.parent / "a" / "b" / "n.db").close()
    assert (path.parent / "a" / "b" / "n.db").is_file()


def test_a_file_in_place_of_the_folder(path: Path) -> None:
    path.write_text("")
    with pytest.raises(StoreError, match="the file cannot be reached"):
        open_store(path / "n.db")


@posix
def test_what_is_no_regular_file_is_refused_without_waiting_for_it(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(StoreError, match="not a regular file"):
        open_store(path)


def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    with pytest.raises(StoreError, match="it is empty or was written by an older NormQuest"):
        open_store(path, readonly=True)
    with open_store(path) as store:
        assert store.episodes() == []


@pytest.mark.parametrize("name", ["what?.db", "50%25.db", "a#b.db", "naïve ☃.db", "-wal"])
def test_any_file_name_will_do(path: Path, name: str) -> None:
    odd = path.with_name(name)
    filled(odd, turns=1)
    assert odd.is_file()
    with open_store(odd, readonly=True) as store:
        assert store.records(1) == turn(0)


def test_damage_that_is_found_later_is_said_in_words_too(path: Path) -> None:
    filled(path)
    with path.open("r+b") as file:
        file.seek(path.stat().st_size * 3 // 4)  # behind the tables' own descriptions
        file.write(b"\xff" * 20_000)
    with open_store(path) as store:
        with pytest.raises(StoreError, match="the file is damaged while reading"):
            store.records(1)
        assert store.check()


def test_lost_tables_are_said_in_words(path: Path) -> None:
    filled(path)
    raw(path, "DROP TABLE truths")
    with open_store(path) as store, pytest.raises(StoreError, match="the tables are not the ones"):
        store.records(1)


def test_a_lock_that_outlasts_the_patience(path: Path) -> None:
    filled(path)
    other = sqlite3.connect(path, isolation_level=None)
    with closing(other), open_store(path, timeout=0.05) as store:
        episode = begun(store)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program kept the database locked"):
            store.turn(episode.id, [event(400)])
        with pytest.raises(StoreError, match="kept the database locked while opening it"):
            open_store(path, timeout=0.05)
        with open_store(path, readonly=True) as reader:
            assert len(reader.records(1)) == 400  # reading never waits
        other.execute("ROLLBACK")
        store.turn(episode.id, [event(400)])
        assert len(store.records(1)) == 401


def test_a_full_disk_costs_the_turn_and_nothing_else(path: Path, store: Store) -> None:
    episode = begun(store).id
    store.turn(episode, turn(0))
    pages = store._conn.execute("PRAGMA page_count").fetchone()[0]
    store._conn.execute(f"PRAGMA max_page_count = {pages + 4}")
    with pytest.raises(StoreError, match="the disk is full while writing a turn of episode 1"):
        store.turn(episode, [event(seq) for seq in range(8, 200)])
    assert store.check() == []
    assert store.records(episode) == turn(0)
    store._conn.execute("PRAGMA max_page_count = 100000")
    store.turn(episode, turn(1))
    assert store.records(episode) == turn(0) + turn(1)


def mortal() -> tuple[str, ...]:
    """A command under which permissions hold: root is above them unless that power is dropped."""
    if os.geteuid() != 0:
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root without setpriv cannot be kept from writing")
    powers = "-dac_override,-dac_read_search"
    return (setpriv, f"--bounding-set={powers}", f"--inh-caps={powers}")


@posix
@pytest.mark.parametrize(("what", "mode"), [("file", 0o444), ("folder", 0o555)])
def test_a_file_or_folder_that_may_not_be_written(path: Path, what: str, mode: int) -> None:
    prefix = mortal()
    filled(path)
    target = path if what == "file" else path.parent
    target.chmod(mode)
    try:
        process = start("open_for_writing", path, prefix=prefix)
        tell(process)
        (said,) = finished(process)
    finally:
        target.chmod(0o755)
    assert said.startswith(f"StoreError: {path}: the file or its folder cannot be written")
    assert "NORMQUEST_HOME" in said


@posix
def test_a_file_that_may_not_be_read(path: Path) -> None:
    prefix = mortal()
    filled(path).chmod(0)
    process = start("open_for_reading", path, prefix=prefix)
    tell(process)
    (said,) = finished(process)
    assert said.startswith(f"StoreError: {path}: the file cannot be opened")


@posix
def test_a_file_in_a_folder_that_may_not_be_written_can_be_read(path: Path) -> None:
    prefix = mortal()
    filled(path, turns=2)
    path.parent.chmod(0o555)
    try:
        process = start("read", path, prefix=prefix)
        tell(process)
        assert finished(process) == ["16"]
    finally:
        path.parent.chmod(0o755)


def test_a_store_stays_in_its_thread(store: Store) -> None:
    caught: list[Exception] = []

    def elsewhere() -> None:
        try:
            store.episodes()
        except StoreError as error:
            caught.append(error)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert "outside the thread that opened it" in str(caught[0])


def test_a_closed_store_says_so(path: Path) -> None:
    store = open_store(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="the store was closed"):
        store.episodes()


def test_the_error_survives_the_way_from_another_process(path: Path) -> None:
    import pickle

    error = StoreError(path, "a", "b", "c")
    assert str(pickle.loads(pickle.dumps(error))) == str(error) == f"{path}: a. Expected: b. c."


def test_the_steps_have_names_of_their_own() -> None:
    assert len({step.__name__ for step in STEPS}) == len(STEPS)
