"""Runs by number or name, of episodes or of societies."""

from __future__ import annotations

from normquest.session.errors import SessionError
from normquest.store import RunRow, Store
from normquest.store.rows import RunKind

_SAID: dict[RunKind, tuple[str, str]] = {
    "episodes": ("", "`normquest run --newcomer observer --seeds 1-20 --arm witnessed`"),
    "societies": (" of societies", "`normquest society run commons --members conditional*12`"),
}
"""How a run of each kind is called, and how one is started."""


def run_of(store: Store, which: str | None, kind: RunKind = "episodes") -> RunRow:
    """A run by its number or name; None: the last. Raises SessionError if there is none."""
    found = store.run(int(which) if which is not None and which.isdecimal() else which, kind)
    if found is not None:
        return found
    called, start = _SAID[kind]
    runs = store.runs(kind)
    if not runs:
        raise SessionError(
            str(store.path),
            f"there is no run{called} in it yet",
            "a run to report on",
            f"Start one: {start}",
        )
    names = ", ".join(f"{run.id} {run.name}" for run in runs[-8:])
    raise SessionError(
        str(store.path),
        f"there is no run{called} '{which}'",
        f"the number or name of a run, such as {names}",
        "Name one of them",
        usage=True,
    )
