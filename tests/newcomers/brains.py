"""What a made-up model answers: it reads no more than its last message."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import Any

from normquest.newcomers.chat.prompts import kind_asked

_CHOICE = re.compile(r"^ *([0-9]+)  (.*)$", re.MULTILINE)


@dataclass
class Chat:
    """A call as the server got it."""

    data: dict[str, Any]

    @property
    def messages(self) -> list[tuple[str, str]]:
        """Who said what."""
        return [(one["role"], one["content"]) for one in self.data["messages"]]

    @property
    def last(self) -> str:
        """The last message."""
        return self.messages[-1][1]

    @property
    def kind(self) -> str:
        """The kind of the last request."""
        return next(
            (kind for role, said in reversed(self.messages) if role == "user" and (kind := kind_asked(said))),
            "",
        )

    @property
    def choices(self) -> dict[str, int]:
        """The acts that the last request offers, by their words."""
        asked = next(
            said for role, said in reversed(self.messages) if role == "user" and "You can:\n" in said
        )
        return {text: int(number) for number, text in _CHOICE.findall(asked.rpartition("You can:\n")[2])}


def sensible(chat: Chat) -> str:
    """A reply in the right form: an act by lot, no rule, and no opinion."""
    match chat.kind:
        case "act":
            numbers = sorted(chat.choices.values())
            return f"act: {numbers[zlib.crc32(chat.last.encode()) % len(numbers)]}"
        case "statement":
            return "rule: none that I can see\nlines: 3\nsure: 40"
        case "attribution":
            return "line: nothing"
    return "answer: 7" if chat.kind == "belief" else "answer: 2" if chat.kind == "notice" else "answer: no"
