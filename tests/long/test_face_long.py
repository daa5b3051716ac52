"""The screens at length: 2,000 hostile texts, 20,000 random keys, fifty episodes word for word."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from cases import drawn
from newcomers.playing import live_for
from tui.conftest import home
from tui.random_keys import pressed
from tui.test_hostile import foreign, plainly, shown_everywhere, typed_everywhere
from tui.test_parity import PROBES, compared

from normquest.episode.case import Case
from normquest.episode.records import ARMS

__all__ = ["drawn", "home"]

pytestmark = pytest.mark.long


@pytest.mark.parametrize("part", range(10))
async def test_two_thousand_hostile_texts_on_screens(home: Path, part: int) -> None:
    await shown_everywhere(foreign(2000)[part * 200 : part * 200 + 200])


@pytest.mark.parametrize("part", range(10))
async def test_two_thousand_hostile_texts_typed(home: Path, part: int) -> None:
    await typed_everywhere(home, foreign(2000)[part * 200 : part * 200 + 200])


def test_two_thousand_hostile_texts_line_by_line(tmp_path: Path) -> None:
    plainly(foreign(2000), tmp_path)


@pytest.mark.parametrize("seed", range(20))
async def test_twenty_thousand_random_keys(home: Path, seed: int) -> None:
    """A thousand for each seed."""
    fell = await pressed(home, 1000, 100 + seed)
    print(seed, fell)
    assert sum(fell.values()) == 1000


@pytest.mark.parametrize("part", range(10))
async def test_fifty_episodes_word_for_word(home: Path, drawn: Callable[[str], Case], part: int) -> None:
    """Five for each part: every request as a model is sent it, as --plain prints it, as a screen shows it."""
    cases = [live_for().case, *(drawn(name) for name in ("place", "rite", "duty"))]
    for number in range(part * 5, part * 5 + 5):
        mind = ("oracle", "selfish", "imitator", "random")[number % 4]
        live = live_for(
            seed=1 + number, case=cases[number % len(cases)], arm=list(ARMS)[number % len(ARMS)], **PROBES
        )
        live.key = replace(live.key, newcomer=mind)
        assert await compared(live, mind, ((80, 24), (120, 36))[number % 2]) > 15
