"""The lexicon of a world: its own words, and those that every world has."""

from __future__ import annotations

import re
from collections.abc import Mapping

from normquest.text import article
from normquest.world.builtin import all_tags, all_verbs
from normquest.world.lexicon import ActWords, AttributeWords, Lexicon
from normquest.world.schema import Verb, Words, World

HOUR = "hour"
STYLE = "name"
"""The keys of hours and styles among the attributes: a rule tests `hour: dusk` and `style.name: formal`."""

_SLOT = re.compile(r"\{[^{}]*\}")
_NOUNS = {"thing": "thing", "target": "thing", "addressee": "person"}


def lexicon_of(world: World) -> Lexicon:
    """The words in which people, models and rules speak of a world.

    Besides what the file declares it has `go` and `wait` and their tags, and as attributes `kind` (of
    things), `holds` (of people: the kinds that can be held), `hour`, and `name` (of styles). A slot for which
    the file gives no noun gets one from the kinds that may fill it.
    """
    verbs = all_verbs(world)
    return Lexicon(
        verbs={name: _act(verb, _slot_nouns(verb, world)) for name, verb in verbs.items()},
        tags={
            name: ActWords(words.base, words.past, words.ing, {**_wanted(words.base, _NOUNS), **words.nouns})
            for name, words in all_tags(world).items()
        },
        attributes=_attributes(world),
        synonyms=_synonyms(world, verbs),
    )


def _act(words: Words, nouns: Mapping[str, str]) -> ActWords:
    given = {str(slot): noun for slot, noun in words.nouns.items()}
    return ActWords(words.base, words.past, words.ing, {**_wanted(words.base, nouns), **given})


def _wanted(base: str, nouns: Mapping[str, str]) -> dict[str, str]:
    return {slot: noun for slot, noun in nouns.items() if f"{{{slot}}}" in base}


def _slot_nouns(verb: Verb, world: World) -> dict[str, str]:
    """A noun for what fills each slot: the name of its one kind, or the most general word."""
    nouns = dict(_NOUNS)
    for name, slot in verb.slots.items():
        if len(slot.kind) == 1:
            kind = slot.kind[0]
            nouns[name] = world.kinds[kind].name if kind in world.kinds else kind
    return nouns


def _attributes(world: World) -> dict[str, AttributeWords]:
    declared = {
        name: AttributeWords(a.reads, tuple(a.of), dict(a.values), tuple(tuple(group) for group in a.tokens))
        for name, a in world.attributes.items()
    }
    kinds = {name: kind.name for name, kind in world.kinds.items()}
    held = {name: f"{article(kind.name)} {kind.name}" for name, kind in world.kinds.items() if kind.portable}
    hours = {name: hour.reads for name, hour in world.hours.items()}
    own = {
        "kind": AttributeWords("noun", ("thing",), kinds),
        "holds": AttributeWords("holding", ("person",), held),
        HOUR: AttributeWords("hour", ("hour",), hours),
        STYLE: AttributeWords("adverb", ("style",), dict(world.styles)),
    }
    return declared | {name: words for name, words in own.items() if words.values}


def _synonyms(world: World, verbs: Mapping[str, Verb]) -> dict[str, str]:
    """Each synonym with the words it stands for: the verb's base up to its first slot.

    A word that means one verb at home and another elsewhere keeps its meaning at home. One that is part of
    some verb's or tag's own wording is left out: whoever says it means just that.
    """
    bases = [verb.base for verb in verbs.values()] + [words.base for words in all_tags(world).values()]
    own = [_spaced(part) for base in bases for part in _SLOT.split(base)]
    found: dict[str, str] = {}
    for name in dict.fromkeys((*world.home.verbs, *world.elsewhere.verbs, *verbs)):
        head = verbs[name].base.partition("{")[0].strip() or name
        for synonym in verbs[name].synonyms:
            if not any(_spaced(synonym) in part for part in own):
                found.setdefault(synonym, head)
    return found


def _spaced(text: str) -> str:
    return f" {' '.join(text.casefold().split())} "
