"""Everything that happens, in one SQLite file: it survives kill -9, takes many writing processes at once, and
can be resumed, replayed and watched.

    with open_store(settings.database_path()) as store:
        run = store.begin_run("pilot", {"seeds": "1-50"}, keys)
        for key in store.missing(keys):
            episode = store.open_episode(key, world, config, run)   # new, or where it stopped
            decisions = store.decisions(episode.id)                 # feed these first, then go on
            store.turn(episode.id, records)                         # one turn, one transaction
            store.turn(episode.id, records, status="done", result={"joint": True})

What stands where:

- `open_store`, `Store` (database): opening, with a `StoreError` for whatever can be wrong with a file.
- `Opening` (opening): the same in two steps, for a page that needs no store yet.
- writing: `begin_run`, `end_run`, `open_episode`, `turn`, `add_participant`.
- reading: `runs`, `run`, `episodes`, `episode`, `missing`, `records`, `decisions`, `statements`, `results`,
  `world`, `participants`.
- calls: `record_pending`, `record_done`, `totals`; raises `CapReached` before a cap is passed.
- societies: `open_society`, `phase`, `societies`, `society`, `society_records`, `missing_societies`.
- codes: `note_code`, `codes`, `coders`: what second coders made of what was said.
- controls: `send`, `take_controls`: pause, resume, step, score, discard.
- uses: `note_use`, `uses`: which aids a person used while playing.
- attach: `Watcher`, which follows an episode that another process plays.
- codec: `encode`, `decode`, and `line`, the canonical line by which two logs are compared byte for byte.

Names are imported when first asked for: `import normquest.store` loads neither sqlite3 nor sqlite_utils, and
sqlite_utils is loaded only when a file has to be migrated.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from normquest.store.attach import Watcher
    from normquest.store.calls import CapReached
    from normquest.store.codec import line
    from normquest.store.database import Store, open_store
    from normquest.store.errors import StoreError
    from normquest.store.opening import Opening
    from normquest.store.rows import CallTotals, EpisodeResult, EpisodeRow, RunRow, SocietyRow, WorldFile

__all__ = [
    "CallTotals",
    "CapReached",
    "EpisodeResult",
    "EpisodeRow",
    "Opening",
    "RunRow",
    "SocietyRow",
    "Store",
    "StoreError",
    "Watcher",
    "WorldFile",
    "line",
    "open_store",
]

_HOMES = {
    "CallTotals": "rows",
    "CapReached": "calls",
    "EpisodeResult": "rows",
    "EpisodeRow": "rows",
    "Opening": "opening",
    "RunRow": "rows",
    "SocietyRow": "rows",
    "Store": "database",
    "StoreError": "errors",
    "Watcher": "attach",
    "WorldFile": "rows",
    "line": "codec",
    "open_store": "database",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
