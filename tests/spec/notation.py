"""Expands the terse events of verdicts.yaml to `normquest.norms.events.Event`.

A small stage director: it knows where everyone stands and what they have on,
folds the changes of each event, and so gives every act the facts as they were
before it. Nothing of the product is used but the two record types.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from normquest.norms.events import Act, Event

SLOTS = ("thing", "target", "addressee")
SLOT_KEYS = {"do", "tags", "to", "thing", "target", "style"}
ACT_KEYS = SLOT_KEYS | {"by", "into", "changes", "could", "failed", "sanction", "hour", "day", "present"}
OTHER_KEYS = {kind: {kind, "hour", "day"} for kind in ("tick", "scene", "stage")}


class SpecError(ValueError):
    """The contract itself is badly written; the message says where."""


def only(data: Any, allowed: set[str], where: str) -> dict[str, Any]:
    """`data` as a mapping with no keys but the allowed ones."""
    if not isinstance(data, dict):
        raise SpecError(f"{where}: expected a mapping, not {data!r}")
    unknown = sorted(str(key) for key in data if key not in allowed)
    if unknown:
        raise SpecError(f"{where}: unknown {', '.join(unknown)}; expected {', '.join(sorted(allowed))}")
    return data


class Director:
    """Who is where with what, as one trace goes on."""

    def __init__(self, trace: Mapping[str, Any], verbs: Mapping[str, list[str]], where: str) -> None:
        self.where = where
        self.verbs = verbs
        self.places: dict[str, dict[str, Any]] = copy.deepcopy(trace.get("places") or {"yard": {}})
        self.things: dict[str, dict[str, Any]] = copy.deepcopy(trace.get("things") or {})
        self.people: dict[str, dict[str, Any]] = copy.deepcopy(trace["people"])
        self.home: dict[str, str] = {}
        for name, attributes in self.people.items():
            self.home[name] = attributes.pop("at", next(iter(self.places)))
            if self.home[name] not in self.places:
                raise SpecError(f"{where}: {name} is at {self.home[name]}, which is no place")
            attributes.setdefault("holds", [])
        self.stage, self.turn, self.hour, self.day = "act", 0, "noon", 0

    def events(self, lines: list[Any]) -> tuple[Event, ...]:
        """All events of a trace, numbered from 0."""
        return tuple(self._event(seq, line) for seq, line in enumerate(lines))

    def _event(self, seq: int, line: Any) -> Event:
        where = f"{self.where}, event {seq}"
        if isinstance(line, str):
            line = {line: True}
        if not isinstance(line, dict):
            raise SpecError(f"{where}: expected a mapping, 'tick' or 'scene', not {line!r}")
        self.hour, self.day = line.get("hour", self.hour), line.get("day", self.day)
        for kind, allowed in OTHER_KEYS.items():
            if kind in line:
                only(line, allowed, where)
                return self._tick(seq) if kind == "tick" else self._stage(seq, kind, line[kind])
        return self._act(seq, only(line, ACT_KEYS, where), where)

    def _bare(self, seq: int, kind: Any, **more: Any) -> Event:
        return Event(seq, self.turn, self.stage, kind, hour=self.hour, day=self.day, **more)  # type: ignore[arg-type]

    def _tick(self, seq: int) -> Event:
        people = {name: {**self._person(name), "place": self._place(self.home[name])} for name in self.people}
        event = self._bare(seq, "tick", facts={"people": people}, seen_by=tuple(self.people))
        self.turn += 1
        return event

    def _stage(self, seq: int, kind: str, name: Any) -> Event:
        if kind == "stage":
            self.stage, self.turn = name, 0
        return self._bare(seq, "stage", act=Act("", "scene") if kind == "scene" else None)

    def _act(self, seq: int, line: dict[str, Any], where: str) -> Event:
        by, do = line["by"], line["do"]
        if by not in self.people:
            raise SpecError(f"{where}: nobody is called {by}")
        here = self.home[by]
        present = tuple(line.get("present") or (n for n in self.people if self.home[n] == here))
        facts, slots = self._slots(line, f"@{seq}", where)
        facts |= {"place": self._place(here), "people": {name: self._person(name) for name in present}}
        changes = [tuple(change) for change in line.get("changes", ())]
        if "into" in line:
            if line["into"] not in self.places:
                raise SpecError(f"{where}: {line['into']} is no place")
            changes.append((by, "at", line["into"]))
        kind = "failed" if line.get("failed") else "sanction" if line.get("sanction") else "act"
        if kind != "act" and changes:
            raise SpecError(f"{where}: only an act that succeeds changes anything")
        could = line.get("could")
        event = self._bare(
            seq,
            kind,
            place=here,
            act=Act(by, do, tuple(slots.items())),
            tags=self._tags(line, where),
            facts=facts,
            could=None if could is None else tuple(self._rite(rite, seq, where) for rite in could),
            present=present,
            seen_by=tuple(self.people),
            changes=tuple(changes),
            target=line.get("to") if kind == "sanction" else None,
        )
        for change in changes:
            self._fold(*change, where=where)
        return event

    def _rite(self, line: Any, seq: int, where: str) -> dict[str, Any]:
        only(line, SLOT_KEYS, f"{where}, could")
        facts, slots = self._slots(line, f"@{seq}", where)
        return {"verb": line["do"], "tags": self._tags(line, where), "slots": slots, **facts}

    def _tags(self, line: Mapping[str, Any], where: str) -> tuple[str, ...]:
        if "tags" not in line and line["do"] not in self.verbs:
            raise SpecError(f"{where}: '{line['do']}' is not among the verbs; add it or give its tags")
        return tuple(line.get("tags", self.verbs.get(line["do"], ())))

    def _slots(
        self, line: Mapping[str, Any], suffix: str, where: str
    ) -> tuple[dict[str, Any], dict[str, str]]:
        """The fact maps and the ids of what an act is about: `to`, `thing`, `target`, `style`."""
        facts: dict[str, Any] = {}
        slots: dict[str, str] = {}
        for slot in SLOTS:
            value = line.get("to" if slot == "addressee" else slot)
            if value is None:
                continue
            if isinstance(value, dict):
                facts[slot], slots[slot] = dict(value), slot + suffix
            elif value in self.people:
                facts[slot], slots[slot] = self._person(value), value
            elif value in self.things:
                facts[slot], slots[slot] = dict(self.things[value]), value
            else:
                raise SpecError(f"{where}: nothing is called {value}")
        if "style" in line:
            facts["style"], slots["style"] = {"name": line["style"]}, line["style"]
        return facts, slots

    def _person(self, name: str) -> dict[str, Any]:
        return copy.deepcopy(self.people[name])

    def _place(self, name: str) -> dict[str, Any]:
        return {"name": name, **self.places[name]}

    def _fold(self, entity: str, attribute: str, value: Any, *, where: str) -> None:
        if entity in self.people:
            if attribute == "at":
                self.home[entity] = value
            else:
                self.people[entity][attribute] = value
        elif entity in self.things:
            if attribute != "at":
                self.things[entity][attribute] = value
                return
            for person in self.people.values():
                person["holds"] = [held for held in person["holds"] if held != entity]
            if value in self.people:
                self.people[value]["holds"].append(entity)
        else:
            raise SpecError(f"{where}: {entity} changes, but is neither a person nor a thing")


def seen_with_gaps(
    events: tuple[Event, ...], unseen: list[int], hidden: Mapping[int, list[str]], where: str
) -> tuple[Event, ...]:
    """The same events as an observer has them who missed some and could not make out some facts."""
    seen = list(events)
    for index in unseen:
        event = events[index]
        if event.kind not in ("act", "failed"):
            raise SpecError(f"{where}: event {index} is a {event.kind}; only a turn can be unseen")
        seen[index] = Event(
            event.seq,
            event.turn,
            event.stage,
            "unseen",
            hour=event.hour,
            day=event.day,
            act=Act(event.actor, ""),
            sight="none",
        )
    for index, paths in hidden.items():
        facts = copy.deepcopy(dict(events[index].facts))
        for path in paths:
            _hide(facts, path, events[index], f"{where}, event {index}")
        seen[index] = replace(events[index], facts=facts)
    return tuple(seen)


def _hide(facts: dict[str, Any], path: str, event: Event, where: str) -> None:
    """`thing.fibre` becomes null; `thing` alone, or `people.oren`, is taken out of the facts."""
    subject, *rest = path.split(".")
    addressee = event.act.slot("addressee") if event.act is not None else None
    if subject == "people":
        name, *rest = rest
        maps = [(facts["people"], name)]
        if addressee == name:
            maps.append((facts, "addressee"))
    else:
        maps = [(facts, subject)]
        if subject == "addressee" and addressee is not None:
            maps.append((facts["people"], addressee))
    for holder, key in maps:
        if key not in holder or (rest and rest[0] not in holder[key]):
            raise SpecError(f"{where}: there is no {path} to hide")
        if rest:
            holder[key][rest[0]] = None
        else:
            del holder[key]
