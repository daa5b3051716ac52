"""Hostile text as a world's words, as a reply, as typed: nothing crashes, acts on the terminal, or fires."""

import io
import re
import signal
import unicodedata
from contextlib import suppress
from pathlib import Path

from newcomers.hostile import strings
from newcomers.test_hostile import ACTING
from rich.segment import Segment
from session.cases import live_of
from textual.color import Color

from normquest.cli.desk import Desk
from normquest.episode.records import Decision, Request
from normquest.plain.terminal import Closed, StdTerminal
from normquest.session.aids import Aids
from normquest.session.live import Live
from normquest.session.notebook import Notebook
from normquest.store import open_store
from normquest.text import sanitise
from normquest.tui.filters.harmless import Harmless
from tui.conftest import opened, stored, to_the_act, top
from tui.foreign import KINDS, as_a_reply, as_a_statement, as_a_world, as_typed, request
from tui.quick import quick
from tui.real import Terminal

MORE = (
    "[red]",
    "[@click=app.quit]",
    "[@click=app.exit()]x[/]",
    "[@click='screen.choose(1)']1[/]",
    "Zoë",
    "a\u0301" * 400,
    "Z" + "\u0335\u0336\u0337" * 80,
    "染" * 90,
    "👩\u200d👩\u200d👧 " * 20,
    "\x1b[6n",
    "\x1bc",
    "\u2028",
    "\x00" * 50,
)
"""What terminals and Textual mind, besides what models may reply."""


def foreign(count: int) -> list[str]:
    """So many strings."""
    return [*MORE, *strings(count)][:count]


async def shown_everywhere(texts: list[str]) -> None:
    """As a world's words and as replies, ten at a time; no act is taken and nobody is thrown out."""
    async with opened() as pilot:
        await to_the_act(pilot)
        asked = pilot.app.screen.asked
        for number, start in enumerate(range(0, len(texts), 10)):
            ten = texts[start : start + 10]
            await as_a_world(pilot, ten, KINDS[number % len(KINDS)])
            await as_a_reply(pilot, ten, asked)
            assert top(pilot) == "PlayScreen" and pilot.app.screen.asked is asked and pilot.app.is_running


async def typed_everywhere(home: Path, texts: list[str]) -> None:
    """Each at the prompt, some as a note and as a hypothesis; an act is taken only where it was said."""
    async with opened() as pilot:
        await to_the_act(pilot)
        for number, text in enumerate(texts):
            before = pilot.app.screen.asked
            await as_typed(pilot, text)
            while top(pilot) != "PlayScreen":  # a command such as /log
                await quick(pilot, "escape")
            if pilot.app.screen.asked is not before:
                said = unicodedata.normalize("NFKC", sanitise(text)).strip().splitlines()[0]
                said = "".join(char for char in said if not unicodedata.combining(char))
                assert re.fullmatch(r"[#\w .):]+", said), ascii(text)[:200]
                assert before.kind == pilot.app.screen.asked.kind == "act"
            elif number % 4 == 0:
                await as_typed(pilot, f"/notes {text}")
                while top(pilot) != "PlayScreen":  # the notebook, where nothing was left to write down
                    await quick(pilot, "escape")
                await as_a_statement(pilot, text)
    raw = [one.raw for one in stored(home) if isinstance(one, Decision)]
    assert not [one for one in raw if ACTING.search(one)]


def plainly(texts: list[str], folder: Path) -> None:
    """All of it line by line: every request full of each text, which is also what is typed."""
    live = live_of()
    live.begin()
    like = live.request
    assert like is not None
    with open_store(folder / "aids.db") as store:
        _plainly(texts, folder, live, like, Aids(store, 1, live.config))


def _plainly(texts: list[str], folder: Path, live: Live, like: Request, aids: Aids) -> None:
    for number, text in enumerate(texts):
        sink = io.BytesIO()
        typed = io.TextIOWrapper(io.BytesIO(f"{text}\n/notes {text}\n/x {text}\n".encode(errors="replace")))
        terminal = StdTerminal(typed, io.TextIOWrapper(sink, encoding="utf-8", newline=""))
        desk = Desk(terminal, live, Notebook(folder, number), aids)
        kind = KINDS[1 + number % 3]
        with suppress(Closed):
            for _ in range(5):  # a text of a thousand lines is a thousand answers
                desk.answer(request([text], like, kind), live.seen)
        shown = sink.getvalue().decode()
        assert shown and not ACTING.search(shown), ascii(shown)[:300]


async def test_foreign_text_is_shown_and_does_nothing(home: Path) -> None:
    await shown_everywhere(foreign(30))


async def test_foreign_text_is_typed_and_does_nothing_unsaid(home: Path) -> None:
    await typed_everywhere(home, foreign(20))


def test_foreign_text_line_by_line(tmp_path: Path) -> None:
    plainly(foreign(150), tmp_path)


def test_the_last_look_at_a_line_keeps_its_width() -> None:
    for text in foreign(300):
        for line in text.split("\n"):
            segment = Segment(line[:500])
            (seen,) = Harmless().apply([segment], Color(0, 0, 0))
            assert not ACTING.search(seen.text) and seen.cell_length == segment.cell_length, ascii(line)[:200]


def test_what_is_pasted_at_a_real_terminal_reaches_it_as_text(home: Path) -> None:
    with Terminal(home, "play", "small", "--seed", "1") as terminal:
        terminal.until("People here mind one thing.")
        terminal.type("\x1b[200~\x1b]0;owned\x07\x9b31mstill here\x1b[?1047h\x1b[201~")
        terminal.until("still here")  # whatever else the machine has to do
        assert b"\x1b]0;" not in terminal.written and b"\x1b[?1047h" not in terminal.written
        assert "\x9b".encode() not in terminal.written
        terminal.signal(signal.SIGTERM)
        assert terminal.ended() == 128 + signal.SIGTERM and terminal.left_on() == set()
