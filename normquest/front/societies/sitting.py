"""A person in a seat: what it is asked, one question at a time, while the others answer beside it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from normquest.session.societies.live import LiveSociety
from normquest.society.members.names import HUMAN
from normquest.society.members.scripted import reply
from normquest.society.records import Left, Record, Reply, Seated
from normquest.society.state import Request

Others = Callable[[Sequence[Request]], Awaitable[list[Reply]]]
"""Gives the replies of all who are asked and are no person."""


class Sitting:
    """A society in which one seat is a person's. `others` answers for everybody else; as a rule, scripts do.

    It keeps nothing that the log of the society does not hold, so a sitting can be taken up again. What
    `others` raises is raised by whoever lets them play; nothing has happened then.
    """

    def __init__(
        self, live: LiveSociety, others: Others | None = None, close: Callable[[], None] | None = None
    ) -> None:
        self.live = live
        self.others = others or self._scripted
        self._close = close
        self.seen = 0

    @property
    def request(self) -> Request | None:
        """What the person is asked now; None: nothing yet, or never again."""
        return next((one for one in self.live.requests if one.view.me.mind == HUMAN), None)

    @property
    def me(self) -> int:
        """The person's number, whether it still sits or not."""
        return next(r.member for r in self.live.records if isinstance(r, Seated) and r.mind == HUMAN)

    @property
    def over(self) -> bool:
        """Whether the society has ended."""
        return self.live.status != "running"

    @property
    def left(self) -> Left | None:
        """That the person sits no more, if it is so."""
        mine = [r for r in self.live.records if isinstance(r, Left | Seated) and r.member == self.me]
        last = mine[-1]
        return last if isinstance(last, Left) else None

    async def until_asked(self) -> Request | None:
        """Let the others play until the person is asked; None: the society has ended."""
        if self.live.status == "running" and self.live.state is None:
            self.live.begin()
        while not self.over and self.request is None:
            self.live.take(await self.others(self.live.requests))
        return self.request

    async def answer(self, mine: Reply) -> Sequence[Record]:
        """Take the person's reply, with those of all who are asked at the same time."""
        rest = [one for one in self.live.requests if one.seq != mine.request]
        others = await self.others(rest) if rest else []
        return self.live.take([mine, *others])

    def close(self) -> None:
        """Nobody sits here any more: let go of whoever answers for the others."""
        if self._close is not None:
            self._close()

    async def _scripted(self, requests: Sequence[Request]) -> list[Reply]:
        return [reply(request, self.live.key.seed) for request in requests]
