"""Text on its way to a widget: sanitised, in the glyphs of the terminal, never read as markup."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from normquest.tui.glyphs import shown

Part = str | tuple[str, str | Style] | Content


def plain(text: str, style: str | Style = "") -> Content:
    """The text as it may be shown, in one style."""
    safe = shown(text)
    return Content.styled(safe, style) if style else Content(safe)


def joined(*parts: Part) -> Content:
    """Parts in their styles, one behind the other."""
    made = []
    for part in parts:
        if isinstance(part, Content):
            made.append(part)
        elif isinstance(part, tuple):
            made.append(plain(part[0], part[1]))
        else:
            made.append(plain(part))
    return Content("").join(made)


def lines(*rows: Content) -> Content:
    """Rows one below the other."""
    return Content("\n").join(rows)


def clicked(text: str, action: str, style: str = "") -> Content:
    """Text that does one of the program's actions when clicked. `action` never holds a player's words."""
    made = plain(text, style)
    return made.stylize(Style.from_meta({"@click": action}))
