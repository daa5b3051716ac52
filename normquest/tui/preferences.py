"""What a player has set: theme, glyphs, motion; a small file beside the database."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from normquest import settings
from normquest.episode.aids import AIDS
from normquest.tui.glyphs import wants_ascii
from normquest.tui.themes import NAMES, usual_theme


@dataclass(frozen=True)
class Preferences:
    """`theme` is one of themes.NAMES; `ascii`: only ASCII marks; `still`: nothing moves.

    `off` are the aids that a new episode is played without.
    """

    theme: str
    ascii: bool
    still: bool
    off: tuple[str, ...] = ()


def read() -> Preferences:
    """What was set, or what the environment asks for; a file that cannot be read counts as none."""
    found = Preferences(usual_theme(), wants_ascii(), bool(os.environ.get("NORMQUEST_STILL")))
    with suppress(OSError, ValueError, AttributeError, TypeError):
        data: dict[str, Any] = json.loads(_path().read_text(encoding="utf-8"))
        if data.get("theme") in NAMES and not os.environ.get("NO_COLOR"):
            found = replace(found, theme=str(data["theme"]))
        found = replace(
            found,
            ascii=found.ascii or data.get("ascii") is True,
            still=found.still or data.get("still") is True,
            off=tuple(aid for aid in AIDS if aid in data.get("off", ())),
        )
    return found


def keep(**changed: str | bool | tuple[str, ...]) -> bool:
    """Write down what the player changed, and nothing that only the environment asked for this time.

    False if it counts for this sitting only.
    """
    data: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        read = json.loads(_path().read_text(encoding="utf-8"))
        data = read if isinstance(read, dict) else {}
    try:
        _path().parent.mkdir(parents=True, exist_ok=True)
        _path().write_text(json.dumps({**data, **changed}), encoding="utf-8")
    except OSError:
        return False
    return True


def _path() -> Path:
    return settings.home() / "screens.json"
