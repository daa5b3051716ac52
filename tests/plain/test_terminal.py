"""Reading lines and writing text on real streams, whatever is in them and however they end."""

from __future__ import annotations

import io

import pytest

from normquest.plain.terminal import Closed, StdTerminal, Terminal


def terminal(typed: bytes, encoding: str = "utf-8") -> tuple[StdTerminal, io.BytesIO]:
    """A terminal at which these bytes are typed, and what it wrote."""
    shown = io.BytesIO()
    source = io.TextIOWrapper(io.BytesIO(typed), encoding="ascii", newline="")
    return StdTerminal(source, io.TextIOWrapper(shown, encoding=encoding, newline="")), shown


def test_lines_come_without_their_ends_and_the_end_closes() -> None:
    term, shown = terminal("bow Zoë\r\nwait\nlast".encode())
    a_terminal: Terminal = term
    assert [a_terminal.read("> ") for _ in range(3)] == ["bow Zoë", "wait", "last"]
    with pytest.raises(Closed) as closed:
        term.read("> ")
    assert closed.value.how == "end"
    assert shown.getvalue() == b"> > > > \n"


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert terminal(b"bow \xff\xfe maud\n")[0].read("") == "bow \ufffd\ufffd maud"


def test_a_line_that_never_ends_is_cut_and_the_next_is_whole() -> None:
    term, _ = terminal(b"x" * 100_000 + b"\nwait\n")
    assert term.read("") == "x" * 20_000
    assert term.read("") == "wait"


def test_what_is_written_is_safe_and_fits_the_encoding() -> None:
    term, shown = terminal(b"")
    term.write("\x1b[31mMaud ▲\x07 nods\u202e.\n")
    assert shown.getvalue().decode() == "Maud ▲ nods.\n"
    term, shown = terminal(b"", "ascii")
    assert term.look.ascii
    term.write("Zoë ▲ · “so”\n")
    assert shown.getvalue() == b'Zo? ! . "so"\n'


class Interrupting(io.StringIO):
    """A stream at which Ctrl-C is pressed."""

    def readline(self, size: int | None = -1, /) -> str:
        raise KeyboardInterrupt


class Gone(io.StringIO):
    """A pipe whose reader went away."""

    def write(self, text: str, /) -> int:
        raise BrokenPipeError


def test_ctrl_c_closes() -> None:
    shown = io.StringIO()
    with pytest.raises(Closed) as closed:
        StdTerminal(Interrupting(), shown).read("> ")
    assert closed.value.how == "interrupt"
    assert shown.getvalue() == "> \n"


def test_a_reader_that_went_away_closes() -> None:
    term = StdTerminal(io.StringIO("wait\n"), Gone())
    for use in (lambda: term.write("Maud nods.\n"), lambda: term.read("> ")):
        with pytest.raises(Closed) as closed:
            use()
        assert closed.value.how == "broken"


def test_a_closed_stream_closes() -> None:
    source = io.StringIO("wait\n")
    source.close()
    with pytest.raises(Closed):
        StdTerminal(source, io.StringIO()).read("> ")
