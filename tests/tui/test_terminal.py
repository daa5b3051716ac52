"""In a real terminal: however the program ends, the terminal is whole; no colour and no glyph unasked."""

import os
import signal
from pathlib import Path

import pytest
from cli.conftest import home

from tui.real import Terminal

__all__ = ["home"]

HOME, FIRST = "Walk into a small community", "People here mind one thing."


def whole(terminal: Terminal) -> None:
    """The alternate screen left, cursor shown, mouse and paste off, keys echoed again."""
    assert b"\x1b[?1049h" in terminal.written and b"\x1b[?1003h" in terminal.written
    assert terminal.left_on() == set() and terminal.whole()
    assert b"Traceback" not in terminal.written


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(("args", "shown"), [((), HOME), (("play", "small", "--seed", "1"), FIRST)])
def test_a_signal_leaves_the_terminal_whole(
    home: Path, number: signal.Signals, args: tuple[str, ...], shown: str
) -> None:
    with Terminal(home, *args) as terminal:
        terminal.until(shown)
        terminal.signal(number)
        assert terminal.ended() == 128 + number
        whole(terminal)


def test_a_signal_before_the_first_page_does_so_too(home: Path) -> None:
    with Terminal(home) as terminal:
        terminal.until("\x1b[?1049h")
        terminal.signal(signal.SIGTERM)
        assert terminal.ended() == 128 + signal.SIGTERM
        whole(terminal)


def test_ctrl_q_and_ctrl_c_leave_it_whole(home: Path) -> None:
    with Terminal(home) as terminal:
        terminal.until(HOME)
        terminal.type("\x11")
        assert terminal.ended() == 0
        whole(terminal)


def test_a_window_that_is_closed_ends_the_program(home: Path) -> None:
    with Terminal(home, "play", "small", "--seed", "1") as terminal:
        terminal.until(FIRST)
        terminal.hang_up()
        terminal.signal(signal.SIGHUP)  # as the kernel sends it to the leader of the session
        assert terminal.ended() == 128 + signal.SIGHUP


@pytest.mark.parametrize("args", [(), ("play", "small")])
@pytest.mark.parametrize("apart", ["stdin", "stderr"])
def test_without_a_terminal_a_sentence_names_plain(home: Path, args: tuple[str, ...], apart: str) -> None:
    with Terminal(home, *args, apart=[apart]) as terminal:
        assert terminal.ended() == 2
        piped = terminal.process.stderr.read() if terminal.process.stderr else b""
        said = (terminal.written + piped).decode()
    assert "--plain" in said and "is no terminal" in said and "Traceback" not in said
    assert "\x1b" not in said


@pytest.mark.parametrize("closed", ["<&-", "2>&-"])
def test_a_closed_stream_is_no_terminal_either(home: Path, closed: str) -> None:
    import subprocess

    from session.handmade import _TESTS, command, environment

    line = f'"$@" {closed}'
    done = subprocess.run(
        ["sh", "-c", line, "sh", *command("play", "small")],
        cwd=_TESTS,
        env=environment(home),
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert closed == "2>&-" or (b"--plain" in done.stderr and b"Traceback" not in done.stderr)


def visited(terminal: Terminal) -> None:
    """Look at every screen: home, play, help, log, palette, statement, the acts, notes, debrief."""
    terminal.until(FIRST)
    for keys in ("\r", "\x1bOP", "\x1b", "/log\r", "\x1b", "\x10", "\x1b", "/state\r", "\x1b"):
        terminal.type(keys)


def test_no_color_means_not_one_colour(home: Path) -> None:
    with Terminal(home, "play", "small", "--seed", "1", NO_COLOR="1") as terminal:
        visited(terminal)
        terminal.type("/theme\r")
        terminal.type("/quit\r")
        assert terminal.ended() == 0
        assert terminal.colours() == []
        assert b"\x1b[1m" in terminal.written or b";1" in terminal.written  # weight says it instead
    with Terminal(home, "play", "small", "--seed", "2") as terminal:
        terminal.until(FIRST)
        assert len(terminal.colours()) > 20  # and where nobody asks, there are colours
        os.write(terminal.master, b"/quit\r")
        assert terminal.ended() == 0
