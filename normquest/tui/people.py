"""Residents on screen: whoever has been met keeps a mark and a colour."""

from __future__ import annotations

import re

from textual.content import Content

from normquest.episode.records import Observation
from normquest.tui.glyphs import PEOPLE
from normquest.tui.safe import plain
from normquest.tui.themes import person_style

_SAID = re.compile(r'["“][^"”]*["”] (?:says|calls|cries|asks) ([^ ]+)')
"""A line that begins with what somebody says, and says then who."""
_OWNS = re.compile(r"(?:’s|'s|’|')$")
_INTRODUCED = re.compile(r"\b([A-Z][\w’'-]+) \(an? ")


class People:
    """Those met so far, in that order. It reads only what the player reads."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}

    def meet(self, seen: Observation) -> None:
        """Learn the names that a text introduces, as in "Maud (a steward, …)"."""
        for name in _INTRODUCED.findall("\n".join((seen.prose, *seen.lines, *seen.here))):
            self._names.setdefault(name, len(self._names))

    def mark(self, name: str) -> Content:
        """The small mark of a person; a space for somebody never met."""
        number = self._names.get(name)
        if number is None:
            return Content(" ")
        return plain(PEOPLE[number % len(PEOPLE)], person_style(number))

    def first_in(self, text: str) -> str:
        """Whose line it is: the name that it begins with, or that follows what is said."""
        spoken = _SAID.match(text)
        word = spoken[1] if spoken else text.split(" ", 1)[0]
        bare = word.rstrip(",.")
        return next((one for one in (bare, _OWNS.sub("", bare)) if one in self._names), "")

    def coloured(self, text: str, style: str = "") -> Content:
        """The text with every known name in its colour."""
        content = plain(text, style)
        for name, number in self._names.items():
            look = person_style(number)
            for found in re.finditer(rf"\b{re.escape(name)}\b", content.plain):
                content = content.stylize(look, found.start(), found.end())
        return content
