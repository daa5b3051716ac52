"""The screens at length: 2,000 hostile texts, 20,000 random keys, fifty episodes word for word."""

from pathlib import Path

import pytest
from tui.conftest import home
from tui.random_keys import pressed
from tui.test_hostile import foreign, plainly, shown_everywhere, typed_everywhere

__all__ = ["home"]

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
