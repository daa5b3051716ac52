"""The bottom line never claims to know what it does not."""

import pytest

from normquest.session.gate import Setting
from normquest.session.watching.source import Used
from normquest.tui.watch.status import live_text, replay_text, used_text


@pytest.mark.parametrize(
    ("used", "says"),
    [
        (Used(), "no model calls"),
        (Used(2, 0, 1200, 34, True, None, 0, 1500), "1,200 in 34 out · cost unknown · 1.5 s · 0 retries"),
        (Used(2, 0, 1200, 34, True, 0.5, 1, 1500), "1,200 in 34 out · cost 0.5000 · 1.5 s · 1 retry"),
        (Used(2, 1, 1200, 34, True, 0.5, 2, 90), "1,200 in 34 out · cost at most 0.5000 · 0.1 s · 2 retries"),
        (
            Used(2, 0, 1200, 0, False, None, 0, 90),
            "at least 1,200 in 0 out · cost unknown · 0.1 s · 0 retries",
        ),
        (Used(2, 0, 0, 0, False, None, 0, 90), "tokens unknown · cost unknown · 0.1 s · 0 retries"),
        (Used(1, 1, 0, 0, True, None, 0, None), "0 in 0 out · cost unknown · 0 retries"),
        (Used(9, 0, 1234567, 34, True, 0.0, 0, 1), "1,235k in 34 out · cost 0.0000 · 0.0 s · 0 retries"),
    ],
)
def test_what_was_used(used: Used, says: str) -> None:
    assert used_text(used) == says


def test_where_it_stands() -> None:
    assert live_text(4, Setting(), False) == "turn 4 · full speed"
    assert live_text(4, Setting(), True) == "turn 4 · full speed · calling"
    assert live_text(4, Setting(True, "calm"), True) == "turn 4 · calm speed · pausing"
    assert live_text(4, Setting(True, "calm"), False) == "turn 4 · calm speed · paused"
    assert replay_text(0, 8, True) == "turn 0 · 8× · playing"
