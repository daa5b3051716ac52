"""Several processes share one file: none fails for want of a lock, and none overwrites another."""

from pathlib import Path

import pytest

from normquest.store import StoreError, line, open_store
from store.builders import begun, key, turn
from store.processes import TURNS, all_at_once


def test_four_processes_may_make_the_same_file_at_once(path: Path) -> None:
    assert all_at_once("migrate", path, 4) == [["True"]] * 4


def test_eight_processes_may_write_at_once(path: Path) -> None:
    assert all_at_once("write", path, 8) == [[]] * 8
    with open_store(path) as store:
        assert store.check() == []
        assert store.missing(key(seed) for seed in range(10)) == [key(0), key(9)]
        expected = [line(event) for number in range(TURNS) for event in turn(number)]
        for episode in store.episodes():
            assert episode.result == {"by": episode.key.seed}
            assert [line(record) for record in store.records(episode.id)] == expected


def test_processes_of_one_run_cannot_pass_a_cap_together(path: Path) -> None:
    with open_store(path) as store:
        store.begin_run("pilot", {})
    said = all_at_once("call", path, 4)
    assert sum(int(calls) for (calls,) in said) == 200
    with open_store(path) as store:
        assert store.totals(1).tokens == 20_000


def test_two_processes_cannot_write_the_same_turn(path: Path) -> None:
    with open_store(path) as one, open_store(path) as other:
        episode = begun(one).id
        assert begun(other).id == episode
        one.turn(episode, turn(0))
        with pytest.raises(StoreError, match="another process has gone on with episode 1"):
            other.turn(episode, turn(0))
        begun(other)  # read again where the episode stands, and there is nothing in the way
        other.turn(episode, turn(1))
        assert one.records(episode) == [*turn(0), *turn(1)]


def test_an_episode_that_another_process_ended_is_left_alone(path: Path) -> None:
    with open_store(path) as one, open_store(path) as other:
        episode = begun(one).id
        begun(other)
        one.turn(episode, [], status="stopped")
        with pytest.raises(StoreError, match="or has ended it"):
            other.turn(episode, turn(0))
        assert one.records(episode) == []
