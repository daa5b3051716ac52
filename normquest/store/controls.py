"""Commands from a watcher to the process that plays: left in the file, heard before the next request."""

from normquest.store.base import Connected, now
from normquest.store.errors import StoreError
from normquest.store.rows import COMMANDS, Command


class Controls(Connected):
    """The part of a store through which an episode is paused, stepped and stopped from elsewhere."""

    def send(self, episode: int, command: Command) -> None:
        """Leave a command for whoever plays this episode. Raises StoreError if nobody can be playing it."""
        if command not in COMMANDS:
            raise ValueError(f"{command!r} is none of {', '.join(COMMANDS)}")
        with self._writing("sending a command") as conn:
            row = conn.execute("SELECT status FROM episodes WHERE id = ?", (episode,)).fetchone()
            if row is None or row["status"] != "running":
                state = "is not there" if row is None else f"is not running (it is {row['status']})"
                raise StoreError(
                    self.path, f"episode {episode} {state}", "a running episode", "See `normquest episodes`"
                )
            conn.execute(
                "INSERT INTO controls (episode, command, at) VALUES (?, ?, ?)", (episode, command, now())
            )

    def take_controls(self, episode: int) -> list[Command]:
        """The commands that wait for this episode, the oldest first. Each is handed out once.

        Ask before each request: it costs a few microseconds when nothing waits, and locks nothing.
        """
        waiting = "SELECT id, command FROM controls WHERE episode = ? AND taken IS NULL ORDER BY id"
        if not self._select("looking for commands", waiting, (episode,)):
            return []
        with self._writing("taking commands") as conn:
            rows = conn.execute(waiting, (episode,)).fetchall()
            conn.executemany(
                "UPDATE controls SET taken = ? WHERE id = ?", [(now(), row["id"]) for row in rows]
            )
        return [row["command"] for row in rows]

    def controls(self, episode: int) -> list[Command]:
        """All commands that were left for this episode, heard or not, the oldest first."""
        rows = self._select(
            "reading commands", "SELECT command FROM controls WHERE episode = ? ORDER BY id", (episode,)
        )
        return [row["command"] for row in rows]
