"""Small logs and files for the tests of the store."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from normquest.episode.records import (
    Choice,
    Config,
    Decision,
    EpisodeKey,
    Observation,
    OpportunityRecord,
    Record,
    Request,
    StageResult,
    Statement,
    TrialResult,
    Truth,
)
from normquest.norms.events import Act, Event, Finding
from normquest.store import EpisodeRow, Store, WorldFile, open_store

WORLD = WorldFile("w0", "dye_kitchen", "The Dye Kitchen", "title: The Dye Kitchen\n")
A_TURN = 8
"""Events of a full turn."""


def key(seed: int = 1, **changes: Any) -> EpisodeKey:
    """The key of an episode of a scripted mind."""
    fields = {"engine": 1, "world_hash": WORLD.hash, "norm": "bow_first", "seed": seed, "arm": "both"}
    return EpisodeKey(**{**fields, "newcomer": "oracle", "config_hash": "c0", **changes})


def begun(store: Store, seed: int = 1, run: int | None = None) -> EpisodeRow:
    """The episode of this seed in the store."""
    return store.open_episode(key(seed), WORLD, Config(), run, family="precedence")


def event(seq: int, **changes: Any) -> Event:
    """An act as the engine records it, with all that was there to see."""
    people = {
        name: {"sash": "grey", "cap": "slate", "role": "dyer", "holds": ["cloth", "key"]}
        for name in ("you", "maud", "oren")
    }
    fields: dict[str, Any] = {
        "seq": seq,
        "turn": seq // A_TURN,
        "stage": "watch",
        "kind": "act",
        "place": "vat_room",
        "hour": "forenoon",
        "act": Act("oren", "dip", (("thing", "cloth_2"), ("target", "rose_vat"))),
        "tags": ("taking",),
        "facts": {
            "place": {"wet": True},
            "people": people,
            "thing": {"kind": "cloth", "colour": "rose", "held_by": "oren"},
        },
        "could": ({"verb": "bow", "tags": ["greeting"], "slots": {"addressee": "maud"}},),
        "present": ("you", "maud"),
        "seen_by": ("you", "maud"),
        "changes": (("cloth_2", "colour", "rose"),),
        "text": "Oren dips a coarse cloth into the rose vat.",
    }
    return Event(**{**fields, **changes})


def turn(number: int, size: int = A_TURN) -> list[Event]:
    """The events of one turn; turns follow one another from 0."""
    return [event(seq) for seq in range(number * size, (number + 1) * size)]


def rich_turn(seq: int = 0) -> list[Record]:
    """A turn with a record of every kind, in the order in which an episode makes them."""
    seen = Observation(
        stage="act",
        turn=3,
        place="the vat room",
        prose="Steam. Three vats breathe in a row.",
        lines=("Oren dips a cloth.",),
        here=("Maud, grey sash",),
        exits=("yard", "loft"),
        held=(),
        task="hang three cloths",
        clock="13 turns left",
        choices=(Choice(1, "bow to Maud", Act("you", "bow", (("addressee", "maud"),))),),
    )
    found = Finding("entering 4", "you", 4, None, "open")
    rule = {"form": "precedence", "first": {"verb": "bow"}, "then": {"tag": "taking"}}
    return [
        event(seq),
        event(seq + 1, kind="tick", act=None, could=None, tags=(), changes=(), text=""),
        event(seq + 2, kind="stage", act=None, facts={}, could=(), present=(), seen_by=(), target="oren"),
        Truth(seq, found, 2, True, cause=None),
        Request(1, "act", "act", seen, "What do you do?", None, 1, ("yes", "no")),
        Decision(1, "1\n", 1, "ok", 12, 1),
        Statement("act", rule, "Bow first.", "they bow", (2, 5), 0.75, ({"form": "alternation"},), ""),
        Statement("act", None, "None that I can see.", confidence=None),
        OpportunityRecord("act", "entering 4", 2, 5, "kept", True, False),
        StageResult("act", True, 0, 2, 9),
        TrialResult(4, "acts_flip", None, 5, False),
    ]


def raw(path: Path, *statements: str) -> None:
    """Run SQL on a file as another program would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        for statement in statements:
            conn.execute(statement)


def filled(path: Path, turns: int = 50) -> Path:
    """A closed database with one running episode, number 1."""
    with open_store(path) as store:
        episode = begun(store)
        for number in range(turns):
            store.turn(episode.id, turn(number))
    return path
