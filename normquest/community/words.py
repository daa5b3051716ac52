"""The words for what is in a community: names, noun phrases, and filled-in wordings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from normquest.community.build import Community
from normquest.community.state import Key, State
from normquest.text import article, capital, join_words

_HOLE = re.compile(r"\{(\w+)\}")


def bare_noun(community: Community, entity: str, state: State) -> str:
    """A thing without article: "coarse raw cloth", or its name with `{attribute}` filled in."""
    cache, keys_of = community.cache, ("noun of", entity)
    keys: tuple[Key, ...] | None = cache.get(keys_of)
    if keys is None:
        keys = cache[keys_of] = _noun_keys(community, entity)
    values = tuple(map(state.get, keys))
    # 1 and True are equal and read differently.
    noun_of = ("noun", entity, values, *map(type, values))
    noun: str | None = cache.get(noun_of)
    if noun is None:
        noun = cache[noun_of] = _noun(community, entity, state)
    return noun


def _noun_keys(community: Community, entity: str) -> tuple[Key, ...]:
    """All that a thing's noun hangs on."""
    thing = community.setting.things.get(entity)
    if thing is not None and thing.name is not None:
        return tuple((entity, name) for name in _HOLE.findall(thing.name))
    adjectives = [
        (entity, name)
        for name, attribute in community.world.attributes.items()
        if attribute.reads == "adjective" and "thing" in attribute.of
    ]
    return ((entity, "kind"), *adjectives)


def _noun(community: Community, entity: str, state: State) -> str:
    thing = community.setting.things.get(entity)
    attributes = community.world.attributes

    def value_words(attribute: str) -> str:
        value = state.get((entity, attribute))
        words = attributes[attribute].values if attribute in attributes else {}
        return words.get(str(value), "" if value is None else str(value))

    if thing is not None and thing.name is not None:
        return re.sub(r" +", " ", _HOLE.sub(lambda m: value_words(m.group(1)), thing.name)).strip()
    kind = community.world.kinds[str(state[(entity, "kind")])]
    adjectives = [
        value_words(name)
        for name, attribute in attributes.items()
        if attribute.reads == "adjective" and "thing" in attribute.of and (entity, name) in state
    ]
    return " ".join([word for word in adjectives if word] + [kind.name])


def the(community: Community, entity: str, state: State) -> str:
    """How an entity is called in running text: "Maud", "the vat room", "the coarse raw cloth"."""
    if entity in community.names:
        return community.names[entity]
    if entity in community.setting.places:
        return community.setting.places[entity].name
    if (entity, "kind") not in state:
        return community.world.styles.get(entity, entity)
    return f"the {bare_noun(community, entity, state)}"


def phrase(community: Community, base: str, slots: Mapping[str, str], state: State) -> str:
    """A verb's phrase with its slots filled: "dip the coarse raw cloth into the rose vat"."""
    words = list(_pieces(base))
    for place in range(1, len(words), 2):
        name = words[place]
        words[place] = the(community, slots[name], state) if name in slots else f"{{{name}}}"
    return "".join(words)


@lru_cache(maxsize=4096)
def _pieces(base: str) -> tuple[str, ...]:
    """A phrase cut at its holes: words, name, words, name, … words."""
    return tuple(_HOLE.split(base))


def filled(community: Community, wording: str, parts: Mapping[str, str], state: State) -> str:
    """A wording with `{actor}` and the like filled in, as one sentence."""
    return capital(phrase(community, wording, parts, state))


def looks(community: Community, person: str, state: State) -> str:
    """What can be seen of a person: "a steward, wearing a grey sash, holding a bead and two cloths"."""
    attributes = community.world.attributes
    parts: list[str] = []
    for name, attribute in attributes.items():
        value = state.get((person, name))
        if value is None or "person" not in attribute.of:
            continue
        words = attribute.values.get(str(value), str(value))
        if attribute.reads == "noun":
            parts.append(f"{article(words)} {words}")
        elif attribute.reads == "wearing":
            parts.append(f"wearing {words}")
        else:
            parts.append(words)
    held = held_by(community, person, state)
    if held:
        names = [bare_noun(community, thing, state) for thing in held]
        parts.append("holding " + join_words([f"{article(n)} {n}" for n in names]))
    return ", ".join(parts)


def held_by(community: Community, person: str, state: State) -> list[str]:
    """Things a person holds, in the order of the file."""
    return [t for t in community.things if state.get((t, "at")) == person]
