"""Episodes for screens and the command line: opened, driven, resumed, replayed, watched, run by the hundred.

    loaded = open_world("dye_kitchen")
    drawing = draw_case(loaded.world, 3, config_from(["delay=1"], arm="both"))     # seconds; raises NoDraw
    with open_store(settings.database_path()) as store:
        live = start(store, loaded, drawing, config, "human", participant="ann")   # new, or where it stopped
        await drive(live, Human(ask), gate_of(store, live))                        # every turn is stored

What stands where:

- worlds: `open_world`, `world_files`; drawing: `draw_case`, `key_of`; switches: `config_from`.
- keeping: `start`, `resume`, `replay`, `attach`, `gate_of`.
- live: `Live`, an episode in hand: `request`, `records`, `seen`, `take`, `end`.
- driving: `drive` for those who take time, `drive_now` for those who answer at once; gate: `Gate`.
- models: chat models, checked, made and given an account in the store.
- running: `run`, many episodes in many processes; reporting: the rows of a run; showing: the scripted minds.
- rows: from an episode's records to the row that measures read; lines: to a line of JSON.

Names are imported when first asked for, so that importing this package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from normquest.session.drawing import Drawing, draw_case, key_of
    from normquest.session.driving import Mind, Newcomer, drive, drive_now
    from normquest.session.errors import SessionError
    from normquest.session.gate import Gate
    from normquest.session.keeping import attach, gate_of, replay, resume, start
    from normquest.session.live import Live
    from normquest.session.switches import config_from
    from normquest.session.worlds import open_world, world_files

__all__ = [
    "Drawing",
    "Gate",
    "Live",
    "Mind",
    "Newcomer",
    "SessionError",
    "attach",
    "config_from",
    "draw_case",
    "drive",
    "drive_now",
    "gate_of",
    "key_of",
    "open_world",
    "replay",
    "resume",
    "start",
    "world_files",
]

_HOMES = {
    "drawing": ("Drawing", "draw_case", "key_of"),
    "driving": ("Mind", "Newcomer", "drive", "drive_now"),
    "errors": ("SessionError",),
    "gate": ("Gate",),
    "keeping": ("attach", "gate_of", "replay", "resume", "start"),
    "live": ("Live",),
    "switches": ("config_from",),
    "worlds": ("open_world", "world_files"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
