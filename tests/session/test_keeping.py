"""Episodes in the store: taken up where they stopped, told again byte for byte, or refused."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from normquest.episode.records import Config, EpisodeKey, Record
from normquest.session import drawing as drawing_module
from normquest.session.driving import drive_now
from normquest.session.errors import SessionError
from normquest.session.keeping import attach, gate_of, replay, resume, start
from normquest.session.lines import episode_line
from normquest.session.live import Live
from normquest.store import Store, StoreError, line, open_store
from session.cases import decides, drawing, played, world


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "n.db") as store:
        yield store


def begun(store: Store, mind: str = "oracle", seed: int = 1, **switches: object) -> Live:
    config = Config(**switches)  # type: ignore[arg-type]
    return start(store, world(), drawing(seed), config, mind)


def some_way(live: Live, decisions: int) -> Live:
    """Play so many decisions."""
    live.begin()
    mind = decides(live)
    for _ in range(decisions):
        assert live.request is not None
        live.take(mind.decide(live.request, live.seen))
    return live


def lines(records: list[Record]) -> list[str]:
    return [line(record) for record in records]


def changed(store: Store, *statements: str) -> None:
    """Change the file as nobody should."""
    with closing(sqlite3.connect(store.path, isolation_level=None)) as conn:
        for trigger in ("events_no_update", "decisions_no_update", "requests_no_update", "worlds_no_update"):
            conn.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            conn.execute(statement)


@pytest.mark.parametrize("decisions", [0, 1, 4, 9, 14])
@pytest.mark.parametrize("mind", ["oracle", "observer", "random"])
def test_a_resumed_episode_is_the_undisturbed_one_byte_for_byte(
    store: Store, mind: str, decisions: int
) -> None:
    number = some_way(begun(store, mind), decisions).number
    live = resume(store, number, drawing())
    drive_now(live, decides(live), gate_of(store, live))
    undisturbed = lines(played(mind).records)
    assert lines(store.records(number)) == undisturbed == lines(live.records)
    head = store.episode(number)
    assert head is not None and head.status == "done" and head.result == live.result


def test_start_takes_up_what_is_there_and_leaves_what_is_done(store: Store) -> None:
    first = some_way(begun(store), 5)
    again = begun(store)
    assert (again.number, len(again.records)) == (first.number, len(first.records))
    drive_now(again, decides(again))
    ended = begun(store)
    assert (ended.number, ended.status, ended.request) == (first.number, "done", None)
    assert ended.result == again.result


def test_a_replay_gives_every_record_as_it_was(store: Store) -> None:
    live = begun(store, "selfish")
    drive_now(live, decides(live))
    assert lines(list(replay(store, live.number, drawing()))) == lines(store.records(live.number))


def test_a_replay_of_an_episode_that_goes_on_stops_where_that_is(store: Store) -> None:
    number = some_way(begun(store), 6).number
    assert lines(list(replay(store, number, drawing()))) == lines(store.records(number))
    never_begun = begun(store, seed=2).number
    assert list(replay(store, never_begun, drawing(2))) == []


def test_the_first_event_that_differs_is_named(store: Store) -> None:
    number = some_way(begun(store), 9).number
    changed(store, "UPDATE events SET text = 'Something else.' WHERE seq = 11")
    with pytest.raises(SessionError, match=r"at event 11 .*its text was \"Something else\.\"") as found:
        resume(store, number, drawing())
    assert "byte for byte" in str(found.value)
    with pytest.raises(SessionError, match="event 11"):
        list(replay(store, number, drawing()))


def test_another_decision_is_found_out_by_what_follows(store: Store) -> None:
    live = begun(store)
    drive_now(live, decides(live))
    changed(store, "UPDATE decisions SET request = 77 WHERE request = 3")
    with pytest.raises(SessionError, match="answers request 77"):
        list(replay(store, live.number, drawing()))


def test_records_that_are_missing_are_noticed(store: Store) -> None:
    live = begun(store)
    drive_now(live, decides(live))
    changed(store, "UPDATE episodes SET records = records - 1")
    with pytest.raises(SessionError, match="nothing was stored"):
        list(replay(store, live.number, drawing()))


def test_an_episode_of_another_engine_is_refused_but_shown(store: Store) -> None:
    live = some_way(begun(store), 5)
    key = replace(live.key, engine=0).text()
    changed(store, f"UPDATE episodes SET engine = 0, key = '{key}'")
    with pytest.raises(SessionError, match="version 0 of the engine"):
        resume(store, live.number)
    assert lines(list(replay(store, live.number))) == lines(store.records(live.number))


def test_what_has_ended_or_is_not_there_cannot_be_resumed(store: Store) -> None:
    live = begun(store)
    drive_now(live, decides(live))
    with pytest.raises(SessionError, match="it has ended"):
        resume(store, live.number, drawing())
    with pytest.raises(SessionError, match="there is no episode 9") as found:
        resume(store, 9)
    assert found.value.usage


def test_a_community_that_is_drawn_otherwise_now_is_refused(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = some_way(begun(store), 3).number
    other = replace(drawing().case, template="no_colour")
    monkeypatch.setattr(
        drawing_module, "open_case", lambda *_, **__: (other, drawing_module.Drawing(1, other))
    )
    monkeypatch.setattr("normquest.session.keeping.draw_case", lambda *_: drawing_module.Drawing(1, other))
    with pytest.raises(SessionError, match="its norm was 'made', now it is 'no_colour'"):
        resume(store, number)


def test_the_world_is_taken_from_the_store(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    number = some_way(begun(store), 3).number
    asked = []

    def draw(source: object, seed: int, config: Config) -> object:
        asked.append((source, seed, config.arm))
        return drawing()

    monkeypatch.setattr("normquest.session.keeping.draw_case", draw)
    assert resume(store, number).number == number
    assert asked == [(world().world, 1, "both")]


def test_a_watcher_follows_and_stops_an_episode(store: Store) -> None:
    live = some_way(begun(store), 3)
    with attach(store.path, live.number) as watcher:
        assert lines(watcher.poll()) == lines(live.records)
        watcher.send("score")
        drive_now(live, decides(live), gate_of(store, live))
        assert live.status == "stopped" and not watcher.playing()
    with pytest.raises(StoreError, match="no episode 99"):
        attach(store.path, 99)


def test_the_line_of_an_episode_has_what_is_promised(store: Store) -> None:
    live = begun(store, "selfish")
    drive_now(live, decides(live))
    head = store.episode(live.number)
    assert head is not None
    said = episode_line(head, store.statements(head.id))
    assert list(said) == [
        "episode", "key", "world", "world_hash", "norm", "seed", "arm", "newcomer", "status", "task_success",
        "violations", "opportunities", "joint", "transfer", "turns", "statements", "tokens",
    ]  # fmt: skip
    assert list(said["norm"]) == ["family", "english", "rule"]
    assert list(said["transfer"]) == ["task_success", "violations", "opportunities", "joint"]
    fields = ["stage", "english", "balanced_accuracy", "exact", "mcc", "jaccard", "confidence"]
    assert [list(one) for one in said["statements"]] == [fields] * 3
    assert (said["key"], said["tokens"]) == (live.key.text(), None)
    assert (said["task_success"], said["joint"], said["violations"]) == (True, False, 2)


def test_the_line_of_an_episode_that_has_not_ended_knows_little(store: Store) -> None:
    live = some_way(begun(store), 2)
    head = store.episode(live.number)
    assert head is not None
    said = episode_line(head, [])
    assert (said["status"], said["joint"], said["statements"]) == ("running", None, [])
    assert said["norm"] == {"family": "made", "english": None, "rule": None}


def test_a_key_tells_people_apart(store: Store) -> None:
    config = Config()
    ann, bob = (
        start(store, world(), drawing(), config, "human", participant=code) for code in ("ann", "bob")
    )
    assert ann.number != bob.number and set(store.participants()) == {"ann", "bob"}
    assert isinstance(ann.key, EpisodeKey) and list(islice(ann.records, 1)) == []
