"""What is asked beside a trial, on the page: which option is different today, and how many of ten."""

from __future__ import annotations

from normquest.community.parser import Refused
from normquest.episode.circumstances import MOST
from normquest.episode.records import Request
from normquest.front.noticing import read_belief, read_notice
from normquest.newcomers.human import Answer
from normquest.norms.unstatable import Unstatable

UNSURE = ("Enter", "can't tell", "")
"""Key, words and value of an answer, as all that can be clicked."""


def hint(request: Request) -> str:
    """What stands in the empty line."""
    return "a number · Enter if you can't tell" if request.kind == "notice" else f"0 to {MOST}, then Enter"


def instant(request: Request) -> tuple[str, ...]:
    """The keys that answer without Enter; of beliefs none, for 1 may become 10."""
    return tuple(str(n) for n in range(1, len(request.options) + 1)) if request.kind == "notice" else ()


def offered(request: Request) -> tuple[tuple[str, str, str], ...]:
    """What can be clicked; the words of an option stand above, on the page."""
    numbers = range(1, len(request.options) + 1) if request.kind == "notice" else range(MOST + 1)
    return (*((str(n), "", str(n)) for n in numbers), UNSURE)


def read(request: Request, line: str) -> Answer | Refused:
    """A typed line as an answer, or why it is none."""
    try:
        value = read_belief(line) if request.kind == "belief" else read_notice(line, request.options)
    except Unstatable:
        if request.kind == "belief":
            return Refused(f"A whole number from 0 to {MOST}, or Enter if you can't tell.")
        return Refused(f"A number from 1 to {len(request.options)}, or Enter if you can't tell.")
    return Answer("" if value is None else str(value), value)
