"""Watching an episode that another process plays, and asking it to stop."""

from pathlib import Path

import pytest

from normquest.store import StoreError, Watcher, open_store
from store.builders import begun, filled, turn
from store.processes import finished, heard, start, tell


def test_a_watcher_sees_the_turns_of_another_process_as_they_come(path: Path) -> None:
    process = start("play", path)
    tell(process)
    with Watcher(path, int(heard(process))) as watcher:
        assert watcher.poll() == []
        for number in range(3):
            tell(process, "go on")
            heard(process)
            assert watcher.poll() == turn(number)
            assert watcher.poll() == []
            assert watcher.playing()
        tell(process)
        finished(process)
        assert not watcher.playing()
        assert watcher.head().records == 24


def test_commands_reach_the_process_that_plays_once_and_in_order(path: Path) -> None:
    process = start("play", path)
    tell(process)
    with Watcher(path, int(heard(process))) as watcher:
        watcher.send("pause")
        watcher.send("step")
        tell(process, "go on")
        assert heard(process) == "pause step"
        tell(process, "go on")
        assert heard(process) == ""
        watcher.send("score")
        tell(process, "go on")
        assert heard(process) == "score"
        tell(process)
        finished(process)
        with pytest.raises(StoreError, match="is not running"):
            watcher.send("resume")


def test_a_late_watcher_sees_all_that_was_written(path: Path) -> None:
    with Watcher(filled(path, turns=3), 1) as watcher:
        assert watcher.poll() == [*turn(0), *turn(1), *turn(2)]


def test_other_episodes_do_not_disturb_a_watcher(path: Path) -> None:
    with open_store(path) as store:
        one, other = begun(store, 1).id, begun(store, 2).id
        with Watcher(path, one) as watcher:
            store.turn(other, turn(0))
            assert watcher.poll() == []
            store.turn(one, turn(0))
            assert watcher.poll() == turn(0)


def test_there_is_nothing_to_watch_without_an_episode(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no episode 7"):
        Watcher(filled(path), 7)
    with pytest.raises(StoreError, match="there is no such file"):
        Watcher(path.with_name("other.db"), 1)


def test_a_watcher_may_only_send_known_commands(path: Path) -> None:
    with Watcher(filled(path), 1) as watcher, pytest.raises(ValueError, match="is none of pause"):
        watcher.send("explode")  # type: ignore[arg-type]


def test_commands_to_a_process_that_died_are_dropped_when_the_episode_goes_on(path: Path) -> None:
    with Watcher(filled(path), 1) as watcher:
        watcher.send("discard")
    with open_store(path) as store:
        episode = begun(store)
        assert store.take_controls(episode.id) == []
