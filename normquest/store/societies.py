"""Societies in the store: opened, written a phase at a time, read again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from normquest.society.records import Config, Record, SocietyKey
from normquest.store.base import Connected, now
from normquest.store.canonical import canonical, loads, readable, storable
from normquest.store.errors import StoreError
from normquest.store.rows import FINISHED, SocietyRow, StoredStatus, WorldFile
from normquest.store.society_rows import COLUMNS, TABLES, society_record, society_values

_LIVE = "SELECT * FROM societies WHERE key = ? AND status <> 'discarded'"
_ADVANCE = "UPDATE societies SET records = ? WHERE id = ? AND records = ? AND status = 'running'"
_END = "UPDATE societies SET status = ?, result = ?, error = ?, ended = ? WHERE id = ?"
_INSERT = {
    table: f"INSERT INTO {table} (society, pos, {', '.join(f'{chr(34)}{c}{chr(34)}' for c in columns)}) "
    f"VALUES (?, ?{', ?' * len(columns)})"
    for table, columns in COLUMNS.items()
}
_CHUNK = 500


class Societies(Connected):
    """The part of a store that keeps societies."""

    _written: dict[int, int]
    """Of each society opened here, how many records it has."""

    def open_society(
        self, key: SocietyKey, file: WorldFile, config: Config, run: int | None = None
    ) -> SocietyRow:
        """The society of this key, made if it is not there; look at its `status` and `records`.

        done, stopped: nothing is to be done. running: new if `records` is 0, else feed the stored replies
        and go on. One that ended in infra_error goes on from where it stopped: no failed reply is stored.
        """
        text = key.text()
        with self._writing("opening a society") as conn:
            conn.execute(
                "INSERT OR IGNORE INTO society_files (hash, id, title, source) VALUES (?, ?, ?, ?)",
                (file.hash, file.id, file.title, file.source),
            )
            if run is not None:
                conn.execute("INSERT OR IGNORE INTO society_planned VALUES (?, ?)", (run, text))
            row = conn.execute(_LIVE, (text,)).fetchone()
            if row is None:
                new = {**asdict(key), "key": text, "run": run, "society": file.id}
                new |= {"config": canonical(config.data()), "started": now(), "status": "running"}
                columns, marks = ", ".join(new), ", ".join(f":{name}" for name in new)
                conn.execute(f"INSERT INTO societies ({columns}) VALUES ({marks})", new)
            elif row["status"] == "infra_error":
                again = "UPDATE societies SET status = 'running', error = '', ended = NULL WHERE id = ?"
                conn.execute(again, (row["id"],))
            row = conn.execute(_LIVE, (text,)).fetchone()
        head = self._society_row(row)
        self._written[head.id] = head.records
        return head

    def phase(
        self,
        society: int,
        records: Sequence[Record],
        status: StoredStatus | None = None,
        result: Mapping[str, Any] | None = None,
        error: str = "",
    ) -> None:
        """Append a phase's records, and end the society if a status is given: all in one transaction.

        Raises StoreError, and writes nothing, if another process has gone on with this society or ended it;
        TypeError or ValueError for what is no record or cannot be said in JSON.
        """
        if society not in self._written:
            raise StoreError(
                self.path,
                f"society {society} was not opened here",
                "an open society",
                "Call open_society first",
            )
        count = pos = self._written[society]
        rows: dict[str, list[tuple[Any, ...]]] = {}
        for record in records:
            table, row = society_values(record)
            rows.setdefault(table, []).append((society, pos, *row))
            pos += 1
        with self._writing(f"writing a phase of society {society}") as conn:
            if conn.execute(_ADVANCE, (pos, society, count)).rowcount != 1:
                raise StoreError(
                    self.path,
                    f"another process has gone on with society {society}, or has ended it",
                    "one process a society",
                    "Leave it to that process, or stop it and start again: it goes on where that was",
                )
            for table, batch in rows.items():
                conn.executemany(_INSERT[table], batch)
            if status is not None and status != "running":
                told = None if result is None else canonical(result)
                conn.execute(_END, (status, told, storable(error), now(), society))
        self._written[society] = pos

    def society(self, which: int | SocietyKey) -> SocietyRow | None:
        """A society's head by its number or its key; None if it is not there."""
        if isinstance(which, int):
            row = self._first("reading a society", "SELECT * FROM societies WHERE id = ?", (which,))
        else:
            row = self._first("reading a society", _LIVE, (which.text(),))
        return None if row is None else self._society_row(row)

    def societies(self, run: int | None = None, last: int | None = None) -> list[SocietyRow]:
        """The heads of all societies, or of a run's, the oldest first; of these the last so many."""
        test = "1" if run is None else "key IN (SELECT key FROM society_planned WHERE run = ?)"
        sql = f"SELECT * FROM societies WHERE status <> 'discarded' AND {test} ORDER BY id DESC LIMIT ?"
        given = () if run is None else (run,)
        rows = self._select("reading the societies", sql, (*given, -1 if last is None else last))
        return [self._society_row(row) for row in reversed(rows)]

    def missing_societies(self, keys: Iterable[SocietyKey]) -> list[SocietyKey]:
        """Of these keys, in their order, those still to be run."""
        wanted = {key.text(): key for key in keys}
        texts = list(wanted)
        for start in range(0, len(texts), _CHUNK):
            chunk = texts[start : start + _CHUNK]
            marks = ", ".join("?" * len(chunk))
            sql = f"SELECT key FROM societies WHERE status IN (?, ?) AND key IN ({marks})"
            for row in self._select("looking for what is missing", sql, [*FINISHED, *chunk]):
                wanted.pop(row["key"], None)
        return list(wanted.values())

    def society_records(
        self, society: int, kinds: Sequence[type] | None = None, after: int = -1
    ) -> list[Record]:
        """A society's records in the order they were written, of these kinds, from after `after` on.

        Whole phases only, also while another process writes.
        """
        head = self._first("reading a society", "SELECT records FROM societies WHERE id = ?", (society,))
        if head is None or head["records"] <= after + 1:
            return []
        found: list[tuple[int, Record]] = []
        for table in (TABLES[kind] for kind in kinds) if kinds is not None else COLUMNS:
            sql = f"SELECT * FROM {table} WHERE society = ? AND pos > ? AND pos < ?"
            for row in self._select(f"reading {table}", sql, (society, after, head["records"])):
                found.append((row["pos"], self._society_record(table, row)))
        found.sort(key=lambda placed: placed[0])
        return [record for _, record in found]

    def society_file(self, hash: str) -> WorldFile | None:
        """The society file of this hash as it was played, or None."""
        row = self._first("reading a society file", "SELECT * FROM society_files WHERE hash = ?", (hash,))
        return None if row is None else WorldFile(row["hash"], row["id"], row["title"], row["source"])

    def _society_record(self, table: str, row: sqlite3.Row) -> Record:
        try:
            return society_record(table, row)
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise self._broken(f"record {row['pos']} of society {row['society']}", error) from error

    def _society_row(self, row: sqlite3.Row) -> SocietyRow:
        try:
            return SocietyRow(
                id=row["id"],
                key=SocietyKey(**loads(row["key"])),
                run=row["run"],
                society=row["society"],
                config=loads(row["config"]),
                status=row["status"],
                error=readable(row["error"]),
                started=row["started"],
                ended=row["ended"],
                result=None if row["result"] is None else loads(row["result"]),
                records=row["records"],
            )
        except (TypeError, ValueError, RecursionError) as error:
            raise self._broken(f"society {row['id']}", error) from error

    def _broken(self, what: str, error: Exception) -> StoreError:
        return StoreError(
            self.path,
            f"{what} cannot be read ({type(error).__name__}: {error})",
            "a row as this program writes it",
            "Something else has changed the file: restore a copy, or leave that society out",
        )
