"""Scripts of replies for `fake:SCRIPT`: those built in, and files.

A file ending in .json holds a list of replies, or a mapping from kinds of request to lists: act, statement,
forecast, attribution, recognition, counterfactual, notice, belief, and seat for all that is asked in a
society. Any other file holds a reply a line, where \\n stands for a line end. The reply number n of a kind
(of all kinds, for a list) answers request number n, and the last one answers all that follow.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from normquest.newcomers.models.errors import ModelTrouble
from normquest.text import join_words, nearest

SEAT = "seat"
"""What a member of a society is asked."""
KINDS = (
    "act",
    "statement",
    "forecast",
    "attribution",
    "recognition",
    "counterfactual",
    "notice",
    "belief",
    SEAT,
)
LARGEST = 8_000_000
"""Bytes of a file."""

NONE_SEEN = "rule: none that I can see\nlines:\nsure: 50"
_QUIET = {
    "statement": (NONE_SEEN,),
    "forecast": ("answer: can't tell",),
    "recognition": ("answer: can't tell",),
    "counterfactual": ("answer: can't tell",),
    "notice": ("answer: can't tell",),
    "belief": ("answer: can't tell",),
}
_CALM = {**_QUIET, "attribution": ("line: nothing",)}

BUILT_IN: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "first": {**_CALM, "act": ("act: 1",)},
    "wait": {**_CALM, "act": ("act: wait",)},
    "silent": dict.fromkeys(KINDS, ("",)),
    "prose": dict.fromkeys(KINDS, ("I would rather talk about something else, if I may.",)),
    "refusal": dict.fromkeys(KINDS, ("I'm sorry, but I can't help with that.",)),
}
"""first: the first act of every list · wait: waits · silent: empty replies · prose: no answer · refusal.

In a seat first and wait give the least: 0, the first option, hardly a word."""
_LEAST = ("first", "wait")


@dataclass(frozen=True)
class Script:
    """Replies by kind of request, or for all kinds alike. `least`: what is asked in a seat is answered with
    the least there is.
    """

    by_kind: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    for_all: tuple[str, ...] = ()
    least: bool = False

    def reply(self, kind: str, nth_of_kind: int, nth: int) -> str:
        """The reply to a request: the `nth_of_kind` of its kind and the `nth` of all, counted from 0."""
        replies, number = (self.for_all, nth) if self.for_all else (self.by_kind.get(kind, ()), nth_of_kind)
        return replies[min(number, len(replies) - 1)] if replies else ""


def script_of(name: str) -> Script:
    """A script by its name or path. Raises ModelTrouble."""
    if name in BUILT_IN:
        return Script(by_kind=BUILT_IN[name], least=name in _LEAST)
    path = Path(name).expanduser()
    try:
        if path.stat().st_size > LARGEST:
            raise _wrong(name, f"it has more than {LARGEST} bytes", "a shorter file")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        close = nearest(name, BUILT_IN)
        hint = f"Did you mean fake:{close}?" if close else "Correct the path"
        raise ModelTrouble(
            f"--model fake:{name[:60]}",
            f"there is no such script, and the file cannot be read ({error.strerror})",
            f"{join_words(BUILT_IN, 'or')}, or the path of a file of replies",
            hint,
        ) from None
    except UnicodeDecodeError:
        raise _wrong(name, "it is not UTF-8", "plain text") from None
    return _read(name, text) if path.suffix == ".json" else _lines(name, text)


def _lines(name: str, text: str) -> Script:
    replies = tuple(line.replace("\\n", "\n") for line in text.split("\n") if line)
    if not replies:
        raise _wrong(name, "it is empty", "a reply a line")
    return Script(for_all=replies)


def _read(name: str, text: str) -> Script:
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _wrong(name, f"it is not JSON ({error})", "a list of replies") from None
    if isinstance(data, list):
        return Script(for_all=_replies(name, data))
    if not isinstance(data, dict):
        raise _wrong(name, "it holds no list", "a list of replies, or a mapping from kinds to lists")
    for kind in data:
        if kind not in KINDS:
            raise _wrong(name, f"'{kind[:40]}' is no kind of request", join_words(KINDS, "or"))
    return Script(by_kind={kind: _replies(name, replies) for kind, replies in data.items()})


def _replies(name: str, data: Any) -> tuple[str, ...]:
    if not isinstance(data, list) or not data or not all(isinstance(one, str) for one in data):
        raise _wrong(name, "a reply is no text, or a list is empty", "lists of at least one text")
    return tuple(data)


def _wrong(name: str, what: str, expected: str) -> ModelTrouble:
    return ModelTrouble(f"--model fake:{name[:60]}", what, expected, "Correct the file")
