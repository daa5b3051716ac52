"""Answers to what is asked beside a trial: which option is different today, and how many of ten.

No number is ever put in the place of one that was not said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from normquest.community.phrases import spoken
from normquest.episode.circumstances import MOST
from normquest.newcomers.chat.reading import Read, answer_in, bare, last_line, legible
from normquest.newcomers.chat.reading_answers import UNSURE

LABELS = ("answer", "number", "option", "reply")

_OPTION = re.compile(
    r"(?:option\s{0,3})?[#(]?\s{0,3}([0-9]{1,6})(?![0-9]|[.,][0-9])[).:]?\s{0,3}(.*)", re.DOTALL
)
_COUNT = re.compile(
    rf"([0-9]{{1,6}})(?:\.0)?\s{{0,3}}(?:(?:/|out of|of)\s{{0,3}}(?:{MOST}|ten))?", re.IGNORECASE
)


def read_notice(reply: str, options: Sequence[str]) -> Read:
    """The number of an option, by that or its words; None for "can't tell"."""
    for one in _said(reply):
        words = bare(str(one)[:400])
        if words.casefold().replace("’", "'") in UNSURE:
            return Read(None)
        found = _OPTION.fullmatch(words)
        number, rest = (int(found[1]), bare(found[2])) if found else (_worded(words, options), "")
        if number and rest and _worded(rest, options) != number:
            continue
        if number is not None and 1 <= number <= len(options):
            return Read(number)
        if number is not None:
            return Read(None, "parse_error", f"there is no answer {number}")
    return Read(None, "parse_error", "there is no number of an answer in it")


def read_belief(reply: str) -> Read:
    """A whole number from 0 to 10; None for "can't tell"."""
    for one in _said(reply):
        words = bare(str(one)[:400])
        if words.casefold().replace("’", "'") in UNSURE:
            return Read(None)
        found = _COUNT.fullmatch(words)
        if found is not None and int(found[1]) <= MOST:
            return Read(int(found[1]))
        if found is not None:
            return Read(None, "parse_error", f"{found[1]} is not from 0 to {MOST}")
    return Read(None, "parse_error", f"there is no whole number from 0 to {MOST} in it")


def _said(reply: str) -> list[Any]:
    """What may be the answer: what is marked as such, else the whole reply or its last line."""
    text = legible(reply)
    marked, answer = answer_in(text, LABELS)
    if not marked:
        return [text, last_line(text)]
    return [answer] if isinstance(answer, int | float | str) and not isinstance(answer, bool) else []


def _worded(said: str, options: Sequence[str]) -> int | None:
    words = spoken(said) if len(said) <= 200 else ()
    fitting = [number for number, text in enumerate(options, 1) if words and spoken(text) == words]
    return fitting[0] if len(fitting) == 1 else None
