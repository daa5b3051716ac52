"""`watch` in a terminal of its own: what reaches it, and how it is left."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from session.handmade import command, environment

from normquest.store import open_store

ENTERS, LEAVES = b"\x1b[?1049h", b"\x1b[?1049l"
PATIENCE = 90.0


class Terminal:
    """A command in a terminal; keeps all that is written to it."""

    def __init__(self, home: Path, *args: str) -> None:
        self.text = b""
        self.child, self.side = pty.fork()
        if self.child == 0:
            os.chdir(Path(__file__).parents[1])
            line = command(*args)
            more = {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "36"}
            os.execve(line[0], line, environment(home, **more))

    def until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, self.text[-2000:]
            self._read()

    def ended(self) -> int:
        """The exit code."""
        end = time.monotonic() + PATIENCE
        while True:
            number, status = os.waitpid(self.child, os.WNOHANG)
            if number:
                while self._read():
                    pass
                os.close(self.side)
                return os.waitstatus_to_exitcode(status)
            assert time.monotonic() < end, self.text[-2000:]
            self._read()

    def _read(self) -> bool:
        if not select.select([self.side], [], [], 0.05)[0]:
            return False
        try:
            more = os.read(self.side, 65536)
        except OSError:  # the other side is closed
            return False
        self.text += more
        return bool(more)


def test_no_escape_of_a_model_reaches_the_terminal_which_is_left_as_it_was(home: Path) -> None:
    evil = "\x1b]0;owned\x07\x1b[2Jcleared\x9b31mred [@click=app.exit]here[/]"
    replies = {"act": [f"{evil}\nact: 1"], "statement": [f"{evil}\nrule: none\nsure: 50"], "forecast": [evil]}
    (home / "evil.json").write_text(json.dumps(replies), encoding="utf-8")
    terminal = Terminal(home, "watch", "small", "--model", f"fake:{home / 'evil.json'}", "--seed", "1")

    def done() -> bool:
        if b"cleared" not in terminal.text:
            return False
        with open_store(home / "normquest.db", readonly=True) as store:
            head = store.episode(1)
        return head is not None and head.status == "done"

    terminal.until(done)
    os.write(terminal.side, b"\x1b")
    assert terminal.ended() == 0
    assert b"owned" not in terminal.text and b"\x9b31m" not in terminal.text
    assert b"\x1b[2Jcleared" not in terminal.text and b"[@click=app.exit]here[/]" in terminal.text
    assert terminal.text.rfind(LEAVES) > terminal.text.rfind(ENTERS) >= 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_terminal_and_store_in_order(home: Path, number: signal.Signals) -> None:
    args = ("watch", "small", "--model", "fake:first", "--model-arg", "delay=300", "--seed", "1")
    terminal = Terminal(home, *args)
    terminal.until(lambda: b"calling" in terminal.text)
    os.kill(terminal.child, number)
    assert terminal.ended() == 128 + number
    assert terminal.text.rfind(LEAVES) > terminal.text.rfind(ENTERS) >= 0
    with open_store(home / "normquest.db", readonly=True) as store:
        assert store.interrupted() == {1} and store.totals(episode=1).pending == 1
