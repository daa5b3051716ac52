"""Runs by number or name, of episodes or of societies; and runs that go on where they stopped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from normquest.session.errors import SessionError
from normquest.store import RunRow, SocietyRow, Store
from normquest.store.canonical import canonical
from normquest.store.rows import RunKind

_SAID: dict[RunKind, tuple[str, str]] = {
    "episodes": ("", "`normquest run --newcomer observer --seeds 1-20 --arm witnessed`"),
    "societies": (" of societies", "`normquest society run commons --members conditional*12`"),
    "coding": (" of a coder", "`normquest society code --model openai:NAME`"),
}
"""How a run of each kind is called, and how one is started."""


def begun(store: Store, name: str, args: Mapping[str, Any], kind: RunKind = "episodes") -> int:
    """The number of a run: a new one, or the last of this name, if it was asked for the same and is open."""
    last = store.run(name, kind)
    if last is not None and last.status != "done" and canonical(last.args) == canonical(args):
        store.end_run(last.id, "running")
        return last.id
    return store.begin_run(name, args, kind=kind)


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


def societies_of(store: Store, runs: Sequence[str]) -> tuple[list[RunRow], list[SocietyRow]]:
    """These runs of societies (the last one where none is named), and their societies, each once.

    Raises SessionError.
    """
    found = [run_of(store, which, "societies") for which in runs or (None,)]
    heads = {head.id: head for each in found for head in store.societies(run=each.id)}
    return found, list(heads.values())
