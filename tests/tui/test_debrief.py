"""The debrief on screen: what was right is named, one's place has its N, and what there is is offered."""

from pathlib import Path

import pytest
from norms.strategies import LEXICON
from session.cases import played
from textual.app import App
from textual.pilot import Pilot

from normquest.episode.records import Config
from normquest.front import sittings
from normquest.front.debrief import Debrief, Said
from normquest.front.places import Place, beside, lacking, place
from normquest.front.right import compare
from normquest.front.sittings import Say
from normquest.norms.reading import read
from normquest.session.baselines import BASELINES, played_beside
from normquest.session.drawing import Drawing
from normquest.session.worlds import open_world
from normquest.tui.ahead import Ahead
from normquest.tui.debrief import DebriefScreen
from normquest.tui.debrief_rows import place_rows, statements, timeline_rows
from normquest.tui.themes import THEMES
from normquest.world.loader import LoadedWorld
from tui.conftest import opened, said_none, top, until


class Bare(App[None]):
    """Nothing but the page."""

    def __init__(self, screen: DebriefScreen) -> None:
        super().__init__()
        self.page = screen
        self.answers: list[object] = []

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.push_screen(self.page, self.answers.append)


async def test_the_opposite_rule_is_offered_only_where_there_is_one() -> None:
    for there in (False, True):
        app = Bare(DebriefScreen(Debrief("A rule."), opposite=there))
        async with app.run_test() as pilot:
            await pilot.pause()
            shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
            assert ("opposite rule" in shown) == there
            await pilot.press("o")
            await pilot.pause()
            assert app.answers == (["opposite"] if there else [])


async def test_one_key_leads_on_to_another(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is drawn while the debrief is read: the key brings it at once, and it is not drawn again."""
    drawn: list[int] = []

    def slow(loaded: LoadedWorld, config: Config, seed: int | None, first: int, say: Say) -> Drawing:
        drawn.append(seed or first)
        return sittings.drawn(loaded, config, seed, first, say)

    monkeypatch.setattr("normquest.tui.sittings.drawn", slow)
    monkeypatch.setattr("normquest.tui.ahead.drawn", slow)
    async with opened() as pilot:
        await to_the_debrief(pilot)
        for _ in range(200):
            if drawn == [1, 2]:
                break
            await pilot.pause(0.01)
        await pilot.press("a")
        await until(pilot, "PlayScreen")
        assert pilot.app.screen.live.key.seed == 2
    assert drawn == [1, 2]


async def test_what_was_drawn_ahead_is_not_taken_for_something_else(home: Path) -> None:
    async with opened() as pilot:
        ahead, loaded = Ahead(), open_world("small")
        ahead.begin(loaded, Config(), 5)
        assert await ahead.taken(loaded, Config(), None, 6) is None
        ahead.begin(loaded, Config(), 5)
        assert await ahead.taken(loaded, Config(level="gentle"), None, 5) is None
        ahead.begin(loaded, Config(), 5)
        assert await ahead.taken(loaded, Config(), 5, 5) is None, "a seed that was named is drawn as such"
        ahead.begin(loaded, Config(), 5)
        taken = await ahead.taken(loaded, Config(), None, 5)
        assert taken is not None and taken.seed == 5
        assert await ahead.taken(loaded, Config(), None, 5) is None, "it is given once"
        await pilot.pause()


async def to_the_debrief(pilot: Pilot[None]) -> None:
    """Play on with the first act there is."""
    for _ in range(200):
        match top(pilot):
            case "DebriefScreen":
                return
            case "StateScreen":
                await said_none(pilot)
            case _:
                asked = pilot.app.screen.asked.kind
                await pilot.press(*(("1", "enter") if asked == "act" else ("enter",)))
        await pilot.pause()
    raise AssertionError("there is no debrief")


def test_scripted_minds_play_the_same_community_and_are_called_what_they_are() -> None:
    live = played("noop")
    oracle = beside(live, "oracle")
    assert oracle is not None and (oracle.n, oracle.joint, oracle.agreement) == (1, 1, 1.0)
    row = played_beside(live, "selfish")
    assert (row.seed, row.arm, row.newcomer) == (live.key.seed, live.key.arm, "selfish")
    selfish = place("selfish", [row, row], BASELINES["selfish"])
    assert selfish is not None and (selfish.n, selfish.joint) == (2, 0) and selfish.offences > 0
    assert lacking([oracle, selfish]) == [name for name in BASELINES if name not in ("oracle", "selfish")]
    said = "\n".join(row.plain.replace("\u00a0", " ") for row, _ in place_rows([oracle, selfish], True))
    assert "oracle, scripted (N = 1)" in said and "selfish, scripted (N = 2)" in said and "0 of 2" in said
    assert "knows the rule" in said and "still at it" in said


def test_a_newcomer_that_never_acted_has_no_place() -> None:
    assert place("anyone", []) is None
    assert place_rows([], False) == []
    assert Place("you", 1, 1, 0, 0.0, None).cells() == ("you", "yes", "0", "no", "—")


def test_what_was_said_twice_is_told_once_and_its_right_part_is_underlined() -> None:
    true = read("It is forbidden to dye a coarse cloth in a rose vat.", LEXICON)
    stated = read("It is forbidden to dye a fine cloth in a rose vat.", LEXICON)
    said = [
        Said(stage, "It is so.", "", 0.7, False, 0.9, 40, compare(stated, true, LEXICON))
        for stage in ("watch", "act")
    ]
    (rows,) = statements(said)  # type: ignore[arg-type]
    text = "\n".join(row.plain for row, _ in rows)
    assert "after watching" in text and "after your own day" in text and text.count("“It is forbidden") == 1
    sentence = next(row for row, _ in rows if row.plain.startswith("“"))
    lined = "".join(
        sentence.plain[span.start : span.end] for span in sentence.spans if "underline" in str(span.style)
    )
    assert "in a rose vat" in lined and "fine" not in lined
    assert "right" in text and "partly right" in text


def test_the_timeline_of_nothing_is_nothing() -> None:
    assert timeline_rows([]) == []
