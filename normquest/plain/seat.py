"""A seat in a society line by line: what is new of what a member is told, the question, the answer."""

from __future__ import annotations

import asyncio
import time

from normquest.front.look import Look, page
from normquest.front.societies.about import about_of
from normquest.front.societies.asking import Filling
from normquest.front.societies.debrief import debrief
from normquest.front.societies.fold import Fold
from normquest.front.societies.reading import sheet_of
from normquest.front.societies.sitting import Sitting
from normquest.plain.terminal import Closed, Terminal
from normquest.society.games import game_of
from normquest.society.records import Reply
from normquest.society.state import Request
from normquest.text import sanitise

HELP = (
    "Type what you say, or a number. Ratings and expectations may be given one after the other or all in one "
    "line, such as 0.5 -1 0.\n"
    "/all shows all that you have been told · /back takes the last number back · /quit stops here; "
    "everything is saved."
)


class Seat:
    """One sitting at a terminal."""

    def __init__(self, terminal: Terminal, look: Look, sitting: Sitting) -> None:
        self.terminal = terminal
        self.look = look
        self.sitting = sitting
        self.shown: set[str] = set()
        self._told: tuple[int, tuple[str, ...]] = (0, ())

    def play(self) -> None:
        """To the debrief. Raises Closed where the person stops."""
        with asyncio.Runner() as runner:
            while (request := runner.run(self.sitting.until_asked())) is not None:
                reply = self._answer(request)
                runner.run(self.sitting.answer(reply))
        live = self.sitting.live
        fold = Fold(about_of(live.society, live.key, live.config), game_of(live.society))
        fold.take(live.records)
        rows = debrief(fold, self.sitting.me, self.look.width, self.look.ascii)
        self._write("", "\n".join("".join(text for text, _ in row).rstrip() for row in rows))

    def _answer(self, request: Request) -> Reply:
        began = time.monotonic()
        sheet = sheet_of(request, self.shown)
        self.shown |= set(sheet.lines)
        last, told = self._told
        since = len(told) if last == request.round and sheet.now[: len(told)] == told else 0
        self._told = (request.round, sheet.now)
        self._write(*sheet.fresh, *sheet.now[since:])  # what stands above is not told again
        self._write(*sheet.question)
        filling = Filling(request)
        while (entry := filling.entry) is not None:
            line = self.terminal.read(f"{entry.prompt} ({entry.how}) > ")
            if line.startswith("/") or line.strip() == "?":
                self._command(line.strip().casefold(), request, filling)
            elif refused := filling.enter(line):
                self._write(refused)
        return filling.reply(round((time.monotonic() - began) * 1000))

    def _command(self, name: str, request: Request, filling: Filling) -> None:
        match name:
            case "/quit":
                raise Closed("quit")
            case "/all":
                self._write(*request.text.split("\n"))
            case "/back":
                self._write("" if filling.back() else "There is nothing to take back.")
            case "/help" | "?":
                self._write(HELP)
            case _:
                self._write("There is no such command. There are /all · /back · /help · /quit.")

    def _write(self, *lines: str) -> None:
        text = "\n".join(sanitise(line) for line in lines)
        if text.strip():
            self.terminal.write(f"{page(self.look, text)}\n")
