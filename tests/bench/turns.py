"""What writing costs: episodes committed each turn beside the same in memory, and rows beside raw SQLite.

A turn is what one request and its answer bring: one transaction (WAL, synchronous NORMAL). Processor time,
system calls and all: the disk is waited for at checkpoints only, and what else one waits for is others' work.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from normquest.episode.records import Config, Record
from normquest.norms.events import Event
from normquest.store import Store, WorldFile, open_store
from normquest.store.codec import COLUMNS, values

from . import kitchen
from .side_by_side import Figure, Reading, processor, side_by_side

ARM = "both"
EPISODES = 4
"""Episodes a reading."""
COMMITTED, RAW = 0.45, 0.28
A_TURN, EVENT_TURNS = 8, 1000


@contextmanager
def new_store() -> Iterator[Store]:
    """An empty database."""
    with TemporaryDirectory() as folder, open_store(Path(folder) / "bench.db") as store:
        yield store


_rep = count()


def begun(store: Store) -> int:
    """A new episode in the store."""
    loaded = kitchen.world()
    world = WorldFile(loaded.hash, loaded.world.id, loaded.world.title, "")
    return store.open_episode(kitchen.key_of(ARM, "oracle", next(_rep)), world, Config(arm=ARM)).id


def in_memory(newcomer: str) -> list[Record]:
    """A whole episode, kept."""
    return [record for step in kitchen.steps(ARM, newcomer) for record in step.records]


def committed(store: Store, newcomer: str) -> None:
    """A whole episode, each step written as it is taken."""
    episode = begun(store)
    for step in kitchen.steps(ARM, newcomer):
        store.turn(episode, step.records)


def _episodes_a_second(newcomer: str) -> tuple[Reading, Reading]:
    def logged() -> float:
        with new_store() as store:
            return EPISODES / processor(lambda: [committed(store, newcomer) for _ in range(EPISODES)])

    def unlogged() -> float:
        return EPISODES / processor(lambda: [in_memory(newcomer) for _ in range(EPISODES)])

    return logged, unlogged


def event_turns() -> list[list[Event]]:
    """Turns of acts as an episode has them, numbered anew."""
    events = [r for r in in_memory("oracle") if isinstance(r, Event)]
    wanted = (events[n % len(events)].renumbered(n, n // A_TURN) for n in range(A_TURN * EVENT_TURNS))
    flat = list(wanted)
    return [flat[n : n + A_TURN] for n in range(0, len(flat), A_TURN)]


def _rows_a_second() -> tuple[Reading, Reading]:
    turns = event_turns()
    columns = COLUMNS["events"]
    sql = f"INSERT INTO events (episode, pos, {', '.join(columns)}) VALUES (?, ?{', ?' * len(columns)})"

    def by_turn() -> float:
        with new_store() as store:
            episode = begun(store)
            return A_TURN * EVENT_TURNS / processor(lambda: [store.turn(episode, events) for events in turns])

    def at_once() -> float:
        with new_store() as store:
            episode = begun(store)
            flat = (event for events in turns for event in events)
            rows = [(episode, pos, *values(event)[1]) for pos, event in enumerate(flat)]

            def write() -> None:
                store._conn.execute("BEGIN IMMEDIATE")
                store._conn.executemany(sql, rows)
                store._conn.execute("COMMIT")

            return len(rows) / processor(write)

    return by_turn, at_once


def figures() -> list[Figure]:
    """Episodes committed each turn beside unlogged, and rows by turn beside one executemany."""
    whole = "a whole episode of a scripted mind committed each turn, beside the same in memory"
    bare = "the same with a mind that only waits: next to no thought between the turns"
    rows = f"events logged by turns of {A_TURN}, beside one executemany of the same rows"
    return [
        side_by_side("committed", whole, "episodes/s", *_episodes_a_second("oracle"), at_least=COMMITTED),
        side_by_side("committed_bare", bare, "episodes/s", *_episodes_a_second("noop"), at_least=None),
        side_by_side("rows", rows, "rows/s", *_rows_a_second(), at_least=RAW),
    ]
