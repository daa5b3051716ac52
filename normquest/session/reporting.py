"""The rows of a run, as they were stored when its episodes ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from normquest.episode.records import Status
from normquest.measures.rows import EpisodeRow as Row
from normquest.session.errors import SessionError
from normquest.session.lines import stored_row
from normquest.session.rows.beside import OBSERVER, Known, beside
from normquest.session.switches import checked
from normquest.store import EpisodeRow, RunRow, Store


def run_of(store: Store, which: str | None) -> RunRow:
    """A run by its number or name; None: the last. Raises SessionError if there is none."""
    found = store.run(int(which) if which is not None and which.isdecimal() else which)
    if found is not None:
        return found
    runs = store.runs()
    if not runs:
        raise SessionError(
            str(store.path),
            "there is no run in it yet",
            "a run to report on",
            "Start one: `normquest run --newcomer observer --seeds 1-20 --arm witnessed`",
        )
    names = ", ".join(f"{run.id} {run.name}" for run in runs[-8:])
    raise SessionError(
        str(store.path),
        f"there is no run '{which}'",
        f"the number or name of a run, such as {names}",
        "Name one of them",
        usage=True,
    )


def rows_of(store: Store, runs: Sequence[RunRow]) -> list[Row]:
    """The rows of all episodes of these runs. Of those still running a row says just that."""
    heads = {head.id: head for run in runs for head in store.episodes(run=run.id)}
    known = [_known(head) for head in heads.values()]
    observers = [
        _known(head)
        for head in store.episodes(newcomer=OBSERVER)
        if head.id not in heads and head.status in ("done", "stopped")
    ]
    return beside(known, observers)


def _known(head: EpisodeRow) -> Known:
    row = stored_row(head)
    if row is None or head.status not in ("done", "stopped"):
        status: Status = "running" if head.status == "running" else "infra_error"
        row = Row(
            episode=str(head.id),
            world=head.world,
            norm=head.key.norm,
            family=head.family,
            seed=head.key.seed,
            arm=head.key.arm,
            newcomer=head.key.newcomer,
            rep=head.key.rep,
            status=status,
        )
    return head.key, checked(head.config), replace(row, episode=str(head.id))
