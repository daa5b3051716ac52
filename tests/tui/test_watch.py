"""Watching: an episode played here and one that another process plays; what is stored, then the page."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from newcomers.brains import sensible
from newcomers.server import Answer, Server
from session.cases import world
from session.handmade import started
from textual.pilot import Pilot
from textual.widgets import Static

from normquest import settings
from normquest.episode.records import Decision, Request
from normquest.session.models import model_spec
from normquest.session.switches import config_from
from normquest.session.watching.playing import Playing, Wanted
from normquest.store import StoreError, open_store
from normquest.tui.app import NormQuest
from normquest.tui.watch.opening import played_here, stored
from normquest.tui.watch.screen import WatchScreen
from tui.conftest import stored as records_of
from tui.conftest import top, until, words


def script(home: Path, **replies: list[str]) -> str:
    path = home / "script.json"
    path.write_text(json.dumps(replies), encoding="utf-8")
    return f"fake:{path}"


def wanted(name: str, *args: str, **more: Any) -> Wanted:
    spec = model_spec(name, args=args, prompt=more.pop("prompt", "plain")) if ":" in name else None
    return Wanted(world(), config_from(more.pop("switches", ())), name, spec, 1, **more)


@asynccontextmanager
async def watched(
    show: Any, size: tuple[int, int] = (120, 36), first: str = "WatchScreen"
) -> AsyncIterator[Pilot[None]]:
    with open_store(settings.database_path()) as store:
        app = NormQuest(store, show=show)
        async with app.run_test(size=size) as pilot:
            await until(pilot, first)
            yield pilot


@asynccontextmanager
async def played(asked: Wanted, size: tuple[int, int] = (120, 36)) -> AsyncIterator[Pilot[None]]:
    playing = Playing(settings.database_path(), asked)
    try:
        async with watched(lambda app: played_here(app, playing), size) as pilot:
            yield pilot
    finally:
        playing.stop()


def screen(pilot: Pilot[None]) -> WatchScreen:
    found = next(one for one in pilot.app.screen_stack if isinstance(one, WatchScreen))
    return found


async def waits(pilot: Pilot[None], done: Callable[[], Any], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, f"it does not come:\n{words(pilot)}"
        await pilot.pause(0.02)
    await pilot.pause()


def status(home: Path, number: int = 1) -> str:
    try:
        with open_store(home / "normquest.db", readonly=True) as store:
            head = store.episode(number)
    except StoreError:  # it is being made
        return ""
    return "" if head is None else head.status


def answered(home: Path, number: int = 1) -> int:
    return sum(isinstance(record, Decision) for record in records_of(home, number))


async def test_an_episode_is_played_and_shown_to_its_end(home: Path) -> None:
    async with played(wanted("fake:first")) as pilot:
        await waits(pilot, lambda: status(home) == "done" and not screen(pilot).view.live)
        records = records_of(home)
        assert len(screen(pilot).view.story.pages) == sum(isinstance(r, Request) for r in records)
        shown = words(pilot)
        assert "none that I can see" in shown and "understood" in shown and "outcome" in shown
        assert "50%" in shown  # what the script says, as its belief
        assert "cost 0.0000" in shown and "0 retries" in shown
        await pilot.press("escape")
        await pilot.pause()
    assert pilot.app.return_code == 0


async def test_thoughts_and_reply_stream_into_their_blocks(home: Path) -> None:
    model = script(home, act=["Somebody frowned at the vat.\nact: 1"], statement=["rule: none\nsure: 10"])
    async with played(wanted(model, "delay=1.5", prompt="reasons")) as pilot:
        seen: list[tuple[str, str]] = []

        def coming() -> bool:
            page = screen(pilot).view.page
            if page is not None and page.answer is None:
                blocks = [str(one.content) for one in screen(pilot).query(".said").results(Static)]
                seen.append((blocks[0], blocks[1]))
            return any("Somebody frowned at the vat." in thought for thought, _ in seen)

        await waits(pilot, coming)
        thoughts = [thought for thought, _ in seen]
        assert "Somebody" in thoughts or "Somebody frowned" in thoughts  # while it was coming


async def test_pause_step_and_resume_go_through_the_gate(home: Path) -> None:
    async with played(wanted("selfish", speed="slow")) as pilot:
        await pilot.press("space")
        await waits(pilot, lambda: screen(pilot).view.setting.paused)
        assert "paused" in words(pilot)
        await pilot.pause(0.3)
        before = answered(home)
        await pilot.press("n")
        await waits(pilot, lambda: answered(home) == before + 1)
        await pilot.pause(0.3)
        assert answered(home) == before + 1
        await pilot.press("minus", "plus", "plus", "plus")
        await waits(pilot, lambda: screen(pilot).view.setting.speed == "full")
        await pilot.press("space")
        await waits(pilot, lambda: status(home) == "done")
    with open_store(home / "normquest.db", readonly=True) as store:
        asked = store.controls(1)
    assert asked[:2] == ["resume", "slow"] and asked[2:4] == ["pause", "step"] and asked[-1] == "resume"


@pytest.mark.parametrize(("key", "ends"), [("f7", "stopped"), ("f8", "discarded")])
async def test_stops_ask_once_and_end_it_even_within_an_answer(home: Path, key: str, ends: str) -> None:
    async with played(wanted("fake:first", "delay=300")) as pilot:
        await waits(pilot, lambda: screen(pilot).view.used.pending == 1)
        await pilot.press(key)
        await until(pilot, "MenuScreen")
        await pilot.press("1")
        await until(pilot, "WatchScreen")
        assert status(home) == "running"
        await pilot.press(key)
        await until(pilot, "MenuScreen")
        began = time.monotonic()
        await pilot.press("2")
        await waits(pilot, lambda: status(home) == ends)
        assert time.monotonic() - began < 5
        await waits(pilot, lambda: not screen(pilot).view.live)
    with open_store(home / "normquest.db", readonly=True) as store:
        head = store.episode(1)
        assert head is not None and (head.result is not None) == (ends == "stopped")


async def test_leaving_ends_it_where_it_is_and_it_can_be_gone_on_with(home: Path) -> None:
    async with played(wanted("fake:first", "delay=300")) as pilot:
        await waits(pilot, lambda: screen(pilot).view.used.pending == 1)
        before = records_of(home)
        await pilot.press("escape")
        await waits(pilot, lambda: not pilot.app.is_running)
    with open_store(home / "normquest.db", readonly=True) as store:
        assert store.interrupted() == {1} and store.records(1) == before


async def test_the_truth_is_hidden_until_it_is_asked_for_twice(home: Path) -> None:
    async with played(wanted("selfish")) as pilot:
        await waits(pilot, lambda: status(home) == "done" and not screen(pilot).view.live)
        watching = screen(pilot)
        assert (
            "observer  " not in words(pilot) and "the rule  " not in words(pilot) and "✕" not in drawn(pilot)
        )
        await pilot.press("t")
        await until(pilot, "MenuScreen")
        await pilot.press("1")
        await until(pilot, "WatchScreen")
        assert not watching.truth.shown and "the rule  " not in words(pilot)
        await pilot.press("t")
        await until(pilot, "MenuScreen")
        await pilot.press("2")
        await waits(pilot, lambda: len(watching.truth.curve) == len(watching.view.story.pages))
        assert watching.truth.rule and watching.truth.rule in words(pilot).replace("\n", " ")
        assert "observer  " in words(pilot) and "✕" in drawn(pilot)
        await pilot.press("t")
        await pilot.pause()
        assert "the rule  " not in words(pilot) and "✕" not in drawn(pilot)
        await pilot.press("t")  # confirmed once
        await pilot.pause()
        assert top(pilot) == "WatchScreen" and "the rule  " in words(pilot)


def drawn(pilot: Pilot[None]) -> str:
    """The timeline as it is drawn."""
    from normquest.tui.watch.timeline import Timeline

    return screen(pilot).query_one(Timeline).render().plain


async def test_a_hostile_reply_acts_on_nothing(home: Path) -> None:
    evil = "\x1b]0;owned\x07\x1b[31m[/red][@click=app.exit]x[/] \u202eact"
    model = script(home, act=[f"{evil}\nact: 1"], statement=[f"{evil}"], forecast=[evil], attribution=[evil])
    async with played(wanted(model)) as pilot:
        await waits(pilot, lambda: status(home) == "done" and not screen(pilot).view.live)
        raw = [r.raw for r in records_of(home) if isinstance(r, Decision) and r.calls]
        assert all("\x1b" in one for one in raw)  # kept as it came
        for at in range(len(screen(pilot).view.story.pages)):
            await screen(pilot).go(at)
            await pilot.pause()
            shown = words(pilot)
            assert "\x1b" not in shown and "\x07" not in shown and "\u202e" not in shown
        assert "[@click=app.exit]x[/]" in words(pilot) or "[/red]" in words(pilot)
        assert all("\x1b]" not in strip.text for strip in pilot.app.screen._compositor.render_strips())


async def test_blocks_fold_and_are_tabs_in_a_small_window(home: Path) -> None:
    async with played(wanted("selfish"), size=(80, 24)) as pilot:
        await waits(pilot, lambda: not screen(pilot).view.live)

        def open_ones() -> list[str]:
            return [str(f.id) for f in screen(pilot).query(".fold") if f.display and not f.has_class("-shut")]

        assert open_ones() == ["reply"]
        await pilot.press("3")
        await pilot.pause()
        assert open_ones() == ["belief"]
        scene = screen(pilot).query_one("#scene").size.height
        await pilot.press("3")
        await pilot.pause()
        assert open_ones() == [] and screen(pilot).query_one("#scene").size.height > scene
        await pilot.resize_terminal(120, 36)
        await pilot.pause()
        assert open_ones() == ["reasoning", "reply"]
        assert screen(pilot).query_one("#side").size.width > 30


async def test_a_draw_that_is_rejected_is_said_and_is_a_failure(home: Path) -> None:
    playing = Playing(settings.database_path(), Wanted(world(), config_from(()), "selfish", None, 7))
    async with watched(lambda app: played_here(app, playing), first="MenuScreen") as pilot:
        assert "The draw was rejected" in words(pilot)
        await pilot.press("enter")
        await waits(pilot, lambda: not pilot.app.is_running)
    assert pilot.app.return_code == 1


async def test_a_model_out_of_means_is_told(home: Path) -> None:
    from normquest.session.running import Means

    async with played(wanted("fake:first", means=Means(calls=2))) as pilot:
        await waits(pilot, lambda: "nobody plays it any more" in words(pilot))
        assert status(home) == "running" and not screen(pilot).view.live
        await pilot.press("escape")
        await until(pilot, "MenuScreen")
        assert "the cap is 2" in words(pilot)
        await pilot.press("enter")
        await waits(pilot, lambda: not pilot.app.is_running)
    assert pilot.app.return_code == 1


async def test_another_process_is_paused_stepped_and_stopped(home: Path) -> None:
    """A run of the real client in a process of its own, watched from here."""
    order = ["run", "small", "--model", "openai:made-up", "--seeds", "1-2", "--in-flight", "2"]
    with Server(lambda asked: Answer(sensible(asked), delay=0.15)) as server:
        process = started(home, [*order, "--base-url", server.url])
        try:
            end = time.monotonic() + 60
            while not (home / "normquest.db").exists() or not status(home, 2):
                assert time.monotonic() < end and process.poll() is None
                time.sleep(0.05)
            with open_store(home / "normquest.db") as store:
                store.send(2, "pause")  # so that it is still there when its turn comes
            async with watched(lambda app: stored(app, settings.database_path(), 1)) as pilot:
                assert screen(pilot).view.live
                await pilot.press("space")
                await waits(pilot, lambda: "paused" in words(pilot))
                await pilot.pause(0.6)
                before, calls = answered(home), screen(pilot).view.used.calls
                await pilot.pause(0.6)
                assert answered(home) == before and status(home, 1) == "running"
                await pilot.press("n")
                await waits(pilot, lambda: answered(home) == before + 1)
                await pilot.pause(0.4)
                assert answered(home) == before + 1
                await pilot.press("space")
                await waits(pilot, lambda: answered(home) > before + 2)
                assert screen(pilot).view.used.calls > calls
                await pilot.press("f7")
                await until(pilot, "MenuScreen")
                await pilot.press("2")
                await waits(pilot, lambda: status(home, 1) == "stopped")
                await waits(pilot, lambda: not screen(pilot).view.live)
            async with watched(lambda app: stored(app, settings.database_path(), 2)) as pilot:
                assert screen(pilot).view.live and "paused" in words(pilot)
                await pilot.press("f8")
                await until(pilot, "MenuScreen")
                await pilot.press("2")
                await waits(pilot, lambda: status(home, 2) == "discarded")
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert b"Traceback" not in err and process.returncode in (0, 1), err
    assert status(home, 1) == "stopped" and status(home, 2) == "discarded"


async def test_home_leads_to_a_scripted_mind_at_play(home: Path) -> None:
    from tui.conftest import opened

    async with opened(None) as pilot:
        names = [name for name, _, _ in pilot.app.screen.items]  # type: ignore[attr-defined]
        await pilot.press(str(names.index("Watch") + 1))
        await pilot.pause()
        assert "Nobody is playing" in words(pilot) and "normquest watch WORLD --model" in words(pilot)
        await pilot.press("1")
        await waits(pilot, lambda: "WHERE TO?" in words(pilot))
        names = [name for name, _, _ in pilot.app.screen.items]  # type: ignore[attr-defined]
        await pilot.press(str(names.index(world().world.title) + 1))
        await pilot.pause()
        assert "WHO?" in words(pilot)
        await pilot.press("2")  # selfish
        await until(pilot, "WatchScreen")
        assert (
            screen(pilot).view.live
            and "selfish" in words(pilot)
            and screen(pilot).view.setting.speed == "calm"
        )
        await pilot.press("f7")
        await until(pilot, "MenuScreen")
        await pilot.press("2")
        await waits(pilot, lambda: status(home) == "stopped")
        await until(pilot, "WatchScreen")
        await pilot.press("escape")
        await until(pilot, "MenuScreen")
        assert "NORMQUEST" in words(pilot)


async def test_with_nothing_moving_it_looks_less_often(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from normquest.tui.watch.screen import CALM_POLL

    monkeypatch.setenv("NORMQUEST_STILL", "1")
    async with played(wanted("selfish", speed="slow")) as pilot:
        assert screen(pilot).still and pilot.app.animation_level == "none"
        assert any(getattr(t, "_interval", 0) == CALM_POLL for t in screen(pilot)._timers)
