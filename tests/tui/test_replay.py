"""Replays: leafed through, scrubbed, run by themselves, checked beside, and written as pictures and casts."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from session.cases import drawing, world
from textual.pilot import Pilot

from normquest import settings
from normquest.episode.records import Request
from normquest.session.drawing import Drawing
from normquest.session.driving import drive_now
from normquest.session.errors import SessionError
from normquest.session.keeping import start
from normquest.session.newcomers import newcomer_of
from normquest.session.switches import config_from
from normquest.store import open_store
from normquest.tui.glyphs import use_ascii
from normquest.tui.watch.opening import stored
from normquest.tui.watch.pace import dwell
from normquest.tui.watch.screen import WatchScreen
from normquest.tui.watch.stills import cast, svg
from normquest.tui.watch.timeline import Timeline
from tui.conftest import stored as records_of
from tui.conftest import words
from tui.seen import rows
from tui.test_watch import screen, waits, watched


@pytest.fixture
def number(home: Path) -> int:
    """A stored episode of somebody who breaks the rule."""
    with open_store(settings.database_path()) as store:
        config = config_from(())
        live = start(store, world(), drawing(1), config, "selfish")
        drive_now(live, newcomer_of("selfish", live.case, live.key, config))  # type: ignore[arg-type]
        return live.number


@asynccontextmanager
async def replayed(number: int, size: tuple[int, int] = (120, 36)) -> AsyncIterator[Pilot[None]]:
    show: Any = lambda app: stored(app, settings.database_path(), number, True)  # noqa: E731
    async with watched(show, size) as pilot:
        yield pilot


async def test_it_has_all_pages_and_is_checked_beside(home: Path, number: int) -> None:
    async with replayed(number) as pilot:
        requests = [r for r in records_of(home) if isinstance(r, Request)]
        assert [page.request for page in screen(pilot).view.story.pages] == requests
        assert screen(pilot).view.at == 0 and "People here mind one thing." in words(pilot)
        await waits(pilot, lambda: "as it was stored" in words(pilot))


async def test_the_check_does_not_keep_the_screen_from_answering(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draw waits; meanwhile keys work."""
    gate, inside = threading.Event(), threading.Event()

    def slow(*_: Any, **__: Any) -> Drawing:
        inside.set()
        gate.wait(20)
        return drawing(1)

    monkeypatch.setattr("normquest.session.keeping.draw_case", slow)
    async with replayed(number) as pilot:
        await waits(pilot, inside.is_set)
        assert "being checked" in words(pilot)
        await pilot.press("end", "home", "right")
        assert screen(pilot).view.at == 1 and "page 2 of" in words(pilot) and "being checked" in words(pilot)
        gate.set()
        await waits(pilot, lambda: "as it was stored" in words(pilot))


async def test_one_that_differs_says_so(home: Path, number: int) -> None:
    import sqlite3

    with sqlite3.connect(settings.database_path()) as raw:
        raw.execute("DROP TRIGGER events_no_update")
        raw.execute("UPDATE events SET text = 'otherwise' WHERE rowid = 5")
    async with replayed(number) as pilot:
        await waits(pilot, lambda: "not as it was stored" in words(pilot))


async def test_keys_go_from_mark_to_mark(number: int) -> None:
    async with replayed(number) as pilot:
        story = screen(pilot).view.story
        marks = [n for n, page in enumerate(story.pages) if page.shown(truth=False)]
        found = []
        for _ in marks:
            await pilot.press("m")
            found.append(screen(pilot).view.at)
        assert found == marks and len(marks) > 2
        await pilot.press("m")
        assert screen(pilot).view.at == marks[-1]
        await pilot.press("M")
        assert screen(pilot).view.at == marks[-2]


async def test_the_mouse_scrubs(number: int) -> None:
    async with replayed(number) as pilot:
        line = screen(pilot).query_one(Timeline)
        width = len(line.render().plain)
        await pilot.mouse_down(Timeline, offset=(width - 1, 0))
        await pilot.pause()
        assert screen(pilot).view.at == len(screen(pilot).view.story.pages) - 1
        await pilot.hover(Timeline, offset=(width // 2, 0))
        await pilot.pause()
        middle = screen(pilot).view.at
        assert 0 < middle < len(screen(pilot).view.story.pages) - 1
        await pilot.mouse_up(Timeline, offset=(width // 2, 0))
        await pilot.hover(Timeline, offset=(0, 0))
        assert screen(pilot).view.at == middle  # nothing is held any more


@pytest.mark.parametrize("width", [12, 40, 80, 200])
def test_every_cell_leads_somewhere_and_every_page_has_its_place(number: int, width: int) -> None:
    from textual.geometry import Size

    from normquest.front.story import Story

    class Wide(Timeline):
        size = Size(width, 1)  # type: ignore[assignment]

        def refresh(self, *_: Any, **__: Any) -> Any:
            return self

    with open_store(settings.database_path(), readonly=True) as store:
        story = Story(store.records(number))
    line = Wide("timeline")
    for at in range(len(story.pages)):
        line.show(story.pages, at, True, 3)
        content = line.render()
        assert len(content) <= width
        assert [span for span in content.spans if "reverse" in str(span.style)]  # where one is can be seen
    pages = [line.place_at(x) for x in range(width)]
    assert pages == sorted(pages) and pages[0] == 0 and pages[-1] == len(story.pages) - 1


async def test_it_runs_by_itself_at_some_speed(number: int) -> None:
    async with replayed(number) as pilot:
        watching = screen(pilot)
        await pilot.press(*["plus"] * 9)
        assert watching.rate == 16 and "16×" in words(pilot)
        await pilot.press("space")
        assert watching.running
        await waits(pilot, lambda: watching.view.at > 1)
        await pilot.press("space")
        stopped = watching.view.at
        await pilot.pause(0.5)
        assert watching.view.at == stopped and not watching.running
        await pilot.press("end", "minus")
        assert watching.rate == 8
        await pilot.press("space")
        assert watching.view.at == 0 and watching.running  # from the beginning again


async def test_a_replay_sends_nothing(home: Path, number: int) -> None:
    async with replayed(number) as pilot:
        await pilot.press("space", "n", "f7", "plus")
        await pilot.pause()
        assert isinstance(pilot.app.screen, WatchScreen)
    with open_store(settings.database_path(), readonly=True) as store:
        assert store.controls(number) == []


async def test_an_interrupted_one_is_a_replay(home: Path) -> None:
    with open_store(settings.database_path()) as store:
        live = start(store, world(), drawing(1), config_from(()), "selfish")
        live.begin()
    async with replayed(1) as pilot:
        assert not screen(pilot).view.live and "page 1 of 1" in words(pilot)
        await waits(pilot, lambda: "as it was stored" in words(pilot))


async def test_a_page_becomes_a_picture_without_a_terminal(number: int) -> None:
    with open_store(settings.database_path(), readonly=True) as store:
        last, again = await svg(store, number), await svg(store, number)
        first = await svg(store, number, page=1, size=(80, 24))
        with pytest.raises(SessionError, match=r"has \d+ pages"):
            await svg(store, number, page=10_000)
    assert last == again != first
    text = " ".join(ElementTree.fromstring(first).itertext()).replace("\xa0", " ")
    assert "People here mind one thing." in text and "REPLY" not in text  # small: tabs, no blocks


async def test_an_episode_becomes_a_cast_without_a_terminal(number: int) -> None:
    with open_store(settings.database_path(), readonly=True) as store:
        lines = [line async for line in cast(store, number, (80, 24))]
        fast = [line async for line in cast(store, number, (80, 24), rate=4)]
        records = store.records(number)
    head = json.loads(lines[0])
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    events = [json.loads(line) for line in lines[1:]]
    assert len(events) == sum(isinstance(r, Request) for r in records) + 1
    times = [moment for moment, _, _ in events]
    assert times == sorted(times) and times[0] == 0 and {kind for _, kind, _ in events} == {"o"}
    assert json.loads(fast[-2])[0] == pytest.approx(times[-2] / 4, abs=0.01)
    acts = re.compile(r"\x1b\[[0-9;]*[mHJ]")
    for _, _, data in events:
        assert "\x1b" not in acts.sub("", data)
    shown = _painted([data for _, _, data in events[:1]], 80, 24)
    assert any("People here mind one thing." in row for row in shown)


def _painted(frames: list[str], width: int, height: int) -> list[str]:
    """What a terminal shows after these frames."""
    rows = [""] * height
    for frame in frames:
        for place, text in re.findall(r"\x1b\[([0-9]+);1H((?:(?!\x1b\[[0-9]+;1H).)*)", frame, re.DOTALL):
            rows[int(place) - 1] = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert all(len(row) <= width for row in rows)
    return rows


async def test_ascii_and_no_colour_are_kept_to(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NORMQUEST_ASCII", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    try:
        with open_store(settings.database_path(), readonly=True) as store:
            lines = [line async for line in cast(store, number, (120, 36))]
    finally:
        use_ascii(False)
    text = "".join(json.loads(line)[2] for line in lines[1:])
    colours = re.findall(r"\x1b\[[0-9;]*[34]8;2;[0-9;]*m", text)
    marks = set("▲✕◇★●▪◆■▸▾◈▴◉·─│█░▁▂▃▄▅▆▇›“”‘’×")
    # Scroll bars and borders are Textual's own.
    assert not colours and not (set(text) & (marks - {"│", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"})), (
        set(text) & marks
    )


def test_a_page_stays_as_long_as_it_takes_to_read(number: int) -> None:
    from normquest.front.story import Story

    with open_store(settings.database_path(), readonly=True) as store:
        pages = Story(store.records(number)).pages
    assert all(1.0 <= dwell(page) <= 12.0 for page in pages)
    assert dwell(pages[0]) > min(map(dwell, pages))


@pytest.mark.parametrize("size", [(20, 6), (40, 12), (80, 24), (99, 30), (100, 30), (200, 60)])
async def test_any_size_holds(number: int, size: tuple[int, int]) -> None:
    async with replayed(number, size) as pilot:
        for at in range(0, len(screen(pilot).view.story.pages), 5):
            await screen(pilot).go(at)
            await pilot.pause()
            assert f"page {at + 1} of" in words(pilot)
        await pilot.press("1", "2", "3", "m", "M", "end", "home")
        rows = pilot.app.screen._compositor.render_strips()
        assert len(rows) == size[1] and all(row.cell_length == size[0] for row in rows)
        assert screen(pilot).query_one(Timeline).size.height == 1


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_the_scene_has_every_word_that_the_newcomer_was_told(
    number: int, size: tuple[int, int]
) -> None:
    def found(text: str) -> set[str]:
        return set(re.findall(r"[\w’']+", text.casefold()))

    async with replayed(number, size) as pilot:
        for at, page in enumerate(screen(pilot).view.story.pages):
            await screen(pilot).go(at)
            await pilot.pause()
            missing = found(page.request.observation.text) - found(words(pilot)) - {"you", "can", "hold"}
            # While acting in a place that was named on the page before, its name is in its ways out or known.
            place = found(page.request.observation.place)
            assert missing <= place, (at, missing)


async def test_in_a_small_window_the_act_that_was_taken_is_seen_without_scrolling(number: int) -> None:
    async with replayed(number, (80, 24)) as pilot:
        await waits(pilot, lambda: "as it was stored" in words(pilot))
        pages = screen(pilot).view.story.pages
        acts = [at for at, page in enumerate(pages) if page.request.kind == "act"]
        assert acts
        for at in acts:
            await screen(pilot).go(at)
            await pilot.pause()
            await pilot.pause()
            value = pages[at].answer.value
            text = next(one.text for one in pages[at].request.observation.choices if one.number == value)
            window = "\n".join(rows(pilot)[: screen(pilot).query_one("#side").region.y])
            assert f"› {text}" in " ".join(window.split()), (at, window)
