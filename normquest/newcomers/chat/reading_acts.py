"""Which choice a reply names: by its number or its words, alone, behind "act:", or in JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence

from normquest.community.phrases import spoken
from normquest.episode.records import Choice
from normquest.newcomers.chat.reading import Read, answer_in, bare, last_line, legible

LABELS = ("act", "action", "choice", "answer", "number")
NO_NUMBER = "there is no number of the list in it"

_NUMBER = re.compile(r"#?\s{0,3}([0-9]{1,6})(?![0-9])(.*)", re.DOTALL)
_SEVERAL = re.compile(r"[0-9]|\b(?:or|and|then)\b", re.IGNORECASE)


def read_act(reply: str, choices: Sequence[Choice]) -> Read:
    """The number of the choice that a reply names.

    The last JSON object or labelled line counts, else the whole reply or its last line must be a choice and
    nothing else. What names an act that is not in the list is an invalid act; all else is a parse error.
    """
    text = legible(reply)
    marked, answer = answer_in(text, LABELS)
    if marked:
        return _named(str(answer), choices) if isinstance(answer, int | str) else _unread()
    for said in (text, last_line(text)):
        found = _alone(said, choices)
        if found is not None:
            return found
    return _unread()


def _named(said: str, choices: Sequence[Choice]) -> Read:
    """What stands behind a label: a number, perhaps with words behind it, or the words of a choice."""
    said = bare(said)
    numbered = _NUMBER.fullmatch(said)
    if numbered is None:
        return _worded(said, choices) or _invalid(f"'{said[:40]}' is not in the list" if said else NO_NUMBER)
    rest = bare(numbered[2])
    if rest and _other(rest, int(numbered[1]), choices) and _SEVERAL.search(rest):
        return Read(None, "parse_error", "it names more than one act")
    return _numbered(int(numbered[1]), choices)


def _alone(said: str, choices: Sequence[Choice]) -> Read | None:
    """The same where nothing says that this is the answer: it must be a choice and nothing else."""
    said = bare(said)
    numbered = _NUMBER.fullmatch(said)
    if numbered is None:
        return _worded(said, choices)
    rest = bare(numbered[2])
    if rest and _other(rest, int(numbered[1]), choices):
        return None
    return _numbered(int(numbered[1]), choices)


def _other(rest: str, number: int, choices: Sequence[Choice]) -> bool:
    """Whether the words behind a number are not those of its choice."""
    return not any(one.number == number and spoken(one.text) == spoken(rest[:200]) for one in choices)


def _numbered(number: int, choices: Sequence[Choice]) -> Read:
    if any(one.number == number for one in choices):
        return Read(number)
    return _invalid(f"there is no act {number} in the list")


def _worded(said: str, choices: Sequence[Choice]) -> Read | None:
    words = spoken(said) if len(said) <= 200 else ()
    fitting = [one.number for one in choices if words and spoken(one.text) == words]
    return Read(fitting[0]) if len(fitting) == 1 else None


def _unread() -> Read:
    return Read(None, "parse_error", NO_NUMBER)


def _invalid(why: str) -> Read:
    return Read(None, "invalid_act", why)
