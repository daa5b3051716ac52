"""What a watcher may ask for and is not shown before: the rule, and what could be known of it by whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from normquest.episode.records import EpisodeKey, Record, Request
from normquest.session.drawing import Drawing
from normquest.session.running.aside import in_thread
from normquest.session.watching.beliefs import Belief, ObserverBeside

Draws = Callable[[], Drawing | None]
"""Draws the community of an episode, and makes sure that a replay is true; slow."""


class Truth:
    """`shown`: it was asked for and confirmed, and not hidden again. All that is slow happens in threads.

    `verdict` says what came of checking a replay.
    """

    def __init__(self, draws: Draws | None, checks: bool) -> None:
        self.draws = draws
        self.checks = checks
        self.shown = self.confirmed = False
        self.drawing: Drawing | None = None
        self.rule: str | None = None
        self.curve: list[Belief] = []
        self.verdict = ""
        self.seeking = self.thinking = False
        self._observer: ObserverBeside | None = None

    @property
    def wants_draw(self) -> bool:
        """Whether there is still something to be drawn."""
        return self.draws is not None and self.drawing is None and not self.seeking

    @property
    def known(self) -> int | None:
        """The scene, from 0, from which one could know the rule."""
        return None if self.drawing is None else self.drawing.known

    async def seek(self) -> str:
        """Draw the community, and so check a replay; gives what went wrong, in words."""
        assert self.draws is not None
        self.seeking = True
        try:
            self.drawing = await in_thread(self.draws)
        except Exception as error:
            self.verdict = "not as it was stored" if self.checks else ""
            return str(error)
        finally:
            self.seeking = False
        if self.checks:
            self.verdict = "as it was stored" if self.drawing is not None else "of another engine"
        return ""

    async def think(self, key: EpisodeKey, records: Sequence[Record]) -> None:
        """Let the observer catch up with the records; they may grow meanwhile."""
        drawing = self.drawing
        if drawing is None or self.thinking:
            return
        self.thinking = True
        try:
            if self._observer is None:
                self._observer = await in_thread(lambda: ObserverBeside(drawing.case, key))
            observer = self._observer
            self.rule = observer.truth
            while len(self.curve) < sum(isinstance(record, Request) for record in records):
                told = list(records)
                self.curve = await in_thread(lambda told=told: observer.curve(told))  # type: ignore[misc]
        finally:
            self.thinking = False
