"""Worlds as lines and as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from normquest.report.tables import table
from normquest.session.worlds import world_files
from normquest.text import join_words, wrap
from normquest.world.errors import WorldError
from normquest.world.loader import LoadedWorld, load_world
from normquest.world.schema import Setting


def listed() -> tuple[list[dict[str, Any]], list[str]]:
    """A row for each world that can be read, and what is wrong with the others."""
    found, broken = [], []
    for path in world_files().values():
        try:
            found.append(world_row(load_world(path)))
        except WorldError as error:
            broken.append(str(error))
    return found, broken


def world_row(loaded: LoadedWorld) -> dict[str, Any]:
    """A world as data: id, title, families of norms, tasks at home."""
    world = loaded.world
    return {
        "id": world.id,
        "title": world.title,
        "families": sorted({norm.family for norm in world.norms.values()}),
        "tasks": list(world.home.tasks),
    }


def world_table(rows: Sequence[dict[str, Any]], width: int) -> str:
    """A line a world."""
    cells = [[row["id"], row["title"], str(len(row["families"])), str(len(row["tasks"]))] for row in rows]
    return table(["id", "title", "families", "tasks"], cells, width, keys=2)


def world_page(loaded: LoadedWorld, width: int) -> str:
    """What a world has. Its norms are named by family only: which one holds is the question."""
    world = loaded.world
    families = Counter(norm.family for norm in world.norms.values())
    norms = join_words(f"{count} {family}" for family, count in sorted(families.items()))
    parts = [
        f"{world.id}: {world.title}",
        world.about.strip(),
        *_setting("At home", world.home),
        *_setting("Elsewhere", world.elsewhere),
        f"Norms: {norms}.",
        f"File: {loaded.path}" if loaded.path else "",
        f"Hash: {loaded.hash}",
    ]
    return "\n\n".join(wrap(part, width) for part in parts if part)


def _setting(label: str, setting: Setting) -> Iterable[str]:
    yield f"{label}: {setting.name}"
    places = join_words(place.name for place in setting.places.values())
    tasks = "; ".join(task.title for task in setting.tasks.values())
    things = f"{len(setting.people)} people, {len(setting.things)} things"
    yield f"  Places: {places}. {things}.\n  Tasks: {tasks}."
