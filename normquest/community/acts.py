"""Acts that can be attempted, and which of them are legal now.

Grounding happens once an actor. What is legal then hangs on few things: at one
place, the acts with one thing in reach form a bunch, and what of a bunch is
legal is remembered by the values of the keys that its acts read. So a change
makes only those acts be looked at again that read what changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from normquest.community.build import Community
from normquest.community.grounding import GroundAct, grounded
from normquest.community.memo import Values, keep, reader
from normquest.community.state import Key, State
from normquest.norms.events import Act
from normquest.world.builtin import WAIT

__all__ = [
    "GroundAct",
    "Listing",
    "find_ground",
    "ground_acts",
    "legal_acts",
    "legal_rites",
    "listing",
    "rites_now",
]


def ground_acts(community: Community, actor: str) -> tuple[GroundAct, ...]:
    """Every act the actor could ever attempt here, in the order of the file."""
    key = ("ground", actor)
    if key not in community.cache:
        community.cache[key] = tuple(grounded(community, actor))
    found: tuple[GroundAct, ...] = community.cache[key]
    return found


class Listing:
    """Legal acts in the order of the file. Told apart by identity, so that more can be remembered of it.

    `rites` are those that need no goal: what a norm may ask for as a duty;
    `entities`, all that fills the slots of the acts.
    """

    __slots__ = ("_leaving", "acts", "entities", "rites")

    def __init__(self, acts: tuple[GroundAct, ...], rites: Listing | None = None) -> None:
        self.acts = acts
        self.entities = tuple(dict.fromkeys(entity for ground in acts for _, entity in ground.act.slots))
        self.rites = self if rites is None else rites
        self._leaving: dict[frozenset[Key], tuple[GroundAct, ...]] = {}

    def leaving(self, keys: frozenset[Key]) -> tuple[GroundAct, ...]:
        """The acts that can change none of these keys, save waiting."""
        found = self._leaving.get(keys)
        if found is None:
            found = tuple(g for g in self.acts if not (g.writes & keys) and g.act.verb != WAIT)
            self._leaving[keys] = found
        return found


class _Bunch:
    """The acts of one actor at one place that need one entity in reach (None: nothing that moves)."""

    __slots__ = ("_found", "_grounds", "_listings", "_near", "_values", "within")

    def __init__(
        self, community: Community, actor: str, within: str | None, grounds: Sequence[GroundAct]
    ) -> None:
        self.within = within
        self._grounds = grounds
        reads = {key for ground in grounds for part in ground.parts for key in part.reads}
        # The actor's place is that of the bunch; what cannot change makes no difference.
        self._values = reader(sorted((reads & community.scope.dynamic) - {(actor, "at")}))
        self._near = _near_things(community, within, grounds)
        self._found: dict[Values, Listing | None] = {}
        self._listings: dict[tuple[int, ...], Listing] = {}

    def now(self, state: State) -> Listing | None:
        """What of it is legal, its entity being in reach; None if nothing is."""
        values = self._values(state)
        if self._near:
            # A thing on another is as near as that one, which may have been moved.
            values += tuple([state.get((state.get(at, ""), "at")) for at in self._near])
        try:
            return self._found[values]
        except KeyError:
            return keep(self._found, values, self._looked(state))
        except TypeError:  # a list, as JSON has it, cannot be looked up
            return self._looked(state)

    def _looked(self, state: State) -> Listing | None:
        legal = [ground for ground in self._grounds if ground.legal(state)]
        orders = tuple([ground.order for ground in legal])
        if legal and orders not in self._listings:
            self._listings[orders] = Listing(tuple(legal))
        return self._listings[orders] if legal else None


def _near_things(community: Community, within: str | None, grounds: Sequence[GroundAct]) -> tuple[Key, ...]:
    """Where those fillings are, but for `within`, that may lie on a thing and need only be near."""
    found: dict[Key, None] = {}
    for ground in grounds:
        slots = community.verbs[ground.act.verb].slots
        for name, entity in ground.act.slots:
            moves = (entity, "at") in community.scope.dynamic and entity not in community.names
            if moves and entity != within and slots[name].reach == "near":  # type: ignore[index]
                found[(entity, "at")] = None
    return tuple(found)


class _Place:
    """All bunches of one actor at one place."""

    def __init__(self, community: Community, actor: str, grounds: Iterable[GroundAct]) -> None:
        rows: dict[str | None, list[GroundAct]] = {}
        for ground in grounds:
            rows.setdefault(ground.within, []).append(ground)
        bunches = {within: _Bunch(community, actor, within, found) for within, found in rows.items()}
        loose = bunches.pop(None, None)
        self.loose = [] if loose is None else [loose]
        self.bunches = list(bunches.values())
        self.positions = reader([(str(entity), "at") for entity in bunches], sure=True)


class _Legal:
    """The acts of one actor, by place: all, or the rites and what changes none of the keys to spare."""

    def __init__(self, community: Community, actor: str, spared: frozenset[Key] | None) -> None:
        self._community, self._actor = community, actor
        self._mine: Key = (actor, "at")
        grounds = ground_acts(community, actor)
        if spared is not None:
            grounds = tuple(g for g in grounds if g.rite or not g.writes & spared)
        self._grounds = grounds
        self._places: dict[str, _Place | None] = dict.fromkeys(community.setting.places)
        self._wholes: dict[tuple[Listing, ...], Listing] = {}
        self._rites: dict[tuple[int, ...], Listing] = {}

    def now(self, state: State) -> Listing:
        here, actor, places = state[self._mine], self._actor, self._places
        place, near = places[here], {here, actor}
        if place is None:
            grounds = [ground for ground in self._grounds if ground.place in (None, here)]
            place = places[here] = _Place(self._community, actor, grounds)
        parts = [part for bunch in place.loose if (part := bunch.now(state)) is not None]
        for bunch, at in zip(place.bunches, place.positions(state), strict=True):
            # In reach is what is here, in hand, or on something that is here.
            if at in near or (at not in places and state.get((at, "at")) == here):
                part = bunch.now(state)
                if part is not None:
                    parts.append(part)
        key = tuple(parts)
        whole = self._wholes.get(key)
        return keep(self._wholes, key, self._joined(key)) if whole is None else whole

    def _joined(self, parts: Iterable[Listing]) -> Listing:
        acts = sorted((g for part in parts for g in part.acts), key=lambda ground: ground.order)
        rites = tuple(ground for ground in acts if ground.rite)
        orders = tuple(ground.order for ground in rites)
        if orders not in self._rites:
            keep(self._rites, orders, Listing(rites))
        return Listing(tuple(acts), self._rites[orders])


def listing(community: Community, state: State, actor: str, spared: frozenset[Key] | None = None) -> Listing:
    """What the actor may attempt now: for the same acts the same object, while it is remembered.

    `spared`: only the rites, and the acts that can change none of these keys;
    there are fewer of them to look at.
    """
    key = ("legal", actor, spared)
    legal: _Legal | None = community.cache.get(key)
    if legal is None:
        legal = community.cache[key] = _Legal(community, actor, spared)
    return legal.now(state)


def rites_now(community: Community, state: State, actor: str) -> Listing:
    """The legal acts that need no goal: what a norm may ask for as a duty."""
    return listing(community, state, actor, community.scope.dynamic).rites


def legal_acts(community: Community, state: State, actor: str) -> list[GroundAct]:
    """What the actor may attempt now, in the order of the file. Never empty: waiting is always legal."""
    return list(listing(community, state, actor).acts)


def legal_rites(community: Community, state: State, actor: str) -> list[GroundAct]:
    """The legal acts that need no goal, in the order of the file."""
    return list(rites_now(community, state, actor).acts)


def find_ground(community: Community, act: Act) -> GroundAct | None:
    """The ground act of an act, or None where it can never be legal."""
    key = ("lookup", act.actor)
    if key not in community.cache:
        community.cache[key] = {g.act: g for g in ground_acts(community, act.actor)}
    table: dict[Act, GroundAct] = community.cache[key]
    return table.get(act)
