"""The ways to the screens of societies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from normquest.front.societies.sitting import Sitting
from normquest.front.societies.source import Source
from normquest.tui import home
from normquest.tui.societies.after import AfterScreen
from normquest.tui.societies.screen import SocietyScreen
from normquest.tui.societies.seat import SeatScreen

if TYPE_CHECKING:
    from normquest.tui.app import NormQuest


async def watched(app: NormQuest, sources: Sequence[Source]) -> int:
    """A society, or two side by side, until whoever watches has enough; gives an exit code."""
    try:
        await app.push_screen_wait(SocietyScreen(sources))
    finally:
        for source in sources:
            source.close()
    return 0


async def seated(app: NormQuest, sitting: Sitting) -> int:
    """A person in a seat, to the debrief or until it leaves; gives an exit code."""
    said = "done" if sitting.over else await app.push_screen_wait(SeatScreen(sitting))
    if said == "left":
        return 0
    if said != "done":
        await app.push_screen_wait(home.message("IT GOES NO FURTHER", str(said)))
        return 1
    await app.push_screen_wait(AfterScreen(sitting))
    return 0
