"""`normquest` by itself, and `play` without --plain: the screens. Nothing that plays is imported for home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from normquest import settings
from normquest.session.errors import SessionError
from normquest.store import Opening

if TYPE_CHECKING:
    from normquest.front.sittings import Wish


def on_screens(wish: Wish | None) -> int:
    """Play on screens, from home without a wish. Raises SessionError where there is no terminal for them."""
    from normquest import tui

    missing = tui.missing_terminal()
    if missing:
        raise SessionError(
            "normquest" if wish is None else "normquest play",
            missing,
            "a terminal to show screens on",
            "For pipes and screen readers: `normquest play WORLD --plain`",
            usage=True,
        )
    with Opening(settings.database_path()) as opening:
        if opening.notice:
            from normquest.cli.output import say  # late: click, of which home needs nothing else

            say(opening.notice)
        return tui.run(opening if wish is None else opening(), wish)
