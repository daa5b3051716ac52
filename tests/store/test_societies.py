"""Societies in the store: every record comes back as it was, and nothing can be changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from normquest.society.conditions import condition_from
from normquest.society.records import (
    ENGINE,
    RECORDS,
    Believed,
    Config,
    Ended,
    Exclusion,
    Groups,
    Left,
    Message,
    Missing,
    Move,
    Noticed,
    Payoff,
    Prompt,
    Rating,
    Record,
    Reply,
    Report,
    RoundEnd,
    Seated,
    ShockRecord,
    SocietyKey,
    Tie,
    Trial,
)
from normquest.store import Store, StoreError, WorldFile, open_store
from normquest.store.society_rows import COLUMNS, TABLES, society_line, society_record, society_values
from normquest.store.society_tables import LOG

FILE = WorldFile("abc", "commons", "The Commons", "society: 1\n")
CONFIG = Config(condition_from("E+SL"))
KEY = SocietyKey(ENGINE, "abc", 7, "E+SL", "random*12", CONFIG.hash())
EVIL = "a\ud800b\x00“”\n"

ALL: Sequence[Record] = (
    Seated(1, 0, 0, "Ash", "openai:x", "member", 0.1 + 0.2),
    Seated(6, 12, 3, "Elm", "adversary", "adversary", 0.1, 2.5, "bad_20"),
    Groups(1, ((0, 1), (2, 3)), (0, 2), (4,)),
    Prompt(0, 1, 0, "talk", 1, EVIL),
    Reply(0, EVIL, EVIL, "refusal", 12, 2),
    Reply(1, "", {"ee": 1.5, "ne": "none"}),
    Reply(2, "", [0.5, -1.0]),
    Message(1, 0, 2, 3, EVIL),
    Move(1, 0, 1, "contribution", 7),
    Move(1, 0, 1, "word", "kea", True),
    Payoff(1, 0, 1, 1 / 3),
    Rating(1, 0, 1, -0.7),
    Tie(1, 0, 1, 0.44),
    Report(1, 0, 3.25, "none"),
    Report(1, 1, 3.0, 4.5),
    Exclusion(2, 3, 0.1),
    Left(2, 3, 3, "excluded"),
    Left(6, 4, 4, "replaced", False),
    ShockRecord(10, "early", (1, 2), (12, 13), 2.75),
    Trial(6, "acts_flip", "majority", 0, True, (1, 2), "Asked …"),
    Noticed(6, 5, "acts_flip", "nothing has changed", False),
    Believed(7, 5, 6.5, 9.0),
    Believed(7, 6, "none", 0.0),
    Missing(6, 5, "report", "truncated", "left_out"),
    RoundEnd(6, (0, 1), (1.0, 0.1)),
    Ended(25, "rounds"),
)


LATER = ("society_beliefs",)
"""Tables that a later step has added."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "n.db"


def test_every_kind_of_record_has_a_table_with_its_fields() -> None:
    assert set(TABLES) == set(RECORDS) == {type(record) for record in ALL}
    assert {*LOG, *LATER} == set(TABLES.values())
    for kind, table in TABLES.items():
        assert COLUMNS[table] == tuple(field.name for field in fields(kind))
        if table in LOG:
            named = [part.split()[0].strip('"') for part in LOG[table].split(",")]
            assert tuple(named) == COLUMNS[table]


@pytest.mark.parametrize("record", ALL, ids=lambda record: type(record).__name__)
def test_a_record_comes_back_as_it_was(record: Any) -> None:
    table, row = society_values(record)
    back = society_record(table, dict(zip(COLUMNS[table], row, strict=True)))
    assert back == record and society_line(back) == society_line(record)


def test_a_log_comes_back_in_order_by_kind_and_in_part(path: Path) -> None:
    with open_store(path) as store:
        head = store.open_society(KEY, FILE, CONFIG)
        assert (head.records, head.status, head.society) == (0, "running", "commons")
        store.phase(head.id, ALL[:9])
        store.phase(head.id, ALL[9:], "done", {"rounds": 25})
    with open_store(path, readonly=True) as store:
        (head,) = store.societies()
        assert (head.key, head.status, head.records, head.result) == (KEY, "done", len(ALL), {"rounds": 25})
        assert store.society_records(head.id) == list(ALL)
        assert store.society_records(head.id, after=20) == list(ALL[21:])
        assert store.society_records(head.id, (Payoff, Move)) == [
            r for r in ALL if isinstance(r, Payoff | Move)
        ]
        assert store.society(KEY) == head and store.society_file("abc") == FILE
        assert store.missing_societies([KEY, replace(KEY, seed=8)]) == [replace(KEY, seed=8)]


def opened(store: Store) -> int:
    return store.open_society(KEY, FILE, CONFIG).id


def test_a_phase_is_written_whole_or_not_at_all(path: Path) -> None:
    with open_store(path) as store:
        number = opened(store)
        for bad in ("no record", Reply(1, "", float("nan")), Reply(1, "", {1, 2})):
            with pytest.raises((TypeError, ValueError)):
                store.phase(number, [ALL[0], bad])  # type: ignore[list-item]
        assert store.society_records(number) == []
        store.phase(number, ALL[:2])
        assert store.society_records(number) == list(ALL[:2])


def test_two_processes_cannot_go_on_with_one_society(path: Path) -> None:
    with open_store(path) as one, open_store(path) as two:
        number = opened(one)
        assert opened(two) == number
        one.phase(number, ALL[:3])
        with pytest.raises(StoreError, match="another process has gone on with society 1"):
            two.phase(number, ALL[:3])
        one.phase(number, [], "done")
        with pytest.raises(StoreError, match="has ended it"):
            one.phase(number, ALL[3:4])
        assert one.society_records(number) == list(ALL[:3])
        with pytest.raises(StoreError, match="was not opened here"):
            open_store(path).phase(number, [])


def test_one_that_failed_goes_on_and_one_that_is_discarded_frees_its_key(path: Path) -> None:
    with open_store(path) as store:
        number = opened(store)
        store.phase(number, ALL[:3], "infra_error", error="no line")
        assert store.society(number).error == "no line"  # type: ignore[union-attr]
        again = store.open_society(KEY, FILE, CONFIG)
        assert (again.id, again.status, again.error, again.records) == (number, "running", "", 3)
        store.phase(number, [], "discarded")
        assert store.society(KEY) is None and opened(store) == number + 1


def test_the_log_is_append_only(path: Path) -> None:
    with open_store(path) as store:
        store.phase(opened(store), ALL)
    with closing(sqlite3.connect(path)) as conn:
        for table in (*LOG, *LATER, "society_files"):
            column = "hash" if table == "society_files" else "pos"
            for deed in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = {column}"):
                with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                    conn.execute(deed)


def test_runs_of_societies_and_of_episodes_are_apart(path: Path) -> None:
    with open_store(path) as store:
        first = store.begin_run("a", {})
        second = store.begin_run("a", {}, kind="societies")
        assert [run.id for run in store.runs()] == [first]
        assert [run.id for run in store.runs("societies")] == [second]
        assert store.run() is not None and store.run().id == store.run("a").id == first  # type: ignore[union-attr]
        assert store.run("a", "societies").id == second  # type: ignore[union-attr]
        assert store.run(second) is None
        store.open_society(KEY, FILE, CONFIG, second)
        assert [head.key for head in store.societies(run=second)] == [KEY]
        assert store.societies(run=first) == []
