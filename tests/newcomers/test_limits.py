"""The limiter by itself: it halves, it grows, it pauses, and loses no turn when somebody is cancelled."""

import asyncio
import time

from newcomers.playing import waited
from normquest.newcomers.chat.account import most_tokens
from normquest.newcomers.chat.limiter import Limiter


def test_no_more_than_the_limit_at_a_time() -> None:
    async def work() -> int:
        limiter = Limiter(3)

        async def one() -> None:
            await limiter.enter()
            await asyncio.sleep(0.005)
            limiter.leave()

        await asyncio.gather(*(one() for _ in range(20)))
        assert limiter.in_flight == 0
        return limiter.peak

    assert waited(work()) == 3


def test_calls_that_were_in_flight_together_halve_it_once() -> None:
    async def work() -> list[float]:
        limiter = Limiter(16)
        together = [await limiter.enter() for _ in range(16)]
        found = []
        for entered in together:
            limiter.complained(entered, None)
            limiter.leave()
            found.append(limiter.limit)
        later = await limiter.enter()
        limiter.complained(later, None)
        return [*found, limiter.limit]

    found = waited(work())
    assert set(found[:-1]) == {8.0} and found[-1] == 4.0


def test_it_grows_with_success_slowly_near_the_last_complaint_and_never_beyond() -> None:
    async def work() -> tuple[float, float, float]:
        limiter = Limiter(16)
        limiter.complained(await limiter.enter(), None)
        for _ in range(60):
            limiter.went_well()
        soon = limiter.limit
        for _ in range(200):
            limiter.went_well()
        later = limiter.limit
        for _ in range(5000):
            limiter.went_well()
        return soon, later, limiter.limit

    soon, later, last = waited(work())
    assert 11 < soon < 14 and soon < later < 16.1 and last == 16


def test_it_never_falls_below_one() -> None:
    async def work() -> float:
        limiter = Limiter(2)
        for _ in range(5):
            limiter.complained(await limiter.enter(), None)
            limiter.leave()
        await limiter.enter()
        return limiter.limit

    assert waited(work()) == 1.0


def test_a_pause_holds_for_all() -> None:
    async def work() -> float:
        limiter = Limiter(4)
        limiter.complained(await limiter.enter(), 0.3)
        began = time.monotonic()
        await asyncio.gather(*(limiter.enter() for _ in range(1)))
        return time.monotonic() - began

    assert 0.29 < waited(work()) < 1


def test_a_turn_of_somebody_who_left_goes_to_the_next() -> None:
    async def work() -> bool:
        limiter = Limiter(1)
        await limiter.enter()
        gone = asyncio.create_task(limiter.enter())
        next_ = asyncio.create_task(limiter.enter())
        await asyncio.sleep(0)
        limiter.leave()  # wakes the first, which is cancelled before it runs
        gone.cancel()
        await asyncio.wait_for(next_, 1)
        return limiter.in_flight == 1

    assert waited(work())


def test_when_all_is_over_nobody_waits_any_more() -> None:
    async def work() -> float:
        limiter = Limiter(1)
        limiter.complained(await limiter.enter(), 60)
        began = time.monotonic()
        waiting = [asyncio.create_task(one) for one in (limiter.enter(), limiter.enter(), limiter.rest(60))]
        await asyncio.sleep(0.05)
        limiter.finish()
        await asyncio.gather(*waiting)
        return time.monotonic() - began

    assert waited(work()) < 1


def test_the_most_tokens_are_one_a_byte() -> None:
    assert most_tokens(["abc", "é\ud800"]) == 3 + 5 + 2 * 16
