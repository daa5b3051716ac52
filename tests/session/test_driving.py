"""Drivers and their gate: both play the same episode; pause, step, two stops; errors of the network."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from normquest.episode.records import Decision, Record, Request
from normquest.newcomers.human import Answer, Human, Prompted
from normquest.session import driving
from normquest.session.driving import drive, drive_now, takes_time
from normquest.session.gate import Gate
from normquest.session.live import Live
from normquest.store.rows import Command
from session.cases import decides, live_of, played


class Slow:
    """A mind behind a network."""

    def __init__(self, live: Live, fails_at: int = -1) -> None:
        self.mind, self.fails_at = decides(live), fails_at

    async def decide(self, request: Request, records_seen: Sequence[Record]) -> Decision:
        await asyncio.sleep(0)
        if request.seq == self.fails_at:
            return Decision(request.seq, "no route to host", None, "infra_error")
        return self.mind.decide(request, records_seen)


def test_slow_and_quick_drivers_play_the_same_episode() -> None:
    live, told = live_of("observer"), list[Record]()
    asyncio.run(drive(live, Slow(live), told=told.extend))
    assert live.records == told == played("observer").records
    assert takes_time(Slow(live)) and not takes_time(decides(live))


def test_an_infrastructure_error_ends_the_episode_unanswered() -> None:
    live = live_of()
    asyncio.run(drive(live, Slow(live, fails_at=3)))
    assert live.status == "infra_error"
    last = live.records[-1]
    assert isinstance(last, Request) and last.seq == 3


@pytest.mark.parametrize(("command", "status"), [("score", "stopped"), ("discard", "discarded")])
def test_a_stop_is_heard_before_the_next_request(command: Command, status: str) -> None:
    for sync in (True, False):
        live = live_of()
        waiting: list[list[Command]] = [[], [], [command]]
        gate = Gate(lambda waiting=waiting: waiting.pop(0))
        if sync:
            drive_now(live, decides(live), gate)
        else:
            asyncio.run(drive(live, Slow(live), gate))
        assert live.status == status
        assert sum(isinstance(record, Decision) for record in live.records) == 2


def test_a_paused_driver_waits_and_steps_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    live, gate, asked = live_of(), Gate(paused=True), list[int]()

    def sleep(_: float) -> None:
        """Every nap somebody gives one command."""
        asked.append(sum(isinstance(record, Decision) for record in live.records))
        gate.hear(commands.pop(0))

    commands: list[Command] = ["step", "step", "pause", "resume"]
    monkeypatch.setattr(driving, "time", SimpleNamespace(sleep=sleep))
    drive_now(live, decides(live), gate)
    assert asked == [0, 1, 2, 2] and live.status == "done"


def test_a_gate_that_was_told_to_stop_stays_shut() -> None:
    gate = Gate()
    gate.hear("score")
    gate.hear("resume")
    assert gate.ask() == "score" == gate.ask()


def test_whatever_a_newcomer_raises_goes_through_and_the_episode_can_go_on() -> None:
    class Gone(Exception):
        pass

    live, mind = live_of(), decides(live_of())
    asked = 0

    def prompt(request: Request, records: Sequence[Record]) -> Answer:
        nonlocal asked
        asked += 1
        if asked == 5:
            raise Gone
        decision = mind.decide(request, records)
        return Answer(decision.raw, decision.value)

    with pytest.raises(Gone):
        drive_now(live, Prompted(prompt))
    assert live.status == "running"
    drive_now(live, Prompted(prompt))
    assert live.status == "done"


def test_a_person_takes_time_and_that_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    live = live_of()
    live.begin()
    request = live.request
    assert request is not None

    async def ask(request: Request, records: Sequence[Record]) -> Answer:
        return Answer("ok then")

    clock = iter([10.0, 12.5])
    monkeypatch.setattr("normquest.newcomers.human.time", SimpleNamespace(monotonic=lambda: next(clock)))
    decision = asyncio.run(Human(ask).decide(request, live.seen))
    assert decision == Decision(request.seq, "ok then", None, ms=2500)
