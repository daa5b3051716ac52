"""The two things a line-by-line front end needs of a terminal: to read a line and to write text."""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
from typing import Literal, Protocol, TextIO

from normquest.front.look import Look, asciified, look_for
from normquest.text import sanitise

MOST_CHARACTERS = 20_000
"""Of one line; the rest of a longer one is dropped."""


class Closed(Exception):
    """There is no more input: the end of it, Ctrl-C, a reader that went away, or the player's own wish.

    The log is written turn by turn, so whoever catches this has lost nothing and says "saved".
    """

    def __init__(self, how: Literal["end", "interrupt", "broken", "quit"]) -> None:
        super().__init__(how)
        self.how = how


class Terminal(Protocol):
    """Where pages go and lines come from."""

    def read(self, prompt: str) -> str:
        """The next line as typed, without its end. Raises Closed."""

    def write(self, text: str) -> None:
        """Show the text, which ends with its own line end. Raises Closed."""


class StdTerminal:
    """A terminal or a pipe: standard input and output, unless other streams are given.

    Input is read as UTF-8 and output written in the stream's own encoding;
    what either cannot say is replaced, never an error. Nothing is written
    that has not passed `sanitise`.
    """

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self._in = sys.stdin if source is None else source
        self._out = sys.stdout if sink is None else sink
        if isinstance(self._in, io.TextIOWrapper):
            with contextlib.suppress(io.UnsupportedOperation):  # bytes were read already: keep its encoding
                self._in.reconfigure(encoding="utf-8", errors="replace")
        if isinstance(self._out, io.TextIOWrapper):
            self._out.reconfigure(errors="replace")
        self._edits = self._in is sys.stdin and self._out is sys.stdout and self._in.isatty()
        if self._edits:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - gives input() its line editing and history

    @property
    def look(self) -> Look:
        """The look that suits it now."""
        return look_for(shutil.get_terminal_size().columns, self._out.encoding or "ascii")

    def read(self, prompt: str) -> str:
        """The next line. At a terminal with line editing and history."""
        shown = self._shown(prompt)
        try:
            if self._edits and self._out.isatty():
                return input(shown)[:MOST_CHARACTERS]
            self._out.write(shown)
            self._out.flush()
            line = self._line()
        except KeyboardInterrupt:
            raise self._closed("interrupt") from None
        except EOFError:
            raise self._closed("end") from None
        except (OSError, ValueError):  # a closed stream raises ValueError
            raise Closed("broken") from None
        if not line:
            raise self._closed("end")
        return line.rstrip("\r\n")

    def _line(self) -> str:
        line = rest = self._in.readline(MOST_CHARACTERS)
        while len(rest) == MOST_CHARACTERS and not rest.endswith("\n"):
            rest = self._in.readline(MOST_CHARACTERS)
        return line

    def _closed(self, how: Literal["end", "interrupt"]) -> Closed:
        """What to raise; what is said next starts on a line of its own."""
        with contextlib.suppress(OSError, ValueError):
            self._out.write("\n")
            self._out.flush()
        return Closed(how)

    def write(self, text: str) -> None:
        """Show the text at once."""
        try:
            self._out.write(self._shown(text))
            self._out.flush()
        except KeyboardInterrupt:
            raise Closed("interrupt") from None
        except (OSError, ValueError):
            raise Closed("broken") from None

    def _shown(self, text: str) -> str:
        safe = sanitise(text)
        return asciified(safe) if self.look.ascii else safe
