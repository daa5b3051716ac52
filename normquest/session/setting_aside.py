"""Leaving an unfinished episode for good: its key is free again, and what is stored of it stays."""

from __future__ import annotations

from normquest.store import EpisodeRow, Store, StoreError


def set_aside(store: Store, head: EpisodeRow) -> None:
    """Mark an open episode as discarded. It is not played again for this, so it may be one that can't be.

    Raises StoreError.
    """
    file = store.world(head.key.world_hash)
    if file is None:
        raise StoreError(
            store.path,
            f"the world of episode {head.id} is not in it",
            f"a world with the hash {head.key.world_hash[:12]}…",
            "Something else has changed the database: restore a copy",
        )
    store.open_episode(head.key, file, head.config, family=head.family)
    store.turn(head.id, (), "discarded")
