"""An episode in hand: what has happened so far, the request that waits, the log that turns go to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from normquest.episode.case import Case
from normquest.episode.records import HIDDEN, Config, Decision, EpisodeKey, Record, Request
from normquest.episode.state import EpisodeState, Step
from normquest.episode.step import advance, begin
from normquest.store.rows import StoredStatus

Ending = Mapping[str, Any]
"""What is stored of an episode that has ended."""


class Log(Protocol):
    """Where turns go; a `Store` is one."""

    def turn(
        self,
        episode: int,
        records: Sequence[Record],
        status: StoredStatus | None = None,
        result: Mapping[str, Any] | None = None,
        error: str = "",
    ) -> None:
        """Keep a turn's records, all or none of them, and the episode's end if a status is given."""


class Summary(Protocol):
    """Says in a mapping what an episode has come to, once it is over."""

    def __call__(self, live: Live) -> Ending:
        """The mapping, as JSON can hold it."""


class Live:
    """One newcomer's episode, a decision at a time.

    `number` is its number in the log (0 without one), `status` as in the store. `records` holds everything,
    `seen` what a newcomer may know; both only grow. `known` counts the scene, from 0, from which a reader of
    the sanctions could know the norm, for the debrief; `mirrors`: the opposite rule can be played as well.
    """

    def __init__(
        self,
        key: EpisodeKey,
        config: Config,
        case: Case,
        *,
        log: Log | None = None,
        number: int = 0,
        summary: Summary | None = None,
        known: int | None = None,
        mirrors: bool = False,
    ) -> None:
        self.key = key
        self.config = config
        self.case = case
        self.number = number
        self.known = known
        self.mirrors = mirrors
        self.status: StoredStatus = "running"
        self.result: Ending | None = None
        self.records: list[Record] = []
        self.seen: list[Record] = []
        self._log = log
        self._summary = summary
        self._step: Step | None = None

    @property
    def request(self) -> Request | None:
        """What the newcomer is asked now; None before the beginning and after the end."""
        return None if self._step is None or self.status != "running" else self._step.request

    @property
    def state(self) -> EpisodeState | None:
        """The engine's state; screens do not need it."""
        return None if self._step is None else self._step.state

    def begin(self) -> tuple[Record, ...]:
        """The arrival; gives the first records. Raises what the log raises."""
        return self._went(begin(self.key, self.config, self.case))

    def take(self, decision: Decision) -> tuple[Record, ...]:
        """One decision; gives the records that it brought, the decision first.

        They are in the log before this returns. Raises WrongDecision if another request is asked, and what
        the log raises; nothing has happened then.
        """
        assert self._step is not None, "begin first"
        return self._went(advance(self._step.state, decision))

    def again(self, decision: Decision | None) -> tuple[Record, ...]:
        """The same without the log: a step that is stored already. None is the beginning."""
        if decision is None:
            step = begin(self.key, self.config, self.case)
        else:
            assert self._step is not None, "begin first"
            step = advance(self._step.state, decision)
        self._keep(step)
        return step.records

    def end(self, status: StoredStatus, error: str = "") -> None:
        """End it here: `stopped` scores what is there, `discarded` forgets it, `infra_error` runs again."""
        if self.status != "running":
            return
        result = self._summed(status)
        if self._log is not None:
            self._log.turn(self.number, (), status, result, error)
        self.status, self.result = status, result

    def _went(self, step: Step) -> tuple[Record, ...]:
        before = (self._step, len(self.records), len(self.seen))
        self._keep(step)
        status: StoredStatus | None = "done" if step.request is None else None
        try:
            result = self._summed(status)
            if self._log is not None:
                self._log.turn(self.number, step.records, status, result)
        except BaseException:
            self._step = before[0]
            del self.records[before[1] :], self.seen[before[2] :]
            raise
        if status is not None:
            self.status, self.result = status, result
        return step.records

    def _keep(self, step: Step) -> None:
        self._step = step
        self.records += step.records
        self.seen += [record for record in step.records if not isinstance(record, HIDDEN)]

    def _summed(self, status: StoredStatus | None) -> Ending | None:
        if status not in ("done", "stopped") or self._summary is None:
            return None
        return self._summary(self)
