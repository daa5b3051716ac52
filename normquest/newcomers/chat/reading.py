"""What all readers of replies share: labelled lines, JSON somewhere in the text, a cleaned-up phrase.

Replies are untrusted: whatever they hold, these functions take bounded time and never raise.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from normquest.episode.records import Outcome
from normquest.text import sanitise

LONGEST = 20_000
"""Characters of a reply that are read, from its end: there the answer stands."""
_MOST_OBJECTS = 40
_DEEPEST = 12
_LABEL = re.compile(r"[\s>*_#`•-]{0,12}([A-Za-z]{2,12})[*_`]{0,3}\s{0,3}[:=](.*)")
_THOUGHT = ("<think>", "</think>")
_EDGES = " \t*_`\"'“”‘’.,;:!()[]"


@dataclass(frozen=True)
class Read:
    """What was understood. `why` says in a few words what is wrong, for whoever is asked again."""

    value: Any = None
    outcome: Outcome = "ok"
    why: str = ""


def legible(reply: str) -> str:
    """The end of a reply without anything that acts or hides in text, and without thoughts marked as such."""
    text = sanitise(reply[-LONGEST:])
    start, end = text.rfind(_THOUGHT[0]), text.rfind(_THOUGHT[1])
    return (text[end + len(_THOUGHT[1]) :] if end > start else text).strip()


def bare(text: str) -> str:
    """A phrase without emphasis, quotation marks or punctuation around it."""
    return text.strip(_EDGES)


def labelled(text: str, labels: Collection[str]) -> Iterator[tuple[int, str, str]]:
    """Lines such as "act: 3" or "**Act:** 3", as (number of the line, label in small letters, the rest)."""
    for number, line in enumerate(text.split("\n")):
        found = _LABEL.match(line[:4000])
        if found and found[1].lower() in labels:
            yield number, found[1].lower(), found[2].strip().removeprefix("**").strip()


def last_line(text: str) -> str:
    """The last line that says something, code fences left out."""
    lines = (line for line in reversed(text.split("\n")) if line.strip(" `"))
    return next(lines, "")


def last_object(text: str, keys: Collection[str]) -> tuple[dict[str, Any] | None, str]:
    """The last JSON object in the text that has one of the keys, and what stands behind it.

    Its own keys come in small letters. Without such an object: None, and the whole text.
    """
    decoder, found, behind, at = json.JSONDecoder(), None, text, 0
    for _ in range(_MOST_OBJECTS):
        at = text.find("{", at)
        if at < 0:
            break
        try:
            data, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        at = end
        small = {str(key).lower(): value for key, value in data.items()}
        if small.keys() & set(keys) and plain_data(small):
            found, behind = small, text[end:]
    return found, behind


def answer_in(text: str, labels: Sequence[str]) -> tuple[bool, Any]:
    """Whether anything is marked as the answer, in JSON or behind a label, and the last thing that is."""
    data, behind = last_object(text, labels)
    lines = list(labelled(behind, labels))
    if lines:
        return True, lines[-1][2]
    if data is not None:
        return True, next(data[label] for label in labels if label in data)
    return False, None


def plain_data(value: Any, depth: int = 0) -> bool:
    """Whether the store can hold a value that came as JSON: not too deep, and no number beyond bounds."""
    if depth > _DEEPEST:
        return False
    match value:
        case dict():
            return all(plain_data(one, depth + 1) for one in value.values())
        case list():
            return all(plain_data(one, depth + 1) for one in value)
        case bool() | None | str():
            return True
        case int():
            return abs(value) < 2**53
        case float():
            return math.isfinite(value)
    return False
