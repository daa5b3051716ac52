"""What stands above the question for the rule: what has happened since the last page."""

from __future__ import annotations

from textual.widgets import Static

from normquest.episode.records import Request
from normquest.tui.people import People
from normquest.tui.prose import Happened, paragraphs


def before(request: Request | None, people: People) -> list[Static]:
    """The lines and the words that come with the request; nothing for a hypothesis."""
    if request is None:
        return []
    seen = request.observation
    told: list[Static] = [Happened(seen.lines, people)] if seen.lines else []
    shown = [*told, *map(Static, paragraphs(seen.prose, people))]
    for one in shown:
        one.add_class("before")
    return shown
