"""A person's seat, to the debrief: by keys alone, by mouse alone; hidden things stay hidden."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from front.societies.made import live
from society.playing import only
from textual.pilot import Pilot

from normquest.front.societies.sitting import Sitting
from normquest.newcomers.seats.asking import MANNERS, conversation
from normquest.session.societies.driving import drive_now
from normquest.society.members.scripted import minds_of
from normquest.society.records import Message, Move, Prompt, Rating, Reply, Report, ShockRecord
from tui.conftest import top, words
from tui.quick import quick, settled
from tui.seen import rows
from tui.societies.conftest import SHOCK, sitting_down
from tui.societies.test_watching import click, page

MEMBERS = "imitator,human,internalised*2,selfish"


def seat(**more: object) -> Sitting:
    """A person among four, for two rounds."""
    return Sitting(live(MEMBERS, **{"rounds": 2, **more}))


async def typed(pilot: Pilot[None], line: str) -> None:
    """Type a line and enter it."""
    await quick(pilot, *line, "enter")
    await settled(pilot, 4)


async def questions(pilot: Pilot[None]) -> AsyncIterator[int]:
    """One after the other, as long as there are any; a society of this size has fewer than fifty."""
    for number in range(50):
        if top(pilot) != "SeatScreen":
            return
        yield number
    raise AssertionError(f"it does not go on: {page(pilot)}")


def asked(pilot: Pilot[None]) -> str:
    """What kind of question is put."""
    filling = getattr(pilot.app.screen, "filling", None)
    return "" if filling is None else filling.request.kind


async def picked(pilot: Pilot[None], option: str) -> None:
    """Click one of the answers that are offered above the line."""
    shown = rows(pilot)
    row = max(
        n for n, line in enumerate(shown) if line.strip().startswith(("0   1", "-1   -0.5", "say nothing"))
    )
    found = re.search(rf"(?<![\d.-]){re.escape(option)}(?![\d.])", shown[row])
    assert found is not None, shown[row]
    await pilot.click(offset=(found.start(), row))
    await settled(pilot, 4)


def flat(text: str) -> str:
    """The words alone, marks and line ends aside."""
    return " ".join(re.findall(r"[\w.+-]+", text))


async def test_a_seat_is_played_to_the_debrief_by_keys_alone(home: Path) -> None:
    sitting = seat()
    size = 0
    async with sitting_down(sitting) as pilot:
        async for _ in questions(pilot):
            match asked(pilot):
                case "talk":
                    await typed(pilot, "I put in six.")
                case "contribution":
                    await typed(pilot, "11")
                    assert "Expected: a whole number from 0 to 10" in page(pilot)
                    await typed(pilot, "six")
                    assert "'six' can't be taken" in page(pilot)
                    await typed(pilot, "6")
                case "ratings":
                    size = len(pilot.app.screen.filling.entries)
                    await typed(pilot, "1")
                    if size > 1:
                        await quick(pilot, "backspace")  # in an empty line: the last one is taken back
                        assert pilot.app.screen.filling.given == []
                        await typed(pilot, "0.5")
                        for _ in range(size - 1):
                            await typed(pilot, "-0.5")
                case _:
                    await typed(pilot, "5 none")
        assert top(pilot) == "AfterScreen"
        me, records = sitting.me, sitting.live.records
        assert [m.text for m in only(Message, records) if m.member == me] == ["I put in six."] * 2
        assert [m.value for m in only(Move, records) if m.member == me] == [6, 6]
        assert [(r.ee, r.ne) for r in only(Report, records) if r.member == me] == [(5.0, "none")] * 2
        assert {r.value for r in only(Rating, records) if r.rater == me} <= {1.0, 0.5, -0.5}
        mine = [r for r in only(Reply, records) if r.raw]
        assert len(mine) == len(only(Prompt, records)) and all(r.outcome == "ok" for r in mine)
        assert "6.0 a round (N=2)" in page(pilot)
        await quick(pilot, "end")
        for text in ("WHO THE OTHERS WERE", "inclined", "puts in nothing, unless that pays"):
            assert text in words(pilot), text
        await quick(pilot, "escape")
        assert top(pilot) != "AfterScreen"


async def test_a_seat_is_played_by_mouse_alone(home: Path) -> None:
    sitting = seat()
    async with sitting_down(sitting, (100, 40)) as pilot:
        async for _ in questions(pilot):
            await picked(
                pilot, {"talk": "say nothing", "contribution": "7", "ratings": "0.5"}.get(asked(pilot), "4")
            )
        me, records = sitting.me, sitting.live.records
        assert [m.text for m in only(Message, records) if m.member == me] == ["", ""]
        assert [m.value for m in only(Move, records) if m.member == me] == [7, 7]
        assert {r.value for r in only(Rating, records) if r.rater == me} == {0.5}
        assert [(r.ee, r.ne) for r in only(Report, records) if r.member == me] == [(4.0, 4.0)] * 2
        pilot.app.screen.query_one("#after").scroll_end(animate=False)
        await settled(pilot)
        await click(pilot, "[ Back ]")
        assert top(pilot) != "AfterScreen"


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_what_a_model_is_sent_stands_on_the_page(home: Path, size: tuple[int, int]) -> None:
    sitting = seat(shock="s", shocks=SHOCK, seed=4)
    compared = 0
    async with sitting_down(sitting, size) as pilot:
        async for _ in questions(pilot):
            request = pilot.app.screen.filling.request
            _, sent = conversation(request, MANNERS["plain"])[-1]
            shown = flat(words(pilot))
            for line in request.text.split("\n"):
                assert flat(line) in shown, line
                assert line in sent
            for mind in minds_of("commons"):
                assert mind not in shown
            for other in sitting.live.state.people:
                if other.id != sitting.me:
                    assert f"{other.tau:.2f}" not in shown or f"{other.tau:.2f}" in request.text
            compared += 1
            await answered(pilot)
    assert compared == len(only(Prompt, sitting.live.records)) >= 8


async def answered(pilot: Pilot[None]) -> None:
    """Answer whatever is asked, in the shortest way."""
    match asked(pilot):
        case "talk":
            await typed(pilot, "Well.")
        case "contribution":
            await typed(pilot, "3")
        case "ratings":
            for _ in pilot.app.screen.filling.entries:
                await typed(pilot, "0")
        case "report":
            await typed(pilot, "3 3")
        case _:
            await typed(pilot, "1")


async def test_what_is_new_stands_first_and_an_empty_line_asks_once(home: Path) -> None:
    sitting = seat()
    async with sitting_down(sitting) as pilot:
        assert rows(pilot)[3].strip().startswith("You are ")
        await quick(pilot, "enter")
        assert asked(pilot) == "talk" and "Enter once more says nothing" in page(pilot)
        await quick(pilot, "enter")
        await settled(pilot, 4)
        assert asked(pilot) == "contribution"
        assert rows(pilot)[3].strip().startswith("It is round 1.")
        assert "WHAT YOU KNOW ALREADY" in page(pilot)
        await quick(pilot, "pagedown")
        assert "It is round 1." not in page(pilot)
        await quick(pilot, "pageup")
        assert "It is round 1." in page(pilot)


async def test_commands_help_and_leaving(home: Path) -> None:
    sitting = seat()
    async with sitting_down(sitting) as pilot:
        await typed(pilot, "/nonsense")
        assert "There is no such command" in page(pilot) and asked(pilot) == "talk"
        await typed(pilot, "/help")
        assert top(pilot) == "HelpScreen" and "all that a member is told" in " ".join(words(pilot).split())
        await quick(pilot, "escape")
        await typed(pilot, "/undo")
        assert "nothing to take back" in page(pilot)
        await typed(pilot, "/quit")
        assert top(pilot) != "SeatScreen"
    assert not only(Message, sitting.live.records) or sitting.live.status == "running"


async def test_one_who_is_replaced_watches_no_more_and_is_told_so(home: Path) -> None:
    seed = next(seed for seed in range(1, 40) if taken(seed))
    sitting = seat(shock="s", shocks=SHOCK, seed=seed)
    async with sitting_down(sitting) as pilot:
        async for _ in questions(pilot):
            await answered(pilot)
        assert "You were replaced before round 3." in words(pilot)
    assert sitting.left is not None and sitting.live.status == "done"


def taken(seed: int) -> bool:
    """Whether the shock takes the second seat; who sits there changes nothing of it."""
    played = live("imitator*5", shock="s", shocks=SHOCK, seed=seed, rounds=2)
    drive_now(played)
    return any(1 in one.replaced for one in only(ShockRecord, played.records))
