"""kill -9 of a run fifty times; the small sibling is tests/session/test_kill_run.py."""

import sys
from pathlib import Path

import pytest
from session.run_kills import killed

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a thing of POSIX"),
]


@pytest.mark.parametrize("jobs", [1, 2])
def test_fifty_kills_leave_the_undisturbed_run(tmp_path: Path, jobs: int) -> None:
    assert killed(tmp_path, "1-60", times=50, jobs=jobs) >= 25
