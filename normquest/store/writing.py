"""Runs, episodes and turns: one transaction each, and none of them can overwrite another process's."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from normquest.episode.records import Config, EpisodeKey, Record
from normquest.norms.events import Event
from normquest.store.base import Connected, now
from normquest.store.canonical import canonical, storable
from normquest.store.codec import COLUMNS, values
from normquest.store.errors import StoreError
from normquest.store.reading import LIVE, episode_row
from normquest.store.rows import EpisodeRow, RunKind, RunStatus, StoredStatus, WorldFile

_INSERT = {
    table: f"INSERT INTO {table} (episode, pos, {', '.join(columns)}) VALUES (?, ?{', ?' * len(columns)})"
    for table, columns in COLUMNS.items()
}
_ADVANCE = "UPDATE episodes SET records = ?, last_seq = ? WHERE id = ? AND records = ? AND status = 'running'"
"""Apart from `_END`, since writing the status would touch the index of keys in every turn."""
_END = "UPDATE episodes SET status = ?, result = ?, error = ?, ended = ? WHERE id = ?"


class Writing(Connected):
    """The writing half of a store."""

    _heads: dict[int, tuple[int, int]]
    """Of each episode opened here: how many records it has, and the last event's seq."""

    def begin_run(
        self,
        name: str,
        args: Mapping[str, Any],
        keys: Iterable[EpisodeKey] = (),
        kind: RunKind = "episodes",
    ) -> int:
        """Note a new run and the episodes it consists of, done or not; gives its id.

        The keys make a run that goes on where another stopped count the episodes that are already there.
        """
        with self._writing("beginning a run") as conn:
            run = conn.execute(
                "INSERT INTO runs (name, started, args, status, kind) VALUES (?, ?, ?, 'running', ?)",
                (name, now(), canonical(args), kind),
            ).lastrowid
            assert run is not None
            conn.executemany(
                "INSERT OR IGNORE INTO planned VALUES (?, ?)", [(run, key.text()) for key in keys]
            )
        return run

    def end_run(self, run: int, status: RunStatus = "done") -> None:
        """Note that a run has ended, or that it goes on again ("running")."""
        ended = None if status == "running" else now()
        with self._writing("ending a run") as conn:
            conn.execute("UPDATE runs SET status = ?, ended = ? WHERE id = ?", (status, ended, run))

    def add_participant(self, code: str, about: Mapping[str, Any] | None = None) -> None:
        """Note a participant by the code that stands in keys. A code that is there stays as it is."""
        with self._writing("noting a participant") as conn:
            row = (code, now(), canonical(about or {}))
            conn.execute("INSERT OR IGNORE INTO participants (code, created, about) VALUES (?, ?, ?)", row)

    def open_episode(
        self,
        key: EpisodeKey,
        world: WorldFile,
        config: Config | Mapping[str, Any],
        run: int | None = None,
        family: str = "",
    ) -> EpisodeRow:
        """The episode of this key, made if it is not there; look at its `status` and `records`.

        done, stopped: nothing is to be done. running: new if `records` is 0, else feed the stored decisions
        and go on. An episode that ended in infra_error runs again: from where it stopped, or, if its log
        holds the failed answer, from the start, while the old one is set aside as discarded. Commands that a
        watcher sent to a process that is gone are dropped.
        """
        settings = asdict(config) if isinstance(config, Config) else config
        text = key.text()
        with self._writing("opening an episode") as conn:
            conn.execute(
                "INSERT OR IGNORE INTO worlds (hash, id, title, source) VALUES (?, ?, ?, ?)",
                (world.hash, world.id, world.title, world.source),
            )
            if run is not None:
                conn.execute("INSERT OR IGNORE INTO planned VALUES (?, ?)", (run, text))
            row = self._revived(conn, text)
            if row is None:
                new = {**asdict(key), "key": text, "run": run, "world": world.id, "family": family}
                new |= {"config": canonical(settings), "started": now(), "status": "running"}
                columns = ", ".join(new)
                marks = ", ".join(f":{name}" for name in new)
                conn.execute(f"INSERT INTO episodes ({columns}) VALUES ({marks})", new)
                row = conn.execute(LIVE, (text,)).fetchone()
            else:
                conn.execute(
                    "UPDATE controls SET taken = ? WHERE episode = ? AND taken IS NULL", (now(), row["id"])
                )
        episode = episode_row(row, self.path)
        self._heads[episode.id] = (episode.records, episode.last_seq)
        return episode

    def _revived(self, conn: sqlite3.Connection, key: str) -> sqlite3.Row | None:
        row: sqlite3.Row | None = conn.execute(LIVE, (key,)).fetchone()
        if row is None or row["status"] != "infra_error":
            return row
        failed = "SELECT 1 FROM decisions WHERE episode = ? AND outcome = 'infra_error' LIMIT 1"
        if conn.execute(failed, (row["id"],)).fetchone():
            conn.execute("UPDATE episodes SET status = 'discarded' WHERE id = ?", (row["id"],))
            return None
        conn.execute(
            "UPDATE episodes SET status = 'running', error = '', ended = NULL WHERE id = ?", (row["id"],)
        )
        again: sqlite3.Row = conn.execute(LIVE, (key,)).fetchone()
        return again

    def turn(
        self,
        episode: int,
        records: Sequence[Record],
        status: StoredStatus | None = None,
        result: Mapping[str, Any] | None = None,
        error: str = "",
    ) -> None:
        """Append a turn's records, and end the episode if a status is given: all in one transaction.

        `result` and `error` go with a status that ends the episode (any but "running"); records may be empty
        then. Raises StoreError, and writes nothing, if another process has gone on with this episode or ended
        it, or an event's seq does not follow; TypeError or ValueError for what is no record or cannot be said
        in JSON. After any error the same turn may be tried again.
        """
        if episode not in self._heads:
            raise StoreError(
                self.path,
                f"episode {episode} was not opened here",
                "an open episode",
                "Call open_episode first",
            )
        count, last = self._heads[episode]
        rows: dict[str, list[tuple[Any, ...]]] = {}
        pos = count
        for record in records:
            if type(record) is Event:
                if record.seq <= last:
                    raise self._out_of_order(episode, record.seq, last)
                last = record.seq
            table, row = values(record)
            rows.setdefault(table, []).append((episode, pos, *row))
            pos += 1
        end = None
        if status is not None and status != "running":
            end = (status, None if result is None else canonical(result), storable(error), now(), episode)
        with self._writing(f"writing a turn of episode {episode}") as conn:
            if conn.execute(_ADVANCE, (pos, last, episode, count)).rowcount != 1:
                raise self._overtaken(episode)
            for table, batch in rows.items():
                conn.executemany(_INSERT[table], batch)
            if end is not None:
                conn.execute(_END, end)
        self._heads[episode] = (pos, last)

    def _out_of_order(self, episode: int, seq: int, last: int) -> StoreError:
        return StoreError(
            self.path,
            f"episode {episode} already has event {last}, and event {seq} does not follow it",
            f"an event after {last}",
            "Do not write a turn twice; to go on with a stored episode, open it again",
        )

    def _overtaken(self, episode: int) -> StoreError:
        return StoreError(
            self.path,
            f"another process has gone on with episode {episode}, or has ended it",
            "one process an episode",
            "Leave it to that process, or stop that process and start again: it goes on where that one was",
        )
