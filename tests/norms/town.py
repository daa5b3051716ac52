"""Random lives in a small town, as events: what property tests of monitors and columns are fed.

The town speaks the words of `strategies.LEXICON`. Everybody acts at most once a turn, some acts fail, people
move, change clothes and hand things over, hours and days pass, and every turn ends with a tick. Facts are as
they were before the act; nothing is unknown unless `with_gaps` makes it so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from normquest.norms.events import NEWCOMER, Act, Change, Event
from normquest.norms.past import MOVING

PLACES: dict[str, dict[str, str]] = {
    "hall": {"cover": "roofed", "site": "shrine"},
    "yard": {"cover": "open", "site": "garden"},
    "porch": {"cover": "roofed", "site": "garden"},
}
THINGS: dict[str, dict[str, str]] = {
    "red_bead": {"kind": "bead", "colour": "rose", "weave": "fine"},
    "grey_bead": {"kind": "bead", "colour": "slate", "weave": "coarse"},
    "lamp": {"kind": "lamp", "colour": "saffron", "weave": "fine"},
    "linen": {"kind": "cloth", "colour": "rose", "weave": "coarse"},
    "wool": {"kind": "cloth", "colour": "slate", "weave": "fine"},
}
VATS: dict[str, dict[str, str]] = {
    "rose_vat": {"kind": "oil_jar", "colour": "rose"},
    "slate_vat": {"kind": "oil_jar", "colour": "slate"},
}
VERBS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "dye": (("dyeing",), ("thing", "target")),
    "bow": (("honouring",), ("addressee",)),
    "greet": (("speaking", "honouring"), ("addressee", "style")),
    "ask": (("speaking",), ("addressee", "style")),
    "give": (("giving",), ("thing", "addressee")),
    "rebuke": (("speaking",), ("addressee",)),
    "wash": (("cleaning",), ()),
    "pick": (("taking",), ("thing",)),
    "borrow": (("taking",), ("thing", "addressee")),
    "don": (("dressing",), ()),
    "dress": (("dressing",), ("addressee",)),
    "go": ((MOVING,), ("target",)),
}
"""Tags and slots of every verb."""
RITES = ("bow", "greet", "give", "wash", "rebuke")
PEOPLE = (NEWCOMER, "oren", "vera", "tova")
HOURS = ("forenoon", "noon", "dusk")
TURNS_AN_HOUR = 2
_WORN = ("grey_sash", "white_sash")


class Town:
    """Who stands where with what; `act` lets somebody do something and returns the event."""

    def __init__(self, rng: Random, people: Sequence[str] = PEOPLE) -> None:
        self.rng = rng
        self.people = {
            name: {
                "role": rng.choice(("steward", "abbot", "guest")),
                "age": rng.choice(("old", "young")),
                "wears": rng.choice(_WORN),
                "holds": sorted(rng.sample(("bead", "lamp"), rng.randrange(3))),
            }
            for name in people
        }
        self.at = {name: rng.choice(tuple(PLACES)) for name in people}
        self.clock = rng.randrange(len(HOURS) * TURNS_AN_HOUR)
        self.events: list[Event] = []
        self.turn = 0

    def _person(self, name: str) -> dict[str, Any]:
        return {**self.people[name], "holds": list(self.people[name]["holds"])}

    def _add(self, kind: Any, **more: Any) -> Event:
        day, hour = divmod(self.clock // TURNS_AN_HOUR, len(HOURS))
        event = Event(len(self.events), self.turn, "watch", kind, hour=HOURS[hour], day=day, **more)
        self.events.append(event)
        return event

    def scene(self) -> None:
        """A fresh history begins."""
        self._add("stage", act=Act("", "scene"))

    def tick(self) -> None:
        """The end of a turn."""
        people = {
            name: {**self._person(name), "place": PLACES[self.at[name]], "place_id": self.at[name]}
            for name in self.people
        }
        self._add("tick", facts={"people": people})
        self.turn += 1
        self.clock += 1

    def _slots(self, actor: str, verb: str) -> dict[str, str] | None:
        others = [name for name in self.people if name != actor and self.at[name] == self.at[actor]]
        slots: dict[str, str] = {}
        for slot in VERBS[verb][1]:
            if slot == "addressee":
                if not others:
                    return None
                slots[slot] = self.rng.choice(others)
            elif slot == "style":
                if self.rng.random() < 0.7:
                    slots[slot] = self.rng.choice(("formal", "plain"))
            elif verb == "go":
                slots[slot] = self.rng.choice([place for place in PLACES if place != self.at[actor]])
            else:
                slots[slot] = self.rng.choice(tuple(THINGS if slot == "thing" else VATS))
        return slots

    def _slot_facts(self, slots: dict[str, str]) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        for slot, entity in slots.items():
            if entity in self.people:
                facts[slot] = self._person(entity)
            else:
                facts[slot] = dict(
                    THINGS.get(entity) or VATS.get(entity) or PLACES.get(entity) or {"name": entity}
                )
        return facts

    def _could(self, actor: str) -> tuple[dict[str, Any], ...]:
        options = []
        for verb in RITES:
            slots = self._slots(actor, verb) if self.rng.random() < 0.4 else None
            if slots is not None:
                options.append(
                    {"verb": verb, "tags": list(VERBS[verb][0]), "slots": slots, **self._slot_facts(slots)}
                )
        return tuple(options)

    def _changes(self, actor: str, verb: str, slots: dict[str, str]) -> tuple[Change, ...]:
        if verb == "go":
            return ((actor, "at", slots["target"]),)
        if verb in ("don", "dress"):
            return ((slots.get("addressee", actor), "wears", self.rng.choice(_WORN)),)
        if verb in ("give", "borrow"):
            to = slots["addressee"] if verb == "give" else actor
            return ((slots["thing"], "at", to),)
        return ()

    def act(
        self, actor: str, verb: str, kind: str = "act", recorded: bool = True, target: str | None = None
    ) -> Event | None:
        """Let the actor do it, if there is somebody to do it to."""
        slots = self._slots(actor, verb)
        if slots is None:
            return None
        here = [name for name in self.people if self.at[name] == self.at[actor]]
        changes = self._changes(actor, verb, slots) if kind == "act" else ()
        event = self._add(
            kind,
            place=self.at[actor],
            act=Act(actor, verb, tuple(slots.items())),
            tags=VERBS[verb][0],
            facts={
                "place": dict(PLACES[self.at[actor]]),
                "people": {name: self._person(name) for name in here},
                **self._slot_facts(slots),
            },
            could=self._could(actor) if recorded else None,
            present=tuple(name for name in here if name != actor),
            changes=changes,
            target=target,
        )
        for entity, attribute, value in changes:
            if entity in self.people and attribute == "at":
                self.at[entity] = value
            elif entity in self.people:
                self.people[entity][attribute] = value
            else:
                self._hand(slots, THINGS[entity]["kind"], value)
        return event

    def _hand(self, slots: dict[str, str], thing: str, to: str) -> None:
        """One thing of a kind is as good as another: giver and taker hold a list of kinds."""
        other = slots["addressee"] if slots["addressee"] != to else self.events[-1].actor
        if thing in self.people[other]["holds"]:
            self.people[other]["holds"].remove(thing)
        self.people[to]["holds"] = sorted({*self.people[to]["holds"], thing})


def life(seed: int, turns: int = 8, *, recorded: float = 0.8, scene: bool = True) -> tuple[Event, ...]:
    """What happens in so many turns; `recorded` is the share of acts of which is known what else was open."""
    rng = Random(seed)
    town = Town(rng)
    if scene:
        town.scene()
    verbs = [*VERBS, "dye", "bow", "go", "pick"]
    for _ in range(turns):
        for actor in PEOPLE:
            if rng.random() < 0.1:
                continue
            done = town.act(
                actor, rng.choice(verbs), "failed" if rng.random() < 0.1 else "act", rng.random() < recorded
            )
            if done is not None and rng.random() < 0.1:
                town.act(rng.choice(PEOPLE), "rebuke", "sanction", target=actor)
        town.tick()
    return tuple(town.events)


def with_gaps(
    events: Sequence[Event], rng: Random, gaps: float = 0.1, hidden: float = 0.2
) -> tuple[Event, ...]:
    """The same life as somebody saw it who missed some turns and could not make out some facts."""
    seen: list[Event] = []
    for event in events:
        if event.kind in ("act", "failed") and rng.random() < gaps:
            bare = Event(event.seq, event.turn, event.stage, "unseen", hour=event.hour, day=event.day)
            seen.append(replace(bare, act=Act(event.actor, ""), sight="none"))
        elif event.kind == "act" and rng.random() < hidden:
            seen.append(_dimmed(event, rng))
        else:
            seen.append(event)
    return tuple(seen)


def _dimmed(event: Event, rng: Random) -> Event:
    """The event with one thing in its facts not made out, or one of its attributes."""
    facts = dict(event.facts)
    slots = [s for s in ("thing", "target", "addressee", "style", "place") if s in facts]
    slot = rng.choice(slots)
    if rng.random() < 0.3 and slot not in ("place", "addressee"):
        del facts[slot]
        return replace(event, facts=facts)
    attribute = rng.choice(sorted(facts[slot]))
    facts[slot] = {**facts[slot], attribute: None}
    if slot == "addressee" and event.act is not None:
        who = event.act.slot("addressee") or ""
        facts["people"] = {**facts["people"], who: facts[slot]}
    return replace(event, facts=facts)
