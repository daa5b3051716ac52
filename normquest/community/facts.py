"""What can be seen of everybody and everything, as the facts of events: made once for what is the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from normquest.community.acts import Listing, rites_now
from normquest.community.build import Community
from normquest.community.grounding import GroundAct
from normquest.community.memo import Memo, keep, keep_first, reader
from normquest.community.state import State
from normquest.norms.events import Facts


@dataclass(frozen=True)
class Crowd:
    """Everybody as they can be seen, and the things that each holds, in the order of the file."""

    facts: Mapping[str, dict[str, Any]]
    holds: Mapping[str, tuple[str, ...]]


class FactBook:
    """The facts of one community. Events share them, so nobody may change them."""

    def __init__(self, community: Community) -> None:
        self._community = community
        self._names, self._places = community.names, community.setting.places
        self.people = community.people
        self.where = reader([(person, "at") for person in self.people], sure=True)
        """Where the people are, in their order."""
        mine = [(person, name) for person in self.people for name in _carried(community, "person")]
        things = [(thing, name) for thing in community.things for name in ("at", "kind")]
        self.crowd = Memo(community.scope, [*mine, *things], self._crowd)
        self.place = {place: self._memo(place, "place") for place in self._places}
        """What can be seen of each place."""
        self._persons: dict[tuple[str, str], dict[str, Any]] = {}
        self._things: dict[str, Memo[dict[str, Any]]] = {}
        self._styles: dict[str, dict[str, Any]] = {}
        self._options: dict[tuple[object, ...], tuple[list[Facts], tuple[Facts, ...]]] = {}

    def _memo(self, entity: str, what: str) -> Memo[dict[str, Any]]:
        names = _carried(self._community, what)
        keys = [(entity, name) for name in names]
        return Memo(self._community.scope, keys, lambda state: _attributes(names, entity, state))

    def _crowd(self, state: State) -> Crowd:
        held: dict[str, list[str]] = {}
        for thing in self._community.things:
            at = state[(thing, "at")]
            if at in self._names:
                held.setdefault(at, []).append(thing)
        names = _carried(self._community, "person")
        facts = {}
        for person in self.people:
            kinds = sorted({state[(thing, "kind")] for thing in held.get(person, ())})
            seen = {**_attributes(names, person, state), "holds": kinds}
            facts[person] = keep_first(self._persons, (person, repr(seen)), seen)
        return Crowd(facts, {person: tuple(things) for person, things in held.items()})

    def thing(self, thing: str, state: State) -> dict[str, Any]:
        """What can be seen of a thing, and who holds it."""
        memo = self._things.get(thing)
        if memo is None:
            names = _carried(self._community, "thing")
            keys = [(thing, name) for name in (*names, "at", "kind")]
            memo = Memo(self._community.scope, keys, lambda now: self._thing(thing, names, now))
            self._things[thing] = memo
        return memo(state)

    def _thing(self, thing: str, names: Sequence[str], state: State) -> dict[str, Any]:
        facts = {"kind": state[(thing, "kind")], **_attributes(names, thing, state)}
        if state[(thing, "at")] in self._names:
            facts["held_by"] = state[(thing, "at")]
        return facts

    def slot(self, entity: str, state: State, people: Mapping[str, Facts]) -> Facts:
        """What can be seen of what fills a slot; `people` are the facts of those who are there."""
        if entity in people:
            return people[entity]
        if entity in self._names:
            return self.crowd(state).facts[entity]
        if entity in self._places:
            return self.place[entity](state)
        if (entity, "kind") in state:
            return self.thing(entity, state)
        return self._styles.setdefault(entity, {"name": entity})

    def options(self, rites: Listing, state: State, people: Mapping[str, Facts]) -> tuple[Facts, ...]:
        """Rites with the facts of what fills their slots."""
        facts = [self.slot(entity, state, people) for entity in rites.entities]
        key = (rites, *map(id, facts))
        kept = self._options.get(key)
        if kept is None:
            of = dict(zip(rites.entities, facts, strict=True))
            made = tuple(_option(ground, of) for ground in rites.acts)
            # The facts are kept beside it, so that no others can come to bear their ids.
            kept = keep(self._options, key, (facts, made))
        return kept[1]


def _option(ground: GroundAct, of: Mapping[str, Facts]) -> dict[str, Any]:
    named = {"verb": ground.act.verb, "tags": list(ground.tags), "slots": dict(ground.act.slots)}
    return {**named, **{slot: of[entity] for slot, entity in ground.act.slots}}


def _carried(community: Community, what: str) -> tuple[str, ...]:
    """The attributes that a person, a place or a thing can have."""
    return tuple(name for name, attribute in community.world.attributes.items() if what in attribute.of)


def _attributes(names: Sequence[str], entity: str, state: State) -> dict[str, Any]:
    return {name: value for name in names if (value := state.get((entity, name))) is not None}


def fact_book(community: Community) -> FactBook:
    """The facts of a community, made once."""
    book: FactBook | None = community.cache.get("facts")
    if book is None:
        book = community.cache["facts"] = FactBook(community)
    return book


def act_facts(community: Community, slots: Mapping[str, str], actor: str, state: State) -> Facts:
    """All that a rule could ask about an act, as it stands before its changes."""
    book = fact_book(community)
    place, everybody = state[(actor, "at")], book.crowd(state).facts
    people = {p: everybody[p] for p, at in zip(book.people, book.where(state), strict=True) if at == place}
    facts: dict[str, Any] = {"place": book.place[place](state), "people": people}
    for slot, entity in slots.items():
        facts[slot] = book.slot(entity, state, people)
    return facts


def rites_open(
    community: Community,
    state: State,
    actor: str,
    people: Mapping[str, Facts],
    rites: Listing | None = None,
) -> tuple[Facts, ...]:
    """The rites the actor could do now, as facts; what `excused` is decided by.

    `rites`: these acts, where they were found already.
    """
    rites = rites_now(community, state, actor) if rites is None else rites
    return fact_book(community).options(rites, state, people)
