"""Yes, no, or can't tell, as they are typed."""

from __future__ import annotations

from normquest.norms.unstatable import Unstatable

_YES = ("y", "yes")
_NO = ("n", "no")
_UNSURE = ("", "can't tell", "cant tell", "don't know", "dont know", "dunno")


def read_yes_no(line: str) -> bool | None:
    """True, false, or None for "can't tell". Raises Unstatable for anything else."""
    said = line.strip().casefold().rstrip(".!").replace("’", "'")
    if said in _YES:
        return True
    if said in _NO:
        return False
    if said in _UNSURE:
        return None
    raise Unstatable(line, ("y", "n", "Enter for can't tell"), None, "is neither yes nor no")
