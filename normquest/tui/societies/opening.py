"""The ways to the screens of societies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from normquest.front.societies.source import Source
from normquest.tui.societies.screen import SocietyScreen

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
