"""Answers to the short questions: yes, no or can't tell; a line's number, omission or nothing."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from normquest.newcomers.chat.reading import Read, answer_in, bare, last_line, legible

YES_NO_LABELS = ("answer", "forecast", "reply")
LINE_LABELS = ("line", "answer", "event", "lines")

_YES, _NO = ("yes", "y", "true"), ("no", "n", "false")
UNSURE = frozenset(
    (
        "can't tell",
        "cant tell",
        "cannot tell",
        "unsure",
        "don't know",
        "i don't know",
        "i can't tell",
        "unknown",
    )
)
_STARTS = re.compile(r"(yes|no)\s{0,2}[.,;:!–—-]", re.IGNORECASE)
_EVENT = re.compile(r"(?:line|event)?\s{0,3}#?\s{0,3}([0-9]{1,7})", re.IGNORECASE)


def read_yes_no(reply: str) -> Read:
    """True, false, or None for "can't tell"."""
    text = legible(reply)
    marked, answer = answer_in(text, YES_NO_LABELS)
    said: list[Any] = [answer] if marked else [text, last_line(text)]
    for one in said:
        found = _yes_no(one)
        if found is not None:
            return found
    return Read(None, "parse_error", "it says neither yes, no nor can't tell")


def _yes_no(said: Any) -> Read | None:
    if isinstance(said, bool) or said is None:
        return Read(said)
    words = bare(str(said)[:400]).casefold().replace("’", "'")
    if words in _YES or words in _NO:
        return Read(words in _YES)
    if words in UNSURE:
        return Read(None)
    start = _STARTS.match(words)
    return Read(start[1].lower() == "yes") if start else None


def read_line(reply: str, known: Collection[int]) -> Read:
    """The number of an event of `known`, "omission" or "nothing"."""
    text = legible(reply)
    marked, answer = answer_in(text, LINE_LABELS)
    said = [str(answer)] if marked else [text, last_line(text)]
    for one in said:
        words = bare(one[:400]).casefold()
        if words in ("omission", "nothing"):
            return Read(words)
        number = _EVENT.fullmatch(words)
        if number and int(number[1]) in known:
            return Read(int(number[1]))
        if number:
            return Read(None, "parse_error", f"there is no line {number[1]}")
    return Read(None, "parse_error", "it is neither a line's number, omission nor nothing")
