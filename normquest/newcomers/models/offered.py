"""Models that other packages offer: entry points of the group `normquest.models`."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

GROUP = "normquest.models"

Make = Callable[..., Any]
"""`make(name, **settings)` gives a LangChain chat model; see `normquest.newcomers.models`."""


def offered() -> dict[str, EntryPoint]:
    """The entry points by the provider's name in small letters; of two alike the first in alphabet counts."""
    found: dict[str, EntryPoint] = {}
    for one in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        found.setdefault(one.name.lower(), one)
    return found
