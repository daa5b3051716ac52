"""Notes, pins, hypotheses, tests, hints: what they say, that they can be off, and that their use is noted."""

import json
from pathlib import Path

from session.cases import played, world

from normquest.episode.aids import AIDS
from normquest.episode.records import Config, Decision
from normquest.front.hinting import NOTHING, hints
from normquest.front.past import Past
from normquest.front.weighing import weigh
from normquest.session.notebook import Note, Notebook
from normquest.session.switches import config_from
from normquest.store import open_store
from tui.conftest import opened, stored, to_the_act, top, until, words


def uses(home: Path) -> list[tuple[str, str]]:
    with open_store(home / "normquest.db", readonly=True) as store:
        return [(one.aid, one.detail) for one in store.uses(1)]


async def test_a_hypothesis_waits_is_doubted_is_crossed_out_and_all_is_taken_back(home: Path) -> None:
    async with opened(size=(120, 36)) as pilot:
        await to_the_act(pilot)
        await pilot.press("f2", "down", "enter", *"dye", "enter", "enter")
        await until(pilot, "PlayScreen")
        book = pilot.app.screen.thinking.book
        assert [note.standing for note in book.hypotheses] == ["waits"]
        await pilot.press("f3")
        await until(pilot, "NotesScreen")
        for key, standing in (("d", "doubted"), ("x", "out"), ("w", "waits"), ("ctrl+z", "out")):
            await pilot.press(key)
            assert [note.standing for note in book.hypotheses] == [standing]
        await pilot.press("t")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert "▲" in words(pilot) and "It is forbidden to dye" in words(pilot)
        assert pilot.app.screen.thinking.hypotheses == []  # what is crossed out is no start of a statement
    assert {aid for aid, _ in uses(home)} == {"notebook", "undo", "test"}


async def test_a_pin_asks_nothing_and_a_hint_costs_no_turn(home: Path) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        before = sum(isinstance(one, Decision) for one in stored(home))
        await pilot.press("f4")
        await until(pilot, "LogScreen")
        await pilot.press("space", "escape")
        await until(pilot, "PlayScreen")
        assert len(pilot.app.screen.thinking.book.pinned) == 1
        await pilot.press(*"/hint", "enter")
        await pilot.pause()
        assert "Reactions so far" in words(pilot) or NOTHING in words(pilot)
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert pilot.app.screen.thinking.book.pinned == [] and "stays done" in words(pilot)
        assert sum(isinstance(one, Decision) for one in stored(home)) == before
    assert [aid for aid, _ in uses(home)] == ["pins", "hints", "undo"]


async def test_an_aid_that_is_off_says_so_and_has_no_panel(home: Path) -> None:
    switches = tuple(f"{aid}=off" for aid in AIDS)
    async with opened(size=(120, 36), switches=switches) as pilot:
        await to_the_act(pilot)
        for key in ("f3", "f7", "f8", "ctrl+t", "ctrl+z"):
            await pilot.press(key)
            await pilot.pause()
            assert top(pilot) == "PlayScreen" and "switched off" in words(pilot), key
        assert not pilot.app.screen.query("#panel-map") and not pilot.app.screen.query("#panel-notes")
    assert uses(home) == []


def test_aids_are_switches_and_only_those_that_are_off_tell_configurations_apart() -> None:
    plain, off = config_from(()), config_from(["map=off"])
    assert not off.map and plain.map and plain.hash() != off.hash()
    assert plain.hash() == Config().hash() == "9d2d6b3267d8b039"  # as in earlier versions


def test_the_norm_explains_what_was_seen_and_its_rival_does_not() -> None:
    live = played("selfish")
    assert live.case.norm is not None
    rival = next(rule for rule in live.case.customs if rule != live.case.norm)
    right, wrong, none = (weigh(rule, live.seen, live.case, "both") for rule in (live.case.norm, rival, None))
    assert right.explained == right.reactions == wrong.reactions > wrong.explained
    assert (none.explained, none.unminded, none.kept) == (0, 0, 0)


def test_a_hint_names_a_line_that_was_minded_and_one_like_it_that_was_not() -> None:
    live, past = played("selfish"), Past()
    past.catch_up(live.seen)
    told = hints(live.seen, past.log)
    assert told[0].startswith("Reactions so far: lines")
    assert len(told) > 1 and all("nobody minded" in one for one in told[1:])
    assert hints((), {}) == [NOTHING]


def test_the_notebook_survives_and_reads_what_an_earlier_version_wrote(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "3.json").write_text(json.dumps(["they bow", "? it is so"]), encoding="utf-8")
    book = Notebook(tmp_path, 3)
    assert book.entries == (Note("they bow"), Note("it is so", None, "waits"))
    book.pin([(7, "Maud bows.")])
    book.judge(book.hypotheses[0], "doubted")
    again = Notebook(tmp_path, 3)
    assert again.entries == book.entries and again.pinned == [7]
    assert world().world.id == "small"
