"""What the engine can do, a world may say: none of these is refused."""

import pytest
from builders import Changes, home, norm, small_world, verb

FORBIDDEN: Changes = {"form": "prohibition", "act": {"tag": "dyeing"}}

SOUND: list[Changes] = [
    verb(when={"in": ["actor", "yard"]})
    | {
        "elsewhere": {
            "verbs": ["put", "dye", "bow", "greet"],
            "errands": {"dyeing": {"steps": [{"verb": "go"}, {"tag": "waiting"}]}},
        }
    },
    verb(
        when=[
            {"is": ["thing.kind", "cloth"]},
            {"is": ["thing", "thing"]},
            {"is": [{"clock": "hour"}, "dusk"]},
        ]
    ),
    verb(when={"compare": [{"count": {"kind": "person", "where": {"in": ["it", "place"]}}}, "<", 3]}),
    {"verbs": {"greet": {"when": {"is": ["style", "formal"]}}}},
    {"verbs": {"greet": {"slots": {"style": {"kind": None, "values": {"formal": "most formally"}}}}}},
    {
        "kinds": {"vat": {"attributes": {"level": 3, "lidded": True}}},
        "verbs": {
            "dye": {
                "when": [{"compare": ["target.level", ">", 0]}, {"is": ["target.lidded", False]}],
                "do": [{"add": ["target.level", -1]}, {"set": ["target.lidded", True]}],
            }
        },
    },
    {
        "purse": 5,
        "verbs": {
            "take": {"when": {"compare": ["actor.coins", ">=", 1]}, "do": {"add": ["actor.coins", -1]}}
        },
    },
    {
        "lists": ["queue"],
        "ties": {"debt": 0},
        "facts": {"news": {"count": {"kind": "cloth"}}},
        "verbs": {
            "bow": {
                "when": [
                    {"not": {"listed": ["actor", "queue"]}},
                    {"not": {"knows": ["actor", "news"]}},
                    {"compare": [{"tie": ["debt", "actor", "addressee"]}, "<", 3]},
                ],
                "do": [
                    {"join": ["actor", "queue"]},
                    {"learn": ["addressee", "news"]},
                    {"tie": ["debt", "actor", "addressee", 2]},
                    {
                        "if": {
                            "test": {"compare": [{"known": ["actor", "news"]}, "==", {"fact": "news"}]},
                            "then": {"leave": ["actor", "queue"]},
                        }
                    },
                ],
            }
        },
    },
    {
        "kinds": {"cloth": {"spare": 2}},
        "home": {
            "rules": [
                {"every": 5, "do": {"make": {"kind": "cloth", "in": "yard"}}},
                {
                    "for": "vat",
                    "at": "dusk",
                    "when": {"is": ["it.colour", "rose"]},
                    "do": {"draw": ["it.colour", ["rose", "amber"]]},
                    "say": "{it} turns.",
                },
            ]
        },
    },
    {"sight": {"full": {"is": ["place.cover", "open"]}, "dim": {"in": ["watcher", "here"]}}},
    home(
        vary=[
            {"shuffle": "at", "among": ["cloth_a", "cloth_b"]},
            {"pick": "first.at", "values": ["yard", "loft"]},
        ]
    ),
    home(things={"cloth_a": {"at": "rose_vat"}, "cloth_b": {"at": "second"}}),
    norm({**FORBIDDEN, "when": [{"hour": "dusk"}, {"one.holds": "cloth"}]}),
    norm(
        {
            "form": "reciprocity",
            "act": {"tag": "honouring", "addressee": "?who"},
            "back": {"tag": "greeting", "addressee": "?who", "style.name": "$s"},
        },
        "reciprocity",
        s=["formal", "plain"],
    ),
    norm({"form": "prohibition", "act": {"tag": "moving", "target.cover": "open"}}),
    {
        "verbs": {
            "sing": {
                "base": "sing",
                "past": "sung",
                "ing": "singing",
                "tags": "greeting",
                "says": {"you": "You sing.", "other": "{actor} sings."},
            }
        }
    },
]


@pytest.mark.parametrize("changes", SOUND)
def test_what_the_engine_can_do_is_accepted(changes: Changes) -> None:
    small_world(**changes)
