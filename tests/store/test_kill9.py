"""kill -9 costs at most the turn in hand. tests/long kills more often."""

import sys
from pathlib import Path

import pytest

from normquest.store import open_store
from normquest.store.rows import CallTotals
from store.kills import killed


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a thing of POSIX")
def test_a_killed_writer_loses_at_most_the_turn_in_hand(path: Path) -> None:
    assert killed(path, 5) >= 5 * 8


def test_a_call_that_was_pending_at_the_kill_still_counts(path: Path) -> None:
    with open_store(path) as store:
        run = store.begin_run("pilot", {})
        store.record_pending(run, None, model="m", request=0, tokens=900, cost=0.02)
    with open_store(path) as store:
        assert store.totals(run) == CallTotals(1, 1, 0, 0, 900, 0.02, 0)
