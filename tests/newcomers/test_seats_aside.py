"""Societies with chat models that somebody watches or sits in: played aside, by the real client."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from society.playing import loaded, only, society

from newcomers.brains import Chat
from newcomers.playing import QUICK
from newcomers.server import Answer, Server, error
from newcomers.test_seats import sense, sensible
from newcomers.test_seats_runs import ran
from normquest.front.societies.opening import Asked, Models, sit_down, sources
from normquest.front.societies.sitting import Sitting
from normquest.front.societies.source import Aside, Source, Stored
from normquest.newcomers.models.spec import ModelSpec
from normquest.session.errors import SessionError
from normquest.session.running import Means
from normquest.session.societies.order import Order
from normquest.society.conditions import condition_from
from normquest.society.records import Config, Missing, Move, Record, Reply
from normquest.store import Store, open_store
from normquest.store.rows import WorldFile

MEMBERS = "openai:made-up*3,selfish*9"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tried again in no time."""
    monkeypatch.setattr("normquest.newcomers.chat.calling.Patience", lambda: QUICK)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "n.db") as store:
        yield store


def asked(*conditions: str) -> Asked:
    """The commons of two rounds."""
    short = replace(loaded(), society=society(rounds=2))
    return Asked(short, tuple(Config(condition_from(each)) for each in conditions or ("E+SL+SS",)))


def models(url: str, **means: int) -> Models:
    return Models((ModelSpec("openai:made-up", base_url=url, timeout=5.0, max_tokens=50),), Means(**means))


def looked(found: Sequence[Source], until: Callable[[], bool], seconds: float = 30) -> list[Record]:
    """What comes of the first source until something holds."""
    end = time.monotonic() + seconds
    seen: list[Record] = []
    while True:
        for at, source in enumerate(found):
            news = source.news()
            seen += news.records if news is not None and at == 0 else ()
        if until():
            return seen
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.01)


def status(store: Store, number: int = 1) -> str:
    head = store.society(number)
    return "" if head is None else head.status


def timeless(records: Sequence[Record]) -> list[Record]:
    return [replace(r, ms=0, calls=0) if isinstance(r, Reply) else r for r in records]


def test_two_conditions_are_played_side_by_side_as_a_run_plays_them(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(sense) as server:
        found = sources(store, asked("none", "E+SL"), MEMBERS, 1, "full", models=models(server.url))
        assert [type(one) for one in found] == [Aside, Aside] and not server.calls
        looked(found, lambda: all(status(store, n) == "done" for n in (1, 2)))
        for one in found:
            one.close()
        again = sources(store, asked("none", "E+SL"), MEMBERS, 1, "full", models=models(server.url))
        assert [type(one) for one in again] == [Stored, Stored]
        for one in again:
            one.close()
        monkeypatch.setattr("normquest.session.societies.chatting.stored_society", lambda _: asked().loaded)
        whole = loaded()
        file = WorldFile(whole.hash, whole.society.id, whole.society.title, whole.source)
        order = Order(file, asked("none", "E+SL").configs, (MEMBERS,), (1,), models=models(server.url).specs)
        ran(tmp_path / "run", order)
    with open_store(tmp_path / "run" / "n.db", readonly=True) as other:
        for n in (1, 2):
            key = store.society(n).key  # type: ignore[union-attr]
            head = other.society(key)
            assert head is not None
            assert timeless(other.society_records(head.id)) == timeless(store.society_records(n))


def test_it_waits_while_paused_steps_and_goes_on_where_it_was_left(store: Store) -> None:
    with Server(lambda chat: Answer(sensible(chat), delay=0.1)) as server:
        found = sources(store, asked(), MEMBERS, 1, "full", paused=True, models=models(server.url))
        (one,) = found
        looked(found, lambda: status(store) == "running")
        time.sleep(0.2)
        assert not server.calls and not store.society_records(1)
        waited: list[int] = []

        def asks() -> bool:
            waited.append(one.table.waiting)  # type: ignore[attr-defined]
            return len(server.calls) > 0

        for _ in range(6):
            one.send("step")
        looked(found, asks)
        one.send("resume")
        looked(found, lambda: len(only(Move, store.society_records(1))) == 12)
        one.close()
        assert max(waited) > 0 and status(store) == "running"
        before = store.society_records(1)
        found = sources(store, asked(), MEMBERS, 1, "full", models=models(server.url))
        looked(found, lambda: status(store) == "done")
        found[0].close()
    assert store.society_records(1)[: len(before)] == before and not only(Missing, store.society_records(1))


def test_a_provider_that_is_down_is_told_and_nothing_stands_in(store: Store) -> None:
    with Server(lambda chat: error(500)) as server:
        (one,) = sources(store, asked(), MEMBERS, 1, "full", models=models(server.url))
        told = []

        def halted() -> bool:
            news = one.news()
            told.extend([] if news is None else [news])
            return bool(news and news.trouble)

        looked([], halted)
        one.close()
    assert "500" in told[-1].trouble and "stays open" in told[-1].trouble and not told[-1].live
    assert status(store) == "running" and {r.outcome for r in only(Reply, store.society_records(1))} <= {"ok"}


def test_caps_hold_for_what_is_watched(store: Store) -> None:
    with Server(sense) as server:
        (one,) = sources(store, asked(), MEMBERS, 1, "full", models=models(server.url, calls=5))
        looked([one], lambda: bool(one.table.trouble))  # type: ignore[attr-defined]
        one.close()
        assert len(server.calls) == 5


def test_a_person_sits_among_models_and_takes_the_seat_up_again(store: Store) -> None:
    down = [False]

    def brain(chat: Chat) -> Answer:
        return error(500) if down[0] else sense(chat)

    async def some(sitting: Sitting, answers: int) -> int:
        for given in range(answers):
            request = await sitting.until_asked()
            if request is None:
                return given
            values = {"text": "Four.", "number": 4, "ratings": [0.0] * len(request.form.about)}
            await sitting.answer(Reply(request.seq, "4", values.get(request.form.kind, [4.0, 4.0])))
        return answers

    with Server(brain) as server:
        sitting = sit_down(store, asked("none"), "openai:made-up*11", 3, 1, models(server.url))
        assert asyncio.run(some(sitting, 1)) == 1
        before = store.society_records(1)
        down[0] = True
        with pytest.raises(SessionError, match="could not be had"):
            asyncio.run(some(sitting, 20))
        assert store.society_records(1)[: len(before)] == before
        assert {r.outcome for r in only(Reply, store.society_records(1))} == {"ok"}
        sitting.close()
        down[0] = False
        sitting = sit_down(store, asked("none"), "openai:made-up*11", 3, 1, models(server.url))
        assert asyncio.run(some(sitting, 20)) > 1 and sitting.over and sitting.live.number == 1
        sitting.close()
        assert server.calls
    assert store.society_records(1)[: len(before)] == before
