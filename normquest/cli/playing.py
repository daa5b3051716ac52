"""One sitting at the terminal: the open episode or a new one, to its debrief or until the player stops."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, islice

from normquest import settings
from normquest.bank.draw import NoDraw
from normquest.cli.debriefing import debrief_of
from normquest.cli.desk import Desk
from normquest.cli.output import say
from normquest.episode.records import ENGINE, Config
from normquest.newcomers.human import Prompted
from normquest.norms.unstatable import Unstatable
from normquest.plain.debrief import debrief_page
from normquest.plain.look import page
from normquest.plain.pages import FAREWELL
from normquest.plain.questions import read_yes_no
from normquest.plain.terminal import Closed, StdTerminal
from normquest.session.drawing import Drawing, draw_case, key_of
from normquest.session.driving import drive_now
from normquest.session.errors import SessionError
from normquest.session.keeping import finished, gate_of, resume, start
from normquest.session.live import Live
from normquest.session.newcomers import HUMAN
from normquest.session.notebook import Notebook
from normquest.session.setting_aside import set_aside
from normquest.session.switches import config_from
from normquest.session.worlds import open_world
from normquest.store import EpisodeRow, Store, open_store
from normquest.text import sanitise
from normquest.world.loader import LoadedWorld

MOST_TRIES = 40
"""Seeds tried one after the other where the player named none."""


@dataclass(frozen=True)
class Wish:
    """What was typed."""

    world: str
    seed: int | None
    arm: str | None
    level: str | None
    participant: str


def played(wish: Wish) -> int:
    """Play; gives the exit code. Raises WorldError, SessionError and StoreError before the first page."""
    loaded = open_world(wish.world)
    config = config_from((), arm=wish.arm or "both", level=wish.level)
    _check_participant(wish.participant)
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


def _check_participant(code: str) -> None:
    if not 1 <= len(code) <= 40 or sanitise(code, newlines=False) != code or code != code.strip():
        raise SessionError(
            "--participant", "this is no short name", "1 to 40 characters", "Give another", usage=True
        )


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
        head = next((h for h in reversed(self._heads("running")) if self._fits(h)), None)
        if head is None:
            return None
        if head.key.engine != ENGINE:
            say(f"Episode {head.id} is open, but another version of the engine began it; it stays as it is.")
            return None
        when = head.started[:16].replace("T", " ")
        place = f"seed {head.key.seed} here ({head.key.arm}, {head.config.get('level')})"
        self._write(f"You have not finished {place}, begun on {when} (UTC).")
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
        drawing = self._drawn()
        rep = 0
        while True:
            key = key_of(self.loaded, drawing, self.config, HUMAN, rep=rep, participant=self.wish.participant)
            head = self.store.episode(key)
            if head is None or not finished(head):
                break
            rep += 1
        if rep:
            say(f"You have played seed {drawing.seed} before, so this counts as repetition {rep + 1}.")
        if head is not None and head.id == self.refused:
            set_aside(self.store, head)
            say(f"Episode {head.id} is set aside; you begin anew.")
        participant = self.wish.participant
        return start(self.store, self.loaded, drawing, self.config, HUMAN, rep=rep, participant=participant)

    def play(self, live: Live) -> int:
        """To the debrief, or until the player stops."""
        desk = Desk(self.terminal, live, Notebook(settings.home(), live.number))
        try:
            drive_now(live, Prompted(desk.answer), gate_of(self.store, live))
        except Closed as closed:
            if closed.how != "broken":
                self._write(FAREWELL)
            raise
        if live.status == "done":
            self.terminal.write(f"{debrief_page(debrief_of(self.store, live), self.terminal.look)}\n")
            self._write(f"Another: normquest play {self.wish.world}")
        elif live.status in ("stopped", "discarded"):
            self._write(f"Somebody who watched has ended this episode: it is {live.status}.")
        return 0

    def _heads(self, *status: str) -> list[EpisodeRow]:
        heads = self.store.episodes(
            world=self.loaded.world.id, newcomer=HUMAN, participant=self.wish.participant
        )
        return [head for head in heads if not status or head.status in status]

    def _fits(self, head: EpisodeRow) -> bool:
        """Whether an open episode may be meant: nothing that was typed says otherwise."""
        wish, key = self.wish, head.key
        return (
            (wish.seed is None or key.seed == wish.seed)
            and (wish.arm is None or key.arm == wish.arm)
            and (wish.level is None or head.config.get("level") == wish.level)
        )

    def _drawn(self) -> Drawing:
        self._patience()
        if self.wish.seed is not None:
            try:
                return draw_case(self.loaded.world, self.wish.seed, self.config)
            except NoDraw as error:
                raise self._rejected(f"seed {self.wish.seed} does not draw", error) from None
        first = max((head.key.seed for head in self._heads()), default=0) + 1
        last: NoDraw | None = None
        for seed in islice(count(first), MOST_TRIES):
            try:
                return draw_case(self.loaded.world, seed, self.config)
            except NoDraw as error:
                last = error
                say(f"Seed {seed} draws no question that can be answered; trying {seed + 1}.")
        assert last is not None
        raise self._rejected(f"none of the seeds {first} to {first + MOST_TRIES - 1} draws", last)

    def _rejected(self, which: str, error: NoDraw) -> SessionError:
        reasons = "; ".join(error.reasons[:3]) or str(error)
        return SessionError(
            self.loaded.world.id,
            f"{which} a question that can be answered ({reasons})",
            "a seed whose draw is accepted",
            "Leave --seed out, or name another; `normquest worlds check` says which are accepted",
        )

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
