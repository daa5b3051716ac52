"""In a real terminal: however the program ends, the terminal is whole; no colour and no glyph unasked."""

import signal
import time
from pathlib import Path

import pytest

from normquest.store import StoreError, open_store
from tui.conftest import opened, top
from tui.quick import quick
from tui.real import Terminal
from tui.seen import check, segments
from tui.tour import PAGES, tour

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


def test_ctrl_q_leaves_it_whole(home: Path) -> None:
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


def test_a_window_that_is_closed_and_wakes_it_does_so_too(home: Path) -> None:
    """As tmux closes one: nothing that is written after that may be waited for, however much it is."""
    with Terminal(home, "play", "small", "--seed", "1") as terminal:
        terminal.until(FIRST)
        terminal.hang_up()
        for _ in range(3):
            terminal.signal(signal.SIGCONT)
            time.sleep(0.5)
        terminal.signal(signal.SIGHUP)
        assert terminal.ended() == 128 + signal.SIGHUP


@pytest.mark.parametrize("stopped", [False, True])
def test_being_woken_leaves_the_terminal_whole(home: Path, stopped: bool) -> None:
    with Terminal(home) as terminal:
        terminal.until(HOME)
        terminal.written = b""
        if stopped:
            terminal.signal(signal.SIGSTOP)
        terminal.signal(signal.SIGCONT)
        terminal.until(HOME)  # painted anew, whatever was written over it meanwhile
        terminal.type("\x11")
        assert terminal.ended() == 0
        whole(terminal)


@pytest.mark.parametrize("args", [(), ("play", "small")])
@pytest.mark.parametrize("apart", ["stdin", "stderr"])
def test_without_a_terminal_a_sentence_names_plain(home: Path, args: tuple[str, ...], apart: str) -> None:
    with Terminal(home, *args, apart=[apart]) as terminal:
        assert terminal.ended() == 2
        piped = terminal.process.stderr.read() if terminal.process.stderr else b""
        said = (terminal.written + piped).decode()
    assert "--plain" in said and "is no terminal" in said and "Traceback" not in said
    assert "\x1b" not in said


def test_a_database_that_cannot_be_used_is_said_before_any_page(home: Path) -> None:
    (home / "normquest.db").write_bytes(b"this is no database" * 100)
    with Terminal(home) as terminal:
        assert terminal.ended() == 1
        said = terminal.written.decode()
    assert "not a SQLite database" in said and "Traceback" not in said and "\x1b" not in said


def test_home_alone_makes_the_database(home: Path) -> None:
    with Terminal(home) as terminal:
        terminal.until(HOME)
        terminal.type("\x1b[B")
        end = time.monotonic() + 30
        while not _holds_tables(home / "normquest.db") and time.monotonic() < end:
            terminal.quiet()
        terminal.type("\x11")
        assert terminal.ended() == 0
    with open_store(home / "normquest.db", readonly=True) as store:
        assert store.episodes() == []


def _holds_tables(path: Path) -> bool:
    try:
        open_store(path, readonly=True).close()
    except StoreError:
        return False
    return True


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
    """Look at what opens over the first page: the next page, help, the log, the palette, a hypothesis."""
    terminal.until(FIRST)
    for keys in ("\r", "\x1bOP", "\x1b", "/log\r", "\x1b", "\x10", "\x1b", "/state\r", "\x1b", "/theme\r"):
        terminal.type(keys)


def test_no_color_means_not_one_colour(home: Path) -> None:
    with Terminal(home, "play", "small", "--seed", "1", NO_COLOR="1") as terminal:
        visited(terminal)
        terminal.type("/quit\r")
        assert terminal.ended() == 0
        assert terminal.colours() == []
        assert b"\x1b[1m" in terminal.written and b"\x1b[7m" in terminal.written  # weight says it instead
    with Terminal(home, "play", "small", "--seed", "2") as terminal:
        terminal.until(FIRST)
        assert len(terminal.colours()) > 20  # and where nobody asks, there are colours


def test_ascii_alone_is_written_and_nothing_moves_where_that_is_asked(home: Path) -> None:
    asked = {"NORMQUEST_ASCII": "1", "NORMQUEST_STILL": "1"}
    with Terminal(home, "play", "small", "--seed", "1", **asked) as terminal:
        visited(terminal)
        assert terminal.written.isascii()
        before = len(terminal.written)
        assert not terminal.stirs(1.5) and len(terminal.written) == before  # the cursor does not blink either
    with Terminal(home, "play", "small", "--seed", "2") as terminal:
        terminal.until(FIRST)
        terminal.quiet()
        assert "─".encode() in terminal.written and terminal.stirs(1.5)


async def test_every_page_does_without_colours_and_glyphs(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "NORMQUEST_ASCII", "NORMQUEST_STILL"):
        monkeypatch.setenv(name, "1")
    seen = []
    async with opened(None) as pilot:
        assert pilot.app.theme == "grey" and pilot.app.animation_level == "none"
        async for name in tour(pilot):
            seen.append(name)
            check(pilot)
            for segment in segments(pilot):
                assert segment.text.isascii(), (name, segment.text)
                style = segment.style
                assert style is None or style.color is style.bgcolor is None, (name, segment)
            if top(pilot) in ("MenuScreen", "LogScreen"):  # the row under the cursor can be told
                assert any(s.style and s.style.reverse and s.text.strip() for s in segments(pilot)), name
    assert seen == list(PAGES)


async def test_what_the_environment_asks_for_is_not_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NORMQUEST_ASCII", "1")
    async with opened(None) as pilot:
        await quick(pilot, "f9")
    monkeypatch.delenv("NORMQUEST_ASCII")
    async with opened(None) as pilot:
        assert not pilot.app.preferences.ascii and pilot.app.theme == "paper"
