"""A society in hand: what has happened so far, the requests that wait, the log that phases go to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from normquest.session.societies.summing import summed
from normquest.society.records import Config, Record, Reply, SocietyKey
from normquest.society.schema import Society
from normquest.society.state import Request, SocietyState, Step
from normquest.society.step import advance, begin
from normquest.store.rows import StoredStatus


class Log(Protocol):
    """Where phases go; a `Store` is one."""

    def phase(
        self,
        society: int,
        records: Sequence[Record],
        status: StoredStatus | None = None,
        result: Mapping[str, Any] | None = None,
        error: str = "",
    ) -> None:
        """Keep a phase's records, all or none of them, and the society's end if a status is given."""


class LiveSociety:
    """One society, a step at a time. `number`: its number in the log, or 0. `records` only grows."""

    def __init__(
        self, key: SocietyKey, config: Config, society: Society, *, log: Log | None = None, number: int = 0
    ) -> None:
        self.key = key
        self.config = config
        self.society = society
        self.number = number
        self.status: StoredStatus = "running"
        self.result: Mapping[str, Any] | None = None
        self.records: list[Record] = []
        self._log = log
        self._step: Step | None = None

    @property
    def requests(self) -> tuple[Request, ...]:
        """What is asked now; empty before the beginning and after the end."""
        return () if self._step is None or self.status != "running" else self._step.requests

    @property
    def state(self) -> SocietyState | None:
        """The engine's state."""
        return None if self._step is None else self._step.state

    def begin(self) -> tuple[Record, ...]:
        """Everybody sits down; gives the first records. Raises what the log raises."""
        return self._went(begin(self.key, self.config, self.society))

    def take(self, replies: Sequence[Reply]) -> tuple[Record, ...]:
        """A reply to each request; gives what they brought. It is in the log before this returns.

        Raises WrongReplies, and what the log raises; nothing has happened then.
        """
        assert self._step is not None, "begin first"
        return self._went(advance(self._step.state, replies))

    def again(self, replies: Sequence[Reply] | None) -> tuple[Record, ...]:
        """The same without the log: a step that is stored already. None is the beginning."""
        if replies is None:
            step = begin(self.key, self.config, self.society)
        else:
            assert self._step is not None, "begin first"
            step = advance(self._step.state, replies)
        self._step = step
        self.records += step.records
        return step.records

    def end(self, status: StoredStatus, error: str = "") -> None:
        """End it here: `stopped` keeps what is there, `discarded` forgets it, `infra_error` goes on later."""
        if self.status != "running":
            return
        result = summed(self.records, self.society) if status == "stopped" else None
        if self._log is not None:
            self._log.phase(self.number, (), status, result, error)
        self.status, self.result = status, result

    def _went(self, step: Step) -> tuple[Record, ...]:
        ended = not step.requests
        result = summed([*self.records, *step.records], self.society) if ended else None
        if self._log is not None:
            self._log.phase(self.number, step.records, "done" if ended else None, result)
        self._step = step
        self.records += step.records
        if ended:
            self.status, self.result = "done", result
        return step.records
