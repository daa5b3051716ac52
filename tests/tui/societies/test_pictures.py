"""The screens of societies as pictures, at both sizes, in a dark theme and in that of high contrast.

A change is wanted or it is not: look at what has changed, then

    python -m pytest tests/tui/societies/test_pictures.py -n 0 --snapshot-update

The society is drawn from a seed and played by scripts, so it is the same for ever.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from front.societies.made import live
from pytest_textual_snapshot import SVGImageExtension
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from normquest.front.societies.sitting import Sitting
from normquest.front.societies.source import Here
from normquest.tui.societies.screen import SocietyScreen
from normquest.tui.societies.seat import SeatScreen
from tui.conftest import top
from tui.quick import quick, settled
from tui.societies.conftest import to_the_end, watching
from tui.societies.test_seat import answered

MEMBERS = "internalised*3,conditional*3,ne-only,strategic,imitator*2,selfish,random"
TWELVE = {"members": 12, "rounds": 5, "groups": {"size": 4}}
SHOCK = {"after": 3, "count": 3, "who": "random", "tendency": {"least": 0, "most": 0.2}, "anchor": 0.5,
         "rounds_after": 2}  # fmt: skip
WATCHED = (
    "groups-talk", "groups-shock", "groups", "talk", "ties", "curves", "standing", "member", "two",
    "two-curves",
)  # fmt: skip
SAT = ("seat", "seat-number", "seat-ratings", "seat-report", "seat-next", "after", "after-end")


def source(condition: str = "E+SL+SS") -> Here:
    """Twelve members, five rounds, a shock after the third."""
    return Here(live(MEMBERS, condition, 11, "s", **TWELVE, shocks={"s": SHOCK}), "full")


async def watched(pilot: Pilot[None]) -> AsyncIterator[str]:
    """From view to view."""
    await quick(pilot, "home", "m", "left", "left", "left", "left", "left")
    yield "groups-talk"
    await quick(pilot, "m")
    yield "groups-shock"
    for key, name in zip("gticdf", WATCHED[2:8], strict=True):
        await quick(pilot, "end", key)
        yield name
    await pilot.app.push_screen(SocietyScreen([source(), source("none")]))
    await settled(pilot)
    await to_the_end(pilot)
    yield "two"
    await quick(pilot, "c")
    yield "two-curves"
    pilot.app.pop_screen()


async def sat(pilot: Pilot[None]) -> AsyncIterator[str]:
    """From question to question, and to the debrief."""
    from normquest.tui.societies.after import AfterScreen

    sitting = Sitting(live("imitator,human,internalised*2,selfish", rounds=2))
    await pilot.app.push_screen(SeatScreen(sitting))
    await settled(pilot, 5)
    for name in SAT[:5]:
        yield name
        await answered(pilot)
    while top(pilot) == "SeatScreen":
        await answered(pilot)
    await pilot.app.push_screen(AfterScreen(sitting))
    await settled(pilot, 5)
    yield "after"
    await quick(pilot, "end")
    yield "after-end"


async def pictures(home: Path, theme: str, size: tuple[int, int]) -> AsyncIterator[tuple[str, str]]:
    """Every page in a theme, by name."""
    (home / "screens.json").write_text(json.dumps({"theme": theme}), encoding="utf-8")
    async with watching([source()], size) as pilot:
        for walk in (watched, sat):
            async for page in walk(pilot):
                await settled(pilot)
                yield page, pilot.app.export_screenshot()


@pytest.mark.parametrize("theme", ["dusk", "contrast"])
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
async def test_every_page_looks_as_it_did(
    home: Path,
    theme: str,
    size: tuple[int, int],
    snapshot: SnapshotAssertion,
) -> None:
    kept = snapshot.use_extension(SVGImageExtension)
    found = [(name, picture == kept(name=name)) async for name, picture in pictures(home, theme, size)]
    assert [name for name, _ in found] == [*WATCHED, *SAT]
    changed = [name for name, same in found if not same]
    assert not changed, f"these pages have changed: {', '.join(changed)}. {__doc__}"
