"""What is raised for a sentence or mapping that says nothing in the rule language."""

from __future__ import annotations

from collections.abc import Sequence

_MOST_SHOWN = 12
_MOST_CHARACTERS = 80


class Unstatable(ValueError):
    """The rule language, or this world's words, cannot say this.

    `where` is the offending part as it was written (raw: sanitise it before
    showing it), `expected` the menu of what could stand there, `nearest` the
    known word most like what stood there, or None. `problem` is the fault in
    a few words.
    """

    def __init__(
        self,
        where: str,
        expected: Sequence[str],
        nearest: str | None = None,
        problem: str = "is not understood",
    ) -> None:
        self.where = where
        self.expected = tuple(expected)
        self.nearest = nearest
        self.problem = problem
        super().__init__(self._message())

    def _message(self) -> str:
        where = self.where if len(self.where) <= _MOST_CHARACTERS else self.where[:_MOST_CHARACTERS] + "…"
        parts = [f"'{where}' {self.problem}"]
        if self.expected:
            more = f" or {len(self.expected) - _MOST_SHOWN} more" if len(self.expected) > _MOST_SHOWN else ""
            parts.append(f"expected: {' | '.join(self.expected[:_MOST_SHOWN])}{more}")
        if self.nearest is not None:
            parts.append(f"nearest: {self.nearest}")
        return "; ".join(parts)
