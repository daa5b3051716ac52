"""What is asked of the store, and what it answers."""

from pathlib import Path

import pytest

from normquest.episode.records import Config, OpportunityRecord, StageResult, Statement, Truth
from normquest.store import Store, StoreError, open_store
from store.builders import WORLD, begun, filled, key, raw, rich_turn


def test_episodes_can_be_chosen_by_what_they_are(store: Store) -> None:
    for changes in ({"arm": "blind"}, {"arm": "both"}, {"newcomer": "noop"}, {"norm": "none", "seed": 5}):
        store.open_episode(key(**{"seed": 1, **changes}), WORLD, Config())
    assert [row.id for row in store.episodes()] == [1, 2, 3, 4]
    assert [row.id for row in store.episodes(arm="blind")] == [1]
    assert [row.id for row in store.episodes(newcomer="oracle", seed=1)] == [1, 2]
    assert [row.id for row in store.episodes(norm="none", world="dye_kitchen")] == [4]
    assert [row.id for row in store.episodes(world="other")] == []
    assert [row.id for row in store.episodes(last=2)] == [3, 4]
    store.turn(2, [], status="done")
    assert [row.id for row in store.episodes(status=["done", "stopped"])] == [2]
    assert [row.id for row in store.episodes(status="running", participant="")] == [1, 3, 4]


def test_an_episode_is_found_by_number_and_by_key(store: Store) -> None:
    episode = begun(store)
    assert store.episode(episode.id) == store.episode(key()) == episode
    assert store.episode(99) is None
    assert store.episode(key(99)) is None
    assert store.records(99) == []


def test_many_keys_are_looked_up_in_their_order(store: Store) -> None:
    for seed in range(0, 1200, 2):
        store.turn(begun(store, seed).id, [], status="done")
    keys = [key(seed) for seed in reversed(range(1200))]
    assert store.missing(keys) == [one for one in keys if one.seed % 2]


def test_a_reader_sees_whole_turns_only_whatever_comes_in_between(path: Path, store: Store) -> None:
    episode = begun(store).id
    store.turn(episode, rich_turn())
    later = [record for record in rich_turn() if isinstance(record, Truth)]
    with open_store(path, readonly=True) as reader:

        def write_in_between(statement: str) -> None:
            if "FROM truths" in statement:
                store.turn(episode, later)

        reader._conn.set_trace_callback(write_in_between)
        assert reader.records(episode) == rich_turn()
        reader._conn.set_trace_callback(None)
        assert reader.records(episode) == rich_turn() + later


def test_a_run_is_found_by_number_by_name_and_as_the_last(store: Store) -> None:
    assert store.run() is None
    first = store.begin_run("pilot", {"seeds": "1-2", "jobs": 2})
    second = store.begin_run("pilot", {})
    third = store.begin_run("other", {})
    found = [store.run(first), store.run("pilot"), store.run(), store.run("nobody"), store.run(99)]
    assert [run and run.id for run in found] == [first, second, third, None, None]
    run = store.run(first)
    assert run is not None
    assert (run.args, run.status, run.ended) == ({"seeds": "1-2", "jobs": 2}, "running", None)


def test_a_report_gets_stages_opportunities_and_statements(store: Store) -> None:
    begun(store, 1)
    store.turn(begun(store, 2).id, rich_turn(), status="done")
    empty, full = store.results(store.episodes())
    assert (empty.stages, empty.opportunities, empty.statements) == ((), (), ())
    written = rich_turn()
    assert full.stages == tuple(record for record in written if isinstance(record, StageResult))
    assert full.opportunities == tuple(record for record in written if isinstance(record, OpportunityRecord))
    assert full.statements == tuple(record for record in written if isinstance(record, Statement))
    assert full.episode.status == "done"


def test_a_world_is_kept_as_it_was_played(store: Store) -> None:
    begun(store)
    assert store.world(WORLD.hash) == WORLD
    assert store.world("other") is None


def test_reading_does_not_write(path: Path) -> None:
    with open_store(filled(path), readonly=True) as store:
        assert store.readonly
        assert len(store.records(1)) == 400
        with pytest.raises(StoreError, match="a store opened for writing"):
            begun(store)


@pytest.mark.parametrize(
    "damage",
    ["SET key = '{}'", "SET key = '['", "SET config = 'x'", "SET key = '[1]'"],
)
def test_a_broken_head_is_an_error_in_words(path: Path, damage: str) -> None:
    filled(path, turns=1)
    raw(path, f"UPDATE episodes {damage}")
    with open_store(path) as store, pytest.raises(StoreError, match="episode 1 cannot be read"):
        store.episodes()


def test_text_that_is_no_utf_8_is_an_error_in_words(path: Path) -> None:
    filled(path, turns=1)
    raw(path, "DROP TRIGGER events_no_update", "UPDATE events SET text = CAST(x'ff' AS TEXT) WHERE pos = 3")
    with (
        open_store(path) as store,
        pytest.raises(StoreError, match="the file is damaged while reading events"),
    ):
        store.records(1)


@pytest.mark.parametrize("facts", ["{", "[" * 100_000, "x\x1b[31m"])
def test_a_broken_record_is_an_error_in_words(path: Path, facts: str) -> None:
    filled(path, turns=1)
    raw(path, "DROP TRIGGER events_no_update", f"UPDATE events SET facts = '{facts}' WHERE pos = 3")
    with open_store(path) as store, pytest.raises(StoreError, match="record 3 of episode 1 cannot be read"):
        store.records(1)
