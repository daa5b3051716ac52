"""Societies in the store: taken up where they stopped, in several processes, after kill -9, told again."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from normquest.session.errors import SessionError
from normquest.session.societies.asking import order_from
from normquest.session.societies.driving import drive_now
from normquest.session.societies.keeping import replay, start
from normquest.session.societies.names import checked_members, open_society
from normquest.session.societies.order import Failed, Order, Played
from normquest.session.societies.running import run
from normquest.society.conditions import condition_from
from normquest.society.members.scripted import reply
from normquest.society.records import Config, Move
from normquest.store import Store, open_store
from normquest.store.society_rows import society_line
from session.handmade import environment

CONFIG = Config(condition_from("E+SL+SS"), shock="early")
MEMBERS = "conditional~0.1*8,selfish*2,random*2"


def order(seeds: str = "1", condition: str = "E+SL+SS", members: str = MEMBERS, **more: str) -> Order:
    first, _, last = seeds.partition("-")
    numbers = tuple(range(int(first), int(last or first) + 1))
    return order_from("commons", [members], [condition], numbers, 1, more.get("shock", ""), (), None)


def logs(path: Path) -> dict[str, list[str]]:
    """Every society's log by its key, and its end."""
    with open_store(path, readonly=True) as store:
        heads = store.societies()
        assert {head.status for head in heads} == {"done"} and store.check() == []
        return {
            head.key.text(): [*map(society_line, store.society_records(head.id)), str(head.result)]
            for head in heads
        }


def stopped(store: Store, phases: int) -> int:
    """A society that is left after so many phases."""
    live = start(store, open_society("commons"), CONFIG, MEMBERS, 3)
    live.begin()
    for _ in range(phases):
        live.take([reply(request, 3) for request in live.requests])
    return live.number


@pytest.mark.parametrize("phases", [0, 1, 4, 7, 60])
def test_a_society_goes_on_where_it_was_left(tmp_path: Path, phases: int) -> None:
    with open_store(tmp_path / "a.db") as store:
        drive_now(start(store, open_society("commons"), CONFIG, MEMBERS, 3))
    with open_store(tmp_path / "b.db") as store:
        stopped(store, phases)
        assert store.societies()[0].status == "running"
    with open_store(tmp_path / "b.db") as store:
        live = start(store, open_society("commons"), CONFIG, MEMBERS, 3)
        assert len(live.records) == store.societies()[0].records > 0
        drive_now(live)
        again = start(store, open_society("commons"), CONFIG, MEMBERS, 3)
        assert (again.status, again.requests) == ("done", ()) and again.result == live.result
    assert logs(tmp_path / "a.db") == logs(tmp_path / "b.db")


def test_what_is_stored_happens_again_or_the_difference_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(tmp_path / "a.db") as store:
        stopped(store, 30)
        stored = store.society_records(1)
        assert list(replay(store, 1)) == stored
        with pytest.raises(SessionError, match="there is no society 2"):
            list(replay(store, 2))
        monkeypatch.setattr("normquest.society.people.tau_of", lambda *_: 0.5)
        with pytest.raises(SessionError, match="first difference is at record 0: its tau was 0"):
            list(replay(store, 1))
        with pytest.raises(SessionError, match="happen again"):
            start(store, open_society("commons"), CONFIG, MEMBERS, 3)


def test_a_run_in_two_processes_writes_what_one_writes(tmp_path: Path) -> None:
    one, two = tmp_path / "1.db", tmp_path / "2.db"
    items = [list(run(order("1-4"), path, name="x", jobs=jobs)) for path, jobs in ((one, 1), (two, 2))]
    assert logs(one) == logs(two) and len(logs(one)) == 4
    assert [item.line["seed"] for item in items[1] if isinstance(item, Played)] == [1, 2, 3, 4]
    again = list(run(order("1-5"), two, name="x", jobs=2))
    assert [item.fresh for item in again if isinstance(item, Played)] == [False] * 4 + [True]


def test_a_run_that_is_closed_goes_on_as_itself(tmp_path: Path) -> None:
    path = tmp_path / "n.db"
    items = run(order("1-3"), path, name="x")
    next(items)
    items.close()  # type: ignore[attr-defined]
    with open_store(path) as store:
        assert [each.status for each in store.runs("societies")] == ["stopped"]
    assert len(list(run(order("1-3"), path, name="x"))) == 3
    with open_store(path) as store:
        assert [each.status for each in store.runs("societies")] == ["done"]
        assert len(store.societies(run=1)) == 3


def test_a_society_that_no_longer_happens_again_fails_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "n.db"
    with open_store(path) as store:
        live = start(store, open_society("commons"), order().configs[0], MEMBERS, 1)
        live.begin()
    monkeypatch.setattr("normquest.society.people.tau_of", lambda *_: 0.5)
    items = list(run(order("1-2"), path, name="x"))
    assert [type(item) for item in items] == [Failed, Played]


SLOW = """
import sys, time
from pathlib import Path
from normquest.session.societies import driving
from normquest.session.societies.live import LiveSociety
from session.test_societies import order, run
took = LiveSociety.take
def slowly(self, replies):
    time.sleep(0.003)
    return took(self, replies)
LiveSociety.take = slowly
print(*[item.line["seed"] for item in run(order("1-2"), Path(sys.argv[1]), name="x")], flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a thing of POSIX")
def test_a_killed_run_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    """Killed again and again in the middle of its phases, it ends as the undisturbed run does."""
    alone, broken = tmp_path / "alone.db", tmp_path / "broken.db"
    list(run(order("1-2"), alone, name="x"))
    seen: list[int] = []
    for kill in range(4):
        process = subprocess.Popen([sys.executable, "-c", SLOW, str(broken)], env=environment(tmp_path))
        end = time.monotonic() + 120
        while time.monotonic() < end and process.poll() is None:
            time.sleep(0.02)
            if written(broken) > (seen[-1] if seen else 0) + 200:
                break
        process.kill()
        process.wait(timeout=60)
        seen.append(written(broken))
        assert process.returncode == -9, f"kill {kill} came too late"
    assert seen == sorted(set(seen)) and seen[0] > 0
    list(run(order("1-2"), broken, name="x"))
    assert logs(broken) == logs(alone)


def written(path: Path) -> int:
    """How many records stand there."""
    if not path.exists():
        return 0
    try:
        with open_store(path, readonly=True) as store:
            return sum(head.records for head in store.societies())
    except Exception:  # the tables are being made
        return 0


def test_what_is_summed_is_what_happened(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        live = start(store, open_society("commons"), Config(condition_from("none")), "random*12", 5)
        drive_now(live)
    acts = [int(r.value) for r in live.records if isinstance(r, Move)]
    last = [int(r.value) for r in live.records if isinstance(r, Move) and r.round > 15]
    assert live.result is not None
    assert live.result["mean"] == pytest.approx(sum(acts) / 240)
    assert live.result["steady"] == pytest.approx(sum(last) / 60)
    assert live.result["acts"][0] == pytest.approx(sum(acts[:12]) / 12)
    assert live.result["ee"] == [None] * 20 and live.result["noticed"] is None
    assert (live.result["rounds"], live.result["why"], live.result["missing"]) == (20, "rounds", 0)


def test_members_have_one_form() -> None:
    of = open_society("commons").society
    assert checked_members(of, "selfish, selfish*2,random*9") == "selfish*3,random*9"
    for wrong, said in (
        ("selfish*11", "11 members are named"),
        ("selfsh*12", "Did you mean selfish"),
        ("human,selfish*11", "a person cannot sit in a run"),
        ("selfish*12;", "is no member"),
        ("confederate*12", "there is no member 'confederate'"),
    ):
        with pytest.raises(SessionError, match=said):
            checked_members(of, wrong)
