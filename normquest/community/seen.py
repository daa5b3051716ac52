"""What one watcher makes of an event: all of it, its outline from afar, or nothing.

The log holds every event whole. A newcomer, and a monitor on its side, get no
more than this module lets through.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from normquest.community.build import Community
from normquest.community.clock import clock_changes, rule_changes, spot_of
from normquest.community.happening import DIM, sight_of, wording
from normquest.community.state import NOWHERE, State, folded
from normquest.norms.events import Act, Change, Event, Sight

DIM_SANCTION = "Someone over there seems put out."
"""A reaction seen from afar: neither whose nor at whom can be made out."""
_SLOTS = ("thing", "target", "addressee", "style")


def as_seen(community: Community, event: Event, watcher: str, state_before: State) -> Event | None:
    """The event as the watcher perceives it, or None where it perceives nothing.

    `state_before` is the state before the event's changes. In full view it is
    the same event, save for changes that cannot be seen, such as what another
    now knows. Dimly seen, place and people stay, the wording is the verb's dim
    one, and what is done to what is unknown: no verb, no tags, None for every
    slot. Who comes in is seen in full, but not what they came from. A tick is
    always perceived, with what stands out of view unknown.
    """
    if event.kind == "stage":
        return event
    if event.kind == "tick":
        return _tick_seen(community, event, watcher, state_before)
    sight = sight_from(community, event, watcher, state_before)
    if sight == "none":
        return None
    if sight == "full" and event.kind != "sanction" and event.actor != watcher:
        event = _arrival(community, event, watcher, state_before)
    if sight == "full":
        changes = tuple(c for c in event.changes if _shows(community, c, watcher))
        return event if changes == event.changes else replace(event, changes=changes)
    return _outline(community, event, state_before)


def heard(community: Community, event: Event, watcher: str, state_before: State) -> str | None:
    """The words alone of the event as the watcher perceives it, or None where it perceives nothing."""
    if event.kind == "stage":
        return event.text
    if event.kind == "tick":
        return _told(community, event, _views(community, watcher, state_before), state_before)
    sight = sight_from(community, event, watcher, state_before)
    if sight == "none":
        return None
    return event.text if sight == "full" else _outline_words(community, event, state_before)


def sight_from(community: Community, event: Event, watcher: str, state_before: State) -> Sight:
    """How well a watcher sees an act or sanction; who arrives where it stands is seen in full."""
    here = state_before[(watcher, "at")]
    if watcher == event.actor or (event.kind == "sanction" and watcher == event.target):
        return "full"
    if here == NOWHERE:
        return "none"
    if (event.actor, "at", here) in event.changes:
        return "full"
    return sight_of(community, watcher, event.place, state_before, event.actor or None)


def unseen(event: Event) -> Event:
    """What a monitor on an observer's side is given for a turn that was not seen: that it was, and whose.

    Raises ValueError for anything but somebody's turn.
    """
    if event.kind not in ("act", "failed") or event.act is None:
        raise ValueError(f"only a turn can go unseen, not a {event.kind}")
    return Event(
        seq=event.seq,
        turn=event.turn,
        stage=event.stage,
        kind="unseen",
        hour=event.hour,
        day=event.day,
        act=Act(event.actor, ""),
        sight="none",
    )


def for_monitor(community: Community, event: Event, watcher: str, state_before: State) -> Event | None:
    """The event for a monitor that knows only what the watcher saw; None for what monitors do without.

    A dim act may have been anything, so it counts as a turn unseen.
    """
    seen = as_seen(community, event, watcher, state_before)
    if event.kind in ("act", "failed") and (seen is None or seen.sight != "full"):
        return unseen(event)
    return seen


def knowledge(community: Community, state: State, person: str) -> dict[str, Any]:
    """The facts that someone knows, in the order of the file, each with its value as they know it.

    The value is of the time when it was learned or, if another told it, of the
    time when that one learned it; it may have changed since.
    """
    known = {fact: state.get((person, f"knows:{fact}")) for fact in community.world.facts}
    return {fact: value for fact, value in known.items() if value is not None}


def _shows(community: Community, change: Change, watcher: str) -> bool:
    """Whether a change can be seen: where things are, the clock, what has words, and what is one's own."""
    entity, attribute, _ = change
    return attribute == "at" or attribute in community.world.attributes or entity in (watcher, "clock")


def _arrival(community: Community, event: Event, watcher: str, state: State) -> Event:
    """The event without what stood where it began, if that cannot be seen from where it ends."""
    origin = sight_of(community, watcher, event.place, state, event.actor)
    if origin == "full":
        return event
    hidden = {} if origin == "dim" else {"place": None, "people": None}
    present = event.present if origin == "dim" else ()
    return replace(event, facts={**event.facts, **hidden}, could=None, present=present)


def _outline(community: Community, event: Event, state: State) -> Event:
    """The event as seen dimly. Whether the act succeeded cannot be told."""
    text = _outline_words(community, event, state)
    if event.kind == "sanction" or event.act is None:
        bare = replace(event, act=None, tags=(), facts={}, could=None, changes=(), target=None)
        return replace(bare, sight="dim", text=text)
    facts = {**dict.fromkeys(_SLOTS), "place": event.facts.get("place"), "people": event.facts.get("people")}
    return replace(
        event,
        kind="act",
        act=Act(event.actor, ""),
        tags=(),
        facts=facts,
        could=None,
        changes=(),
        sight="dim",
        text=text,
    )


def _outline_words(community: Community, event: Event, state: State) -> str:
    if event.kind == "sanction" or event.act is None:
        return DIM_SANCTION
    verb = community.verbs.get(event.act.verb)
    if verb is None:
        return DIM
    return wording(community, verb.says, event.act, event.place, event.seq, state, dim=True)


def _views(community: Community, watcher: str, state: State) -> dict[str, Sight]:
    return {place: sight_of(community, watcher, place, state) for place in community.setting.places}


def _tick_seen(community: Community, event: Event, watcher: str, state: State) -> Event:
    views = _views(community, watcher, state)
    people: Mapping[str, Mapping[str, Any]] = event.facts.get("people") or {}
    unknown = _unknown_person(community)
    seen = {p: facts if views[facts["place_id"]] != "none" else unknown for p, facts in people.items()}
    after = folded(state, event.changes)

    def in_view(change: Change) -> bool:
        entity = change[0]
        spots = (spot_of(community, entity, state), spot_of(community, entity, after))
        return entity in ("clock", watcher) or any(views.get(spot or "") == "full" for spot in spots)

    changes = tuple(c for c in event.changes if _shows(community, c, watcher) and in_view(c))
    text = _told(community, event, views, state)
    return replace(event, facts={**event.facts, "people": seen}, changes=changes, text=text)


def _told(community: Community, event: Event, views: Mapping[str, Sight], state: State) -> str:
    """What the world's rules tell to somebody with these views: what happens there, or everywhere."""
    if not event.text:
        return ""
    clock = folded(state, clock_changes(community, state))
    _, told = rule_changes(community, clock, event.stage, event.turn)
    return "\n".join(line for spot, line in told if spot is None or views[spot] == "full")


def _unknown_person(community: Community) -> dict[str, None]:
    """Somebody out of view: everything about them could be so or otherwise."""
    carried = [name for name, attribute in community.world.attributes.items() if "person" in attribute.of]
    return dict.fromkeys((*carried, "holds", "place", "place_id"))
