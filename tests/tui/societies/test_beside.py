"""What screens show of members that take their time, and of replies that can't be had."""

from collections.abc import Sequence
from pathlib import Path

from front.societies.made import live

from normquest.front.societies.sitting import Sitting
from normquest.front.societies.source import Here, News
from normquest.session.errors import SessionError
from normquest.session.gate import Setting
from normquest.society.records import Reply
from normquest.society.state import Request
from tui.conftest import top, words
from tui.quick import quick, settled
from tui.societies.conftest import here, sitting_down, watching
from tui.societies.test_watching import page, shows


class Slow(Here):
    """A society that is said by hand to stand as a test wants it."""

    next_news: News | None = None

    def news(self) -> News | None:
        told, self.next_news = self.next_news, None
        return told


async def test_it_is_told_who_has_not_answered_and_why_it_goes_no_further(home: Path) -> None:
    source = Slow(here().live, "full")
    source.next_news = News((), Setting(), True, waiting=3)
    async with watching([source], whole=False) as pilot:
        assert await shows(pilot, "live, 3 to answer")
        source.next_news = News((), Setting(), True)
        pilot.app.screen._poll()
        await settled(pilot, 2)
        assert "to answer" not in page(pilot)
        why = "A reply could not be had: 500 [b]x."
        source.next_news = News((), Setting(), False, "left open", trouble=why)
        pilot.app.screen._poll()
        await settled(pilot, 4)
        assert [one.message for one in pilot.app._notifications] == [why]
        pilot.app.clear_notifications()
        assert await shows(pilot, "left open")


async def test_a_seat_among_models_that_are_down_is_left_with_the_reason(home: Path) -> None:
    async def others(requests: Sequence[Request]) -> list[Reply]:
        raise SessionError(
            "society 1", "a member's reply could not be had: 500", "a reply", "Take it up again"
        )

    closed: list[bool] = []
    sitting = Sitting(live("human,imitator*4", rounds=2), others, lambda: closed.append(True))
    async with sitting_down(sitting) as pilot:
        for _ in range(40):
            if top(pilot) == "MenuScreen":
                break
            await quick(pilot, "enter")
        assert "IT GOES NO FURTHER" in words(pilot) and "could not be had: 500" in words(pilot)
        await quick(pilot, "enter")
        await settled(pilot, 4)
    assert pilot.app.return_code == 1
