"""kill -9 fifty times on one database."""

import sys
from pathlib import Path

import pytest
from store.kills import killed


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a thing of POSIX")
def test_fifty_kills_leave_a_whole_database(tmp_path: Path) -> None:
    assert killed(tmp_path / "n.db", 50) >= 50 * 8
