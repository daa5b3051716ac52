"""Runs of societies with chat models in their seats: resumed, capped, never with an invented reply."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from society.playing import loaded, only, society

from newcomers.brains import Chat
from newcomers.playing import QUICK
from newcomers.server import Answer, Server, error
from newcomers.test_seats import is_amount, sense, sensible
from normquest.newcomers.models.spec import ModelSpec
from normquest.session.running import Means
from normquest.session.societies.order import Bill, Failed, Halted, Item, Order, Played
from normquest.session.societies.running import run
from normquest.society.conditions import MAIN, condition_from
from normquest.society.loader import LoadedSociety
from normquest.society.records import Config, Missing, Move, Prompt, Record, Reply
from normquest.store import open_store
from normquest.store.rows import WorldFile

ROUNDS = 2
MODELS = "openai:made-up*12"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tried again in no time; two rounds."""
    monkeypatch.setattr("normquest.newcomers.chat.calling.Patience", lambda: QUICK)
    monkeypatch.setattr("normquest.session.societies.chatting.stored_society", short)


def short(_: WorldFile) -> LoadedSociety:
    """The commons, cut short."""
    return replace(loaded(), society=society(rounds=ROUNDS))


def order(url: str, *conditions: str, members: Sequence[str] = (MODELS,), seeds: int = 1) -> Order:
    """Societies of the real client."""
    whole = loaded()
    file = WorldFile(whole.hash, whole.society.id, whole.society.title, whole.source)
    spec = ModelSpec("openai:made-up", base_url=url, timeout=5.0, max_tokens=50)
    configs = tuple(Config(condition_from(each)) for each in conditions or ("E+SL+SS",))
    return Order(file, configs, tuple(members), tuple(range(1, seeds + 1)), models=(spec,))


def ran(path: Path, wanted: Order, **means: int) -> list[Item]:
    return list(run(wanted, path / "n.db", name="test", means=Means(**means)))


def logs(path: Path) -> dict[int, list[Record]]:
    """All records, by society."""
    with open_store(path / "n.db", readonly=True) as store:
        return {head.id: store.society_records(head.id) for head in store.societies()}


def calls(path: Path) -> list[tuple[str, str, int | None]]:
    with open_store(path / "n.db", readonly=True) as store:
        rows = store._conn.execute("SELECT status, outcome, society FROM model_calls ORDER BY id")
        return [tuple(row) for row in rows]


def test_every_condition_of_the_paper_runs_to_its_end(tmp_path: Path) -> None:
    with Server(lambda chat: Answer(sensible(chat), delay=0.02)) as server:
        items = ran(tmp_path, order(server.url, *MAIN), in_flight=40)
        assert server.peak > 12, "societies are under way beside one another"
        assert server.peak <= 40
    assert sorted(i.line["condition"] for i in items if isinstance(i, Played)) == sorted(MAIN)
    assert [i.calls for i in items if isinstance(i, Bill)] == [len(server.calls)]
    noted = calls(tmp_path)
    assert len(noted) == len(server.calls) and {(s, o) for s, o, _ in noted} == {("done", "ok")}
    for number, records in logs(tmp_path).items():
        assert len(only(Move, records)) == ROUNDS * 12
        asked = list(only(Prompt, records))
        assert len(asked) == sum(society == number for _, _, society in noted)


def test_every_fault_is_classified_and_nothing_is_made_up(tmp_path: Path) -> None:
    """Each fifth reply is spoilt in another way; what stands in the log was said, or is missing."""
    spoilt = [
        Answer(""),
        Answer("I would put in a lot."),
        Answer("answer: 3 or 4"),
        Answer("answer: 99\ntypical: 99\nacceptable: 99"),
        Answer("I'm sorry, but I can't help with that."),
        Answer("answer: 3", finish="length"),
    ]
    passing = [error(500), error(429, retry_after="0.01"), Answer(hang_up=True)]
    told: dict[str, str] = {}

    def brain(chat: Chat) -> Answer:
        lot = zlib.crc32(chat.last.encode())
        if chat.last not in told and lot % 7 == 0:
            told[chat.last] = ""
            return passing[lot // 7 % len(passing)]
        answer = spoilt[lot // 5 % len(spoilt)] if lot % 5 == 0 else sense(chat)
        told[chat.last] = answer.text or ""
        return answer

    with Server(brain) as server:
        items = ran(tmp_path, order(server.url, "none", "E", "E+SL+SS"), in_flight=8)
    assert len([i for i in items if isinstance(i, Played)]) == 3 and not any(
        isinstance(i, Failed | Halted) for i in items
    )
    outcomes: set[str] = set()
    for records in logs(tmp_path).values():
        prompts = {p.request: p for p in only(Prompt, records)}
        answered = {}
        for reply in only(Reply, records):
            outcomes.add(reply.outcome)
            if reply.outcome == "ok":
                answered[(prompts[reply.request].member, prompts[reply.request].round)] = reply
            assert (
                reply.raw
                == next(text for sent, text in told.items() if sent.startswith(prompts[reply.request].text))
                or reply.outcome == "refusal"
            )
        absent = {(m.member, m.round) for m in only(Missing, records) if m.kind == "contribution"}
        moved = {(m.member, m.round) for m in only(Move, records)}
        assert not absent & moved and len(absent) + len(moved) == ROUNDS * 12
    assert {"ok", "parse_error", "invalid_act", "truncated"} <= outcomes
    assert not outcomes & {"infra_error", "budget"}


def test_a_provider_that_is_down_leaves_the_society_open_and_it_goes_on_there(tmp_path: Path) -> None:
    down = [True]

    def brain(chat: Chat) -> Answer:
        late = "It is round 2." in chat.last and is_amount(chat)
        return error(500) if down[0] and late else sense(chat)

    with Server(brain) as server:
        items = ran(tmp_path, order(server.url))
        (halted,) = [i for i in items if isinstance(i, Halted)]
        assert "500" in halted.why and not any(isinstance(i, Played) for i in items)
        (before,) = logs(tmp_path).values()
        assert not [r for r in only(Reply, before) if r.outcome != "ok"]
        down[0] = False
        (played,) = [i for i in ran(tmp_path, order(server.url)) if isinstance(i, Played)]
        assert played.line["status"] == "done"
    (after,) = logs(tmp_path).values()
    assert after[: len(before)] == before
    with Server(sense) as undisturbed:
        ran(tmp_path / "other", order(undisturbed.url))
    (other,) = logs(tmp_path / "other").values()
    plain = [replace(r, ms=0, calls=0) if isinstance(r, Reply) else r for r in other]
    assert [replace(r, ms=0, calls=0) if isinstance(r, Reply) else r for r in after] == plain


def test_a_cap_holds_to_the_call_and_leaves_nothing_invented(tmp_path: Path) -> None:
    with Server(sense) as server:
        items = ran(tmp_path, order(server.url), calls=50)
        assert len(server.calls) == 50 and any(isinstance(i, Halted) for i in items)
        (records,) = logs(tmp_path).values()
        assert {r.outcome for r in only(Reply, records)} == {"ok"} and not only(Missing, records)
        items = ran(tmp_path, order(server.url), calls=1000)
        assert [i.line["status"] for i in items if isinstance(i, Played)] == ["done"]


def test_a_society_keeps_its_key_whatever_runs_beside_it(tmp_path: Path) -> None:
    both = ("conditional*12", "openai:made-up*6,selfish*6")
    with Server(sense) as server:
        ran(tmp_path, order(server.url, members=both))
        sent = len(server.calls)
        items = ran(tmp_path, order(server.url, members=both[1:]))
        assert [i.fresh for i in items if isinstance(i, Played)] == [False] and len(server.calls) == sent
        with open_store(tmp_path / "n.db", readonly=True) as store:
            heads = {head.key.members: head for head in store.societies()}
    assert heads[both[0]].config["models"] == [] and len(heads[both[1]].config["models"]) == 1


SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from newcomers.test_seats_runs import order, short
import normquest.session.societies.chatting as chatting
chatting.stored_society = short
from normquest.session.societies.running import run
for item in run(order(sys.argv[1]), Path(sys.argv[2]), name="test"):
    print(type(item).__name__, flush=True)
"""


def test_a_kill_loses_at_most_the_phase_in_hand(tmp_path: Path) -> None:
    tests = str(Path(__file__).parents[1])
    path = tmp_path / "n.db"
    with Server(lambda chat: Answer(sensible(chat), delay=0.02)) as server:
        started = [sys.executable, "-c", SCRIPT, server.url, str(path), tests]
        process = subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while len(server.calls) < 30 and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        (before,) = logs(tmp_path).values()
        assert before and len(only(Prompt, before)) >= 12
        items = ran(tmp_path, order(server.url))
        assert [i.line["status"] for i in items if isinstance(i, Played)] == ["done"]
    (after,) = logs(tmp_path).values()
    assert after[: len(before)] == before
