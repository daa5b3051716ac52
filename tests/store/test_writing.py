"""Runs, episodes and turns."""

from pathlib import Path

import pytest

from normquest.episode.records import Config, Decision
from normquest.store import Store, StoreError, open_store
from store.builders import WORLD, begun, event, key, raw, rich_turn, turn


def test_an_episode_is_made_once_and_then_found(store: Store) -> None:
    episode = begun(store)
    assert (episode.status, episode.records, episode.last_seq) == ("running", 0, -1)
    assert (episode.key, episode.world, episode.family) == (key(), "dye_kitchen", "precedence")
    assert episode.config["payoff_task"] == 10
    assert begun(store) == episode
    assert begun(store, seed=2).id != episode.id


def test_a_turn_is_read_back_in_the_order_in_which_it_was_written(store: Store) -> None:
    episode = begun(store).id
    store.turn(episode, rich_turn(0))
    store.turn(episode, rich_turn(3))
    assert store.records(episode) == rich_turn(0) + rich_turn(3)
    assert store.records(episode, after=len(rich_turn(0)) - 1) == rich_turn(3)
    assert store.records(episode, after=2 * len(rich_turn(0)) - 1) == []


def test_an_interrupted_episode_goes_on_where_it_stopped(path: Path) -> None:
    with open_store(path) as store:
        store.turn(begun(store).id, rich_turn())
    with open_store(path) as store:
        episode = begun(store)
        assert (episode.records, episode.last_seq) == (len(rich_turn()), 2)
        assert [decision.value for decision in store.decisions(episode.id)] == [1]
        store.turn(episode.id, [event(3)], status="done", result={"joint": True})
        ended = store.episode(episode.id)
    assert ended is not None
    assert (ended.status, ended.records, ended.result) == ("done", len(rich_turn()) + 1, {"joint": True})
    assert ended.ended is not None


def test_an_ended_episode_takes_no_more_turns(store: Store) -> None:
    episode = begun(store).id
    store.turn(episode, turn(0), status="stopped")
    assert begun(store).status == "stopped"
    with pytest.raises(StoreError, match="has ended it"):
        store.turn(episode, turn(1))


def test_events_must_follow_one_another(store: Store) -> None:
    episode = begun(store).id
    store.turn(episode, turn(0))
    with pytest.raises(StoreError, match="already has event 7, and event 0 does not follow"):
        store.turn(episode, turn(0))
    with pytest.raises(StoreError, match="event 8 does not follow"):
        store.turn(episode, [event(9), event(8)])
    store.turn(episode, turn(1))
    assert store.records(episode) == turn(0) + turn(1)


def test_a_turn_with_a_fault_is_not_written_at_all(store: Store) -> None:
    episode = begun(store).id
    with pytest.raises(TypeError):
        store.turn(episode, [event(0), event(1, facts={"x": object()})])
    with pytest.raises(StoreError, match="a value cannot be stored"):
        store.turn(episode, [event(0), event(1, place="\udc80")])
    with pytest.raises(StoreError, match="a value cannot be stored"):
        store.turn(episode, [event(0), event(1, day=2**70)])
    assert store.records(episode) == []
    store.turn(episode, turn(0))
    assert store.records(episode) == turn(0)


def test_only_an_open_episode_takes_turns(store: Store) -> None:
    with pytest.raises(StoreError, match="Call open_episode first"):
        store.turn(1, turn(0))


def test_a_discarded_episode_frees_its_key(store: Store) -> None:
    old = begun(store).id
    store.turn(old, turn(0), status="discarded")
    assert store.missing([key()]) == [key()]
    assert store.episode(key()) is None
    new = begun(store)
    assert (new.id != old, new.records) == (True, 0)
    assert store.records(old) == turn(0)
    assert [row.id for row in store.episodes()] == [new.id]
    assert [row.id for row in store.episodes(status="discarded")] == [old]


def test_a_failed_episode_goes_on_if_the_failure_is_not_in_its_log(store: Store) -> None:
    old = begun(store).id
    store.turn(old, turn(0), status="infra_error", error="503 from the provider \ud800")
    failed = store.episode(old)
    assert failed is not None
    assert failed.error == "503 from the provider \ud800"
    assert store.missing([key()]) == [key()]
    again = begun(store)
    assert (again.id, again.status, again.records, again.error) == (old, "running", 8, "")


def test_a_failed_episode_starts_anew_if_the_failure_is_in_its_log(store: Store) -> None:
    old = begun(store).id
    store.turn(old, [*turn(0), Decision(0, "", None, "infra_error")], status="infra_error", error="503")
    again = begun(store)
    assert (again.id != old, again.status, again.records) == (True, "running", 0)
    kept = store.episode(old)
    assert kept is not None
    assert (kept.status, kept.error) == ("discarded", "503")


def test_a_run_that_goes_on_counts_what_an_earlier_run_did(store: Store) -> None:
    keys = [key(seed) for seed in (1, 2, 3)]
    first = store.begin_run("pilot", {"seeds": "1-3"}, keys)
    store.turn(begun(store, 1, first).id, [], status="done")
    begun(store, 2, first)
    store.end_run(first, "stopped")
    second = store.begin_run("pilot", {"seeds": "1-3"}, keys)
    todo = store.missing(keys)
    assert todo == keys[1:]
    for wanted in todo:
        store.turn(begun(store, wanted.seed, second).id, [], status="done")
    store.end_run(second)
    assert [(row.key.seed, row.run) for row in store.episodes(run=second)] == [(1, 1), (2, 1), (3, 2)]
    assert [(run.name, run.status) for run in store.runs()] == [("pilot", "stopped"), ("pilot", "done")]


def test_an_episode_cannot_belong_to_a_run_that_is_not_there(store: Store) -> None:
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        begun(store, run=99)
    assert store.episodes() == []


def test_a_seed_too_large_for_sqlite_is_refused_in_words(store: Store) -> None:
    with pytest.raises(StoreError, match="numbers of at most 64 bits"):
        store.open_episode(key(2**70), WORLD, Config())


@pytest.mark.parametrize("table", ["events", "decisions", "statements", "worlds"])
def test_nothing_in_the_log_can_be_changed_or_removed(path: Path, store: Store, table: str) -> None:
    store.turn(begun(store).id, rich_turn())
    with pytest.raises(Exception, match="append-only"):
        raw(path, f"DELETE FROM {table}")
    column = "id" if table == "worlds" else "stage" if table != "decisions" else "raw"
    with pytest.raises(Exception, match="append-only"):
        raw(path, f"UPDATE {table} SET {column} = 'x'")


def test_a_participant_is_noted_once(store: Store) -> None:
    store.add_participant("p7", {"language": "en"})
    store.add_participant("p7", {"language": "de"})
    assert store.participants() == {"p7": {"language": "en"}}
