"""The gate that a driver waits at before each request: go on, at some speed, pause, step, or stop here."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from normquest.store.rows import SPEEDS, Command, Speed

Verdict = Literal["go", "wait", "score", "discard"]
"""`score` is "stop and score what is there", `discard` "stop and forget"."""

NAP = 0.05
"""Seconds between two looks at a closed gate."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the commands so far have set: whether it is paused, and how fast it goes on."""

    paused: bool = False
    speed: Speed = "full"

    def after(self, command: Command) -> Setting:
        """The same with one command more."""
        if command in SPEEDS:
            return Setting(self.paused, command)  # type: ignore[arg-type]
        if command in ("pause", "step", "resume"):
            return Setting(command != "resume", self.speed)
        return self


class Gate:
    """Open, unless somebody paused it. `hear` takes commands from anywhere in the same thread.

    At a slower speed it opens so many seconds after it has opened last. `listen` gives the commands that
    others left since the last time, for example in the store.
    """

    def __init__(
        self, listen: Callable[[], Sequence[Command]] | None = None, *, paused: bool = False
    ) -> None:
        self.setting = Setting(paused)
        self._listen = listen
        self._opened = float("-inf")
        self._steps = 0
        self._stop: Verdict | None = None

    @property
    def paused(self) -> bool:
        """Whether it stands still but for steps."""
        return self.setting.paused

    def hear(self, command: Command) -> None:
        """Take one command. Once told to stop, the gate never opens again."""
        self.setting = self.setting.after(command)
        match command:
            case "pause":
                self._steps = 0
            case "step":
                self._steps += 1
            case "score" | "discard":
                self._stop = command

    def stop(self) -> Verdict | None:
        """The word to stop, if it was given."""
        for command in self._listen() if self._listen is not None else ():
            self.hear(command)
        return self._stop

    def ask(self) -> Verdict:
        """Whether the next request may be put; a step that was allowed is used up by the answer "go"."""
        if (stop := self.stop()) is not None:
            return stop
        if not self.paused:
            moment = time.monotonic()
            if moment - self._opened < SPEEDS[self.setting.speed]:
                return "wait"
            self._opened = moment
            return "go"
        if self._steps:
            self._steps -= 1
            return "go"
        return "wait"
