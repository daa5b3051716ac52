"""What can't be done, said so that whoever asked knows what to do."""

from __future__ import annotations

from collections.abc import Iterable

from normquest.text import nearest, sanitise

_MOST_NAMES = 12


class SessionError(Exception):
    """Something that was asked for can't be done; nothing was changed.

    `where` is what was looked at, `what` is wrong with it, `expected` what would have done, `todo` what
    helps. `usage`: the request itself was at fault, and not what it met. `str()` gives all as sentences.
    """

    def __init__(self, where: str, what: str, expected: str, todo: str, *, usage: bool = False) -> None:
        super().__init__(where, what, expected, todo)
        self.where = where
        self.what = what
        self.expected = expected
        self.todo = todo
        self.usage = usage

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (*self.args, self.usage)

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}. Expected: {self.expected}. {self.todo}."
        return sanitise(text, newlines=False)


def _again(where: str, what: str, expected: str, todo: str, usage: bool) -> SessionError:
    return SessionError(where, what, expected, todo, usage=usage)


def unknown(where: str, what: str, given: str, known: Iterable[str], todo: str) -> SessionError:
    """The error for a name that is none of those known; it names the nearest."""
    names = sorted(known)
    close = nearest(given, names)
    shown = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
    hint = f"Did you mean {close}? {todo}" if close else todo
    return SessionError(where, f"there is no {what} '{given[:60]}'", f"one of {shown}", hint, usage=True)
