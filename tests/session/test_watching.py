"""An episode played for a watcher: what is stored, what is heard, how it is stopped and gone on with."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from normquest.episode.records import Decision, Record, Request, Statement
from normquest.session.driving import drive_now
from normquest.session.errors import SessionError
from normquest.session.keeping import replay
from normquest.session.models import model_spec
from normquest.session.switches import config_from
from normquest.session.watching.beliefs import ObserverBeside
from normquest.session.watching.checked import checked
from normquest.session.watching.playing import Playing, Wanted, check_wanted, why
from normquest.session.watching.source import Source
from normquest.store import open_store
from normquest.store.codec import line
from session.cases import decides, drawing, live_of, played, world
from session.handmade import at_home, open_case


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NORMQUEST_HOME", str(tmp_path))
    monkeypatch.setattr("normquest.session.drawing.open_case", open_case)
    return at_home(tmp_path) / "normquest.db"


def wanted(name: str = "selfish", seed: int | None = 1, args: tuple[str, ...] = (), **more: Any) -> Wanted:
    spec = model_spec(name, args=args) if ":" in name else None
    return Wanted(world(), config_from(more.pop("switches", ())), name, spec, seed, **more)


def until(done: Callable[[], Any], seconds: float = 20) -> Any:
    end = time.monotonic() + seconds
    while not (found := done()):
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.01)
    return found


def ended(path: Path, asked: Wanted) -> Playing:
    playing = Playing(path, asked)
    playing.begin()
    until(lambda: playing.over)
    return playing


def test_what_is_played_is_what_a_run_stores(path: Path) -> None:
    playing = ended(path, wanted())
    with open_store(path, readonly=True) as store:
        head = store.episode(playing.number)
        assert head is not None and head.status == "done" and head.result is not None
        assert [line(r) for r in store.records(head.id)] == [line(r) for r in played("selfish").records]
        assert [run.status for run in store.runs()] == ["done"] and head.run == store.runs()[0].id
    assert playing.trouble is None and not playing.halted


def test_a_model_is_heard_and_its_calls_are_on_account(path: Path) -> None:
    playing = ended(path, wanted("fake:first"))
    pieces = playing.heard()
    with Source(path, playing.number) as source:
        news = source.news()
    assert news is not None and news.head.status == "done"
    calls = sum(r.calls for r in news.records if isinstance(r, Decision))
    assert [part for part, _ in pieces].count("call") == calls == news.used.calls > 3
    assert "".join(t for p, t in pieces if p == "text") == "".join(
        r.raw for r in news.records if isinstance(r, Decision)
    )
    assert news.used.exact and news.used.cost == 0 and news.used.pending == news.used.again == 0
    assert news.used.tokens_in > news.used.tokens_out > 0 and news.used.last_ms is not None


def test_it_plays_on_from_where_it_was_stopped_and_then_elsewhere(path: Path) -> None:
    playing = Playing(path, wanted("fake:first", None, ("delay=0.2",)))
    playing.begin()
    until(lambda: playing.number)
    with Source(path, playing.number) as source:
        until(lambda: (source.news(), source._read)[1] > 10)
    playing.stop()
    assert playing.over
    with open_store(path, readonly=True) as store:
        begun = store.records(1)
        assert store.episode(1).status == "running" and 1 in store.interrupted()  # type: ignore[union-attr]
    again = ended(path, wanted("fake:first", None, ("delay=0",)))
    assert again.number != 1  # other settings are another newcomer
    more = Playing(path, wanted("fake:first", None, ("delay=0.2",)))
    more.begin()
    until(lambda: more.number)
    assert more.number == 1
    with open_store(path) as store:
        store.send(1, "score")
    until(lambda: more.over)
    with open_store(path, readonly=True) as store:
        assert store.records(1)[: len(begun)] == begun
        assert store.episode(1).status == "stopped"  # type: ignore[union-attr]
    assert ended(path, wanted("selfish", None)).drawing.seed == 1  # type: ignore[union-attr]
    assert ended(path, wanted("selfish", None)).drawing.seed == 2  # type: ignore[union-attr]
    twice = ended(path, wanted("selfish", 1))
    with open_store(path, readonly=True) as store:
        assert store.episode(twice.number).key.rep == 1  # type: ignore[union-attr]


def test_rejected_draws_are_passed_over_or_told(path: Path) -> None:
    playing = ended(path, wanted(seed=7))
    assert playing.trouble is not None and "The draw was rejected: the easy way" in why(playing.trouble)
    for _ in range(6):
        ended(path, wanted(seed=None))
    assert ended(path, wanted(seed=None)).drawing.seed == 8  # type: ignore[union-attr]


def test_a_cap_halts_it_and_it_can_go_on(path: Path) -> None:
    from normquest.session.running import Means

    playing = ended(path, wanted("fake:first", means=Means(calls=3)))
    assert "the cap is 3" in playing.halted
    with open_store(path, readonly=True) as store:
        assert store.totals(episode=playing.number).calls == 3
    assert ended(path, wanted("fake:first", means=Means(calls=300))).number == playing.number


@pytest.mark.parametrize(("name", "said"), [("slefish", "Did you mean selfish?"), ("human", "a person")])
def test_who_cannot_be_watched_is_refused_before_anything_is_drawn(name: str, said: str) -> None:
    with pytest.raises(SessionError, match=said.replace("?", ".")):
        check_wanted(wanted(name))


def test_a_source_gives_news_once_and_knows_what_was_asked(path: Path) -> None:
    with open_store(path) as store:
        from normquest.session.keeping import gate_of, start

        live = start(store, world(), drawing(1), config_from(()), "selfish")
        gate = gate_of(store, live)
        with Source(path, live.number) as source:
            assert source.news() is not None and source.news() is None
            source.send("slow")
            source.send("pause")
            news = source.news()
            assert news is not None and (news.setting.paused, news.setting.speed) == (True, "slow")
            assert gate.ask() == "wait" and (gate.setting.paused, gate.setting.speed) == (True, "slow")
            source.send("resume")
            source.send("full")
            assert gate.ask() == "go"
            news = source.news()
            assert news is not None and not news.setting.paused
    with pytest.raises(SessionError, match="there is no episode 99"):
        Source(path, 99)


def test_an_episode_said_to_be_over_has_come_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is looked at first, and though it ends while one looks."""
    from normquest.session.keeping import head_of, start
    from normquest.session.watching import source as sources

    with open_store(path) as store:
        live = start(store, world(), drawing(1), config_from(()), "selfish")
        with Source(path, live.number) as source:

            def ending(look: Callable[..., Any]) -> Callable[..., Any]:
                def looked(*args: Any, **more: Any) -> Any:
                    found = look(*args, **more)
                    if live.status == "running":
                        drive_now(live, decides(live))
                    return found

                return looked

            monkeypatch.setattr(sources, "head_of", ending(head_of))
            monkeypatch.setattr(source._store, "records", ending(source._store.records))
            come: list[Record] = []
            while (news := source.news()) is not None:
                come += news.records
                over = news.head.status == "done"
                assert not over or come == store.records(live.number)
        assert over


def test_a_slow_gate_opens_again_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from normquest.session.gate import Gate

    now = [100.0]
    monkeypatch.setattr("normquest.session.gate.time.monotonic", lambda: now[0])
    gate = Gate()
    gate.hear("calm")
    assert [gate.ask(), gate.ask()] == ["go", "wait"]
    now[0] += 1.6
    assert gate.ask() == "go"
    gate.hear("pause")
    gate.hear("step")
    assert [gate.ask(), gate.ask()] == ["go", "wait"]  # a step waits for no time
    gate.hear("score")
    assert gate.ask() == "score"


def test_the_observer_reads_only_what_was_shown(path: Path) -> None:
    live = played("selfish")
    beside = ObserverBeside(live.case, live.key)
    curve = beside.curve(live.records)
    requests = [r.seq for r in live.records if isinstance(r, Request)]
    assert [one.request for one in curve] == requests
    assert curve[0].truth < curve[-1].truth <= 1 and all(0 <= one.truth <= 1 for one in curve)
    seen: list[Record] = list(live.seen)
    assert [b.truth for b in ObserverBeside(live.case, live.key).curve(seen)] == [b.truth for b in curve]
    bits = ObserverBeside(live.case, live.key)
    for end in range(0, len(live.records) + 7, 7):
        found = bits.curve(live.records[:end])
    assert found == curve


def test_the_observer_gives_a_community_without_a_norm_to_there_being_none() -> None:
    live = live_of("selfish", norm_free=True)
    live.begin()
    beside = ObserverBeside(live.case, live.key)
    assert beside.truth == "" and 0 < beside.curve(live.records)[0].truth < 1


def test_a_replay_that_differs_is_told(path: Path) -> None:
    import sqlite3

    playing = ended(path, wanted())
    assert checked(path, playing.number) is not None
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER events_no_update")
        raw.execute("UPDATE events SET text = 'otherwise' WHERE rowid = 5")
    with pytest.raises(SessionError, match="it does not happen again as it was stored"):
        checked(path, playing.number)


def test_a_broken_newcomer_is_told_and_leaves_the_log_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def decide(self, request: Request, records: Any) -> Decision:
            if request.kind == "act":
                raise RuntimeError("no more")
            return Decision(request.seq, "", None if request.kind != "statement" else {"rule": None})

    monkeypatch.setattr("normquest.session.watching.playing.newcomer_of", lambda *_: Broken())
    playing = ended(path, wanted())
    assert playing.trouble is not None and "RuntimeError: no more" in why(playing.trouble)
    with open_store(path, readonly=True) as store:
        records = list(replay(store, playing.number))
    assert isinstance(records[-1], Request) and any(isinstance(r, Statement) for r in records)


def test_the_watch_goes_by_before_the_client_is_loaded_and_what_that_refuses_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise SessionError("--model", "the client refuses", "another", "Try another", usage=True)

    asked = wanted("fake:first", None, ("delay=0",))
    with monkeypatch.context() as broken:
        broken.setattr("normquest.session.models.caller_of", refuses)
        playing = ended(path, asked)
    assert playing.number == 1 and "the client refuses" in why(playing.trouble or Exception())
    with open_store(path, readonly=True) as store:
        assert [run.status for run in store.runs()] == ["stopped"]
        asked_for = [r for r in store.records(1) if isinstance(r, Request)]
        assert len(asked_for) > 1 and {r.kind for r in asked_for[:-1]} == {"continue"} != {asked_for[-1].kind}
    again = ended(path, asked)  # the same episode, from where it was
    assert (again.number, again.trouble) == (1, None)
    with open_store(path, readonly=True) as store:
        assert [head.status for head in store.episodes()] == ["done"]
