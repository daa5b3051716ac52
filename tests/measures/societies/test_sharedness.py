"""The spread between members, by hand."""

import numpy as np
import pytest

from measures.societies.simulated import panel_of
from normquest.measures.societies.panel import Panel, Row
from normquest.measures.societies.sharedness import sharedness, spread_between_members

NAN = float("nan")


def test_spread_by_hand_and_none_below_two_reports() -> None:
    rows = [Row(1, 1, m, "E", "a", ee=v) for m, v in enumerate((2.0, 4.0, 6.0, NAN))]
    rows += [Row(1, 2, m, "E", "a", ee=v) for m, v in enumerate((5.0, NAN, NAN, NAN))]
    rows += [Row(1, 1, 9, "E", "a", ee=0.0, adversary=True)]
    run, number, spread = spread_between_members(Panel.of(rows), "ee")
    # (2, 4, 6): (4 + 0 + 4) / 2 = 4
    assert (run.tolist(), number.tolist(), spread.tolist()) == ([1], [1], [2.0])


def test_early_against_late_by_hand() -> None:
    # Two members 2·d apart have a spread of d·√2. Early d is 3 in run 0 and 1 in run 1; late it is 1 and 0.
    apart = np.zeros((20, 2))
    apart[:3], apart[17:] = [3, 1], [1, 0]
    grid = 5 + apart[:, :, None] * np.array([-1.0, 1.0])
    asked = panel_of(["E", "E"], ["a", "a"], ee=grid, ne=np.where(apart[:, :, None] > 1, grid, np.nan))
    ee, ne = sharedness(asked)
    root = 2**0.5
    assert (ee.expectation, ee.early.value, ee.late.value) == (
        "ee",
        pytest.approx(2 * root),
        pytest.approx(root / 2),
    )
    # Changes -2√2 and -√2: mean -1.5√2, s² = 1, se = √(1/2)
    assert ee.change.value == pytest.approx(-1.5 * root)
    assert ee.change.se == pytest.approx(0.5**0.5)
    assert (ee.change.n, ee.change.clusters, ee.reports) == (2, 2, (12, 12))
    # NE was reported early in run 0 alone: there is no change to speak of.
    assert (ne.early.value, ne.early.n, ne.early.low) == (pytest.approx(3 * root), 1, None)
    assert (ne.late.value, ne.change.value, ne.change.n, ne.reports) == (None, None, 0, (6, 0))


def test_conditions_that_were_not_asked_are_not_there() -> None:
    silent = panel_of(["none"], ["a"], contribution=np.full((20, 1, 4), 5.0))
    assert sharedness(silent) == []
