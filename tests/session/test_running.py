"""A run: who is sent where, what is skipped, what fails alone, and several processes at once."""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from normquest.bank.draw import NoDraw
from normquest.cli.listing import episode_table
from normquest.episode.records import Config, Decision, Record, Request
from normquest.minds.scripted import MINDS
from normquest.session.errors import SessionError
from normquest.session.keeping import resume, start
from normquest.session.running import Failed, Item, Order, Played, Rejected, run
from normquest.session.running import work as work_module
from normquest.session.running.pool import spread
from normquest.session.worlds import world_file
from normquest.store import open_store
from session.cases import drawing, world
from session.handmade import at_home, ran, started
from session.run_kills import RUN, alive, logs


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Draws take no time; gives the seeds that were drawn. Seed 13 is rejected."""
    drawn: list[int] = []

    def draw(source: object, seed: int, config: Config) -> Any:
        drawn.append(seed)
        if seed == 13:
            raise NoDraw(["the easy way keeps it"])
        return drawing(seed, config.norm_free)

    monkeypatch.setattr(work_module, "draw_case", draw)
    return drawn


def order(seeds: Sequence[int], *newcomers: str, arms: Sequence[str] = ("both",), reps: int = 1) -> Order:
    configs = tuple(Config(arm=arm) for arm in arms)
    return Order((world_file(world()),), tuple(seeds), configs, newcomers or ("oracle",), reps)


def done(path: Path, wanted: Order, name: str = "test") -> list[Item]:
    return list(run(wanted, path / "n.db", name=name))


def places(items: Sequence[Item]) -> list[tuple[Any, ...]]:
    return [(i.line["seed"], i.line["arm"], i.line["newcomer"]) for i in items if isinstance(i, Played)]


def test_a_seed_is_drawn_once_for_all_who_are_sent_there(tmp_path: Path, draws: list[int]) -> None:
    items = done(tmp_path, order([3, 1], "oracle", "selfish", arms=("both", "blind"), reps=2))
    assert draws == [3, 1] and len(items) == 16
    both = [("both", "oracle"), ("both", "oracle"), ("both", "selfish"), ("both", "selfish")]
    blind = [("blind", mind) for _, mind in both]
    assert places(items) == [(seed, *one) for seed in (3, 1) for one in (*both, *blind)]


def test_what_is_done_is_told_again_and_not_drawn_again(tmp_path: Path, draws: list[int]) -> None:
    first = done(tmp_path, order([1, 2]))
    again = done(tmp_path, order([1, 2, 3]), "other")
    assert draws == [1, 2, 3]
    assert [item.fresh for item in again if isinstance(item, Played)] == [False, False, True]
    lines = [[item.line for item in items if isinstance(item, Played)] for items in (first, again)]
    assert lines[1][:2] == lines[0]
    with open_store(tmp_path / "n.db", readonly=True) as store:
        assert [len(store.episodes(run=number)) for number in (1, 2)] == [2, 3]


def test_other_switches_are_other_episodes(tmp_path: Path, draws: list[int]) -> None:
    done(tmp_path, order([1]))
    other = Order((world_file(world()),), (1,), (Config(delay=1),), ("oracle",))
    (item,) = done(tmp_path, other)
    assert isinstance(item, Played) and item.fresh and draws == [1, 1]


def test_a_rejected_draw_is_told_with_its_reasons_and_stops_nothing(tmp_path: Path, draws: list[int]) -> None:
    items = done(tmp_path, order([12, 13, 14]))
    assert items[1] == Rejected("small", 13, ("the easy way keeps it",))
    assert places(items) == [(12, "both", "oracle"), (14, "both", "oracle")]


class Broken:
    """A mind that fails in its second turn, on one seed."""

    def __init__(self, case: Any, key: Any) -> None:
        self.inner, self.key = MINDS["oracle"](case, key), key

    def decide(self, request: Request, records: Sequence[Record]) -> Decision:
        if self.key.seed == 2 and request.kind == "act" and request.observation.turn == 1:
            raise ZeroDivisionError("it met a nought")
        return self.inner.decide(request, records)


def test_a_newcomer_that_fails_fails_alone_and_runs_again(
    tmp_path: Path, draws: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("normquest.session.newcomers.MINDS", {**MINDS, "broken": Broken})
        items = done(tmp_path, order([1, 2, 3], "broken"))
    assert [type(item) for item in items] == [Played, Played, Failed, Played]
    failed = items[2]
    assert isinstance(failed, Failed) and failed.why == "ZeroDivisionError: it met a nought"
    assert isinstance(items[1], Played) and items[1].line["status"] == "infra_error"
    monkeypatch.setattr("normquest.session.newcomers.MINDS", {"broken": MINDS["oracle"]})
    again = done(tmp_path, order([1, 2, 3], "broken"), "again")
    assert [item.line["status"] for item in again if isinstance(item, Played)] == ["done"] * 3
    with open_store(tmp_path / "n.db", readonly=True) as store:
        assert len(store.episodes()) == 3


class Slow:
    """A mind that has to be awaited."""

    def __init__(self, case: Any, key: Any) -> None:
        self.inner = MINDS["oracle"](case, key)

    async def decide(self, request: Request, records: Sequence[Record]) -> Decision:
        return self.inner.decide(request, records)


def test_newcomers_that_take_time_are_awaited(
    tmp_path: Path, draws: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("normquest.session.newcomers.MINDS", {"slow": Slow})
    items = done(tmp_path, order([1, 2], "slow"))
    assert [item.line["joint"] for item in items if isinstance(item, Played)] == [True, True]


def test_a_run_that_was_closed_is_stopped_and_goes_on_as_the_same(tmp_path: Path, draws: list[int]) -> None:
    items = run(order([1, 2, 3]), tmp_path / "n.db", name="test")
    next(items)
    items.close()  # type: ignore[attr-defined]
    with open_store(tmp_path / "n.db", readonly=True) as store:
        assert [(r.id, r.status) for r in store.runs()] == [(1, "stopped")]
    assert len(done(tmp_path, order([1, 2, 3]))) == 3
    with open_store(tmp_path / "n.db", readonly=True) as store:
        assert [(r.id, r.status) for r in store.runs()] == [(1, "done")]
        assert len(store.episodes(run=1)) == 3


def test_an_episode_that_another_process_takes_over_is_left_to_it(
    tmp_path: Path, draws: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one goes on in the middle of ours, and finishes while we wait."""
    inner = MINDS["oracle"]
    asked: list[int] = []

    class Overtaken:
        def __init__(self, case: Any, key: Any) -> None:
            self.inner = inner(case, key)

        def decide(self, request: Request, records: Sequence[Record]) -> Decision:
            asked.append(request.seq)
            if len(asked) == 4:
                monkeypatch.setattr("normquest.session.newcomers.MINDS", {"oracle": inner})
                assert len(done(tmp_path, order([1]), "other")) == 1
            return self.inner.decide(request, records)

    monkeypatch.setattr("normquest.session.newcomers.MINDS", {"oracle": Overtaken})
    (item,) = done(tmp_path, order([1]))
    assert isinstance(item, Played) and item.line["status"] == "done" and len(asked) == 4


def test_an_episode_that_the_other_left_behind_is_gone_on_with(
    tmp_path: Path, draws: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    inner, asked = MINDS["oracle"], list[int]()
    monkeypatch.setattr(work_module, "PATIENCE", 0.0)

    class Overtaken:
        def __init__(self, case: Any, key: Any) -> None:
            self.inner = inner(case, key)

        def decide(self, request: Request, records: Sequence[Record]) -> Decision:
            asked.append(request.seq)
            if len(asked) == 4:
                with open_store(tmp_path / "n.db") as store:
                    other = resume(store, 1, drawing(1))
                    assert other.request is not None
                    other.take(inner(other.case, other.key).decide(other.request, other.seen))
            return self.inner.decide(request, records)

    monkeypatch.setattr("normquest.session.newcomers.MINDS", {"oracle": Overtaken})
    (item,) = done(tmp_path, order([1]))
    assert isinstance(item, Played) and item.line["status"] == "done" and len(asked) > 4


class Doubles:
    """A worker for the pool's own tests: doubles a number, dies at 13, fails at 7."""

    def __enter__(self) -> "Doubles":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def do(self, unit: int) -> Iterator[int]:
        if unit == 13:
            os._exit(9)
        if unit == 7:
            raise SessionError("7", "is not liked", "another", "Give another")
        time.sleep(0.01 * (unit % 3))
        yield unit
        yield 2 * unit


def test_a_pool_gives_items_in_the_order_of_units() -> None:
    expected = [n for unit in range(6) for n in (unit, 2 * unit)]
    assert list(spread(range(6), Doubles, 1)) == expected == list(spread(range(6), Doubles, 2))


def test_a_pool_hands_on_what_a_worker_raises_and_notices_its_death() -> None:
    with pytest.raises(SessionError, match="is not liked"):
        list(spread([1, 7, 2], Doubles, 2))
    with pytest.raises(SessionError, match="was killed"):
        list(spread([1, 13, 2], Doubles, 2))


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    home = at_home(tmp_path)
    process = started(home, [*RUN, "--seeds", "1-500", "--jobs", "2"])
    assert process.stdout is not None and process.stderr is not None
    with process.stdout, process.stderr:
        assert process.stdout.readline()
        children = [
            int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        ]
        process.kill()
        process.wait(timeout=60)
    assert len(children) >= 2
    end = time.monotonic() + 20
    while alive(children) and time.monotonic() < end:
        time.sleep(0.05)
    assert not alive(children)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are a thing of POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_signal_stops_cleanly_and_the_run_can_go_on(tmp_path: Path, name: str, jobs: str) -> None:
    home, number = at_home(tmp_path), signal.Signals[name]
    process = started(home, [*RUN, "--seeds", "1-300", "--jobs", jobs])
    assert process.stdout is not None and process.stderr is not None
    with process.stdout, process.stderr:
        assert process.stdout.readline()
        process.send_signal(number)
        errors = process.communicate(timeout=60)[1].decode()  # both pipes: a full one would hold it up
        assert process.returncode == 128 + number
    assert errors.splitlines()[-1] == "Stopped. The same command goes on where it was."
    with open_store(home / "normquest.db", readonly=True) as store:
        (only,) = store.runs()
        episodes = store.episodes()
        assert only.status == "stopped" and only.ended and 1 <= len(episodes) < 600
        assert store.interrupted() == {head.id for head in episodes if head.status == "running"}
        assert store.check() == []
    assert "was stopped before its end" in " ".join(ran(home, "report").stdout.split())
    statuses = [json.loads(row)["status"] for row in ran(home, "episodes", "--json").stdout.splitlines()]
    assert "running" not in statuses and set(statuses) <= {"done", "interrupted"}


def test_what_was_stopped_by_a_signal_goes_on_to_the_undisturbed_end(tmp_path: Path) -> None:
    alone, home = at_home(tmp_path / "alone"), at_home(tmp_path / "stopped")
    args = [*RUN, "--seeds", "1-40"]
    process = started(home, args)
    assert process.stdout is not None
    assert process.stdout.readline()
    process.terminate()
    process.communicate(timeout=60)
    ran(home, *args)
    ran(alone, *args)
    assert logs(home) == logs(alone)
    with open_store(home / "normquest.db", readonly=True) as store:
        assert [run.status for run in store.runs()] == ["done"] and not store.interrupted()
    assert "was stopped" not in ran(home, "report").stdout


def test_an_interrupted_episode_is_listed_as_such_unless_another_run_is_at_it(tmp_path: Path) -> None:
    with open_store(tmp_path / "n.db") as store:
        case, config = drawing(1), Config()
        first, second = (store.begin_run(name, {}) for name in ("first", "second"))
        live = start(store, world(), case, config, "oracle", run=first)
        start(store, world(), case, config, "oracle", run=second)
        assert store.interrupted() == frozenset()
        store.end_run(first, "stopped")
        assert store.interrupted() == frozenset()
        store.end_run(second, "stopped")
        assert store.interrupted() == {live.number}
        (head,) = store.episodes()
        assert " interrupted " in episode_table([head], 100, store.interrupted())
        assert " running " in episode_table([head], 100)


def test_two_runs_of_the_same_at_once_share_the_work(tmp_path: Path) -> None:
    alone, shared = at_home(tmp_path / "alone"), at_home(tmp_path / "shared")
    args = [*RUN, "--seeds", "1-6"]
    both = [started(shared, args) for _ in range(2)]
    texts = []
    for process in both:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        texts.append(out)
    ran(alone, *args)
    assert texts[0] == texts[1] and texts[0].count(b"\n") == 12
    assert logs(shared) == logs(alone)


def test_the_log_does_not_hang_on_the_order_of_sets(tmp_path: Path) -> None:
    homes = [at_home(tmp_path / seed) for seed in ("0", "1")]
    for number, home in enumerate(homes):
        ran(home, *RUN, "--seeds", "1-2", PYTHONHASHSEED=str(number))
    assert logs(homes[0]) == logs(homes[1])
