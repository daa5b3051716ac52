"""The marks on screen, in Unicode or in ASCII: decided once, when the program starts."""

from __future__ import annotations

import os
import sys

from normquest.front.look import Look, asciified
from normquest.text import sanitise

PEOPLE = ("●", "▪", "◆", "■", "▸", "◈", "▴", "◉")
"""Small marks that residents keep, in the order in which they are met."""

_ASCII_PEOPLE = dict(zip(PEOPLE, "ox#%>&^@", strict=True))
_MORE = str.maketrans({**_ASCII_PEOPLE, "‹": "<", "─": "-", "│": "|", "✓": "v", "█": "#", "░": ".", "✦": "*"})
_state = {"ascii": False}


def use_ascii(on: bool) -> None:
    """Show nothing but ASCII of our own marks from now on; letters of other alphabets stay."""
    _state["ascii"] = on


def wants_ascii() -> bool:
    """Whether the environment asks for it, or the terminal's encoding has no other way."""
    if os.environ.get("NORMQUEST_ASCII"):
        return True
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    return not encoding.lower().replace("-", "").startswith("utf")


def shown(text: str) -> str:
    """The text as it may be shown: nothing in it acts on the terminal."""
    safe = sanitise(text)
    return asciified(safe.translate(_MORE)) if _state["ascii"] else safe


def look(width: int) -> Look:
    """How text is set in so many columns."""
    return Look(max(width, 20), _state["ascii"])
