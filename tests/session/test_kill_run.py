"""kill -9 of a running `run`: what goes on afterwards is the undisturbed run, byte for byte."""

import sys
from pathlib import Path

import pytest

from session.run_kills import killed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a thing of POSIX")


@pytest.mark.parametrize(("jobs", "times"), [(1, 3), (2, 1)])
def test_a_killed_run_goes_on_as_if_nothing_had_been(tmp_path: Path, jobs: int, times: int) -> None:
    assert killed(tmp_path, "1-6", times=times, jobs=jobs) >= 1
