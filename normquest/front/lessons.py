"""What a tutorial says beside the play: a lesson at the first of each moment, and never again in a sitting.

Only the fronts know of lessons. They stand in no request or observation, which are the same words for
people and models, so that a model in a tutorial world is told none.
"""

from __future__ import annotations

from collections.abc import Mapping

from normquest.episode.briefs import MARK
from normquest.episode.records import Request
from normquest.front.past import scene_of
from normquest.world.schema import Moment

STATING: Mapping[str, Moment] = {"form": "statement", "evidence": "evidence", "sure": "sure"}
"""The moment that begins with a step of the statement."""


def moments_of(request: Request) -> tuple[Moment, ...]:
    """The moments that a request is, the most particular first."""
    seen = request.observation
    match request.kind:
        case "forecast":
            return ("forecast",)
        case "statement":
            return ("statement", "evidence", "sure")
        case "act":
            return ("elsewhere", "turn") if seen.stage == "elsewhere" else ("turn",)
        case "continue" if any(MARK in line for line in seen.lines):
            return ("sanction", "scene")
        case "continue" if scene_of(seen):
            return ("scene",)
        case "continue" if seen.stage == "arrival":
            return ("arrival",)
    return ()


class Lessons:
    """The lessons of one world that have not been given yet."""

    def __init__(self, texts: Mapping[Moment, str]) -> None:
        self._left = dict(texts)

    def at(self, *moments: Moment) -> str:
        """The lesson of the first of these moments that has one left, which is then given; else nothing."""
        for moment in moments:
            if moment in self._left:
                return " ".join(self._left.pop(moment).split())
        return ""

    def of(self, request: Request) -> str:
        """The lesson that a page brings. What a statement asks for step by step is left to its steps."""
        return "" if request.kind == "statement" else self.at(*moments_of(request))
