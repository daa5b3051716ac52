"""A society that is watched: everything by keys alone, and again by mouse alone."""

from pathlib import Path

import pytest
from front.societies.made import live
from society.playing import only
from textual.pilot import Pilot

from normquest.front.societies.source import Stored
from normquest.session.societies.driving import drive_now
from normquest.society.records import Message, Move, ShockRecord
from normquest.store import open_store
from normquest.tui.societies.page import KEYS
from normquest.tui.societies.view import VIEWS
from tui.conftest import top
from tui.quick import quick, settled
from tui.seen import rows
from tui.societies.conftest import SHOCK, here, to_the_end, watching
from tui.test_mouse import spot


def page(pilot: Pilot[None]) -> str:
    """All that stands on the screen."""
    return "\n".join(rows(pilot))


async def shows(pilot: Pilot[None], *texts: str) -> bool:
    """Whether all of these come to stand on the page, as soon as it is painted."""
    for _ in range(100):
        if all(text in page(pilot) for text in texts):
            return True
        await settled(pilot, 1)
    return False


async def click(pilot: Pilot[None], text: str) -> None:
    """Click where a text stands."""
    assert await shows(pilot, text), f"{text} is not on the screen:\n{page(pilot)}"
    at = spot(pilot, text)
    assert at is not None
    await pilot.click(offset=at)
    await settled(pilot, 4)


async def test_a_society_is_watched_by_keys_alone(home: Path) -> None:
    source = here(paused=True)
    async with watching([source], whole=False) as pilot:
        view = pilot.app.screen.view
        assert view.live and not view.reel.moments and "live, paused" in page(pilot)
        await quick(pilot, "n")  # a step: the groups are formed
        assert [m.phase for m in view.reel.moments] == ["groups"] and "group 1" in page(pilot)
        await quick(pilot, "n", "right")  # Right at the end of a paused one is a step as well
        said = only(Message, source.live.records)
        assert [m.phase for m in view.reel.moments] == ["groups", "talk", "talk"]
        assert said and all(one.text[:12] in page(pilot) for one in said if one.text)
        while not only(Move, source.live.records):
            await quick(pilot, "n")
        for move in only(Move, source.live.records):
            name = view.fold(0).name(move.member)
            (row,) = [
                r for r in rows(pilot) if (f" {name} " in r and "░" in r) or (f" {name} " in r and "█" in r)
            ]
            assert row.count("█") == int(move.value) and f" {move.value} " in row
        await quick(pilot, "1")
        assert source.gate.setting.speed == "slow"
        await quick(pilot, "plus", "plus")
        assert source.gate.setting.speed == "brisk"
        await quick(pilot, "4", "space")
        assert not source.gate.setting.paused
        await to_the_end(pilot)
        assert source.live.status == "done" and "ended" in page(pilot) and "round 4 of 4" in page(pilot)
        await quick(pilot, "home")
        assert view.at == 0 and "round 1 of 4" in page(pilot)
        await quick(pilot, "m")  # the shock
        (shock,) = only(ShockRecord, source.live.records)
        assert view.moment.round == shock.round + 1 and "▲" in page(pilot)
        assert all(view.fold(0).name(one) in page(pilot) for one in shock.strangers)
        await quick(pilot, "m")
        assert view.moment.round == shock.round + 1  # there is no further one
        await quick(pilot, "M", "left", "right", "end")
        assert view.at == view.last
        await quick(pilot, "f10")
        assert top(pilot) != "SocietyScreen"


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_every_view_by_its_key_and_by_tab(home: Path, size: tuple[int, int]) -> None:
    marks = {
        "groups": "drawn by", "talk": "group 1", "ties": "strongest", "curves": "acceptable (NE)",
        "standing": "change", "member": "A scripted member",
    }  # fmt: skip
    async with watching([here()], size) as pilot:
        for name, key in KEYS.items():
            await quick(pilot, key)
            assert pilot.app.screen.view.view == name and marks[name] in page(pilot), (name, page(pilot))
        await quick(pilot, "g")
        for name in [*VIEWS[1:], VIEWS[0]]:
            await quick(pilot, "tab")
            assert pilot.app.screen.view.view == name
        await quick(pilot, "shift+tab")
        assert pilot.app.screen.view.view == VIEWS[-1]
        before = pilot.app.screen.view.member
        await quick(pilot, "down")
        name = pilot.app.screen.view.fold(0).name(before + 1)
        assert pilot.app.screen.view.member == before + 1 and f"{name} " in page(pilot)
        await quick(pilot, "up", "f")
        assert pilot.app.screen.view.member == before and pilot.app.screen.view.view == "groups"
        if size[0] == 120:  # side by side
            assert all(marks[one] in page(pilot) for one in ("groups", "talk", "ties", "curves"))


async def test_a_society_is_watched_by_mouse_alone(home: Path) -> None:
    source = here(paused=True)
    async with watching([source], (100, 30), whole=False) as pilot:
        view = pilot.app.screen.view
        await click(pilot, "1 slow")
        assert source.gate.setting.speed == "slow"
        await click(pilot, "4 full")
        assert source.gate.setting.speed == "full"
        await click(pilot, "space")  # the footer
        assert not source.gate.setting.paused
        await to_the_end(pilot)
        for label, name in (
            ("Ties", "ties"),
            ("Curves", "curves"),
            ("Standing", "standing"),
            ("Talk", "talk"),
        ):
            await click(pilot, label)
            assert view.view == name
        await click(pilot, "Groups")
        assert await shows(pilot, "has rated")
        await click(pilot, f" {view.fold(0).name(2)} ")
        assert view.view == "member" and view.member == 2
        place = next(n for n, row in enumerate(rows(pilot)) if row.strip().startswith("1   2   3"))
        await pilot.click(offset=(rows(pilot)[place].index("2"), place))
        assert await shows(pilot, "round 2 of 4") and view.moment.round == 2
        await click(pilot, "Next")
        assert await shows(pilot, f"moment {view.reel.first_of(2) + 2} of")
        await click(pilot, "Leave")
        assert top(pilot) != "SocietyScreen"


async def test_a_replay_from_the_store_shows_what_was_played(home: Path) -> None:
    from society.playing import loaded

    from normquest.front.societies.opening import Asked
    from normquest.session.societies.keeping import start
    from normquest.society.conditions import condition_from
    from normquest.society.records import Config

    members = "internalised*6,selfish*6"
    with open_store(home / "normquest.db") as store:
        asked = Asked(loaded(), (Config(condition_from("E+SL"), shock="early"),))
        played = start(store, asked.loaded, asked.configs[0], members, 2)
        drive_now(played)
    source = Stored(home / "normquest.db", played.number)
    async with watching([source], whole=False) as pilot:
        view = pilot.app.screen.view
        assert view.replay and not view.live and view.at == 0 and "replay" in page(pilot)
        assert [type(one) for one in view.reel.records] == [type(one) for one in played.records]
        assert only(Move, view.reel.records) == only(Move, played.records)
        await quick(pilot, "right", "right")
        assert view.at == 2
        await quick(pilot, "4", "space")
        assert view.running
        for _ in range(3):
            pilot.app.screen._poll()
        assert view.at == 5
        await quick(pilot, "space", "end")
        assert view.fold(0).ended == "rounds" and "15 of 15" in page(pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_two_conditions_side_by_side_at_the_same_moment(home: Path, size: tuple[int, int]) -> None:
    first, second = here("E+SL+SS"), here("none")
    async with watching([first, second], size) as pilot:
        view = pilot.app.screen.view
        assert "E+SL+SS" in page(pilot)
        await quick(pilot, "home", "m", "right", "right", "right", "right")
        assert view.moment.phase == "acts" and view.moment.round == 3
        folds = [view.fold(which) for which in (0, 1)]
        assert [(fold.round, fold.phase) for fold in folds] == [(3, "acts"), (3, "acts")]
        assert {f.name for f in folds[0].faces.values()} == {f.name for f in folds[1].faces.values()}
        if size[0] == 120:
            assert page(pilot).count("put in") >= 2 and "none" in page(pilot)
        else:
            before = page(pilot)
            await quick(pilot, "o")
            assert view.which == 1 and view.moment.round == 3 and page(pilot) != before
            await quick(pilot, "o")
            assert view.which == 0 and page(pilot) == before


async def test_who_decides_in_a_seat_is_hidden_until_it_is_asked_for(home: Path) -> None:
    async with watching([here()]) as pilot:
        for key in KEYS.values():
            await quick(pilot, key)
            assert "internalis" not in page(pilot) and "imitator" not in page(pilot), key
        await quick(pilot, "d", "x")
        assert top(pilot) == "MenuScreen"
        await quick(pilot, "escape")
        assert "imitator" not in page(pilot)
        await quick(pilot, "x", "down", "enter")
        assert await shows(pilot, "imitator", "internalis")
        await quick(pilot, "x")
        assert "imitator" not in page(pilot)


async def test_help_follows_and_names_every_action(home: Path) -> None:
    from normquest.tui import actions
    from tui.conftest import words

    async with watching([here()]) as pilot:
        offered = [one.title for one in pilot.app.get_system_commands(pilot.app.screen)]
        assert offered == [one.label for one in actions.at("society")]
        await quick(pilot, "f1")
        shown = " ".join(words(pilot).split())
        assert "1 to 4 set the speed" in shown
        for action in actions.at("society"):
            assert action.help.split(".")[0] in shown, action.id


async def test_a_member_that_reads_is_followed_with_prompts_and_raw_replies(home: Path) -> None:
    from front.societies.made import ABOUT, FIRST, GAME

    from normquest.front.societies.source import News
    from normquest.session.gate import Setting

    class Given:
        about, game, replay = ABOUT, GAME, True

        def __init__(self) -> None:
            self.told = False

        def news(self) -> News | None:
            if self.told:
                return None
            self.told = True
            return News(FIRST, Setting(), False)

        def send(self, command: str) -> None:
            raise AssertionError

        def close(self) -> None:
            pass

    async with watching([Given()], (80, 40), whole=False) as pilot:
        await quick(pilot, "end", "f", "down")
        shown = page(pilot)
        for text in ("Elm", "ASKED FOR CONTRIBUTION", "answer: 4", "say: four", "WHAT IT WAS SENT LAST",
                     "How much?", "typical 4, acceptable 6", "Ash -1"):  # fmt: skip
            assert text in shown, text


def test_a_society_in_memory_stops_when_it_is_told_to() -> None:
    source = here(paused=True)
    assert source.news() is not None and source.news() is None
    source.send("step")
    news = source.news()
    assert news is not None and news.records and news.live and source.news() is None
    source.send("discard")
    news = source.news()
    assert news is not None and not news.live and news.note == "discarded"
    assert live(shock="s", shocks=SHOCK).society.shocks["s"].after == 2


async def test_in_ascii_without_colour_every_view_can_be_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NORMQUEST_ASCII", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    marks = ("drawn by", "group 1", "strongest", "acceptable (NE)", "change", "A scripted member")
    async with watching([here()]) as pilot:
        for key, mark in zip(KEYS.values(), marks, strict=True):
            await quick(pilot, key)
            assert await shows(pilot, mark), (key, page(pilot))
            assert page(pilot).isascii(), key
