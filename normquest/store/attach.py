"""Watching an episode that another process plays: read-only, a turn behind at most, able to stop it."""

from pathlib import Path
from types import TracebackType

from normquest.episode.records import Record
from normquest.store.database import open_store
from normquest.store.errors import StoreError
from normquest.store.rows import Command, EpisodeRow


class Watcher:
    """Follows one episode in a database file. It never writes, but for the commands it is told to send.

        with Watcher(path, 12) as watcher:
            while watcher.playing():
                show(watcher.poll())

    Raises StoreError if the file cannot be read or has no such episode.
    """

    def __init__(self, path: str | Path, episode: int) -> None:
        self._store = open_store(path, readonly=True)
        self._episode = episode
        self._version = -1
        self._next = 0
        try:
            self.head()
        except BaseException:
            self.close()
            raise

    def head(self) -> EpisodeRow:
        """The episode's head as it is now."""
        row = self._store.episode(self._episode)
        if row is None:
            raise StoreError(
                self._store.path,
                f"there is no episode {self._episode}",
                "the number of an episode",
                "See `normquest episodes`",
            )
        return row

    def playing(self) -> bool:
        """Whether the episode is still running; once it is not, one last `poll` gives what is left."""
        return self.head().status == "running"

    def poll(self) -> list[Record]:
        """The records written since the last poll, whole turns only; cheap when nothing was written."""
        version = self._store.version()
        if version == self._version:
            return []
        records = self._store.records(self._episode, after=self._next - 1)
        self._next += len(records)
        self._version = version
        return records

    def send(self, command: Command) -> None:
        """Ask the process that plays for something; it hears before its next request."""
        with open_store(self._store.path) as store:
            store.send(self._episode, command)

    def close(self) -> None:
        """Stop watching."""
        self._store.close()

    def __enter__(self) -> "Watcher":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
