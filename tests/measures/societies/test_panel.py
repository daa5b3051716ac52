"""A panel holds what fits and refuses what does not."""

import numpy as np
import pytest

from normquest.measures.societies.panel import Panel, Row

NAN = float("nan")


def small() -> Panel:
    return Panel.of(
        [
            Row(1, 1, 0, "E", "a", 0, contribution=4, ee=5, ne=NAN, tau=0.2, payoff=9.5, standing=1.0),
            Row(1, 1, 1, "E", "a", 0, contribution=NAN, adversary=True),
            Row(1, 2, 0, "E", "a", excluded=True),
            Row(2, 1, 0, "none", "b", 0, contribution=0),
        ]
    )


def test_rows_become_columns_of_their_type_that_cannot_be_written() -> None:
    panel = small()
    assert len(panel) == 4
    assert panel.run.dtype == np.int64 and panel.contribution.dtype == np.float64
    assert panel.excluded.tolist() == [False, False, True, False]
    assert panel.contribution[0] == 4 and np.isnan(panel.ne[0]) and panel.contribution[3] == 0
    with pytest.raises(ValueError, match="read-only"):
        panel.run[0] = 7


def test_a_column_given_is_copied() -> None:
    panel = small()
    mine = np.array([4.0, NAN, NAN, 0.0])
    other = panel._with({"contribution": mine})
    mine[0] = 9
    assert other.contribution[0] == 4


def test_selecting_and_stacking() -> None:
    panel = small()
    assert panel.where(run=1, round=1).member.tolist() == [0, 1]
    assert panel.ordinary().run.tolist() == [1, 2]
    assert panel.between(2, 2).excluded.tolist() == [True]
    assert panel.conditions() == ["none", "E"]
    assert panel.families() == ["a", "b"]
    again = Panel.stack([panel.where(run=2), panel.where(run=1)])
    assert again.run.tolist() == [2, 1, 1, 1]
    with pytest.raises(ValueError, match="stands twice"):
        Panel.stack([panel, panel])
    with pytest.raises(ValueError, match="belong together"):
        Panel.stack([panel.where(run=1), Panel.of([], endowment=20)])
    with pytest.raises(ValueError, match="nothing to stack"):
        Panel.stack([])


def test_no_rows_are_a_panel_too() -> None:
    assert len(Panel.of([])) == 0 and Panel.of([]).conditions() == []


@pytest.mark.parametrize(
    "row, words",
    [
        (Row(1, 0, 0, "E", "a"), "count from 1"),
        (Row(1, 1, 0, "E", "a", contribution=11), "contribution lies between 0 and 10, not at 11"),
        (Row(1, 1, 0, "E", "a", ne=-1), "ne lies between"),
        (Row(1, 1, 0, "E", "a", ee=float("inf")), "ee lies between"),
        (Row(1, 1, 0, "E", "a", tau=1.5), "tau lies between 0 and 1"),
        (Row(1, 1, 0, "E", "a", standing=float("-inf")), "not finite"),
        (Row(1, 1, 0, "E", "a", contribution=0, excluded=True), "NaN and not 0"),
        (Row(3, 1, 0, "SL", "b", group=1.5), "not whole"),  # type: ignore[arg-type]
        (Row(9, 2, 0, "SL", "b"), "one condition"),
    ],
)
def test_what_does_not_fit_is_refused(row: Row, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Panel.of([Row(9, 1, 0, "E", "a"), row])


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match="differ in length"):
        small()._with({"tau": np.array([0.1])})
    with pytest.raises(ValueError, match="dimensions"):
        small()._with({"tau": np.zeros((4, 1))})
