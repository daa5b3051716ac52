"""Certificates of many draws of a world, worked out by several processes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any

from normquest.bank.make import check_row
from normquest.session.running.pool import spread
from normquest.session.worlds import stored_world, world_file
from normquest.store import WorldFile
from normquest.world.loader import LoadedWorld


def checked_draws(
    loaded: LoadedWorld, seeds: Sequence[int], level: str, jobs: int = 1
) -> Iterator[dict[str, Any]]:
    """A row for each seed, in order, as `bank.make.check_row` gives it; `cpu` are the seconds it took."""
    yield from spread(seeds, partial(Checking, world_file(loaded), level), jobs)


@dataclass
class Checking:
    """One process's share: a draw at a time."""

    file: WorldFile
    level: str

    def __enter__(self) -> Checking:
        self._world = stored_world(self.file).world
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def do(self, seed: int) -> Iterator[dict[str, Any]]:
        """The row of one seed."""
        begun = time.process_time()
        row = check_row(self._world, seed, level=self.level)
        yield row | {"cpu": round(time.process_time() - begun, 2)}
