"""What is wrong with a world file, and where: each mistake once, in the order of the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from normquest.text import nearest, sanitise

MOST_SHOWN = 20
"""How many problems are printed; the rest are counted."""

_MOST_NAMES = 8
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake. `line` and `column` count from 1 and are None where the mistake has no place in the text.

    `field` is a path such as `home.things.cloth_a.kind`. `expected` holds the names that would do, or one
    description; `nearest` is the expected name most like the one given.
    """

    file: str
    line: int | None
    column: int | None
    field: str
    message: str
    expected: tuple[str, ...] = ()
    nearest: str | None = None

    def __str__(self) -> str:
        where = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        text = f"{where} {self.field}: {self.message}" if self.field else f"{where}: {self.message}"
        if self.expected:
            text += f"; expected {_options(self.expected)}"
        if self.nearest is not None:
            text += f"; did you mean '{self.nearest}'?"
        return sanitise(text, newlines=False)


def _options(expected: Sequence[str]) -> str:
    shown = [shortened(name) for name in expected[:_MOST_NAMES]]
    if len(expected) == 1:
        return shown[0]
    return f"one of {', '.join(shown)}{', …' if len(expected) > _MOST_NAMES else ''}"


def shortened(text: object, most: int = 60) -> str:
    """What stands in a file, cut to a length that fits a message."""
    shown = " ".join(str(text)[: _LONGEST * 4].split())
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def closest(given: object, expected: Iterable[str]) -> str | None:
    """The expected name most like the one given, unless it is the same."""
    found = nearest(given, expected) if isinstance(given, str) else None
    return found if found != given else None


class WorldError(Exception):
    """A world file that cannot be used. `problems` holds every mistake found, in the order of the file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(problems, key=lambda p: (p.line or 0, p.column or 0, p.field))
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:MOST_SHOWN]]
        more = len(self.problems) - MOST_SHOWN
        if more > 0:
            lines.append(f"… and {more} more")
        return "\n".join(lines)
