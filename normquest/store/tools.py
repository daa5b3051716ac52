"""sqlite_utils, without pandas: it imports that wherever it finds it, only to know its types."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

NOT_NEEDED = "pandas"


class _Without:
    """Finds nothing of that name, in the thread that made this."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:
        if name == NOT_NEEDED and threading.get_ident() == self._thread:
            raise ModuleNotFoundError(f"{name} is not needed here", name=name)


def sqlite_tools() -> ModuleType:
    """sqlite_utils. With pandas it would take several times as long to load, before the first page."""
    without = _Without()
    sys.meta_path.insert(0, without)
    try:
        return import_module("sqlite_utils")
    finally:
        sys.meta_path.remove(without)
