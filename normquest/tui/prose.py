"""What is perceived as it stands on the page: every word of an observation and none besides."""

from __future__ import annotations

from collections.abc import Container, Sequence

from textual.content import Content

from normquest.episode.records import Observation
from normquest.front.past import numbered
from normquest.tui.people import People
from normquest.tui.safe import Part, clicked, joined, plain
from normquest.tui.widgets.hung import Hung

_DEEP = 7
"""Where the words of a line begin."""


def heading(seen: Observation) -> Content:
    """The name of the place or of the scene."""
    name, bracket, looks = seen.place.partition(" (")
    shown = plain(name.upper(), "dim" if name.endswith("going on") else "bold $primary")
    return joined(shown, (f"   {looks.removesuffix(')')}", "dim")) if bracket else shown


def paragraphs(text: str, people: People) -> list[Content]:
    """Prose, a paragraph each."""
    return [people.coloured(part) for part in text.split("\n\n") if part.strip()]


def line(text: str, people: People, click: bool = False) -> Content:
    """A line of what happens: its number, its actor's mark, its words; a reaction stands out.

    `click`: its number can be clicked, which the page takes as it pleases.
    """
    return joined(*_parts(text, people, click))


def _parts(text: str, people: People, click: bool = False) -> tuple[Part, ...]:
    number, words = numbered(text)
    reaction = words.startswith("▲")
    start = plain(f"{number:>3}  " if number is not None else "     ", "dim")
    if click and number is not None:
        start = clicked(start.plain, f"screen.line({number})", "dim")
    if reaction:
        mark, _, rest = words.partition("  ")
        return start, (f"{mark}  ", "bold $warning"), people.coloured(rest.strip(), "bold")
    if number is None:
        return "       ", people.coloured(words.strip(), "dim")
    return start, people.mark(people.first_in(words)), " ", people.coloured(words)


def cited_line(number: int, text: str, marked: Container[int], people: People) -> Content:
    """A line of the log in a list in which lines can be marked."""
    mark = plain("✓ ", "bold $primary") if number in marked else plain("  ")
    return joined(mark, *_parts(f"{number:>3}  {text}", people))


class Happened(Hung):
    """Lines of what happened: a reaction has room around it, and a long line goes on under its words."""

    def __init__(self, texts: Sequence[str], people: People) -> None:
        rows: list[Content] = []
        for text in texts:
            reaction = numbered(text)[1].startswith("▲")
            if reaction and rows and rows[-1].plain:
                rows.append(Content(""))
            rows.append(line(text, people, click=True))
            if reaction:
                rows.append(Content(""))
        while rows and not rows[-1].plain:
            rows.pop()
        super().__init__([(row, _DEEP) for row in rows])
