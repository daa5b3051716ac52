"""What is in the store: heads, records in the order they were written, and what a report adds up."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from normquest.episode.records import (
    Decision,
    EpisodeKey,
    OpportunityRecord,
    Record,
    StageResult,
    Statement,
)
from normquest.store.base import Connected
from normquest.store.canonical import loads, readable
from normquest.store.codec import COLUMNS, decode
from normquest.store.errors import StoreError
from normquest.store.rows import FINISHED, EpisodeResult, EpisodeRow, RunKind, RunRow, StoredStatus, WorldFile

LIVE = "SELECT * FROM episodes WHERE key = ? AND status <> 'discarded'"
"""The one episode of a key that counts."""

_CHUNK = 500  # SQLite takes at least 999 parameters


def _unreadable(path: Path, what: str, error: Exception) -> StoreError:
    return StoreError(
        path,
        f"{what} cannot be read ({type(error).__name__}: {error})",
        "a row as this program writes it",
        "Something else has changed the file: restore a copy, or leave that episode out",
    )


def episode_row(row: sqlite3.Row, path: Path) -> EpisodeRow:
    """A row of `episodes` as a value. Raises StoreError if it is broken."""
    try:
        return EpisodeRow(
            id=row["id"],
            key=EpisodeKey(**loads(row["key"])),
            run=row["run"],
            world=row["world"],
            family=row["family"],
            config=loads(row["config"]),
            status=row["status"],
            error=readable(row["error"]),
            started=row["started"],
            ended=row["ended"],
            result=None if row["result"] is None else loads(row["result"]),
            records=row["records"],
            last_seq=row["last_seq"],
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise _unreadable(path, f"episode {row['id']}", error) from error


class Reading(Connected):
    """The reading half of a store."""

    def runs(self, kind: RunKind = "episodes") -> list[RunRow]:
        """All runs of a kind, the oldest first."""
        rows = self._select("reading the runs", "SELECT * FROM runs WHERE kind = ? ORDER BY id", (kind,))
        return [_run_row(row) for row in rows]

    def run(self, which: int | str | None = None, kind: RunKind = "episodes") -> RunRow | None:
        """A run by its id, the last of a name, or, for None, the last of its kind; None if there is none."""
        test = "1" if which is None else "id = ?" if isinstance(which, int) else "name = ?"
        sql = f"SELECT * FROM runs WHERE kind = ? AND {test} ORDER BY id DESC LIMIT 1"
        row = self._first("reading a run", sql, (kind,) if which is None else (kind, which))
        return None if row is None else _run_row(row)

    def episodes(
        self,
        *,
        run: int | None = None,
        status: StoredStatus | Sequence[StoredStatus] | None = None,
        world: str | None = None,
        norm: str | None = None,
        seed: int | None = None,
        arm: str | None = None,
        newcomer: str | None = None,
        participant: str | None = None,
        last: int | None = None,
    ) -> list[EpisodeRow]:
        """The heads of the episodes that fit all filters, the oldest first; of these the `last` so many.

        `run` takes all episodes that the run consists of, whichever run began them. Discarded ones are left
        out unless `status` asks for them.
        """
        tests: list[str] = []
        parameters: list[Any] = []
        if run is not None:
            tests.append("key IN (SELECT key FROM planned WHERE run = ?)")
            parameters.append(run)
        wanted = [status] if isinstance(status, str) else status
        if wanted is None:
            tests.append("status <> 'discarded'")
        else:
            tests.append(f"status IN ({', '.join('?' * len(wanted))})")
            parameters += wanted
        for column, value in (
            ("world", world),
            ("norm", norm),
            ("seed", seed),
            ("arm", arm),
            ("newcomer", newcomer),
            ("participant", participant),
        ):
            if value is not None:
                tests.append(f"{column} = ?")
                parameters.append(value)
        sql = f"SELECT * FROM episodes WHERE {' AND '.join(tests)} ORDER BY id DESC LIMIT ?"
        rows = self._select("reading the episodes", sql, [*parameters, -1 if last is None else last])
        return [episode_row(row, self.path) for row in reversed(rows)]

    def interrupted(self) -> frozenset[int]:
        """The numbers of the unfinished episodes that nobody is at: all runs they belong to have ended."""
        sql = """SELECT id FROM episodes WHERE status = 'running' AND run IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM planned JOIN runs ON runs.id = planned.run
            WHERE planned.key = episodes.key AND runs.status = 'running')"""
        return frozenset(row["id"] for row in self._select("looking for interrupted episodes", sql))

    def episode(self, which: int | EpisodeKey) -> EpisodeRow | None:
        """An episode's head by its number or its key; None if it is not there.

        A discarded episode has its number still, but its key is free.
        """
        if isinstance(which, int):
            row = self._first("reading an episode", "SELECT * FROM episodes WHERE id = ?", (which,))
        else:
            row = self._first("reading an episode", LIVE, (which.text(),))
        return None if row is None else episode_row(row, self.path)

    def missing(self, keys: Iterable[EpisodeKey]) -> list[EpisodeKey]:
        """Of these keys, in their order, those still to be run: not there, cut short, or failed."""
        wanted = {key.text(): key for key in keys}
        texts = list(wanted)
        for start in range(0, len(texts), _CHUNK):
            chunk = texts[start : start + _CHUNK]
            sql = (
                f"SELECT key FROM episodes WHERE status IN (?, ?) AND key IN ({', '.join('?' * len(chunk))})"
            )
            for row in self._select("looking for what is missing", sql, [*FINISHED, *chunk]):
                wanted.pop(row["key"], None)
        return list(wanted.values())

    def records(self, episode: int, after: int = -1) -> list[Record]:
        """An episode's records in the order they were written, from the place after `after` on.

        Places count all kinds of records from 0. Whole turns only, also while another process writes: what
        is counted in the head is there.
        """
        return [record for _, record in self._placed(episode, after, tuple(COLUMNS))]

    def _placed(self, episode: int, after: int, tables: Sequence[str]) -> list[tuple[int, Record]]:
        head = self._first("reading an episode", "SELECT records FROM episodes WHERE id = ?", (episode,))
        if head is None or head["records"] <= after + 1:
            return []
        found: list[tuple[int, Record]] = []
        for table in tables:
            sql = f"SELECT * FROM {table} WHERE episode = ? AND pos > ? AND pos < ? ORDER BY pos"
            rows = self._select(f"reading {table}", sql, (episode, after, head["records"]))
            found += [(row["pos"], self._decoded(table, row)) for row in rows]
        found.sort(key=lambda placed: placed[0])
        return found

    def _decoded(self, table: str, row: sqlite3.Row) -> Any:
        try:
            return decode(table, row)
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise _unreadable(self.path, f"record {row['pos']} of episode {row['episode']}", error) from error

    def _of(self, table: str, episode: int) -> list[Any]:
        return [record for _, record in self._placed(episode, -1, (table,))]

    def decisions(self, episode: int) -> list[Decision]:
        """An episode's decisions in order: fed to a fresh episode they bring back its state."""
        return self._of("decisions", episode)

    def statements(self, episode: int) -> list[Statement]:
        """An episode's statements in order."""
        return self._of("statements", episode)

    def results(self, episodes: Iterable[EpisodeRow]) -> Iterator[EpisodeResult]:
        """What a report needs of each of these episodes, in their order."""
        for episode in episodes:
            stages: list[StageResult] = self._of("stage_results", episode.id)
            met: list[OpportunityRecord] = self._of("opportunities", episode.id)
            yield EpisodeResult(episode, tuple(stages), tuple(met), tuple(self.statements(episode.id)))

    def world(self, hash: str) -> WorldFile | None:
        """The world of this hash as it was played, or None."""
        row = self._first("reading a world", "SELECT * FROM worlds WHERE hash = ?", (hash,))
        return None if row is None else WorldFile(row["hash"], row["id"], row["title"], row["source"])

    def participants(self) -> dict[str, Mapping[str, Any]]:
        """What is known about each participant, by code."""
        rows = self._select("reading the participants", "SELECT * FROM participants ORDER BY created, code")
        return {row["code"]: loads(row["about"]) for row in rows}


def _run_row(row: sqlite3.Row) -> RunRow:
    return RunRow(row["id"], row["name"], row["started"], row["ended"], loads(row["args"]), row["status"])
