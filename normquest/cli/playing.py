"""One sitting at the terminal: the open episode or a new one, to its debrief or until the player stops."""

from __future__ import annotations

import sys
from contextlib import suppress

from normquest import settings
from normquest.cli.desk import LESSON, Desk
from normquest.cli.on_screens import on_screens
from normquest.cli.output import say
from normquest.episode.records import ENGINE, Config
from normquest.front.debrief import debrief_page
from normquest.front.debriefing import debrief_of
from normquest.front.look import page
from normquest.front.pages import FAREWELL
from normquest.front.sittings import (
    Wish,
    begun,
    check_participant,
    described,
    drawn,
    left_open,
    next_seed,
)
from normquest.front.yes_no import read_yes_no
from normquest.newcomers.human import Prompted
from normquest.norms.unstatable import Unstatable
from normquest.plain.terminal import Closed, StdTerminal
from normquest.session.aids import Aids
from normquest.session.driving import drive_now
from normquest.session.errors import SessionError
from normquest.session.keeping import gate_of, resume
from normquest.session.live import Live
from normquest.session.notebook import Notebook
from normquest.session.worlds import open_world
from normquest.store import Store, open_store
from normquest.world.loader import LoadedWorld


def played(wish: Wish, plain: bool) -> int:
    """Play; gives the exit code. Raises WorldError, SessionError and StoreError before the first page."""
    loaded = open_world(wish.world)
    config = wish.config(loaded.world)
    check_participant(wish.participant)
    if not plain:
        return on_screens(wish)
    if sys.stdin is None or sys.stdout is None:
        raise SessionError(
            "normquest play",
            "there is nothing to read from or to write to",
            "a terminal or a pipe",
            "Leave standard input and output open",
        )
    terminal = StdTerminal()
    with open_store(settings.database_path()) as store:
        if store.notice:
            say(store.notice)
        try:
            sitting = _Sitting(store, terminal, loaded, config, wish)
            return sitting.play(sitting.open_one() or sitting.new_one())
        except Closed as closed:
            if closed.how == "broken":
                return 141
            return 130 if closed.how == "interrupt" else 0


class _Sitting:
    """What one command does."""

    def __init__(
        self, store: Store, terminal: StdTerminal, loaded: LoadedWorld, config: Config, wish: Wish
    ) -> None:
        self.store = store
        self.terminal = terminal
        self.loaded = loaded
        self.config = config
        self.wish = wish
        self.refused = 0

    def open_one(self) -> Live | None:
        """The episode that was left open, if the player wants to go on with it."""
        head = left_open(self.store, self.loaded, self.wish)
        if head is None:
            return None
        if head.key.engine != ENGINE:
            say(f"Episode {head.id} is open, but another version of the engine began it; it stays as it is.")
            return None
        self._write(described(head))
        if not self._yes("Go on with it?  y · n · Enter = y > "):
            self.refused = head.id
            return None
        self._patience()
        try:
            live = resume(self.store, head.id)
        except SessionError as error:
            say(str(error))
            self._write("It can't be gone on with, so you begin anew. What is stored of it stays there.")
            self.refused = head.id
            return None
        self._write("You take it up where you left it. /log shows what has happened.")
        return live

    def new_one(self) -> Live:
        """A new episode, on the seed that was named or on the first that the player does not know."""
        self._patience()
        first = next_seed(self.store, self.loaded, self.wish)
        drawing = drawn(self.loaded, self.config, self.wish.seed, first, say)
        return begun(self.store, self.loaded, drawing, self.config, self.wish, self.refused, say)

    def play(self, live: Live) -> int:
        """To the debrief, or until the player stops."""
        aids = Aids(self.store, live.number, live.config)
        desk = Desk(self.terminal, live, Notebook(settings.home(), live.number), aids)
        try:
            drive_now(live, Prompted(desk.answer), gate_of(self.store, live))
        except Closed as closed:
            if closed.how != "broken":
                self._write(FAREWELL)
            raise
        if live.status == "done":
            self.terminal.write(f"{debrief_page(debrief_of(self.store, live), self.terminal.look)}\n")
            lesson = desk.lessons.at("debrief")
            if lesson:
                self._write(f"{LESSON} {lesson}")
            self._write(f"Another: normquest play {self.wish.world}")
        elif live.status in ("stopped", "discarded"):
            self._write(f"Somebody who watched has ended this episode: it is {live.status}.")
        return 0

    def _yes(self, prompt: str) -> bool:
        while True:
            line = self.terminal.read(prompt)
            with suppress(Unstatable):
                return read_yes_no(line or "y") is not False
            self._write("y or Enter goes on with it, n begins another.")

    def _patience(self) -> None:
        if sys.stderr is not None and sys.stderr.isatty():
            say("Drawing a community. This takes a few seconds.")

    def _write(self, text: str) -> None:
        self.terminal.write(page(self.terminal.look, text))
