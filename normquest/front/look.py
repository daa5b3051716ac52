"""How a page is set: its measure, and what stands for a glyph where there is only ASCII."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from normquest.text import sanitise, wrap

NARROWEST = 60
WIDEST = 76

TIED = "\u00a0"
"""A space at which no line is broken."""

_ASCII = {
    "▲": "!",
    "✕": "x",
    "◇": "?",
    "★": "*",
    "●": "#",
    "○": "-",
    "·": ".",
    "×": "x",
    "–": "-",
    "—": "-",
    "−": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "›": ">",
    "≥": ">=",
    "≤": "<=",
    "…": "...",
}
_TABLE = str.maketrans(_ASCII)


@dataclass(frozen=True, slots=True)
class Look:
    """Characters in a line, and whether only ASCII can be shown."""

    width: int = WIDEST
    ascii: bool = False


def look_for(columns: int, encoding: str = "utf-8") -> Look:
    """The look for a terminal: 60 to 76 characters a line, fewer only where it has no more."""
    width = min(max(columns - 4, NARROWEST), WIDEST, max(columns - 1, 20))
    try:
        "▲✕◇★●○·…".encode(encoding)
    except (LookupError, UnicodeError):
        return Look(width, ascii=True)
    return Look(width)


def asciified(text: str) -> str:
    """The text with our glyphs and typographic marks in ASCII; other letters stay."""
    return text.translate(_TABLE)


def page(look: Look, *blocks: str) -> str:
    """The blocks that say something, one blank line apart: safe to show, wrapped, ended by a line end."""
    text = "\n\n".join(block.strip("\n") for block in blocks if block.strip())
    return f"{wrap(fitting(look, text), look.width)}\n".replace(TIED, " ")


def fitting(look: Look, text: str) -> str:
    """The text as it may be shown."""
    safe = sanitise(text)
    return asciified(safe) if look.ascii else safe


def hanging(look: Look, start: str, text: str, indent: int | None = None) -> str:
    """A line that starts with `start` and goes on under its text, or `indent` spaces in."""
    start, text = fitting(look, start), fitting(look, text)
    space = " " * (len(start) if indent is None else indent)
    import textwrap  # late, as in `text`: no page of the screens needs it to stand there

    lines = textwrap.wrap(
        text, look.width, initial_indent=start, subsequent_indent=space, break_on_hyphens=False
    )
    return "\n".join(lines) or start.rstrip()


def flowing(look: Look, start: str, units: Iterable[str], indent: int, gap: str = "   ") -> str:
    """Units set one after the other, none of them broken where it need not be, after `start`."""
    lines = [fitting(look, start).ljust(indent)]
    if len(lines[0]) > indent:
        lines = [lines[0].rstrip(), " " * indent]
    for unit in units:
        shown = fitting(look, unit).replace("\n", " ")
        begun = lines[-1][indent:].strip() != ""
        if begun and len(lines[-1]) + len(gap) + len(shown) > look.width:
            lines.append(" " * indent)
            begun = False
        lines[-1] += f"{gap if begun else ''}{shown}"
    return "\n".join(wrap(line, look.width) for line in lines)


def columns(look: Look, rows: Sequence[tuple[str, str]], indent: int = 2) -> str:
    """Rows of a label and its text, the texts one under the other."""
    widest = min(max((len(label) for label, _ in rows), default=0), 16)
    return "\n".join(hanging(look, f"{' ' * indent}{label.ljust(widest)}  ", text) for label, text in rows)
