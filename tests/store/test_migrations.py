"""Old files are brought up to date, whole or not at all; opening loads no more than it needs."""

import subprocess
import sys
from pathlib import Path

import pytest

from normquest.store import Opening, Store, StoreError, migrations, open_store
from store.builders import filled, raw, turn


def test_an_older_file_is_brought_up_to_date_when_it_is_opened_for_writing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        before = migrations.names().index("model_calls")
        older.setattr(migrations, "STEPS", migrations.STEPS[:before])
        filled(path, turns=2)
    with pytest.raises(StoreError, match="it lacks 'model_calls'"):
        open_store(path, readonly=True)
    with open_store(path) as store:
        assert store.records(1) == turn(0) + turn(1)
        assert store.totals().calls == 0
    with open_store(path, readonly=True) as store:
        assert len(store.records(1)) == 16


def test_a_step_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path, turns=2)

    def moods(db: object) -> None:
        db.execute("CREATE TABLE moods (name TEXT) STRICT")  # type: ignore[attr-defined]
        db.execute("CREATE TABLE moods (name TEXT) STRICT")  # type: ignore[attr-defined]

    with monkeypatch.context() as newer:
        newer.setattr(migrations, "STEPS", [*migrations.STEPS, moods])
        with pytest.raises(StoreError, match="table moods already exists"):
            open_store(path)
    with open_store(path) as store:
        assert store.records(1) == turn(0) + turn(1)
        assert store.check() == []


def test_the_file_is_set_up_as_designed(path: Path, store: Store) -> None:
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    assert [store._conn.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas] == ["wal", 1, 1, 30_000]
    tables = store._conn.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")
    loose = {name for name, strict in tables if not strict and not name.startswith("sqlite_")}
    assert loose == set()
    assert store.notice == ""


def test_a_file_of_today_is_opened_without_sqlite_utils(path: Path) -> None:
    filled(path, turns=1)
    assert "sqlite_utils" not in loaded(f"normquest.store.open_store({str(path)!r}).close()")


def test_a_new_file_can_get_its_tables_when_they_are_first_needed(path: Path) -> None:
    with Opening(path), pytest.raises(StoreError, match="it is empty"):
        open_store(path, readonly=True)
    with Opening(path) as opening:
        opening.prepare()
        store = opening()
        assert store is opening() and store.episodes() == [] and store.check() == []
    modules = loaded(f"normquest.store.Opening({str(path.with_name('new.db'))!r}).close()")
    assert "sqlite3" in modules and not modules & {"sqlite_utils", "pydantic", "normquest.store.database"}


def test_tables_are_made_without_pandas_which_can_be_had_afterwards(path: Path) -> None:
    (path.parent / "pandas.py").write_text("Timestamp = str", encoding="utf-8")  # one that can be found
    then = f"sys.path.insert(0, {str(path.parent)!r}); normquest.store.open_store({str(path)!r}).close()"
    modules = loaded(then)
    assert "sqlite_utils" in modules and "pandas" not in modules
    assert "pandas" in loaded(f"{then}; import pandas")


def test_two_that_begin_at_once_share_the_file(path: Path) -> None:
    with Opening(path) as one, Opening(path) as other:
        assert one().check() == other().check() == []


def test_a_file_that_cannot_be_used_is_refused_before_anything_is_needed(path: Path) -> None:
    path.write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreError, match="not a SQLite database"):
        Opening(path)


def test_importing_the_store_loads_no_sqlite() -> None:
    modules = loaded("")
    assert "normquest.store" in modules
    assert not modules & {"sqlite3", "sqlite_utils", "normquest.store.database", "numpy", "pydantic"}


def loaded(then: str) -> set[str]:
    """The modules that a fresh process holds after importing the store and doing something."""
    lines = ["import sys, normquest.store", then, "print(*sys.modules)"]
    run = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True, timeout=60
    )
    return set(run.stdout.split())


def test_a_name_that_the_store_does_not_have() -> None:
    import normquest.store

    with pytest.raises(AttributeError, match="no attribute 'open_stroe'"):
        _ = normquest.store.open_stroe


def test_all_that_is_named_is_there() -> None:
    import normquest.store

    assert all(getattr(normquest.store, name) for name in normquest.store.__all__)


def test_other_tools_may_add_tables_of_their_own(path: Path) -> None:
    filled(path, turns=1)
    raw(path, "CREATE TABLE my_notes (text TEXT)")
    with open_store(path) as store:
        assert store.records(1) == turn(0)


def test_commands_of_an_older_file_stay_and_speeds_are_taken(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        before = migrations.names().index("speeds")
        older.setattr(migrations, "STEPS", migrations.STEPS[:before])
        filled(path, turns=1)
        with open_store(path) as store:
            store.send(1, "pause")
            with pytest.raises(StoreError):
                store.send(1, "slow")
    with open_store(path) as store:
        store.send(1, "slow")
        assert store.controls(1) == ["pause", "slow"] == store.take_controls(1)
        assert store.take_controls(1) == [] and store.controls(1) == ["pause", "slow"]
