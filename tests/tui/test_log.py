"""The log page: every line can be reached and marked, and a long past costs no more than a short one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from normquest.tui.log import LogScreen
from normquest.tui.people import People
from normquest.tui.widgets.log_list import LogList
from tui.conftest import opened
from tui.seen import rows

LONG = "and then goes on about the vats, the cloths, the ladles and the weather until nobody listens any more"


@asynccontextmanager
async def page(
    home: Path, log: dict[int, str], size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[None], LogList]]:
    """The log over home."""
    async with opened(None, size=size) as pilot:
        screen = LogScreen(log, People())
        await pilot.app.push_screen(screen)
        await pilot.pause()
        yield pilot, screen.list


def plain_log(events: int) -> dict[int, str]:
    return {number: f"Oren dips cloth {number}." for number in range(1, events + 1)}


def on_page(pilot: Pilot[None]) -> list[int]:
    """The numbers of the lines that can be seen, by their first words."""
    found = (row.split(" Oren dips")[0].split() for row in rows(pilot) if " Oren dips" in row)
    return [int(words[-1]) for words in found]


async def test_it_opens_at_the_end_and_goes_to_its_first_line(home: Path) -> None:
    async with page(home, plain_log(300)) as (pilot, listing):
        assert listing.highlighted == 299 and on_page(pilot)[-1] == 300
        await pilot.press("home")
        assert listing.highlighted == 0 and on_page(pilot)[0] == 1
        await pilot.press("up")  # round to the last
        assert listing.highlighted == 299 and on_page(pilot)[-1] == 300
        await pilot.press("pageup")
        assert listing.highlighted == 299 - listing.scrollable_content_region.height
        await pilot.press("k", "up", "j", "down", "pagedown", "end")
        assert listing.highlighted == 299


@pytest.mark.parametrize("key", ["up", "down"])
async def test_each_line_is_reached_in_its_turn_and_the_cursor_is_always_seen(home: Path, key: str) -> None:
    async with page(home, plain_log(70)) as (pilot, listing):
        await pilot.press("home" if key == "down" else "end")
        seen, turns, before = [], 0, -1
        for _ in range(70):
            assert listing.highlighted is not None
            number = listing.highlighted + 1
            shown = on_page(pilot)
            assert number in shown
            seen.append(number)
            turns += shown[0] != before
            before = shown[0]
            await pilot.press(key)
        assert sorted(seen) == list(range(1, 71))
        assert turns < 10  # the page stands still for most keys


async def test_a_long_line_is_whole_at_any_width(home: Path) -> None:
    log = {number: f"Oren {LONG}." if number % 3 == 0 else "Maud bows." for number in range(1, 31)}
    for size in ((80, 24), (40, 24), (120, 36)):
        async with page(home, log, size) as (pilot, listing):
            await pilot.press("up", "down")
            told = " ".join(" ".join(row.split()) for row in rows(pilot))
            assert LONG in told, size
            assert listing.virtual_size.height > 30


async def test_what_takes_more_room_than_it_has_letters_is_whole_too(home: Path) -> None:
    log = {1: "Maud says one.\nAnd two.", 2: "▲  " + "鍋" * 40 + " end.", 3: "Oren bows."}
    async with page(home, log) as (pilot, listing):
        told = "".join(row.strip().replace(" ", "") for row in rows(pilot))
        assert "Andtwo." in told and "鍋" * 40 in told and "end." in told
        assert listing.virtual_size.height == 2 + 3 + 1


async def test_another_width_sets_the_lines_anew(home: Path) -> None:
    async with page(home, {1: "Maud bows.", 2: f"Oren {LONG}."}, (120, 36)) as (pilot, listing):
        before = listing.virtual_size.height
        await pilot.resize_terminal(40, 24)
        await pilot.pause()
        assert listing.virtual_size.height > before
        assert LONG in " ".join(" ".join(row.split()) for row in rows(pilot))


async def test_space_and_a_click_mark_a_line_and_take_the_mark_away(home: Path) -> None:
    async with page(home, plain_log(100)) as (pilot, listing):
        await pilot.press("up", "space")
        assert listing.marked == {99} and any("✓  99" in row for row in rows(pilot))
        first = on_page(pilot)[0]
        await pilot.click("#log", offset=(6, 2))
        assert listing.marked == {99, first + 2} and any(f"✓  {first + 2}" in row for row in rows(pilot))
        await pilot.click("#log", offset=(6, 2))
        assert listing.marked == {99}
        await pilot.press("end", "up", "space")
        assert listing.marked == set() and not any("✓" in row for row in rows(pilot))


async def test_enter_hands_over_what_was_marked(home: Path) -> None:
    async with opened(None) as pilot:
        given: list[list[int] | None] = []
        for key in ("enter", "escape", "f4"):
            await pilot.app.push_screen(LogScreen(plain_log(5), People(), [4]), given.append)
            await pilot.pause()
            await pilot.press("space", key)
            await pilot.pause()
        assert given == [[4, 5]] * 3


async def test_an_empty_log_is_a_page_too(home: Path) -> None:
    async with page(home, {}) as (pilot, listing):
        await pilot.press("up", "down", "home", "end", "pageup", "pagedown", "space")
        await pilot.click("#log", offset=(3, 3))
        assert listing.marked == set() and listing.highlighted is None


async def test_what_is_not_seen_is_not_set_and_a_key_paints_two_lines(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with page(home, plain_log(5_000)) as (pilot, listing):
        assert len(listing._rows) < 60
        painted: list[int] = []
        paint = listing.render_line
        monkeypatch.setattr(listing, "render_line", lambda y: painted.append(y) or paint(y))
        await pilot.press("up", "up", "up")
        assert 0 < len(painted) <= 6
