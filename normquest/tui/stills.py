"""Pictures of a page, kept beside the database."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from normquest import settings


def keep_still(screen: Screen[Any], name: str) -> None:
    """Write the page as it is to an SVG file of this name, and say where, or why not."""
    folder = settings.home() / "stills"
    path = folder / f"{name}.svg"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(screen.app.export_screenshot(title="NormQuest"), encoding="utf-8")
    except OSError as error:
        screen.notify(f"It cannot be written: {error}", markup=False, severity="error")
        return
    screen.notify(str(path), title="A picture of this page", markup=False)
