"""The gate that a driver waits at before each request: go on, pause, a step at a time, or stop here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from normquest.store.rows import Command

Verdict = Literal["go", "wait", "score", "discard"]
"""`score` is "stop and score what is there", `discard` "stop and forget"."""

NAP = 0.05
"""Seconds between two looks at a closed gate."""


class Gate:
    """Open, unless somebody paused it. `hear` takes commands from anywhere in the same thread.

    `listen` gives the commands that others left since the last time, for example in the store.
    """

    def __init__(
        self, listen: Callable[[], Sequence[Command]] | None = None, *, paused: bool = False
    ) -> None:
        self.paused = paused
        self._listen = listen
        self._steps = 0
        self._stop: Verdict | None = None

    def hear(self, command: Command) -> None:
        """Take one command. Once told to stop, the gate never opens again."""
        match command:
            case "pause":
                self.paused, self._steps = True, 0
            case "resume":
                self.paused = False
            case "step":
                self.paused = True
                self._steps += 1
            case "score" | "discard":
                self._stop = command

    def ask(self) -> Verdict:
        """Whether the next request may be put; a step that was allowed is used up by the answer "go"."""
        for command in self._listen() if self._listen is not None else ():
            self.hear(command)
        if self._stop is not None:
            return self._stop
        if not self.paused:
            return "go"
        if self._steps:
            self._steps -= 1
            return "go"
        return "wait"
