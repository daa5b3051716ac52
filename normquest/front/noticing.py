"""The questions beside a trial: which of the things offered is different today, and how many of ten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from normquest.episode.circumstances import MOST
from normquest.episode.records import Request
from normquest.front.menu import Item, pick_one
from normquest.front.parts import whole

UNSURE = ("", "can't tell", "cant tell", "don't know", "dont know")
NOTICE_PROMPT = "number · Enter = can't tell > "
BELIEF_PROMPT = f"0 to {MOST} · Enter = can't tell > "


def read_notice(line: str, options: Sequence[str]) -> int | None:
    """The number of an option, from 1, by its number or words; None: can't tell. Raises Unstatable."""
    if _unsure(line):
        return None
    return pick_one(line, [Item(text, number) for number, text in enumerate(options, 1)])


def read_belief(line: str) -> int | None:
    """A whole number from 0 to 10; None: can't tell. Raises Unstatable."""
    return None if _unsure(line) else whole(line, MOST, f"a whole number from 0 to {MOST}", least=0)


def _unsure(line: str) -> bool:
    return line.strip().casefold().rstrip(".!").replace("’", "'") in UNSURE


def in_words(request: Request, value: Any) -> str | None:
    """An answer beside a trial in words; None for one to another question, or none."""
    if request.kind not in ("notice", "belief") or type(value) is not int:
        return None
    if request.kind == "notice" and 1 <= value <= len(request.options):
        return request.options[value - 1]
    return str(value)
