"""Where the records of a society that is watched come from: played here, or read from the store.

A screen knows nothing but `Source`: records so far, new ones as they come, and a few commands.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from normquest.front.societies.about import About, about_of
from normquest.session.errors import SessionError
from normquest.session.gate import Gate, Setting
from normquest.session.societies.keeping import config_of
from normquest.session.societies.live import LiveSociety
from normquest.session.societies.names import stored_society
from normquest.society.games import Game, game_of
from normquest.society.members.scripted import reply
from normquest.society.records import Record
from normquest.store import Store, open_store
from normquest.store.rows import Command

if TYPE_CHECKING:
    from normquest.session.societies.aside import Playing, Table

AT_ONCE = 0.02
"""Seconds of playing in one look, at full speed: a key is answered in between."""


@dataclass(frozen=True)
class News:
    """What is new: records since the last time; the rest as it is now. `live`: more may come.

    `waiting`: how many of those who are asked have not answered yet. `trouble`: why it goes no further here.
    """

    records: Sequence[Record]
    setting: Setting
    live: bool
    note: str = ""
    waiting: int = 0
    trouble: str = ""


class Source(Protocol):
    """A society to look at. `replay`: it is shown from its beginning, and nobody plays it."""

    @property
    def about(self) -> About:
        """What is known before the first record."""

    @property
    def game(self) -> Game:
        """Its game."""

    @property
    def replay(self) -> bool:
        """Whether it is shown again."""

    def news(self) -> News | None:
        """What is new, or None."""

    def send(self, command: Command) -> None:
        """Ask whoever plays for something."""

    def close(self) -> None:
        """Stop looking."""


class Here:
    """A society of scripted members that is played while it is looked at, a phase at a time."""

    replay = False

    def __init__(self, live: LiveSociety, speed: Command = "calm", *, paused: bool = False) -> None:
        self.live = live
        self.about = about_of(live.society, live.key, live.config)
        self.game = game_of(live.society)
        self.gate = Gate()
        self.gate.hear(speed)
        if paused:
            self.gate.hear("pause")
        self._given = 0
        self._said: tuple[Setting, str] | None = None

    def news(self) -> News | None:
        """Play on as far as the gate lets it, and tell of it."""
        until = time.monotonic() + AT_ONCE
        while self.live.status == "running":
            verdict = self.gate.ask()
            if verdict in ("score", "discard"):
                self.live.end("stopped" if verdict == "score" else "discarded")
            if verdict != "go":
                break
            self._step()
            if time.monotonic() >= until:
                break
        records = self.live.records[self._given :]
        self._given = len(self.live.records)
        state = (self.gate.setting, self.live.status)
        if not records and state == self._said:
            return None
        self._said = state
        note = self.live.status if self.live.status in ("stopped", "discarded") else ""
        return News(records, self.gate.setting, self.live.status == "running", note)

    def _step(self) -> None:
        if self.live.state is None:
            self.live.begin()
        else:
            seed = self.live.key.seed
            self.live.take([reply(request, seed) for request in self.live.requests])

    def send(self, command: Command) -> None:
        """Take a command; it is heard before the next phase."""
        self.gate.hear(command)

    def close(self) -> None:
        """What was played is in the log of the society already."""


class Aside:
    """A society with chat models, played beside the screens while it is looked at.

    The first that is looked at sets all in motion, and the first that is closed ends all.
    """

    replay = False

    def __init__(self, playing: Playing, table: Table) -> None:
        self.table = table
        self.about = about_of(table.loaded.society, table.key, table.unit.config)
        self.game = game_of(table.loaded.society)
        self._playing = playing
        self._given = 0
        self._said: tuple[Setting, str, int, str] | None = None

    def news(self) -> News | None:
        """What has been played since the last time."""
        self._playing.begin()
        over, table, live = self._playing.over, self.table, self.table.live
        status = "running" if live is None else live.status
        records = () if live is None else live.records[self._given :]
        self._given += len(records)
        state = (table.gate.setting, status, table.waiting, table.trouble)
        if not records and state == self._said:
            return None
        self._said = state
        note = "left open" if table.trouble else status if status in ("stopped", "discarded") else ""
        goes_on = status == "running" and not table.trouble and not over
        return News(records, table.gate.setting, goes_on, note, table.waiting, table.trouble)

    def send(self, command: Command) -> None:
        """Take a command; it is heard before the next phase."""
        self.table.send(command)

    def close(self) -> None:
        """End it: what was played is in the log of the society already."""
        self._playing.stop()


class Stored:
    """A society of the store: as it was played, or as another process plays it now.

    Raises StoreError, and SessionError if there is no such society.
    """

    def __init__(self, path: Path, number: int) -> None:
        self._store: Store = open_store(path, readonly=True)
        self._number = number
        self._read = 0
        self._version = -1
        try:
            head = self._store.society(number)
            file = None if head is None else self._store.society_file(head.key.file_hash)
            if head is None or file is None:
                raise SessionError(
                    str(path),
                    f"there is no society {number}",
                    "the number of a society that was run",
                    "See `normquest society report`",
                    usage=True,
                )
            society = stored_society(file).society
            self.about = about_of(society, head.key, config_of(head))
            self.game = game_of(society)
            self.replay = head.status != "running"
        except BaseException:
            self.close()
            raise

    def news(self) -> News | None:
        """What has been written since the last time."""
        version = self._store.version()
        if version == self._version:
            return None
        self._version = version
        # The head first: what it says is over has all its records by the time they are read.
        head = self._store.society(self._number)
        records = self._store.society_records(self._number, after=self._read - 1)
        self._read += len(records)
        status = "discarded" if head is None else head.status
        note = "" if status in ("running", "done") else status.replace("_", " ")
        return News(records, Setting(), status == "running" and not self.replay, note)

    def send(self, command: Command) -> None:
        """Nobody hears it: whoever plays a stored society takes no commands."""

    def close(self) -> None:
        """Stop looking."""
        self._store.close()
