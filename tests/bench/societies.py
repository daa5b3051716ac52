"""What societies cost: scripted rounds a second, and the wall time of model calls beside the least there is.

The least wall time: in one society everybody who is asked at a time answers at once, and one phase waits for
the one before; in many, all slots for calls are always taken.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from normquest.session.running import Means
from normquest.session.societies.driving import drive_now
from normquest.session.societies.keeping import key_of, start
from normquest.session.societies.live import LiveSociety
from normquest.session.societies.names import open_society
from normquest.session.societies.order import Bill, Order, Played
from normquest.session.societies.running import run
from normquest.society.conditions import condition_from
from normquest.society.loader import LoadedSociety
from normquest.society.records import Config, Reply
from normquest.store import Store, WorldFile, open_store

from .side_by_side import Figure, Reading, Skipped, processor, side_by_side, wall

TESTS = Path(__file__).resolve().parent.parent
SCRIPTS = "conditional~0.05*8,internalised*2,selfish*2"
CONDITION = "E+SL+SS"
COMMITTED = 0.45
IDEAL = 1.15
DELAY = 0.2
"""Seconds that the server takes for a reply."""
ROUNDS, SLOTS, MANY = 2, 24, 16
READINGS = 3


def figures() -> list[Figure]:
    """The figures. Raises Skipped without the client that calls models."""
    try:
        import langchain_openai  # noqa: F401
    except ImportError:
        raise Skipped("langchain-openai is not installed; install the extra openai") from None
    sys.path.insert(0, str(TESTS))
    rounds = f"scripted rounds of the commons ({CONDITION}) committed each phase, beside the same in memory"
    one = f"a society of twelve models over a loopback server ({DELAY:g} s a call), beside its phases"
    many = f"{MANY} of them with {SLOTS} calls at a time, beside all slots always taken"
    return [
        side_by_side("society rounds", rounds, "rounds/s", *_rounds_a_second(), at_least=COMMITTED),
        _beside_ideal("society calls", one, 1, 100),
        _beside_ideal("societies' calls", many, MANY, SLOTS),
    ]


def _rounds_a_second() -> tuple[Reading, Reading]:
    loaded = open_society("commons")
    config = Config(condition_from(CONDITION))
    rounds = loaded.society.rounds

    def in_memory() -> float:
        live = LiveSociety(key_of(loaded, config, SCRIPTS, 1), config, loaded.society)
        return rounds / processor(lambda: drive_now(live))

    def committed() -> float:
        with TemporaryDirectory() as folder, open_store(Path(folder) / "bench.db") as store:
            live = start(store, loaded, config, SCRIPTS, 1)
            return rounds / processor(lambda: drive_now(live))

    return committed, in_memory


def short() -> LoadedSociety:
    """The commons, cut short."""
    from society.playing import loaded, society

    from normquest.society.loader import parse_society

    whole = loaded()
    until_shocks = whole.source.split("\nshocks:")[0]
    source = until_shocks.replace(f"rounds: {society().rounds}", f"rounds: {ROUNDS}", 1)
    return parse_society(source, "short")


def _beside_ideal(name: str, what: str, societies: int, slots: int) -> Figure:
    """Wall seconds beside the least that the calls can take, each reading with its own."""
    pairs = [_reading(societies, slots) for _ in range(READINGS + 1)][1:]
    mine, least = zip(*pairs, strict=True)
    return Figure(name, what, "s", mine, least, IDEAL, False)


def _reading(societies: int, slots: int) -> tuple[float, float]:
    from newcomers.server import Answer, Server
    from newcomers.test_seats import sensible

    from normquest.newcomers.models.spec import ModelSpec

    loaded = short()
    file = WorldFile(loaded.hash, loaded.society.id, loaded.society.title, loaded.source)
    with TemporaryDirectory() as folder, Server(lambda chat: Answer(sensible(chat), delay=DELAY)) as server:
        spec = ModelSpec("openai:made-up", base_url=server.url, timeout=30.0, max_tokens=50)
        config = Config(condition_from(CONDITION))
        order = Order(file, (config,), ("openai:made-up*12",), tuple(range(1, societies + 1)), models=(spec,))
        path = Path(folder) / "bench.db"
        items: list[object] = []
        took = wall(lambda: items.extend(run(order, path, name="bench", means=Means(in_flight=slots))))
        done = sum(isinstance(item, Played) for item in items)
        assert done == societies, items
        calls = next(item.calls for item in items if isinstance(item, Bill))
        with open_store(path, readonly=True) as store:
            phases = max(_phases(store, head.id) for head in store.societies())
    return took, max(phases, calls / slots) * DELAY


def _phases(store: Store, number: int) -> int:
    """How many times somebody was asked; replies of one phase come one after the other in the log."""
    phases, before = 0, False
    for record in store.society_records(number):
        now = isinstance(record, Reply)
        phases += now and not before
        before = now
    return phases
