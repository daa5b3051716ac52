"""What is looked at: one society or two on the same seed, at which moment, which view, which member."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.front.societies.fold import Fold
from normquest.front.societies.reel import Moment, Reel
from normquest.front.societies.source import Source
from normquest.session.gate import Setting
from normquest.store.rows import SPEEDS, Command, Speed

VIEWS = ("groups", "talk", "ties", "curves", "standing", "member")
MOST_BEHIND = 3
"""Moments that a screen may be behind a society that goes on; beyond that it jumps."""


class View:
    """`running`: a replay that goes on by itself. `following`: new moments are shown as they come.

    `which` is the society that is looked at where only one has room.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = tuple(sources)
        self.reels = [Reel(source.about, source.game) for source in sources]
        self.replay = all(source.replay for source in sources)
        self.at = 0
        self.which = 0
        self.view = "groups"
        self.member = 0
        self.minds = False
        self.live = False
        self.running = False
        self.following = not self.replay
        self.speed: Speed = "calm"
        self.setting = Setting()
        self.notes: list[str] = [""] * len(sources)
        self.troubles: list[str] = [""] * len(sources)
        self._waiting = [0] * len(sources)
        self._lives = [False] * len(sources)

    def look(self) -> bool:
        """Take in what is new; whether there is anything."""
        anything = False
        for at, source in enumerate(self.sources):
            news = source.news()
            if news is None:
                continue
            anything = True
            self.reels[at].take(news.records)
            self._lives[at] = news.live
            self.notes[at] = news.note
            self.troubles[at] = news.trouble
            self._waiting[at] = news.waiting
            if not source.replay:
                self.setting = news.setting
        self.live = any(self._lives)
        return anything

    @property
    def waiting(self) -> int:
        """How many are asked and have not answered yet."""
        return sum(self._waiting)

    @property
    def reel(self) -> Reel:
        """The moments one leafs through: those of the society that is looked at."""
        return self.reels[self.which]

    @property
    def last(self) -> int:
        """The number of the last moment, from 0."""
        return max(len(self.reel.moments) - 1, 0)

    @property
    def moment(self) -> Moment | None:
        """The moment that is shown."""
        return self.reel.moments[self.at] if self.reel.moments else None

    def fold(self, which: int) -> Fold:
        """A society at the moment that is shown; of the other one, the last moment not after it."""
        reel = self.reels[which]
        if which == self.which or self.moment is None:
            return reel.at(self.at)
        if self.at == self.last and not self.live:
            return reel.whole
        return reel.at(reel.near(self.moment.place))

    def go(self, at: int) -> None:
        """Turn to a moment, or to the nearest there is; at the last one, new ones are followed."""
        self.at = min(max(at, 0), self.last)
        self.following = not self.replay and self.at == self.last

    def catch_up(self) -> bool:
        """A moment nearer to the last, if it is followed; whether anything has changed."""
        if not self.following or self.at >= self.last:
            return False
        self.at = self.last if self.last - self.at > MOST_BEHIND else self.at + 1
        return True

    def turn_to(self, which: int) -> None:
        """Look at the other society, at the same moment."""
        place = None if self.moment is None else self.moment.place
        self.which = which % len(self.reels)
        self.at = self.reel.near(place) if place is not None else 0

    def choose(self, step: int) -> None:
        """The next member that ever sat, or the one before."""
        known = sorted(self.fold(self.which).faces)
        if known:
            here = known.index(self.member) if self.member in known else 0
            self.member = known[(here + step) % len(known)]

    def event(self, step: int) -> int | None:
        """The moment of the next round with a mark, or of the one before."""
        reel, now = self.reel, self.moment
        if now is None:
            return None
        rounds = sorted(reel.whole.marks)
        found = [r for r in rounds if (r > now.round if step > 0 else r < now.round)]
        if not found:
            return None
        return reel.first_of(found[0] if step > 0 else found[-1])

    @property
    def seconds(self) -> float:
        """How long a moment stays when a replay goes on by itself."""
        return max(SPEEDS[self.speed], 0.1)

    def send(self, command: Command) -> None:
        """Ask all that are played for something."""
        for source in self.sources:
            if not source.replay:
                source.send(command)
