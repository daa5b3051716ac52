"""A program in a real terminal (a pty): what it writes, which modes it leaves, how it ends."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from session.handmade import _TESTS, command, environment

_MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
_COLOUR = re.compile(rb"\x1b\[([0-9;:]*)m")
_KITTY = re.compile(rb"\x1b\[([<>])[0-9]*u")

_ALONE = re.compile(r"[34][0-9]|9[0-7]|10[0-7]")
"""Parameters that set a colour; 39 and 49 are left out below, since they take one away."""

ON_BY_ITSELF = {"7", "25"}
"""Modes a terminal starts with: lines wrap, the cursor shows."""


class Terminal:
    """Runs `normquest …` on the case made by hand. `apart`: a stream that is a pipe and no terminal."""

    def __init__(
        self,
        home: Path,
        *args: str,
        size: tuple[int, int] = (80, 24),
        apart: Sequence[str] = (),
        **more: str,
    ) -> None:
        self.master, self._slave = pty.openpty()
        columns, rows = size
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = termios.tcgetattr(self._slave)
        environ = {**environment(home), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for name in ("NO_COLOR", "NORMQUEST_ASCII", "NORMQUEST_STILL", "COLUMNS", "LINES"):
            environ.pop(name, None)
        ends = {name: subprocess.PIPE if name in apart else self._slave for name in ("stdout", "stderr")}
        self.process = subprocess.Popen(
            command(*args),
            cwd=_TESTS,
            env={**environ, "PYTHONIOENCODING": "utf-8", **more},
            stdin=subprocess.DEVNULL if "stdin" in apart else self._slave,
            start_new_session=True,
            **ends,
        )
        self.written = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        self.hang_up()
        os.close(self._slave)

    def hang_up(self) -> None:
        """Close the terminal's window."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        self.written += os.read(self.master, 65536)
        return True

    def until(self, *texts: str, seconds: float = 40) -> None:
        """Read on until one of these texts has been written; earlier ones count too."""
        end = time.monotonic() + seconds
        while not any(text.encode() in self.written for text in texts):
            assert time.monotonic() < end and self.process.poll() is None, self.written[-1500:]
            self._read(0.1)

    def quiet(self, seconds: float = 0.3) -> None:
        """Read on until nothing has been written for a while."""
        while self._read(seconds):
            pass

    def stirs(self, seconds: float) -> bool:
        """Whether anything is written in that time although nobody does anything."""
        return self._read(seconds)

    def type(self, keys: str) -> None:
        """Type, then let it settle."""
        os.write(self.master, keys.encode())
        self.quiet()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program."""
        self.process.send_signal(number)

    def ended(self, seconds: float = 30) -> int:
        """Wait for the end, reading; gives the exit code."""
        end = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < end, "it does not end"
            if self.master >= 0:
                self._read(0.05)
            else:
                time.sleep(0.05)
        if self.master >= 0:
            self.quiet(0.2)
        return self.process.returncode

    def left_on(self) -> set[str]:
        """The modes that are not as they were before the program started."""
        now = dict.fromkeys(ON_BY_ITSELF, True)
        for numbers, to in _MODE.findall(self.written):
            now |= dict.fromkeys(numbers.decode().split(";"), to == b"h")
        changed = {mode for mode, on in now.items() if on != (mode in ON_BY_ITSELF)}
        pushed = sum(1 if to == b">" else -1 for to in _KITTY.findall(self.written))
        return changed | ({"keyboard"} if pushed > 0 else set())

    def whole(self) -> bool:
        """Whether keys are read and echoed as before."""
        return termios.tcgetattr(self._slave) == self.before

    def colours(self) -> list[str]:
        """Every sequence written that sets a colour."""
        found = []
        for sequence in _COLOUR.findall(self.written):
            for part in re.split("[;:]", sequence.decode()):
                if _ALONE.fullmatch(part) and part not in ("39", "49"):
                    found.append(sequence.decode())
        return found
