"""A request as blocks of a page: the scene, what has happened, the question. Live and told again alike."""

from __future__ import annotations

from textual.widgets import Static

from normquest.episode.records import Request
from normquest.tui.people import People
from normquest.tui.prose import Happened, heading, paragraphs
from normquest.tui.safe import plain


def blocks_of(request: Request, before: Request | None, people: People) -> list[Static]:
    """The blocks, in their order; `before` is the page that stood there, whose place is not named again."""
    seen = request.observation
    acting = request.kind == "act"
    told: list[Static] = [Happened(seen.lines, people)] if seen.lines else []
    same_place = acting and before is not None and before.observation.place == seen.place
    scene = [heading(seen)] if seen.place and not same_place else []
    scene += paragraphs(seen.prose, people)
    rest = []
    if not acting and (seen.task or seen.clock):
        rest.append(plain("\n".join(one for one in (seen.task, seen.clock) if one), "dim"))
    if not acting and seen.here:
        rest.append(people.coloured(f"Here: {'; '.join(seen.here)}."))
    if request.question and not acting:
        rest.append(plain(request.question, "bold $primary"))
    rest += [plain(f"{number:>3}  {option}") for number, option in enumerate(request.options, 1)]
    # While acting, what has just been done leads to what is seen now.
    parts = [*told, *map(Static, scene)] if acting else [*map(Static, scene), *told]
    return [*parts, *map(Static, rest)]
