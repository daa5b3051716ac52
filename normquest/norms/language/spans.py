"""How long and how often: "since entering", "within one's last 3 turns", "within their next turn"."""

from __future__ import annotations

from typing import Literal

from normquest.norms.language.scan import Read, Scan, unique
from normquest.norms.rules import MOST_TURNS, Window
from normquest.text import count_word

Pronoun = Literal["one", "they"]

_OWN: dict[Pronoun, str] = {"one": "one's", "they": "their"}
_WINDOWS: dict[Window, str] = {"since_entering": "since entering", "today": "today", "ever": "at any time"}

_AT_ONCE = ("at once", "right away", "immediately", "straight away", "in one's next turn")


def write_window(window: Window, n: int | None, pronoun: Pronoun) -> str:
    """How far back a past act counts."""
    return f"within {_OWN[pronoun]} last {_turns(n or 1)}" if window == "within" else _WINDOWS[window]


def read_window(scan: Scan, at: int) -> Read[tuple[Window, int | None]]:
    """Every window from here."""
    found: Read[tuple[Window, int | None]] = []
    for window, text in _WINDOWS.items():
        found += [((window, None), end) for end in scan.any_text(at, text)]
    return found + [(("within", n), end) for n, end in read_turns(scan, at, "last")]


def write_turns(n: int, pronoun: Pronoun) -> str:
    """How soon a duty must be done."""
    return f"within {_OWN[pronoun]} next {_turns(n)}"


def _turns(n: int) -> str:
    return "turn" if n == 1 else f"{n} turns"


def read_turns(scan: Scan, at: int, which: Literal["last", "next"]) -> Read[int]:
    """Every "within one's next 3 turns" from here; freely read, also "within 3 turns" and "at once"."""
    found: Read[int] = []
    owners = (*_OWN.values(), "the") if scan.free else tuple(_OWN.values())
    for start in scan.any_text(at, *(f"within {own} {which}" for own in owners)):
        found += [(1, end) for end in scan.any_text(start, "turn")]
        found += _numbered(scan, start)
    if scan.free:
        found += [one for start in scan.any_text(at, "within") for one in _numbered(scan, start)]
    if scan.free and which == "next":
        found += [(1, end) for end in scan.any_text(at, *_AT_ONCE)]
    return unique(found)


def _numbered(scan: Scan, at: int) -> Read[int]:
    return [
        (n, end)
        for n, middle in read_number(scan, at, MOST_TURNS, "turns")
        for end in scan.any_text(middle, "turns", "turn")
    ]


def read_number(scan: Scan, at: int, most: int, of: str) -> Read[int]:
    """A number from 1 to `most`, in digits or words."""
    word = scan.words[at] if at < len(scan.words) else ""
    for n in range(1, most + 1):
        if word == str(n) or word == count_word(n):
            return [(n, at + 1)]
    scan.missed(at, f"a number of {of} from 1 to {most}")
    return []
