"""A person at the screens, a person at a plain prompt and a model read the same words and choose alike."""

from dataclasses import replace
from pathlib import Path

import pytest
from newcomers.playing import live_for

from normquest import settings
from normquest.episode.records import TrialResult
from normquest.minds.scripted import MINDS
from normquest.session.live import Live
from normquest.store import open_store
from normquest.tui.app import NormQuest
from tui.parity import played

PROBES = {"attribution": True, "recognition": True, "counterfactual": True}


async def compared(live: Live, mind: str, size: tuple[int, int]) -> int:
    """How many requests of an episode were compared."""
    with open_store(settings.database_path()) as store:
        async with NormQuest(store).run_test(size=size) as pilot:
            return await played(pilot, store, live, MINDS[mind](live.case, live.key))


@pytest.mark.parametrize(
    ("mind", "arm", "size"), [("oracle", "both", (80, 24)), ("selfish", "witnessed", (120, 36))]
)
async def test_the_same_words_and_the_same_choices(
    home: Path, mind: str, arm: str, size: tuple[int, int]
) -> None:
    """The small sibling of the long test of fifty episodes."""
    live = live_for(arm=arm, **PROBES)
    live.key = replace(live.key, newcomer=mind)
    assert await compared(live, mind, size) > 20


async def test_the_same_words_and_the_same_answers_in_the_battery(home: Path) -> None:
    live = live_for(arm="both", battery=True, scenes=0)
    live.key = replace(live.key, newcomer="strategic")
    assert await compared(live, "strategic", (80, 24)) > 80
    results = [record for record in live.records if isinstance(record, TrialResult)]
    assert len(results) == 18 and {r.kept for r in results} == {True, False}
