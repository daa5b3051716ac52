"""The tables, as a list of small steps that only ever grows: never change a step that was released, add one.

All tables are strict. What holds the log is append-only, and triggers see to it; the head of an episode, of a
run and of a model call has a few columns (status, counts, ends) that change. `ANY` stands for text that may
hold lone surrogates, see `canonical`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING

from normquest.store.society_tables import create as create_societies
from normquest.store.tools import sqlite_tools

if TYPE_CHECKING:
    from sqlite_utils import Database

SET = "normquest"
"""The name under which sqlite_utils notes which steps were applied."""

APPLICATION = 0x4E51_5354
"""SQLite's application_id of our files ("NQST")."""

Step = Callable[["Database"], None]
STEPS: list[Step] = []


def _step(function: Step) -> Step:
    STEPS.append(function)
    return function


def names() -> tuple[str, ...]:
    """The names of all steps that this program knows, in order."""
    return tuple(step.__name__ for step in STEPS)


def apply(conn: sqlite3.Connection) -> None:
    """Apply what is pending. The caller holds BEGIN IMMEDIATE, so that of many processes one does it."""
    tools = sqlite_tools()  # late: it loads numpy too
    migrations = tools.Migrations(SET)
    for step in STEPS:
        migrations()(step)
    migrations.apply(tools.Database(conn, execute_plugins=False, strict=True))


@_step
def marks_the_file(db: Database) -> None:
    """So that another program's file is told from ours."""
    db.execute(f"PRAGMA application_id = {APPLICATION}")


@_step
def worlds_and_runs(db: Database) -> None:
    """Whole sources of worlds, and runs with the keys of the episodes they consist of."""
    db.execute("""
        CREATE TABLE worlds (
            hash TEXT PRIMARY KEY, id TEXT NOT NULL, title TEXT NOT NULL, source TEXT NOT NULL
        ) STRICT""")
    db.execute("""
        CREATE TABLE runs (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, started TEXT NOT NULL, ended TEXT,
            args TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('running', 'done', 'stopped'))
        ) STRICT""")
    db.execute("""
        CREATE TABLE planned (
            run INTEGER NOT NULL REFERENCES runs, key TEXT NOT NULL, PRIMARY KEY (run, key)
        ) STRICT, WITHOUT ROWID""")
    db.execute("""
        CREATE TABLE participants (
            code TEXT PRIMARY KEY, created TEXT NOT NULL, about TEXT NOT NULL
        ) STRICT""")


@_step
def episodes(db: Database) -> None:
    """The heads. `records` counts what was written; a key is free again once its episode is discarded."""
    db.execute("""
        CREATE TABLE episodes (
            id INTEGER PRIMARY KEY, key TEXT NOT NULL, run INTEGER REFERENCES runs,
            engine INTEGER NOT NULL, world_hash TEXT NOT NULL REFERENCES worlds, world TEXT NOT NULL,
            norm TEXT NOT NULL, family TEXT NOT NULL, seed INTEGER NOT NULL, arm TEXT NOT NULL,
            newcomer TEXT NOT NULL, config_hash TEXT NOT NULL, rep INTEGER NOT NULL,
            participant TEXT NOT NULL, config TEXT NOT NULL, started TEXT NOT NULL, ended TEXT,
            status TEXT NOT NULL CHECK (status IN ('running', 'done', 'stopped', 'infra_error', 'discarded')),
            error ANY NOT NULL DEFAULT '', result TEXT,
            records INTEGER NOT NULL DEFAULT 0, last_seq INTEGER NOT NULL DEFAULT -1
        ) STRICT""")
    db.execute("CREATE UNIQUE INDEX episodes_key ON episodes (key) WHERE status <> 'discarded'")
    db.execute("CREATE INDEX episodes_run ON episodes (run)")


@_step
def the_log(db: Database) -> None:
    """One table for each kind of record; `pos` is the record's place in the episode, over all tables."""
    _log_table(
        db,
        "events",
        """seq INTEGER NOT NULL, turn INTEGER NOT NULL, stage TEXT NOT NULL, kind TEXT NOT NULL,
        place TEXT NOT NULL, hour TEXT NOT NULL, day INTEGER NOT NULL, actor TEXT, verb TEXT, slots ANY,
        tags ANY NOT NULL, facts ANY NOT NULL, could ANY, present ANY NOT NULL, seen_by ANY NOT NULL,
        sight TEXT NOT NULL, changes ANY NOT NULL, target TEXT, text ANY NOT NULL""",
    )
    _log_table(
        db,
        "truths",
        """seq INTEGER NOT NULL, custom INTEGER NOT NULL, instance TEXT NOT NULL, bearer TEXT NOT NULL,
        opened_by INTEGER NOT NULL, closed_by INTEGER, result TEXT NOT NULL, watched INTEGER NOT NULL,
        cause INTEGER""",
    )
    _log_table(
        db,
        "requests",
        """seq INTEGER NOT NULL, kind TEXT NOT NULL, stage TEXT NOT NULL, question ANY NOT NULL,
        about INTEGER, attempt INTEGER NOT NULL, options ANY NOT NULL, observation ANY NOT NULL""",
    )
    _log_table(
        db,
        "decisions",
        """request INTEGER NOT NULL, raw ANY NOT NULL, value ANY NOT NULL, outcome TEXT NOT NULL,
        ms INTEGER NOT NULL, calls INTEGER NOT NULL""",
    )
    _log_table(
        db,
        "statements",
        """stage TEXT NOT NULL, rule ANY, english ANY NOT NULL, words ANY NOT NULL, evidence ANY NOT NULL,
        confidence ANY, habits ANY NOT NULL, unstatable ANY NOT NULL""",
    )
    _log_table(
        db,
        "opportunities",
        """stage TEXT NOT NULL, instance TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
        outcome TEXT NOT NULL, watched INTEGER NOT NULL, sanctioned_before INTEGER NOT NULL""",
    )
    _log_table(
        db,
        "stage_results",
        """stage TEXT NOT NULL, task_success INTEGER NOT NULL, violations INTEGER NOT NULL,
        opportunities INTEGER NOT NULL, turns INTEGER NOT NULL""",
    )


def _append_only(db: Database, table: str) -> None:
    """Refuse to change or delete rows of a table."""
    for deed in ("UPDATE", "DELETE"):
        db.execute(f"""
            CREATE TRIGGER {table}_no_{deed.lower()} BEFORE {deed} ON {table}
            BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END""")


def _log_table(db: Database, table: str, columns: str) -> None:
    db.execute(f"""
        CREATE TABLE {table} (
            episode INTEGER NOT NULL REFERENCES episodes, pos INTEGER NOT NULL, {columns},
            PRIMARY KEY (episode, pos)
        ) STRICT""")


@_step
def the_log_only_grows(db: Database) -> None:
    """No row of the log, no world and no participant is ever changed or removed, by whatever program."""
    log = "events truths requests decisions statements opportunities stage_results"
    for table in f"worlds participants {log}".split():
        _append_only(db, table)


@_step
def model_calls(db: Database) -> None:
    """Every call to a model, noted before it is sent, with what it may use until what it did use is known."""
    db.execute("""
        CREATE TABLE model_calls (
            id INTEGER PRIMARY KEY, run INTEGER REFERENCES runs, episode INTEGER REFERENCES episodes,
            request INTEGER NOT NULL, attempt INTEGER NOT NULL, model TEXT NOT NULL,
            reserved_tokens INTEGER NOT NULL, reserved_cost REAL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'done')),
            started TEXT NOT NULL, ended TEXT, outcome TEXT, tokens_in INTEGER, tokens_out INTEGER, cost REAL,
            ms INTEGER, error ANY NOT NULL DEFAULT ''
        ) STRICT""")
    db.execute("CREATE INDEX model_calls_run ON model_calls (run)")
    db.execute("CREATE INDEX model_calls_episode ON model_calls (episode)")


@_step
def controls(db: Database) -> None:
    """What watchers ask of the process that plays; `taken` is when it heard."""
    db.execute("""
        CREATE TABLE controls (
            id INTEGER PRIMARY KEY, episode INTEGER NOT NULL REFERENCES episodes,
            command TEXT NOT NULL CHECK (command IN ('pause', 'resume', 'step', 'score', 'discard')),
            at TEXT NOT NULL, taken TEXT
        ) STRICT""")
    db.execute("CREATE INDEX controls_waiting ON controls (episode) WHERE taken IS NULL")


@_step
def speeds(db: Database) -> None:
    """A watcher may also ask for a speed. SQLite cannot change a check, so the table is made anew."""
    db.execute("""
        CREATE TABLE controls_with_speeds (
            id INTEGER PRIMARY KEY, episode INTEGER NOT NULL REFERENCES episodes,
            command TEXT NOT NULL CHECK (command IN (
                'pause', 'resume', 'step', 'score', 'discard', 'slow', 'calm', 'brisk', 'full'
            )),
            at TEXT NOT NULL, taken TEXT
        ) STRICT""")
    db.execute("INSERT INTO controls_with_speeds SELECT id, episode, command, at, taken FROM controls")
    db.execute("DROP TABLE controls")
    db.execute("ALTER TABLE controls_with_speeds RENAME TO controls")
    db.execute("CREATE INDEX controls_waiting ON controls (episode) WHERE taken IS NULL")
    db.execute("CREATE INDEX controls_of ON controls (episode)")


@_step
def thoughts(db: Database) -> None:
    """The reasoning that some providers give beside a reply."""
    db.execute("ALTER TABLE model_calls ADD COLUMN thoughts ANY NOT NULL DEFAULT ''")


@_step
def uses(db: Database) -> None:
    """Which aids a person used while playing; `records` is how far the log had come."""
    db.execute("""
        CREATE TABLE uses (
            id INTEGER PRIMARY KEY, episode INTEGER NOT NULL REFERENCES episodes, records INTEGER NOT NULL,
            aid TEXT NOT NULL, detail ANY NOT NULL, at TEXT NOT NULL
        ) STRICT""")
    db.execute("CREATE INDEX uses_episode ON uses (episode)")
    _append_only(db, "uses")


@_step
def revisions(db: Database) -> None:
    """Which revision of a model answered, as its provider says: a name may mean another one next month."""
    db.execute("ALTER TABLE model_calls ADD COLUMN revision ANY NOT NULL DEFAULT ''")


@_step
def societies(db: Database) -> None:
    """Societies beside episodes: a run is of one kind or the other."""
    create_societies(db)


@_step
def calls_of_societies(db: Database) -> None:
    """A model may be called for a seat of a society instead of an episode."""
    db.execute("ALTER TABLE model_calls ADD COLUMN society INTEGER REFERENCES societies")
    db.execute("CREATE INDEX model_calls_society ON model_calls (society)")


@_step
def trial_results(db: Database) -> None:
    """How the trials of the battery ended; `kept` is null where nothing can be told."""
    _log_table(
        db,
        "trial_results",
        """trial INTEGER NOT NULL, circumstance TEXT NOT NULL, kept INTEGER, turns INTEGER NOT NULL,
        watched INTEGER NOT NULL""",
    )
    _append_only(db, "trial_results")


@_step
def society_codes(db: Database) -> None:
    """What a second coder, a chat model, made of each message of a society."""
    db.execute("""
        CREATE TABLE society_codes (
            society INTEGER NOT NULL REFERENCES societies, round INTEGER NOT NULL, "group" INTEGER NOT NULL,
            turn INTEGER NOT NULL, coder TEXT NOT NULL, kind TEXT, looks_back INTEGER, direction TEXT,
            outcome TEXT NOT NULL, raw ANY NOT NULL,
            PRIMARY KEY (society, coder, round, "group", turn)
        ) STRICT""")
    _append_only(db, "society_codes")


@_step
def society_beliefs(db: Database) -> None:
    """What members hold right, and fear, at the end of a trial: beside what they did in it."""
    db.execute("""
        CREATE TABLE society_beliefs (
            society INTEGER NOT NULL REFERENCES societies, pos INTEGER NOT NULL, round INTEGER NOT NULL,
            member INTEGER NOT NULL, belief ANY NOT NULL, sanction REAL NOT NULL, PRIMARY KEY (society, pos)
        ) STRICT""")
    _append_only(db, "society_beliefs")
