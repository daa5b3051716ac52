"""Runs of the real client: caps to the call, what stops a run, what goes on where it was, many at a time."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from newcomers.brains import Chat, sensible
from newcomers.playing import SHORT, calls_of, instant, order, ran
from newcomers.server import Answer, Server, error
from normquest.session.running import Failed, Halted, Played, run
from normquest.session.running.means import Means
from normquest.store import open_store


@pytest.fixture(autouse=True)
def no_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    instant(monkeypatch)


def sense(asked: Chat) -> Answer:
    return Answer(sensible(asked))


def test_a_run_plays_everything_and_counts_what_it_used(tmp_path: Path) -> None:
    with Server(sense) as server:
        items = ran(tmp_path, order(server.url, 3), in_flight=3)
        lines = [item.line for item in items if isinstance(item, Played)]
        assert sorted(line["seed"] for line in lines) == [1, 2, 3] and len(items) == 3
        assert {line["status"] for line in lines} == {"done"}
        assert sum(line["tokens"] for line in lines) == 110 * len(server.calls)
        assert {line["newcomer"] for line in lines} == {"openai:made-up"}
        again = ran(tmp_path, order(server.url, 3))
        assert [item.fresh for item in again if isinstance(item, Played)] == [False] * 3
    assert calls_of(tmp_path) == [("done", "ok", 100)] * len(server.calls)
    with open_store(tmp_path / "n.db", readonly=True) as store:
        (head, *_) = store.episodes()
        assert head.config["model"]["name"] == "openai:made-up" and "base_url" not in str(head.config)


def test_an_address_or_a_time_limit_makes_no_other_episode(tmp_path: Path) -> None:
    with Server(sense) as one, Server(sense) as other:
        ran(tmp_path, order(one.url, 1))
        (item,) = ran(tmp_path, order(other.url, 1, timeout=9.0))
        assert isinstance(item, Played) and not item.fresh and not other.calls


def test_closing_a_run_in_the_middle_leaves_pending_calls_and_open_episodes(tmp_path: Path) -> None:
    def brain(asked: Chat) -> Answer:
        return Answer(sensible(asked), delay=20 if len(server.calls) > 60 else 0)

    with Server(brain) as server:
        items = run(order(server.url, 8), tmp_path / "n.db", name="test", means=Means(in_flight=2))
        next(items)
        began = time.monotonic()
        items.close()  # type: ignore[attr-defined]
        assert time.monotonic() - began < 5
    with open_store(tmp_path / "n.db", readonly=True) as store:
        totals = store.totals(1)
        assert store.runs()[0].status == "stopped" and totals.pending <= 2
        assert 0 <= totals.calls - len(server.calls) <= 2, "noted before they are sent"
        assert {head.status for head in store.episodes()} <= {"done", "running"}


def test_an_exhausted_quota_stops_all_and_no_infrastructure_error_is_in_a_score(tmp_path: Path) -> None:
    quota = error(429, "insufficient_quota", "You exceeded your current quota")
    with Server(lambda asked: sense(asked) if len(server.calls) <= 40 else quota) as server:
        items = ran(tmp_path, order(server.url, 6), in_flight=2)
        assert len(server.calls) <= 42, "those in flight, and no more"
        failed = [item for item in items if isinstance(item, Failed)]
        assert failed and all("quota" in item.why for item in failed)
        for item in items:
            if isinstance(item, Played) and item.line["status"] == "infra_error":
                assert item.line["joint"] is None and item.line["tokens"] is None
        server.brain = sense
        rest = ran(tmp_path, order(server.url, 6), in_flight=2)
    assert [item.line["status"] for item in rest if isinstance(item, Played)] == ["done"] * 6


def test_a_halt_does_not_wait_for_pauses(tmp_path: Path) -> None:
    """One call is told to come back in a minute; another in flight finds that the account is empty."""
    pause = replace(error(429, retry_after="60"), delay=0.5)
    quota = replace(error(429, "insufficient_quota", "You exceeded your current quota"), delay=1.0)

    def brain(asked: Chat) -> Answer:
        return {20: pause, 21: quota}.get(len(server.calls), Answer(sensible(asked)))

    with Server(brain) as server:
        began = time.monotonic()
        items = ran(tmp_path, order(server.url, 4), in_flight=2)
    assert any(isinstance(item, Halted) for item in items) and len(server.calls) == 21
    assert time.monotonic() - began < 30


def test_an_infrastructure_error_runs_again_from_where_it_was(tmp_path: Path) -> None:
    with Server(lambda asked: sense(asked) if len(server.calls) <= 5 else error(500)) as server:
        items = ran(tmp_path, order(server.url, 1))
        assert [type(item) for item in items] == [Played, Failed]
        with open_store(tmp_path / "n.db", readonly=True) as store:
            assert store.runs()[0].status == "stopped", "so that its caps go on counting"
        made = len(server.calls)
        server.brain = sense
        (item,) = ran(tmp_path, order(server.url, 1))
        assert isinstance(item, Played) and item.line["status"] == "done"
        whole = sum(1 for call in server.calls[:5]) + len(server.calls) - made
    with Server(sense) as undisturbed:
        ran(tmp_path / "other", order(undisturbed.url, 1))
    assert whole == len(undisturbed.calls)


def test_fewer_calls_are_in_flight_after_complaints_and_all_wait_as_told(tmp_path: Path) -> None:
    """A provider that takes no more than 3 at a time gets everything, with few refusals."""

    def brain(asked: Chat) -> Answer:
        if server.in_flight > 3:
            return error(429, retry_after="0.05")
        return Answer(sensible(asked), delay=0.05)

    with Server(brain) as server:
        items = ran(tmp_path, order(server.url, 6, **SHORT), in_flight=6)
    assert [item.line["status"] for item in items if isinstance(item, Played)] == ["done"] * 6
    refused = sum(outcome == "infra_error" for _, outcome, _ in calls_of(tmp_path))
    assert 0 < refused < 0.25 * len(server.calls)


def test_which_revision_answered_is_kept_of_every_call(tmp_path: Path) -> None:
    with Server(sense) as server:
        ran(tmp_path, order(server.url, 1, **SHORT))
        with open_store(tmp_path / "n.db", readonly=True) as store:
            assert store.revisions([1]) == {"openai:made-up": {"m": len(server.calls)}}


def test_as_many_calls_are_in_flight_as_are_allowed_and_never_more(tmp_path: Path) -> None:
    """The small sibling of the long test, which holds the wall time of fifty at a time against the ideal."""
    delay, episodes, slots = 0.1, 8, 4
    in_flight: list[int] = []

    def brain(asked: Chat) -> Answer:
        in_flight.append(server.in_flight)
        return Answer(sensible(asked), delay=delay)

    with Server(brain) as server:
        ran(tmp_path, order(server.url, episodes, **SHORT), in_flight=slots)
    assert server.peak == slots
    # Sent one after the other, every call would come alone; in step, one of each wave does.
    assert in_flight.count(1) <= len(in_flight) / 2, "slots must not stand empty"
