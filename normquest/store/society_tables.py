"""The tables of societies: heads, files, and one table for each kind of record. Fixed: see `migrations`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database

HEADS = (
    """
    CREATE TABLE society_files (
        hash TEXT PRIMARY KEY, id TEXT NOT NULL, title TEXT NOT NULL, source TEXT NOT NULL
    ) STRICT""",
    """
    CREATE TABLE society_planned (
        run INTEGER NOT NULL REFERENCES runs, key TEXT NOT NULL, PRIMARY KEY (run, key)
    ) STRICT, WITHOUT ROWID""",
    """
    CREATE TABLE societies (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL, run INTEGER REFERENCES runs,
        engine INTEGER NOT NULL, file_hash TEXT NOT NULL REFERENCES society_files, society TEXT NOT NULL,
        seed INTEGER NOT NULL, condition TEXT NOT NULL, members TEXT NOT NULL, config_hash TEXT NOT NULL,
        rep INTEGER NOT NULL, participant TEXT NOT NULL, config TEXT NOT NULL,
        started TEXT NOT NULL, ended TEXT,
        status TEXT NOT NULL CHECK (status IN ('running', 'done', 'stopped', 'infra_error', 'discarded')),
        error ANY NOT NULL DEFAULT '', result TEXT, records INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    "CREATE UNIQUE INDEX societies_key ON societies (key) WHERE status <> 'discarded'",
    "CREATE INDEX societies_run ON societies (run)",
)

LOG = {
    "society_replies": """request INTEGER NOT NULL, raw ANY NOT NULL, value ANY NOT NULL,
        outcome TEXT NOT NULL, ms INTEGER NOT NULL, calls INTEGER NOT NULL""",
    "society_prompts": """request INTEGER NOT NULL, round INTEGER NOT NULL, member INTEGER NOT NULL,
        kind TEXT NOT NULL, attempt INTEGER NOT NULL, text ANY NOT NULL""",
    "society_seats": """round INTEGER NOT NULL, member INTEGER NOT NULL, seat INTEGER NOT NULL,
        name TEXT NOT NULL, mind TEXT NOT NULL, role TEXT NOT NULL, tau REAL NOT NULL, anchor REAL,
        trial TEXT NOT NULL""",
    "society_leavings": """round INTEGER NOT NULL, member INTEGER NOT NULL, seat INTEGER NOT NULL,
        why TEXT NOT NULL, for_good INTEGER NOT NULL""",
    "society_groups": """round INTEGER NOT NULL, groups ANY NOT NULL, seeds ANY NOT NULL,
        resting ANY NOT NULL""",
    "society_messages": """round INTEGER NOT NULL, "group" INTEGER NOT NULL, turn INTEGER NOT NULL,
        member INTEGER NOT NULL, text ANY NOT NULL""",
    "society_moves": """round INTEGER NOT NULL, "group" INTEGER NOT NULL, member INTEGER NOT NULL,
        kind TEXT NOT NULL, value ANY NOT NULL, repeated INTEGER NOT NULL""",
    "society_payoffs": """round INTEGER NOT NULL, "group" INTEGER NOT NULL, member INTEGER NOT NULL,
        value REAL NOT NULL""",
    "society_ratings": """round INTEGER NOT NULL, rater INTEGER NOT NULL, rated INTEGER NOT NULL,
        value REAL NOT NULL""",
    "society_ties": """round INTEGER NOT NULL, source INTEGER NOT NULL, target INTEGER NOT NULL,
        weight REAL NOT NULL""",
    "society_reports": """round INTEGER NOT NULL, member INTEGER NOT NULL, ee REAL NOT NULL,
        ne ANY NOT NULL""",
    "society_exclusions": "round INTEGER NOT NULL, member INTEGER NOT NULL, standing REAL NOT NULL",
    "society_shocks": """round INTEGER NOT NULL, name TEXT NOT NULL, replaced ANY NOT NULL,
        strangers ANY NOT NULL, anchor REAL NOT NULL""",
    "society_trials": """round INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
        trial INTEGER NOT NULL, begins INTEGER NOT NULL, members ANY NOT NULL, told ANY NOT NULL""",
    "society_noticed": """round INTEGER NOT NULL, member INTEGER NOT NULL, name TEXT NOT NULL,
        answer TEXT NOT NULL, right INTEGER NOT NULL""",
    "society_missing": """round INTEGER NOT NULL, member INTEGER NOT NULL, kind TEXT NOT NULL,
        outcome TEXT NOT NULL, rule TEXT NOT NULL""",
    "society_rounds": "round INTEGER NOT NULL, members ANY NOT NULL, standing ANY NOT NULL",
    "society_ends": "round INTEGER NOT NULL, why TEXT NOT NULL",
}
"""The columns of each kind of record, beside `society` and `pos` (its place in the log, from 0)."""


def create(db: Database) -> None:
    """Make all of it. What holds the log is append-only."""
    db.execute("ALTER TABLE runs ADD COLUMN kind TEXT NOT NULL DEFAULT 'episodes'")
    for statement in HEADS:
        db.execute(statement)
    for table, columns in LOG.items():
        db.execute(f"""
            CREATE TABLE {table} (
                society INTEGER NOT NULL REFERENCES societies, pos INTEGER NOT NULL, {columns},
                PRIMARY KEY (society, pos)
            ) STRICT""")
    for table in (*LOG, "society_files"):
        for deed in ("UPDATE", "DELETE"):
            db.execute(f"""
                CREATE TRIGGER {table}_no_{deed.lower()} BEFORE {deed} ON {table}
                BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END""")
