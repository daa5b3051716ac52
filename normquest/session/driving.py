"""Taking an episode to its end: one loop for those who take their time, one for those who answer at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from normquest.episode.records import Decision, Record, Request
from normquest.session.gate import NAP, Gate, Verdict
from normquest.session.live import Live
from normquest.store.rows import StoredStatus

Told = Callable[[Sequence[Record]], object]
"""Is handed each step's records, once they are in the log."""

LOOK = 0.25
"""Seconds between two looks whether to stop, while an answer is waited for."""

_ENDS: dict[Verdict, StoredStatus] = {"score": "stopped", "discard": "discarded"}


class Newcomer(Protocol):
    """Somebody who takes time to answer: a person at a screen, a model behind a network."""

    async def decide(self, request: Request, records_seen: Sequence[Record]) -> Decision:
        """The answer to a request. It keeps no state that these records do not hold."""


class Mind(Protocol):
    """Somebody who answers at once."""

    def decide(self, request: Request, records_seen: Sequence[Record], /) -> Decision:
        """The answer to a request."""


async def drive(live: Live, newcomer: Newcomer, gate: Gate | None = None, told: Told | None = None) -> None:
    """Play on until the end, or until the gate says stop. Every turn is in the log before the next request.

    An answer that is an infrastructure error ends the episode as one, unanswered, so that it can run again
    from there; one for which the means ran out ("budget") leaves it open as it is. Whatever the newcomer
    raises goes through; the episode is as it was before that request. One that `may_be_cut_off` is stopped in
    the middle of an answer, which then is none.
    """
    gate = gate or Gate()
    _begun(live, told)
    while (request := live.request) is not None:
        while (verdict := gate.ask()) == "wait":
            await asyncio.sleep(NAP)
        if verdict != "go":
            live.end(_ENDS[verdict])
            return
        decision = await _decided(newcomer, request, live, gate)
        if not isinstance(decision, Decision):
            live.end(_ENDS[decision])
            return
        if not _answered(live, decision, told):
            return


def drive_now(live: Live, mind: Mind, gate: Gate | None = None, told: Told | None = None) -> None:
    """The same without an event loop: for scripted minds, and for a prompt that blocks."""
    gate = gate or Gate()
    _begun(live, told)
    while (request := live.request) is not None:
        while (verdict := gate.ask()) == "wait":
            time.sleep(NAP)
        if verdict != "go":
            live.end(_ENDS[verdict])
            return
        if not _answered(live, mind.decide(request, live.seen), told):
            return


async def _decided(newcomer: Newcomer, request: Request, live: Live, gate: Gate) -> Decision | Verdict:
    """The answer, or the word to stop that came before it."""
    if not getattr(newcomer, "may_be_cut_off", False):
        return await newcomer.decide(request, live.seen)
    task = asyncio.ensure_future(newcomer.decide(request, live.seen))
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=LOOK)
            if not task.done() and (stop := gate.stop()) is not None:
                return stop
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})


def takes_time(newcomer: Any) -> bool:
    """Whether a newcomer's `decide` has to be awaited."""
    return asyncio.iscoroutinefunction(newcomer.decide)


def _begun(live: Live, told: Told | None) -> None:
    if live.status == "running" and live.state is None:
        records = live.begin()
        if told is not None:
            told(records)


def _answered(live: Live, decision: Decision, told: Told | None) -> bool:
    """Take the answer; False if there was none to take."""
    if decision.outcome == "budget":
        return False
    if decision.outcome == "infra_error":
        live.end("infra_error", decision.raw)
        return False
    records = live.take(decision)
    if told is not None:
        told(records)
    return True
