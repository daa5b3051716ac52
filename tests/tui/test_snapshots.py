"""Every page as a picture, at both sizes, in a dark theme and in that of high contrast.

A change is wanted or it is not: look at what has changed, then

    python -m pytest tests/tui/test_snapshots.py -n 0 --snapshot-update

One walk draws all of a size and theme, since starting the program for each page would take most of the time.
The community is made by hand and so the same for ever; nothing on a page comes from a clock, a folder or
chance.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from pytest_textual_snapshot import SVGImageExtension
from syrupy.assertion import SnapshotAssertion

from tui.conftest import opened
from tui.quick import settled
from tui.tour import PAGES, tour

FOLDER = Path("/home/you/normquest")
NARROW_ONLY = {"here", "task", "notes", "map"}


@pytest.fixture
def still(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No clock, no cursor that blinks, no folder of this machine, no world that may change."""
    monkeypatch.setenv("NORMQUEST_STILL", "1")
    monkeypatch.setattr("normquest.newcomers.human.time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr("normquest.store.base.now", lambda: "2026-01-02T03:04:05.006+00:00")
    monkeypatch.setattr("normquest.tui.home.own_folder", lambda: FOLDER / "worlds")
    monkeypatch.setattr("normquest.tui.home.settings", SimpleNamespace(home=lambda: FOLDER))
    only = {"small": home / "worlds" / "small.yaml"}
    monkeypatch.setattr("normquest.tui.home.world_files", lambda: only)


async def pictures(home: Path, theme: str, size: tuple[int, int]) -> AsyncIterator[tuple[str, str]]:
    """Every page in a theme, by name."""
    (home / "screens.json").write_text(json.dumps({"theme": theme}), encoding="utf-8")
    async with opened(None, size) as pilot:
        async for page in tour(pilot):
            await settled(pilot)
            yield page, pilot.app.export_screenshot()


@pytest.mark.parametrize("theme", ["dusk", "contrast"])
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
async def test_every_page_looks_as_it_did(
    home: Path, still: None, theme: str, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    kept = snapshot.use_extension(SVGImageExtension)
    found = [(name, picture == kept(name=name)) async for name, picture in pictures(home, theme, size)]
    assert [name for name, _ in found] == [p for p in PAGES if size[0] < 100 or p not in NARROW_ONLY]
    changed = [name for name, same in found if not same]
    assert not changed, f"these pages have changed: {', '.join(changed)}. {__doc__}"
