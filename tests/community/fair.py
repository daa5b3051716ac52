"""A fair: a world with every primitive of world files at once, for what must hold of all worlds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from community.play import Play, dye_kitchen, verb, well_queue, world
from normquest.community.acts import legal_acts
from normquest.community.clock import end_turn
from normquest.community.happening import happen
from normquest.community.state import Key
from normquest.norms.events import Event
from normquest.streams import chance, pick, shuffled, stream
from normquest.world.schema import World

SOMEONE = {"addressee": {"kind": "person", "reach": "here"}}
IN_LINE = {"listed": ["actor", "line"]}
CAKES = {"count": {"kind": "cake", "where": [{"in": ["it", "stall"]}]}}


def fair() -> World:
    """A queue for cakes that run out and are baked anew, debts, votes, a price that some know, and dusk."""
    verbs = {
        "queue": verb("queue", when={"not": IN_LINE}, do={"join": ["actor", "line"]}),
        "quit": verb("quit", when=IN_LINE, do={"leave": ["actor", "line"]}),
        "buy": verb(
            "buy",
            slots={"thing": {"kind": "cake", "reach": "near"}},
            when=[
                {"first": ["actor", "line"]},
                {"compare": ["actor.coins", ">=", {"known": ["actor", "price"]}]},
            ],
            fails={"when": {"is": [{"clock": "hour"}, "dusk"]}, "say": "{actor} finds the stall shut."},
            do=[
                {"add": ["actor.coins", -1]},
                {"move": ["thing", "actor"]},
                {"leave": ["actor", "line"]},
                {"learn": ["actor", "price"]},
            ],
        ),
        "eat": verb(
            "eat",
            slots={"thing": {"kind": "cake", "reach": "held"}},
            do=[{"remove": "thing"}, {"set": ["actor.wears", "cap"]}],
        ),
        "lend": verb(
            "lend",
            slots={"thing": {"kind": ["cloth", "cake"], "reach": "held"}, **SOMEONE},
            when={"not": {"compare": [{"tie": ["debt", "addressee", "actor"]}, ">=", 2]}},
            do=[{"move": ["thing", "addressee"]}, {"tie": ["debt", "addressee", "actor", 2]}],
        ),
        "forgive": verb("forgive", slots=SOMEONE, do={"tie": ["debt", "addressee", "actor", 0]}),
        "vote": verb(
            "vote",
            slots={"addressee": {"kind": "person", "reach": "any"}},
            when={"not": {"is": [{"tie": ["vote", "actor", "addressee"]}, True]}},
            do={"tie": ["vote", "actor", "addressee", True]},
        ),
        "preside": verb(
            "preside",
            when={
                "compare": [
                    {
                        "count": {
                            "kind": "person",
                            "where": [{"is": [{"tie": ["vote", "it", "actor"]}, True]}],
                        }
                    },
                    ">=",
                    1,
                ]
            },
            do={"set": ["actor.wears", "sash"]},
        ),
        "ask_price": verb("ask the price", do={"learn": ["actor", "price"]}),
        "tell_price": verb(
            "tell the price",
            slots=SOMEONE,
            when={"knows": ["actor", "price"]},
            do={"learn": ["addressee", "price"]},
        ),
        "spin": verb(
            "spin", when={"is": ["place.cover", "open"]}, do={"draw": ["actor.wears", ["sash", "cap"]]}
        ),
        "awning": verb(
            "work the awning",
            when={"not": {"in": ["actor", "loft"]}},
            do={
                "if": {
                    "test": {"is": ["place.cover", "open"]},
                    "then": {"set": ["place.cover", "roofed"]},
                    "else": {"set": ["place.cover", "open"]},
                }
            },
        ),
        "weigh": verb(
            "weigh up",
            when={
                "compare": [
                    {"sum": {"kind": "cake", "of": "it.weight", "where": [{"in": ["it", "actor"]}]}},
                    ">",
                    0,
                ]
            },
            rite=True,
        ),
    }
    rules = [
        {
            "every": 3,
            "when": {"compare": [CAKES, "<", 2]},
            "do": {"make": {"kind": "cake", "in": "stall"}},
            "say": "A cake is set out.",
        },
        {"at": "dusk", "do": {"set": ["yard.cover", "roofed"]}, "say": "Dusk falls on the yard."},
        {"for": "cake", "every": 2, "do": {"add": ["it.weight", 1]}, "say": "{it} swells a little."},
        {
            "for": "person",
            "every": 5,
            "when": {"listed": ["it", "line"]},
            "do": {"draw": ["it.wears", ["sash", "cap"]]},
        },
    ]
    return world(
        verbs=verbs,
        kinds={
            "cake": {"name": "cake", "spare": 3, "attributes": {"weight": 1, "colour": "rose"}},
            "stall": {"name": "stall", "portable": False},
        },
        lists=["line"],
        ties={"debt": 0, "vote": False},
        facts={"price": CAKES},
        purse=2,
        sight={
            "full": [{"is": ["actor.wears", "sash"]}, {"is": ["here.cover", "open"]}],
            "dim": [{"is": ["place.cover", "open"]}, {"is": ["here.cover", "open"]}],
        },
        home={
            "things": {
                "stall": {"kind": "stall", "at": "yard"},
                "bun": {"kind": "cake", "at": "stall", "name": "{colour} bun"},
            },
            "places": {"loft": {"attributes": {"cover": "open"}}},
            "rules": rules,
        },
    )


WORLDS = {"small": world, "fair": fair, "dye_kitchen": dye_kitchen, "well_queue": well_queue}


def plays(seeds: int = 3) -> Iterator[Play]:
    """Every world, in both settings, for some seeds."""
    for make in WORLDS.values():
        for seed in range(seeds):
            yield Play(make(), seed)
            yield Play(make(), seed, "elsewhere")


def wandering(play: Play, rng: Random, turns: int) -> Iterator[tuple[dict[Key, object], Event]]:
    """Everyone does any legal thing, turn after turn: each event and the state before it.

    Verbs are drawn first and then fillings, so that a rare verb comes up as often as a common one.
    """
    seq = 0
    for turn in range(turns):
        for actor in shuffled(rng, play.community.people):
            legal = legal_acts(play.community, play.state, actor)
            verb = pick(rng, sorted({g.act.verb for g in legal}))
            ground = pick(rng, [g for g in legal if g.act.verb == verb])
            before = play.state
            event, play.state = happen(
                play.community, before, ground, seq=seq, turn=turn, stage="act", with_options=chance(rng, 0.5)
            )
            seq += 1
            yield before, event
        before = play.state
        event, play.state = end_turn(play.community, before, seq=seq, turn=turn, stage="act")
        seq += 1
        yield before, event


def rng_for(*purpose: str | int) -> Random:
    """A stream for a test."""
    return stream(0, "test", *purpose)
