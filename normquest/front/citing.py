"""Citing events of the log by their numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from normquest.front.look import Look, columns
from normquest.norms.unstatable import Unstatable

_RANGE = re.compile(r"([0-9]{1,7})\s*[-–]\s*([0-9]{1,7})")
_MOST_EVENTS = 60


def cited(line: str, log: Mapping[int, str]) -> tuple[int, ...]:
    """Numbers of events, ranges too; 0, where it is no event, is none. Raises Unstatable for any other."""
    found: dict[int, None] = {}
    for part in _RANGE.sub(r"\1-\2", line).replace(",", " ").replace("#", " ").split():
        if span := _RANGE.fullmatch(part):
            inside = [n for n in log if int(span[1]) <= n <= int(span[2])]
            if not inside:
                raise Unstatable(part, _numbers(log), None, "has no event in it")
            found |= dict.fromkeys(inside)
        elif re.fullmatch(r"[0-9]{1,7}", part) and int(part) in log:
            found[int(part)] = None
        elif line != "0":
            raise Unstatable(part, _numbers(log), _nearest(part, log), "is no event of the log")
    return tuple(found)


def shown_log(log: Mapping[int, str], look: Look) -> str:
    """The last events, each with its number."""
    if not log:
        return "Nothing has happened yet that could be cited."
    rows = [(str(number), text) for number, text in sorted(log.items())]
    left = len(rows) - _MOST_EVENTS
    earlier = f"({left} earlier ones are left out.)\n" if left > 0 else ""
    return earlier + columns(look, rows[-_MOST_EVENTS:])


def _numbers(log: Mapping[int, str]) -> tuple[str, ...]:
    return (f"numbers from {min(log)} to {max(log)}",) if log else ("Enter: there is nothing to cite",)


def _nearest(part: str, log: Mapping[int, str]) -> str | None:
    if not log or not re.fullmatch(r"[0-9]{1,7}", part):
        return None
    close = min(log, key=lambda number: (abs(number - int(part)), number))
    return f"{close} ({log[close]})"
