"""One choice after another, where Escape goes back to the one before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from normquest.tui.menu import MenuScreen

if TYPE_CHECKING:
    from normquest.tui.app import NormQuest

Page = Callable[[Sequence[Any]], "MenuScreen | None"]
"""The list to choose from, given what was chosen before; None where there is nothing to choose."""


async def stepped(app: NormQuest, *pages: Page) -> list[Any] | None:
    """What was chosen on each page (None where there was nothing to choose), or None for going back.

    A page that is gone back to stands where it was left.
    """
    chosen: list[Any] = []
    shown: list[int] = []
    at: dict[int, int] = {}
    while len(chosen) < len(pages):
        place = len(chosen)
        screen = pages[place](chosen)
        if screen is None:
            chosen.append(None)
            continue
        screen.start = at.get(place, screen.start)
        answer = await app.push_screen_wait(screen)
        if answer is not None:
            at[place] = next(n for n, (_, _, value) in enumerate(screen.items) if value == answer)
            shown.append(place)
            chosen.append(answer)
        elif shown:
            del chosen[shown.pop() :]
        else:
            return None
    return chosen
