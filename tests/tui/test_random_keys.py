"""Whatever is pressed, nothing crashes and nothing of what is stored breaks."""

from pathlib import Path

import pytest

from tui.random_keys import pressed


@pytest.mark.parametrize("seed", [1, 2])
async def test_three_hundred_random_keys(home: Path, seed: int) -> None:
    """The small sibling of the long test of twenty thousand."""
    fell = await pressed(home, 150, seed, every=25)
    assert sum(fell.values()) == 150 and len(fell) > 2
