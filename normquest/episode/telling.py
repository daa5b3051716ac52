"""How the scenes of the watch are told: the opening, the acts, who is met on arriving."""

from __future__ import annotations

from normquest.community.acts import find_ground
from normquest.community.build import YOU, Community
from normquest.community.happening import wording
from normquest.community.state import State, folded
from normquest.community.words import filled
from normquest.episode.case import Case, Scene
from normquest.episode.observing import place_title, who_is_here
from normquest.episode.records import Observation
from normquest.norms.events import Event
from normquest.text import join_words


def words_of(community: Community, event: Event, number: int, index: int, state: State) -> str:
    """How event `index` of scene `number` is told: in every arm alike, whatever number the line has there."""
    assert event.act is not None
    verb = community.verbs[event.verb]
    if event.kind == "failed":
        ground = find_ground(community, event.act)
        why = None if ground is None else ground.failure(state)
        parts = {"actor": event.actor, "place": event.place, **dict(event.act.slots)}
        return filled(community, why or "{actor} tries something, and it comes to nothing.", parts, state)
    return wording(community, verb.says, event.act, event.place, place_in_watch(number, index), state)


def texts_of(community: Community, scene: Scene, number: int) -> list[tuple[Event, str]]:
    """The acts of a scene as they are told."""
    state, found = scene.start, []
    for index, event in enumerate(scene.events):
        if event.kind == "act":
            found.append((event, words_of(community, event, number, index, state)))
        state = folded(state, event.changes)
    return found


def place_in_watch(number: int, index: int) -> int:
    """Names an event by its scene and its place there, which no sanction shifts."""
    return number * 1000 + index


def arrival(community: Community, event: Event, state: State) -> str:
    """Where somebody has come to, and who is there already."""
    place = state[(event.actor, "at")]
    company = who_is_here(community, place, state, but=(event.actor, YOU))
    there = (
        f" {join_words(company)} {'is' if len(company) == 1 else 'are'} there."
        if company
        else " Nobody is there."
    )
    return f"{place_title(community, place, state)}.{there}"


def opening(case: Case, scene: Scene, number: int, total: int) -> Observation:
    """What is seen before the first act: the hour, and for each who will act, where and among whom."""
    community, state = case.home, scene.start
    places: dict[str, None] = {}
    for runner in scene.runners:
        places[state[(runner, "at")]] = None
    parts = []
    for place in places:
        company = who_is_here(community, place, state)
        parts.append(f"{place_title(community, place, state)}: {join_words(company)}.")
    hour = community.world.hours[state[("clock", "hour")]].reads
    return Observation(
        stage="watch",
        turn=number,
        place=f"Scene {number + 1} of {total}, {hour}",
        prose="\n".join(parts),
        lines=(),
        here=(),
        exits=(),
        held=(),
        task="",
        clock="",
    )
