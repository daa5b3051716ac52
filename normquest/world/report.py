"""Collects what is wrong with a file while it is being checked."""

from __future__ import annotations

from collections.abc import Iterable

from normquest.world.errors import Problem, WorldError, closest, shortened
from normquest.world.nodes import FieldPath, Marks, dotted

MOST_KEPT = 100
"""A file with more mistakes than this is not worth reading further, and telling them all would take long."""


class Report:
    """The problems found so far, at most one a part of the file: what is wrong twice is told once."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self._problems: dict[str, Problem] = {}

    def __bool__(self) -> bool:
        return bool(self._problems)

    def add(
        self,
        path: FieldPath,
        message: str,
        expected: Iterable[str] = (),
        given: object = None,
        *,
        missing: str | None = None,
        key: bool = False,
    ) -> None:
        """Note a mistake at a part of the file.

        `given` is what stands there, to be compared with `expected`; `missing` names a field that should
        stand inside the part; `key` says that the key is at fault and not what stands under it.
        """
        way = self.marks.find(path)[0]
        field = dotted((*way, missing) if missing is not None else way)
        if field in self._problems or len(self._problems) >= MOST_KEPT:
            return
        line, column = self.marks.at(path, key=key) or (None, None)
        names = tuple(expected)
        near = closest(given, names) if len(names) > 1 or given is not None else None
        self._problems[field] = Problem(
            self.marks.file, line, column, shortened(field, 160), message, names, near
        )

    def unknown(
        self, path: FieldPath, what: str, given: object, known: Iterable[str], *, key: bool = False
    ) -> None:
        """Note that nothing of this sort has the name given."""
        self.add(path, f"there is no {what} '{shortened(given)}'", sorted(known), given, key=key)

    def add_problem(self, problem: Problem) -> None:
        """Note a mistake that was described elsewhere."""
        self._problems.setdefault(problem.field, problem)

    def check(self) -> None:
        """Raise WorldError if anything was found."""
        if self._problems:
            raise WorldError(self._problems.values())
