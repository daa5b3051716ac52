"""Home, looking at episodes, the registry of actions, the keymap, hostile text, any size."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from normquest.session.worlds import open_world, world_files
from normquest.tui import actions
from normquest.tui.glyphs import use_ascii
from normquest.tui.safe import plain
from tui.conftest import opened, to_the_act, top, until, words
from tui.seen import rows


async def test_home_asks_nothing_and_leads_to_a_world(home: Path) -> None:
    async with opened(None) as pilot:
        assert "NORMQUEST" in words(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "WHERE TO?" in words(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "NORMQUEST" in words(pilot)


async def test_what_was_left_open_is_offered_first_and_taken_up_at_once(home: Path) -> None:
    async with opened() as pilot:
        await pilot.press("enter", "enter")
        await pilot.pause()
        number = pilot.app.screen.live.number
    async with opened(None) as pilot:
        await pilot.press("enter")
        await until(pilot, "MenuScreen")
        assert any("Where you left" in row for row in rows(pilot))
        await pilot.press("enter")
        await until(pilot, "PlayScreen")
        assert pilot.app.screen.live.number == number


async def test_from_how_hard_one_goes_back_to_where_to(home: Path) -> None:
    async with opened(None) as pilot:
        await pilot.press("enter", "down", "enter")
        await pilot.pause()
        assert "HOW HARD?" in words(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "WHERE TO?" in words(pilot) and pilot.app.screen.start == 1


async def test_escape_goes_back_a_page_at_a_time_and_never_out_of_the_program(home: Path) -> None:
    async with opened(None) as pilot:

        async def pressed(*keys: str) -> list[str]:
            await pilot.press(*keys)
            await pilot.pause()
            return words(pilot)

        assert "WATCH" in await pressed("3")
        assert "WHERE TO?" in await pressed("enter")
        assert "WHO?" in await pressed("down", "enter")
        assert any("Knows the norm" in row for row in rows(pilot)), "each mind is said in words"
        assert "WHERE TO?" in await pressed("escape") and pilot.app.screen.start == 1
        assert "WATCH" in await pressed("escape")
        assert "NORMQUEST" in await pressed("escape")
        await pressed("escape", "escape")
        assert top(pilot) == "MenuScreen" and pilot.app.is_running
        listing = pilot.app.screen.query_one("#items")
        assert listing.highlighted == len(pilot.app.screen.items) - 1, "Quit is an Enter away"
        await pressed("enter")
        assert not pilot.app.is_running or pilot.app._exit


async def test_what_was_played_can_be_looked_at(home: Path) -> None:
    async with opened() as pilot:
        await pilot.press("enter", "enter")
        await pilot.pause()
    for row, state in (("3", "live"), ("4", "page 1")):
        async with opened(None) as pilot:
            await pilot.press(row)
            await pilot.pause()
            await pilot.press("enter")
            await until(pilot, "WatchScreen")
            assert state in words(pilot) and "reply" in words(pilot)
            await pilot.press("right", "left", "end", "home")
            await pilot.pause()
            assert "People here mind one thing." in words(pilot)
            await pilot.press("escape")
            await until(pilot, "MenuScreen")


def test_every_action_has_a_key_a_typed_twin_and_help_of_its_own() -> None:
    for where in ("home", "play", "state", "log", "debrief", "watch"):
        found = actions.at(where)  # type: ignore[arg-type]
        keys = [key for action in found for key in action.key.split(",")]
        assert len(set(keys)) == len(keys) and len({action.typed for action in found}) == len(found)
        assert all(action.help and action.label for action in found)


async def test_the_keymap_file_moves_a_key(home: Path) -> None:
    (home / "keys.json").write_text(json.dumps({"log": "f12", "nothing": "x"}), encoding="utf-8")
    async with opened() as pilot:
        await pilot.press("f12")
        await pilot.pause()
        assert top(pilot) == "LogScreen"


@pytest.mark.parametrize("text", ["[/red]", "[@click=app.exit]x[/]", "\x1b]0;title\x07ok", "[bold"])
def test_text_is_never_markup_and_never_acts(text: str) -> None:
    shown = plain(text)
    assert "\x1b" not in shown.plain and not shown.spans
    assert "]" not in text or "]" in shown.plain or "\x1b" in text


def test_ascii_has_no_glyphs_left() -> None:
    use_ascii(True)
    try:
        assert plain("● ▪ ◆ ▲ ✓ › … ─ █ ░ “so”").plain.isascii()
    finally:
        use_ascii(False)


@pytest.mark.parametrize("size", [(20, 8), (40, 12), (80, 24), (200, 60)])
async def test_any_size_holds(home: Path, size: tuple[int, int]) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        await pilot.resize_terminal(*size)
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert asks_still(pilot)


def asks_still(pilot: object) -> bool:
    from tui.conftest import asks

    return asks(pilot) == "act"  # type: ignore[arg-type]


async def test_an_act_is_a_click_away(home: Path) -> None:
    from tui.conftest import stored

    async with opened() as pilot:
        await to_the_act(pilot)
        before = len(stored(home))
        await pilot.click("#choices", offset=(5, 0))
        await pilot.pause()
        assert len(stored(home)) > before


async def test_the_palette_offers_the_actions_of_the_page(home: Path) -> None:
    async with opened() as pilot:
        found = [command.title for command in pilot.app.get_system_commands(pilot.app.screen)]
        assert found == [action.label for action in actions.at("play")]


def test_home_needs_nothing_of_what_it_leads_to(home: Path) -> None:
    """Nor is anything of it loaded while a first launch gets as far as an app to run."""
    heavy = ("click", "numpy", "pandas", "pydantic", "langchain", "sqlite_utils", "yaml")
    own = ("bank", "minds", "community", "episode.records", "front.sittings", "store.database")
    code = f"""
import sys
from textual.app import App
App.run = lambda self: print([n for n in sys.modules if n.startswith({heavy})],
                             [n for n in sys.modules if n in {tuple(f"normquest.{name}" for name in own)}])
sys.stdin.isatty = sys.stderr.isatty = lambda: True
sys.argv = ["normquest"]
from normquest.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr, done.returncode) == ("[] []", "", 0)


async def test_the_worlds_are_told_of_in_whole_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NORMQUEST_HOME", str(tmp_path))
    async with opened(None) as pilot:
        await pilot.press("1")
        await pilot.pause()
        shown = " ".join("\n".join(rows(pilot)).split())
        for path in world_files().values():
            about = open_world(path).world.about.strip().partition(".")[0]
            for word in about.split():
                assert word in shown, about
        assert "Worlds of your own go into" in shown
