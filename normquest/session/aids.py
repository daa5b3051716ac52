"""Aids of a person who plays: which are switched on, and the log of their use."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from normquest.episode.aids import AIDS
from normquest.episode.records import Config
from normquest.store import Store
from normquest.store.errors import StoreError

Aid = Literal["notebook", "pins", "map", "hints", "test", "undo"]

SAID: dict[str, str] = {
    "notebook": "what you write down, beside the scene",
    "pins": "lines of the log pinned to the notebook",
    "map": "places as you come to know them",
    "hints": "where to look among what you have seen",
    "test": "a hypothesis against what you have seen",
    "undo": "taking back what has cost no turn",
}

OFF = "That help is switched off."


class Aids:
    """The aids of one episode. They read and write nothing that a newcomer perceives."""

    def __init__(self, store: Store, episode: int, config: Config) -> None:
        self._store, self._episode = store, episode
        self.off = frozenset(aid for aid in AIDS if not getattr(config, aid))

    def on(self, aid: Aid) -> bool:
        """Whether it may be used."""
        return aid not in self.off

    def used(self, aid: Aid, detail: str = "") -> None:
        """Note that it was used now. That it cannot be noted is no reason to stop playing."""
        with suppress(StoreError):
            self._store.note_use(self._episode, aid, detail[:500])
