"""What a run's calls have used, added up without reading every call again for every call."""

import sqlite3
from dataclasses import dataclass, field

_COLUMNS = "id, status, tokens_in, tokens_out, reserved_tokens, cost, reserved_cost"
_NEW = f"SELECT {_COLUMNS} FROM model_calls WHERE run IS ? AND id > ?"
_OPEN = f"SELECT {_COLUMNS} FROM model_calls WHERE id = ?"


@dataclass
class Used:
    """Sums over some calls, in the sense of `CallTotals`: what is not known counts as reserved."""

    calls: int = 0
    known: int = 0
    tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0

    def add(self, row: sqlite3.Row) -> None:
        """Count a call."""
        told = row["tokens_in"] is not None and row["tokens_out"] is not None
        tokens = row["tokens_in"] + row["tokens_out"] if told else row["reserved_tokens"]
        cost = row["reserved_cost"] if row["cost"] is None else row["cost"]
        self.calls += 1
        self.known += tokens if row["status"] == "done" else 0
        self.tokens += tokens
        self.cost += cost or 0.0
        self.unpriced += cost is None


@dataclass
class Running:
    """The sums of one run, as one connection goes on with them.

    A call only ever goes from pending to done, in whatever process; so what is done is counted for good, and
    only calls that were pending, or are new, have to be looked at again.
    """

    done: Used = field(default_factory=Used)
    open: list[int] = field(default_factory=list)
    last: int = 0

    def used(self, conn: sqlite3.Connection, run: int | None) -> Used:
        """All that the run has used or reserved by now; `known` is what pending calls can't change."""
        rows = [conn.execute(_OPEN, (number,)).fetchone() for number in self.open]
        rows += conn.execute(_NEW, (run, self.last)).fetchall()
        pending = [row for row in rows if row["status"] == "pending"]
        for row in rows:
            if row["status"] != "pending":
                self.done.add(row)
            self.last = max(self.last, row["id"])
        self.open = [row["id"] for row in pending]
        total = Used(**vars(self.done))
        for row in pending:
            total.add(row)
        return total
