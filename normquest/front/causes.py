"""What earned a reaction, as it is typed: the number of a line, an omission, or nothing."""

from __future__ import annotations

from collections.abc import Container

from normquest.norms.unstatable import Unstatable

_WORDS = ("omission", "nothing")


def read_cause(line: str, log: Container[int]) -> int | str:
    """A line of the log by its number, or "omission" or "nothing". Raises Unstatable for anything else."""
    said = line.strip().casefold().lstrip("#")
    if said in _WORDS:
        return said
    if said.isdecimal() and len(said) < 8 and int(said) in log:
        return int(said)
    raise Unstatable(line, ("a number of the log", *_WORDS), None, "is none of these")
