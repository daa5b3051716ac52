"""Old files are brought up to date, whole or not at all; opening loads no more than it needs."""

import subprocess
import sys
from pathlib import Path

import pytest

from normquest.store import Store, StoreError, migrations, open_store
from store.builders import filled, raw, turn


def test_an_older_file_is_brought_up_to_date_when_it_is_opened_for_writing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        known = migrations.STEPS[: migrations.names().index("model_calls")]
        older.setattr(migrations, "STEPS", known)
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
    assert "sqlite_utils" not in loaded(f"open_store({str(path)!r}).close()")


def test_importing_the_store_loads_no_sqlite() -> None:
    modules = loaded("")
    assert "normquest.store" in modules
    assert not modules & {"sqlite3", "sqlite_utils", "normquest.store.database", "numpy", "pydantic"}


def loaded(then: str) -> set[str]:
    """The modules that a fresh process holds after importing the store and doing something."""
    lines = ["import sys, normquest.store", "from normquest.store import open_store" if then else "", then]
    lines.append("print(*sys.modules)")
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
