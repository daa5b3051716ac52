"""Newcomers who went through the battery, as trials that the analyses of mechanisms read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from normquest.measures.societies.trials import Trials, of_rows

NAN = float("nan")
CONTROL = "control"


@dataclass(frozen=True, slots=True)
class TrialRow:
    """One trial of a newcomer. Beliefs are shares from 0 to 1; None where nothing was said or to be told."""

    trial: int
    circumstance: str
    kept: bool | None
    noticed: bool
    ee: float | None = None
    ne: float | None = None
    personal: float | None = None
    sanction: float | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """A newcomer with its trials, and in how many stages it did its task and kept the norm when tempted."""

    newcomer: str
    episode: str
    trials: tuple[TrialRow, ...]
    successes: int = 0


def trials_of_newcomers(newcomers: Sequence[Tried]) -> Trials:
    """Each newcomer as member 0 of a run of its own, numbered as they stand here."""
    return of_rows(
        [
            (
                run,
                0,
                row.circumstance,
                row.trial,
                NAN if row.kept is None else float(row.kept),
                NAN,
                NAN,
                row.noticed,
                *(NAN if said is None else said for said in (row.ee, row.ne, row.personal, row.sanction)),
            )
            for run, newcomer in enumerate(newcomers)
            for row in newcomer.trials
        ]
    )


def by_control_alone(newcomers: Iterable[Tried], size: int) -> list[Tried]:
    """The control trials of `size` newcomers of one name taken together as those of one.

    So one can see what as many trials say in which nothing was tried.
    """
    kinds: dict[str, list[Tried]] = {}
    for one in newcomers:
        kinds.setdefault(one.newcomer, []).append(one)
    found = []
    for name, alike in kinds.items():
        for first in range(0, len(alike) - size + 1, size):
            rows = [t for one in alike[first : first + size] for t in one.trials if t.circumstance == CONTROL]
            told = tuple(replace(row, trial=number) for number, row in enumerate(rows))
            found.append(Tried(name, alike[first].episode, told))
    return found
