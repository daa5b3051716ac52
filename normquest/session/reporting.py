"""The rows of a run, as they were stored when its episodes ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from normquest.episode.records import Status
from normquest.measures.rows import EpisodeRow as Row
from normquest.session.lines import stored_row
from normquest.session.rows.beside import OBSERVER, Known, beside
from normquest.session.switches import checked
from normquest.store import EpisodeRow, RunRow, Store


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
