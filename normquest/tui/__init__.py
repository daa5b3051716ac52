"""The screens: home, play, the statement builder, the debrief. The only place that knows Textual.

    code = run(store, Wish("dye_kitchen"))   # straight into a world
    code = run(store, None)                  # home
    code = watch(store, wanted)              # somebody else's episode, played here
    code = look_at(store, 12)                # one that is stored, live or not

`missing_terminal` says why screens cannot be shown here, before anything of Textual is imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from normquest.front.sittings import Wish
    from normquest.front.societies.sitting import Sitting
    from normquest.front.societies.source import Source
    from normquest.session.watching.playing import Wanted
    from normquest.store import Opening, Store
    from normquest.tui.app import NormQuest


def missing_terminal() -> str:
    """Which stream is no terminal, in words; empty where screens can be shown.

    They are painted to standard error and keys are read from standard input.
    """
    for name, stream in (("standard input", sys.stdin), ("standard error", sys.stderr)):
        if stream is None or stream.closed or not stream.isatty():
            return f"{name} is no terminal"
    if os.environ.get("TERM") == "dumb":
        return "the terminal can only show lines (TERM is dumb)"
    return ""


def run(store: Store | Opening, wish: Wish | None) -> int:
    """Show the screens until the player leaves; gives the exit code."""
    from normquest.tui.app import NormQuest

    return _ran(NormQuest(store, wish))


def watch(store: Store, wanted: Wanted) -> int:
    """Play an episode here and show it as it goes; gives the exit code."""
    from normquest.session.watching.playing import Playing
    from normquest.tui.app import NormQuest
    from normquest.tui.watch.opening import played_here

    playing = Playing(store.path, wanted)
    try:
        return _ran(NormQuest(store, show=lambda app: played_here(app, playing)))
    finally:
        playing.stop()  # also where a signal has ended the screens


def look_at(store: Store, number: int, replay: bool = False) -> int:
    """Show a stored episode, live if another process plays it, or as a replay; gives the exit code."""
    from normquest.tui.app import NormQuest
    from normquest.tui.watch.opening import stored

    return _ran(NormQuest(store, show=lambda app: stored(app, store.path, number, replay)))


def watch_societies(store: Store, sources: Sequence[Source]) -> int:
    """Show a society, or two side by side; gives the exit code."""
    from normquest.tui.app import NormQuest
    from normquest.tui.societies.opening import watched

    return _ran(NormQuest(store, show=lambda app: watched(app, sources)))


def sit(store: Store, sitting: Sitting) -> int:
    """A person in a seat of a society; gives the exit code."""
    from normquest.tui.app import NormQuest
    from normquest.tui.societies.opening import seated

    return _ran(NormQuest(store, show=lambda app: seated(app, sitting)))


def _ran(app: NormQuest) -> int:
    app.run()
    return app.return_code or 0
