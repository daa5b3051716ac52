"""What `watch` does: on screens, or line by line."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from normquest import settings
from normquest.cli.errors import Refused
from normquest.cli.output import say, show
from normquest.cli.retelling import Retelling
from normquest.cli.stopping import code_of, signals_stop
from normquest.episode.records import Decision
from normquest.front.look import Look, columns
from normquest.front.reply import parted
from normquest.front.story import Story, understood
from normquest.newcomers.models.spec import ModelSpec
from normquest.plain.terminal import StdTerminal
from normquest.session.errors import SessionError
from normquest.session.keeping import head_of
from normquest.session.running.means import Means
from normquest.session.switches import config_from
from normquest.session.watching.playing import Playing, Wanted, check_wanted
from normquest.session.watching.source import News, Source
from normquest.session.worlds import open_world
from normquest.store import open_store

LOOK = 0.1
"""Seconds between two looks at what is new."""


def wanted_from(
    world: str,
    newcomer: str | None,
    spec: ModelSpec | None,
    seed: int | None,
    arm: str,
    level: str | None,
    switches: tuple[str, ...],
    speed: Any,
    means: Means,
) -> Wanted:
    """What was asked for, checked. Raises SessionError and WorldError."""
    loaded = open_world(world)
    config = config_from(switches, arm=arm, level=level)
    name = spec.name if spec is not None else str(newcomer)
    wanted = Wanted(loaded, config, name, spec, seed, means, speed or ("calm" if spec is None else "full"))
    check_wanted(wanted)
    return wanted


def played(wanted: Wanted) -> int:
    """Play it here, on screens; gives the exit code. Raises SessionError where there is no terminal."""
    from normquest import tui

    check_terminal("normquest watch", "`normquest watch … --plain`")
    with open_store(settings.database_path()) as store:
        if store.notice:
            say(store.notice)
        return tui.watch(store, wanted)


def look_at(number: int, replay: bool = False) -> int:
    """A stored episode on screens; gives the exit code. Raises SessionError."""
    from normquest import tui

    where, instead = "normquest watch", f"`normquest watch {number} --plain`"
    if replay:
        where, instead = "normquest replay", f"`normquest replay {number}`"
    check_terminal(where, instead)
    with open_store(settings.database_path()) as store:
        head_of(store, number)
        return tui.look_at(store, number, replay)


def check_terminal(where: str, instead: str) -> None:
    """Raises SessionError, naming what works without a terminal, where screens cannot be shown."""
    from normquest import tui

    missing = tui.missing_terminal()
    if missing:
        raise SessionError(
            where,
            missing,
            "a terminal to show screens on",
            f"For pipes and screen readers: {instead}",
            usage=True,
        )


def played_plain(wanted: Wanted) -> int:
    """Play it here, line by line; gives the exit code. Raises what keeps it from being played."""
    path = settings.database_path()
    playing = Playing(path, wanted)
    with signals_stop():
        playing.begin()
        try:
            said = ""
            while not playing.number and not playing.over:
                if playing.said != said:
                    said = playing.said
                    say(said)
                time.sleep(LOOK / 2)
            if playing.number:
                say(f"Episode {playing.number}.")
                with Source(path, playing.number) as source:
                    _follow(source, lambda: playing.over)
        except KeyboardInterrupt as stop:
            raise Refused("Stopped. The same command goes on where it was.", code_of(stop)) from None
        finally:
            playing.stop()
    if playing.trouble is not None:
        raise playing.trouble
    if playing.halted:
        raise Refused(
            f"The model is called no more: {playing.halted}. The same command goes on with more means."
        )
    return 0


def told(number: int) -> int:
    """A stored episode line by line, as far as it goes and as it goes on; gives the exit code."""
    path = settings.database_path()
    with open_store(path, readonly=True) as store:
        left = number in store.interrupted()
    with signals_stop(), Source(path, number) as source:
        try:
            _follow(source, lambda: left)
        except KeyboardInterrupt as stop:
            raise Refused("You watch no longer; it goes on.", code_of(stop)) from None
    if left:
        say(f"Nobody is at episode {number} any more; the run that left it goes on with it.")
    return 0


def _follow(source: Source, over: Callable[[], bool]) -> None:
    """Tell what there is and what comes, until the episode has ended or nothing more will come."""
    telling = Telling(StdTerminal().look)
    while True:
        ended = over() or source.head.status != "running"
        news = source.news()
        if news is not None:
            _tell(telling, news)
        elif ended:
            break
        else:
            time.sleep(LOOK)
    head = source.head
    if head.status == "infra_error":
        raise Refused(f"Episode {head.id} failed: {head.error}")
    if head.status != "running":
        say(f"Episode {head.id} is {head.status}.")


def _tell(telling: Telling, news: News) -> None:
    for record in news.records:
        text = telling.tell(record)
        if text:
            show(text, gap=True)


class Telling(Retelling):
    """A retelling with each reply as it came, what was understood of it, and the outcome."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._story = Story()

    def tell(self, record: Any) -> str:
        self._story.fold([record])
        return super().tell(record)

    def _answer(self, decision: Decision) -> str:
        page = self._story.pages[-1]
        if page.request.kind == "continue":
            return ""
        thoughts, reply = parted(decision.raw)
        rows = [
            ("thought", thoughts),
            ("reply", reply),
            ("understood", understood(page)),
            ("outcome", decision.outcome + (f", {decision.ms / 1000:.1f} s" if decision.calls else "")),
        ]
        lines = [
            (label if number == 0 else "", line)
            for label, text in rows
            for number, line in enumerate(text.splitlines())
        ]
        return columns(self.look, lines)
