"""The words for what is in a community: names, noun phrases, and filled-in wordings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from normquest.community.build import Community
from normquest.community.facts import fact_book
from normquest.community.memo import Memo
from normquest.community.state import Key, State
from normquest.norms.events import Act
from normquest.text import article, capital, count_word, join_words

_HOLE = re.compile(r"\{(\w+)\}")


def bare_noun(community: Community, entity: str, state: State) -> str:
    """A thing without article: "coarse raw cloth", or its name with `{attribute}` filled in."""
    key = ("noun", entity)
    noun: Memo[str] | None = community.cache.get(key)
    if noun is None:
        keys = noun_keys(community, entity)
        noun = community.cache[key] = Memo(community.scope, keys, lambda now: _noun(community, entity, now))
    return noun(state)


def noun_keys(community: Community, entity: str) -> tuple[Key, ...]:
    """All that it hangs on how an entity is called: nothing for people, places and styles."""
    plain = entity in community.names or entity in community.setting.places
    if plain or (entity, "kind") not in community.start:
        return ()
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
    key = ("phrase", base, *slots.items())
    words: Memo[str] | None = community.cache.get(key)
    if words is None:
        words = community.cache[key] = _phrase(community, base, dict(slots))
    return words(state)


def _phrase(community: Community, base: str, slots: Mapping[str, str]) -> Memo[str]:
    pieces = _HOLE.split(base)  # words, name, words, name, … words
    holes = range(1, len(pieces), 2)
    keys = [key for hole in holes for key in noun_keys(community, slots.get(pieces[hole], ""))]

    def make(state: State) -> str:
        words = list(pieces)
        for hole in holes:
            name = pieces[hole]
            words[hole] = the(community, slots[name], state) if name in slots else f"{{{name}}}"
        return "".join(words)

    return Memo(community.scope, keys, make)


def filled(community: Community, wording: str, parts: Mapping[str, str], state: State) -> str:
    """A wording with `{actor}` and the like filled in, as one sentence."""
    return capital(phrase(community, wording, parts, state))


def told_of(community: Community, wording: str, act: Act, place: str, state: State) -> str:
    """A wording filled in with what an act is made of: `{actor}`, `{place}` and its slots."""
    key = ("told", wording, act.actor, place, act.slots)
    words: Memo[str] | None = community.cache.get(key)
    if words is None:
        parts = {"actor": act.actor, "place": place, **dict(act.slots)}
        keys = [key for entity in parts.values() for key in noun_keys(community, entity)]
        words = Memo(community.scope, keys, lambda now: filled(community, wording, parts, now))
        community.cache[key] = words
    return words(state)


def looks(community: Community, person: str, state: State) -> str:
    """What can be seen of a person: "a steward, wearing a grey sash, holding a bead and two cloths"."""
    key = ("looks", person)
    plain: Memo[tuple[str, ...]] | None = community.cache.get(key)
    if plain is None:
        keys = [(person, name) for name, a in community.world.attributes.items() if "person" in a.of]
        plain = Memo(community.scope, keys, lambda now: tuple(_plain_looks(community, person, now)))
        community.cache[key] = plain
    parts = plain(state)
    held = held_by(community, person, state)
    if held:
        parts = (*parts, "holding " + join_words(with_articles(community, held, state)))
    return ", ".join(parts)


def _plain_looks(community: Community, person: str, state: State) -> Iterator[str]:
    for name, attribute in community.world.attributes.items():
        value = state.get((person, name))
        if value is None or "person" not in attribute.of:
            continue
        words = attribute.values.get(str(value), str(value))
        if attribute.reads == "noun":
            yield f"{article(words)} {words}"
        elif attribute.reads == "wearing":
            yield f"wearing {words}"
        else:
            yield words


def with_articles(community: Community, things: Iterable[str], state: State) -> list[str]:
    """Things as they are listed, like ones together: "a bead", "two amber cloths"."""
    alike: dict[str, list[str]] = {}
    for thing in things:
        alike.setdefault(bare_noun(community, thing, state), []).append(thing)
    return [words for name, found in alike.items() for words in _listed(community, name, found, state)]


def _listed(community: Community, name: str, things: Sequence[str], state: State) -> list[str]:
    """Things of one name, counted where that has a plural: names that the file gives one by one have none."""
    first = community.setting.things.get(things[0])
    kind = community.world.kinds[str(state[(things[0], "kind")])]
    if len(things) == 1 or kind.plural is None or (first is not None and first.name is not None):
        return [f"{article(name)} {name}"] * len(things)
    return [f"{count_word(len(things))} {name.removesuffix(kind.name)}{kind.plural}"]


def held_by(community: Community, person: str, state: State) -> tuple[str, ...]:
    """Things a person holds, in the order of the file."""
    return fact_book(community).crowd(state).holds.get(person, ())
