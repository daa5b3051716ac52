"""What every world has without saying so: going, waiting, and the words for both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from normquest.world.lexicon import ActWords
from normquest.world.schema import Verb, World

GO = "go"
WAIT = "wait"

BUILTIN_TAGS: Mapping[str, ActWords] = {
    "moving": ActWords("go to {target}", "gone to {target}", "going to {target}", {"target": "place"}),
    "waiting": ActWords("wait", "waited", "waiting"),
}
"""The tags of the built-in verbs. A world may word them otherwise."""


@cache
def builtin_verbs() -> Mapping[str, Verb]:
    """`go` and `wait`. A world may define its own verb of either name."""
    go = {
        "base": "go to {target}",
        "past": "gone to {target}",
        "ing": "going to {target}",
        "nouns": {"target": "place"},
        "tags": ["moving"],
        "slots": {"target": {"kind": "place", "reach": "exit"}},
        "do": [{"move": ["actor", "target"]}],
        "says": {"you": "You go to {target}.", "other": "{actor} goes to {target}."},
        "synonyms": ["walk to", "enter", "head for"],
    }
    wait = {
        "base": "wait",
        "past": "waited",
        "ing": "waiting",
        "tags": ["waiting"],
        "says": {"you": "You let a little time pass.", "other": "{actor} waits."},
        "synonyms": ["stay", "rest"],
    }
    return {GO: Verb.model_validate(go), WAIT: Verb.model_validate(wait)}


def all_verbs(world: World) -> dict[str, Verb]:
    """The world's verbs and the built-in ones that it does not define itself."""
    return {**builtin_verbs(), **world.verbs}


def all_tags(world: World) -> dict[str, ActWords]:
    """The words of all tags, the built-in ones first unless the world words them itself."""
    given = {tag: ActWords(w.base, w.past, w.ing, dict(w.nouns.items())) for tag, w in world.tags.items()}
    return {**BUILTIN_TAGS, **given}
