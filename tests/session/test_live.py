"""An episode in hand: what it logs, what it shows, and that a turn is all or nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from normquest.episode.records import Decision, OpportunityRecord, Record, StageResult, Truth
from normquest.episode.step import WrongDecision
from normquest.norms.events import Event
from normquest.session.driving import drive_now
from normquest.session.live import Live
from normquest.store.rows import StoredStatus
from session.cases import decides, live_of, played


class Kept:
    """A log that keeps turns, or refuses the next."""

    def __init__(self) -> None:
        self.turns: list[tuple[Record, ...]] = []
        self.ends: list[tuple[str, Mapping[str, Any] | None, str]] = []
        self.full = False

    def turn(
        self,
        episode: int,
        records: Sequence[Record],
        status: StoredStatus | None = None,
        result: Mapping[str, Any] | None = None,
        error: str = "",
    ) -> None:
        if self.full:
            raise OSError("the disk is full")
        self.turns.append(tuple(records))
        if status is not None:
            self.ends.append((status, result, error))


def kept(mind: str = "oracle", **switches: Any) -> tuple[Live, Kept]:
    plain, log = live_of(mind, **switches), Kept()
    live = Live(
        plain.key, plain.config, plain.case, log=log, number=3, summary=lambda live: {"n": live.number}
    )
    return live, log


def test_a_turn_is_what_one_decision_brings_and_begins_with_it() -> None:
    live, log = kept()
    drive_now(live, decides(live))
    assert [record for turn in log.turns for record in turn] == live.records
    assert all(isinstance(turn[0], Decision) for turn in log.turns[1:])
    assert sum(isinstance(record, Decision) for record in live.records) == len(log.turns) - 1


def test_the_end_is_stored_with_the_last_turn() -> None:
    live, log = kept()
    drive_now(live, decides(live))
    assert log.ends == [("done", {"n": 3}, "")]
    assert (live.status, live.result, live.request) == ("done", {"n": 3}, None)


def test_a_newcomer_never_sees_findings() -> None:
    live = played("selfish")
    assert any(isinstance(record, Truth) for record in live.records)
    assert not any(isinstance(record, Truth | OpportunityRecord | StageResult) for record in live.seen)
    assert [r for r in live.records if isinstance(r, Event)] == [r for r in live.seen if isinstance(r, Event)]


def test_what_the_log_refuses_has_not_happened() -> None:
    live, log = kept()
    live.begin()
    request = live.request
    assert request is not None
    before, log.full = list(live.records), True
    with pytest.raises(OSError, match="full"):
        live.take(Decision(request.seq, "", None))
    assert (live.records, live.seen, live.request) == (before, before, request)
    log.full = False
    live.take(Decision(request.seq, "", None))
    assert live.records[: len(before)] == before and len(live.records) > len(before)


def test_a_wrong_answer_changes_nothing() -> None:
    live, log = kept()
    live.begin()
    with pytest.raises(WrongDecision):
        live.take(Decision(99, "", None))
    assert len(log.turns) == 1 and live.request is not None


def test_an_episode_that_was_stopped_is_summed_and_one_that_failed_is_not() -> None:
    for status, result in (("stopped", {"n": 3}), ("discarded", None), ("infra_error", None)):
        live, log = kept()
        live.begin()
        live.end(status, "why")  # type: ignore[arg-type]
        assert log.ends == [(status, result, "why")] and live.request is None
        live.end("done")  # it has ended already
        assert len(log.ends) == 1


def test_the_same_key_gives_the_same_records() -> None:
    assert played("random", 2).records == played("random", 2).records
