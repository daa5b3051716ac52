"""What goes where: data to stdout, words to stderr, and a progress line where somebody is watching."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import click

from normquest.text import sanitise, wrap

_ODD = re.compile("[^ -~]")


def say(text: str) -> None:
    """Words for whoever sits there, on stderr."""
    click.echo(fitted(sanitise(text)), err=True)


def fitted(text: str) -> str:
    """The text for stderr: at a terminal, which would break it within words, in lines that fit."""
    watched = sys.stderr is not None and sys.stderr.isatty()
    return wrap(text, max(shutil.get_terminal_size((80, 24)).columns - 1, 20)) if watched else text


def show(text: str, gap: bool = False) -> None:
    """Plain text that was asked for, on stdout, ended by a line end; by an empty line for a `gap`."""
    click.echo(sanitise(text).rstrip("\n") + ("\n" if gap else ""))


def show_json(data: Any) -> None:
    """One value as one line of JSON on stdout, at once, for the next program in the pipe.

    What would act on a terminal or hide in it is escaped: it says the same, and does nothing.
    """
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    text = json.dumps(data, ensure_ascii=encoding != "utf8", allow_nan=False, default=_plain)
    click.echo(_ODD.sub(lambda match: _harmless(match[0]), text))


@lru_cache(maxsize=4096)
def _harmless(char: str) -> str:
    return char if sanitise(char) == char else json.dumps(char)[1:-1]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a {type(value).__name__} is no data")


def width() -> int:
    """Columns for tables: those of the terminal, at least 60 and at most 120."""
    return min(max(shutil.get_terminal_size((80, 24)).columns, 60), 120)


class Progress:
    """One line on stderr that is written over; nothing at all where stderr is no terminal."""

    def __init__(self) -> None:
        self._on = sys.stderr is not None and sys.stderr.isatty()
        self._long = 0

    def __call__(self, text: str) -> None:
        if self._on:
            shown = sanitise(text, newlines=False)[: width() - 1]
            click.echo(f"\r{shown.ljust(self._long)}", err=True, nl=False)
            self._long = len(shown)

    def clear(self) -> None:
        """Take the line away, for words or at the end."""
        if self._on and self._long:
            click.echo(f"\r{' ' * self._long}\r", err=True, nl=False)
            self._long = 0
