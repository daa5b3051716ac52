"""A person as a newcomer: a screen asks, the person answers, and a decision comes of it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from normquest.episode.records import Decision, Outcome, Record, Request


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person said: as typed or clicked, and what was understood (see `Decision`)."""

    raw: str
    value: Any = None
    outcome: Outcome = "ok"


Asking = Callable[[Request, Sequence[Record]], Awaitable[Answer]]
"""Puts a request to the person and waits for the answer. It may raise to stop the episode there."""

Prompting = Callable[[Request, Sequence[Record]], Answer]
"""The same for a prompt that blocks."""


class Human:
    """A person at a screen that shows requests and waits: a newcomer for `session.drive`."""

    def __init__(self, ask: Asking) -> None:
        self._ask = ask

    async def decide(self, request: Request, records_seen: Sequence[Record]) -> Decision:
        """The person's answer, with the milliseconds it took."""
        began = time.monotonic()
        return _decision(request, await self._ask(request, records_seen), began)


class Prompted:
    """A person at a prompt that blocks: for `session.drive_now`."""

    def __init__(self, ask: Prompting) -> None:
        self._ask = ask

    def decide(self, request: Request, records_seen: Sequence[Record]) -> Decision:
        """The person's answer, with the milliseconds it took."""
        began = time.monotonic()
        return _decision(request, self._ask(request, records_seen), began)


def _decision(request: Request, answer: Answer, began: float) -> Decision:
    spent = round((time.monotonic() - began) * 1000)
    return Decision(request.seq, answer.raw, answer.value, answer.outcome, ms=spent)
