"""What second coders made of the messages of societies, beside the log."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from normquest.store.base import Connected
from normquest.store.canonical import readable, storable


@dataclass(frozen=True, slots=True)
class CodeRow:
    """The codes of one message by one coder; all None where its reply could not be used (see `outcome`)."""

    society: int
    round: int
    group: int
    turn: int
    coder: str
    kind: str | None
    looks_back: bool | None
    direction: str | None
    outcome: str
    raw: str


class Codes(Connected):
    """The part of a store that keeps codes."""

    def note_code(self, row: CodeRow) -> None:
        """Keep the codes of a message, unless this coder has coded it already. Raises StoreError."""
        values: tuple[Any, ...] = (
            row.society,
            row.round,
            row.group,
            row.turn,
            row.coder,
            row.kind,
            row.looks_back,
            row.direction,
            row.outcome,
            storable(row.raw),
        )
        with self._writing("noting the codes of a message") as conn:
            conn.execute(f"INSERT OR IGNORE INTO society_codes VALUES ({', '.join('?' * 10)})", values)

    def codes(self, society: int, coder: str | None = None) -> list[CodeRow]:
        """The codes of a society's messages, by one coder or by all, in the messages' order."""
        rows = self._select(
            "reading codes",
            """SELECT * FROM society_codes WHERE society = ? AND coder = coalesce(?, coder)
                ORDER BY round, "group", turn, coder""",
            (society, coder),
        )
        return [
            CodeRow(
                **{
                    **dict(row),
                    "looks_back": None if row["looks_back"] is None else bool(row["looks_back"]),
                    "raw": readable(row["raw"]),
                }
            )
            for row in rows
        ]

    def coders(self, societies: Collection[int]) -> list[str]:
        """Who has coded messages of these societies: whoever coded last first, those of no use at the end."""
        if not societies:
            return []
        rows = self._select(
            "looking for coders",
            f"""SELECT coder FROM society_codes WHERE society IN ({", ".join("?" * len(societies))})
                GROUP BY coder ORDER BY count(kind) = 0, max(rowid) DESC""",
            list(societies),
        )
        return [row["coder"] for row in rows]
