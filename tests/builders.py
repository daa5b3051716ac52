"""Small worlds for tests, made in one line.

`small_world(home={"things": {"rag": {"kind": "cloth", "at": "yard"}}})` has one thing more.
A change is laid over what is there, mapping by mapping; None takes a key away.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import yaml

from normquest.world.loader import LoadedWorld, parse_world

Changes = dict[str, Any]

SMALL: Changes = {
    "normquest": 1,
    "id": "small",
    "title": "The Small Dye Works",
    "about": "Two rooms and a yard, four vats, and not much to see.",
    "attributes": {
        "colour": {
            "of": "thing",
            "values": {"raw": "raw", "rose": "rose", "amber": "amber", "slate": "slate"},
            "tokens": [["rose", "amber", "slate"]],
        },
        "role": {
            "of": "person",
            "reads": "noun",
            "values": {"steward": "steward", "dyer": "dyer"},
            "tokens": [["steward", "dyer"]],
        },
        "wears": {"of": "person", "reads": "wearing", "values": {"sash": "a grey sash", "cap": "a cap"}},
        "cover": {"of": "place", "values": {"roofed": "roofed", "open": "open"}},
    },
    "styles": {"formal": "formally", "plain": "plainly"},
    "hours": {"morning": {"reads": "in the morning"}, "dusk": {"reads": "at dusk", "turns": 6}},
    "tags": {
        "taking": {"base": "take {thing}", "past": "taken {thing}", "ing": "taking {thing}"},
        "dyeing": {
            "base": "dye {thing} in {target}",
            "past": "dyed {thing} in {target}",
            "ing": "dyeing {thing} in {target}",
        },
        "honouring": {
            "base": "honour {addressee}",
            "past": "honoured {addressee}",
            "ing": "honouring {addressee}",
        },
        "greeting": {
            "base": "greet {addressee}",
            "past": "greeted {addressee}",
            "ing": "greeting {addressee}",
        },
    },
    "kinds": {
        "cloth": {"name": "cloth", "plural": "cloths", "attributes": {"colour": "raw"}},
        "vat": {"name": "vat", "plural": "vats", "portable": False},
    },
    "verbs": {
        "take": {
            "base": "take {thing}",
            "past": "taken {thing}",
            "ing": "taking {thing}",
            "tags": ["taking"],
            "slots": {"thing": {"kind": "cloth", "reach": "here"}},
            "when": [{"compare": [{"count": {"kind": "cloth", "where": [{"in": ["it", "actor"]}]}}, "<", 2]}],
            "do": [{"move": ["thing", "actor"]}],
            "says": {"you": "You take {thing}.", "other": "{actor} takes {thing}."},
            "synonyms": ["pick up", "get"],
        },
        "put": {
            "base": "put down {thing}",
            "past": "put down {thing}",
            "ing": "putting down {thing}",
            "tags": ["taking"],
            "slots": {"thing": {"kind": "cloth", "reach": "held"}},
            "do": [{"move": ["thing", "place"]}],
            "says": {"you": "You put {thing} down.", "other": "{actor} puts {thing} down."},
        },
        "dye": {
            "base": "dye {thing} in {target}",
            "past": "dyed {thing} in {target}",
            "ing": "dyeing {thing} in {target}",
            "nouns": {"thing": "cloth", "target": "vat"},
            "tags": ["dyeing"],
            "slots": {
                "thing": {"kind": "cloth", "reach": "held"},
                "target": {"kind": "vat", "reach": "here"},
            },
            "do": [{"set": ["thing.colour", "target.colour"]}],
            "says": {"you": "You dye {thing} in {target}.", "other": "{actor} dyes {thing} in {target}."},
        },
        "bow": {
            "base": "bow to {addressee}",
            "past": "bowed to {addressee}",
            "ing": "bowing to {addressee}",
            "tags": ["honouring"],
            "slots": {"addressee": {"kind": "person", "reach": "here"}},
            "says": {"you": "You bow to {addressee}.", "other": "{actor} bows to {addressee}."},
            "rite": True,
        },
        "greet": {
            "base": "greet {addressee} {style}",
            "past": "greeted {addressee}",
            "ing": "greeting {addressee}",
            "tags": ["greeting"],
            "slots": {"addressee": {"kind": "person", "reach": "here"}, "style": {"kind": "style"}},
            "says": {"you": "You greet {addressee} {style}.", "other": "{actor} greets {addressee} {style}."},
            "rite": True,
        },
    },
    "sanctions": {
        "click": {
            "say": "{sanctioner} clicks her tongue at {target}.",
            "you": "{sanctioner} clicks her tongue at you.",
        }
    },
    "home": {
        "name": "the dye works",
        "arrival": "You come to the dye works.",
        "places": {
            "yard": {
                "name": "the yard",
                "prose": "A yard of beaten earth.",
                "exits": ["vat_room", "loft"],
                "attributes": {"cover": "open"},
            },
            "vat_room": {
                "name": "the vat room",
                "prose": "Steam. The vats breathe in a row.",
                "exits": ["yard", "loft"],
                "attributes": {"cover": "roofed"},
            },
            "loft": {
                "name": "the loft",
                "prose": "A low loft under the tiles.",
                "exits": ["vat_room", "yard"],
                "attributes": {"cover": "roofed"},
            },
        },
        "things": {
            "rose_vat": {"kind": "vat", "at": "vat_room", "attributes": {"colour": "rose"}},
            "amber_vat": {"kind": "vat", "at": "vat_room", "attributes": {"colour": "amber"}},
            "slate_vat": {"kind": "vat", "at": "loft", "attributes": {"colour": "slate"}},
            "rose_tub": {
                "kind": "vat",
                "at": "loft",
                "name": "{colour} tub",
                "attributes": {"colour": "rose"},
            },
            "cloth_a": {"kind": "cloth", "at": "yard"},
            "cloth_b": {"kind": "cloth", "at": "yard"},
        },
        "people": {
            "first": {
                "at": "vat_room",
                "attributes": {"role": "steward", "wears": "sash"},
                "errands": ["dyeing"],
            },
            "second": {"at": "yard", "attributes": {"role": "dyer"}, "errands": ["dyeing", "manners"]},
        },
        "names": ["Maud", "Oren", "Tilde"],
        "verbs": ["take", "put", "dye", "bow", "greet"],
        "errands": {
            "dyeing": {"steps": [{"tag": "taking", "thing.kind": "cloth"}, {"tag": "dyeing"}]},
            "manners": {"steps": [{"tag": "honouring", "addressee.role": "steward"}]},
        },
        "tasks": {
            "cloth": {
                "title": "dye a cloth rose",
                "brief": "Dye one cloth in rose.",
                "goal": [{"is": ["cloth_a.colour", "rose"]}],
                "turns": 12,
                "start": "yard",
            }
        },
        "vary": [{"shuffle": "colour", "among": ["rose_vat", "amber_vat", "slate_vat", "rose_tub"]}],
    },
    "elsewhere": {
        "name": "the bleachery",
        "arrival": "You come to the bleachery.",
        "places": {
            "green": {
                "name": "the green",
                "prose": "Grass, and linen on it.",
                "exits": "shed",
                "attributes": {"cover": "open"},
            },
            "shed": {
                "name": "the shed",
                "prose": "A shed with two troughs.",
                "exits": "green",
                "attributes": {"cover": "roofed"},
            },
        },
        "things": {
            "rose_trough": {"kind": "vat", "at": "shed", "name": "trough", "attributes": {"colour": "rose"}},
            "amber_trough": {
                "kind": "vat",
                "at": "shed",
                "name": "trough",
                "attributes": {"colour": "amber"},
            },
            "slate_trough": {
                "kind": "vat",
                "at": "green",
                "name": "trough",
                "attributes": {"colour": "slate"},
            },
            "linen": {"kind": "cloth", "at": "green", "name": "linen"},
        },
        "people": {
            "owner": {"at": "shed", "attributes": {"role": "steward", "wears": "cap"}, "errands": ["dyeing"]},
            "hand": {"at": "green", "attributes": {"role": "dyer", "wears": "sash"}, "errands": ["dyeing"]},
        },
        "names": ["Ada", "Bern"],
        "verbs": ["take", "put", "dye", "bow", "greet"],
        "errands": {"dyeing": {"steps": [{"tag": "dyeing"}]}},
        "tasks": {
            "linen": {
                "title": "dye the linen rose",
                "brief": "Dye the linen in rose.",
                "goal": [{"is": ["linen.colour", "rose"]}],
                "turns": 8,
                "start": "green",
            }
        },
    },
    "norms": {
        "no_colour": {
            "family": "attribute",
            "rule": {"form": "prohibition", "act": {"tag": "dyeing", "target.colour": "$c"}},
            "params": {"c": ["rose", "amber", "slate"]},
        },
        "bow_first": {
            "family": "precedence",
            "rule": {
                "form": "precedence",
                "act": {"tag": "dyeing"},
                "first": [{"tag": "honouring", "addressee.role": "steward"}],
            },
        },
    },
}


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Writes what stands twice in the data twice in the file: a world file has no aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def dumped(data: Any) -> str:
    """The data of a world as the text of a file."""
    return str(yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True))


def changed(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The base with changes laid over it, mapping by mapping; None takes a key away."""
    result = copy.deepcopy(dict(base))
    for key, value in changes.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(result.get(key), dict):
            result[key] = changed(result[key], value)
        else:
            result[key] = copy.deepcopy(value)
    return result


def small_source(**changes: Any) -> str:
    """The small world with changes, as the text of a file."""
    return dumped(changed(SMALL, changes))


def small_world(**changes: Any) -> LoadedWorld:
    """The small world with changes, loaded. Raises WorldError if they make it wrong."""
    return parse_world(small_source(**changes), "small.yaml")


def verb(**changes: Any) -> Changes:
    """The changes of one verb, `take`, to be passed on as `**verb(…)`."""
    return {"verbs": {"take": changes}}


def home(**changes: Any) -> Changes:
    """Changes at home."""
    return {"home": changes}


def norm(rule: Changes, family: str = "attribute", **params: Any) -> Changes:
    """One more norm."""
    return {"norms": {"new": {"family": family, "rule": rule, "params": params}}}
