"""What is said of words that could not be taken."""

from __future__ import annotations

from normquest.front.look import Look, columns
from normquest.norms.unstatable import Unstatable

_MOST_EXPECTED = 6


def fault(error: Unstatable, look: Look) -> str:
    """Where it went wrong, what is wrong there, what was expected, and the nearest known words."""
    shown = error.expected[:_MOST_EXPECTED]
    more = [f"or {len(error.expected) - len(shown)} more"] if len(error.expected) > len(shown) else []
    rows = [
        ("where", named(error)),
        ("expected", " | ".join([*shown, *more])),
        ("nearest", error.nearest or ""),
    ]
    return "That can't be taken as it is.\n" + columns(look, [row for row in rows if row[1]])


def named(error: Unstatable) -> str:
    """What was not understood, and what is wrong with it."""
    where = error.where if len(error.where) <= 60 else f"{error.where[:60]}…"
    return f"'{where}' {error.problem}" if where else f"An empty line {error.problem}"
