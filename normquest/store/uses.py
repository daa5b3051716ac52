"""Which aids a person used while playing, and when: beside the log, never part of it."""

from __future__ import annotations

from dataclasses import dataclass

from normquest.store.base import Connected, now


@dataclass(frozen=True, slots=True)
class Use:
    """One use: `records` counts what the episode's log held then."""

    episode: int
    records: int
    aid: str
    detail: str
    at: str


class Uses(Connected):
    """The part of a store that keeps the uses of aids."""

    def note_use(self, episode: int, aid: str, detail: str = "") -> None:
        """Note one use. Raises StoreError."""
        with self._writing("noting the use of an aid") as conn:
            conn.execute(
                "INSERT INTO uses (episode, records, aid, detail, at) "
                "SELECT id, records, ?, ?, ? FROM episodes WHERE id = ?",
                (aid, detail, now(), episode),
            )

    def uses(self, episode: int) -> list[Use]:
        """All uses in an episode, in their order."""
        rows = self._select(
            "reading the uses of aids",
            "SELECT episode, records, aid, detail, at FROM uses WHERE episode = ? ORDER BY id",
            (episode,),
        )
        return [Use(**dict(row)) for row in rows]
