"""A small community to play with: acts by name, and a verb in one line."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from builders import changed, small_source

from normquest.community.acts import GroundAct, find_ground, legal_acts
from normquest.community.build import Community, SettingName, build
from normquest.community.clock import end_turn
from normquest.community.happening import happen
from normquest.community.state import Key, folded
from normquest.norms.events import Act, Event
from normquest.world.loader import load_world, parse_world
from normquest.world.schema import World


def verb(
    base: str, *, tags: str = "doing", slots: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    """A verb whose wordings are made of its name: "fill {target}" from "fill" and a target."""
    holes = " ".join(f"{{{slot}}}" for slot in slots or {})
    words = f"{base} {holes}".strip()
    made: dict[str, Any] = {
        "base": words,
        "past": words,
        "ing": words,
        "tags": tags,
        "slots": slots or {},
        "says": {"you": f"You {words}.", "other": f"{{actor}}: {words}."},
    }
    return {**made, **more}


def world(*, verbs: dict[str, Any] | None = None, home: dict[str, Any] | None = None, **more: Any) -> World:
    """The small world with changes; new verbs are done at home, tagged `doing` by default."""
    doing = {"doing": {"base": "do it", "past": "done it", "ing": "doing it"}}
    known = ["take", "put", "dye", "bow", "greet"]
    at_home = changed({"verbs": [*known, *(v for v in verbs or {} if v not in known)]}, home or {})
    tags = {**doing, **more.pop("tags", {})}
    return _parsed(small_source(verbs=verbs or {}, home=at_home, tags=tags, **more))


@lru_cache(maxsize=64)
def _parsed(source: str) -> World:
    return parse_world(source, "small.yaml").world


@lru_cache
def dye_kitchen() -> World:
    """The shipped world."""
    return load_world(Path(__file__).parents[2] / "worlds" / "dye_kitchen.yaml").world


@lru_cache
def well_queue() -> World:
    """The shipped world with lists, ties and rules of its own."""
    return load_world(Path(__file__).parents[2] / "worlds" / "well_queue.yaml").world


class Play:
    """A community as it goes on. Every act is checked to be legal, every event kept."""

    def __init__(self, world: World, seed: int = 1, setting: SettingName = "home") -> None:
        self.community: Community = build(world, setting, seed)
        self.state: dict[Key, Any] = dict(self.community.start)
        self.log: list[Event] = []
        self.turn = 0

    def ground(self, actor: str, verb: str, **slots: str) -> GroundAct | None:
        """The act, or None where it could never be legal here."""
        names = self.community.verbs[verb].slots
        return find_ground(self.community, Act(actor, verb, tuple((str(n), slots[n]) for n in names)))

    def may(self, actor: str, verb: str, **slots: str) -> bool:
        """Whether the act is legal now; the list of legal acts must say the same."""
        ground = self.ground(actor, verb, **slots)
        found = ground is not None and ground.legal(self.state)
        assert found == (ground in legal_acts(self.community, self.state, actor))
        return found

    def do(self, actor: str, verb: str, **slots: str) -> Event:
        """Do it. Folding what the event says has changed must give the new state."""
        ground = self.ground(actor, verb, **slots)
        assert ground is not None and ground.legal(self.state), f"{actor} may not {verb} {slots}"
        event, after = happen(
            self.community, self.state, ground, seq=len(self.log), turn=self.turn, stage="act"
        )
        assert folded(self.state, event.changes) == after
        self.state = after
        self.log.append(event)
        return event

    def end(self, turns: int = 1) -> Event:
        """End the turn, or several; the last tick."""
        for _ in range(turns):
            event, after = end_turn(
                self.community, self.state, seq=len(self.log), turn=self.turn, stage="act"
            )
            assert folded(self.state, event.changes) == after
            self.state = after
            self.turn += 1
            self.log.append(event)
        return self.log[-1]

    def put(self, entity: str, where: str) -> None:
        """Set something or somebody somewhere, as if it had begun there."""
        self.state[(entity, "at")] = where

    def of(self, entity: str, attribute: str) -> Any:
        """A value in the state, or None."""
        return self.state.get((entity, attribute))

    def where(self, entity: str) -> Any:
        """Where something or somebody is."""
        return self.of(entity, "at")
