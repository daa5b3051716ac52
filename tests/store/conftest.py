"""A fresh store for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from normquest.store import Store, open_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's database is, or will be."""
    return tmp_path / "n.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """An empty store, open for writing."""
    with open_store(path) as store:
        yield store
