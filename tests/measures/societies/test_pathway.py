"""The path of selection on hand-made logs."""

import numpy as np
import pytest

from normquest.measures.societies.corrections import corrections
from normquest.measures.societies.logs import Draws, Ratings, table
from normquest.measures.societies.panel import Panel, Row
from normquest.measures.societies.pathway import pathway, shortfalls

NAN = float("nan")
NO_RATINGS, NO_DRAWS = table(Ratings, []), table(Draws, [])


def test_a_shortfall_is_what_mates_give_more() -> None:
    rows = [Row(1, 1, m, "SS", "a", 0, contribution=c) for m, c in enumerate((2.0, 6.0, 10.0))]
    rows += [Row(1, 1, 3, "SS", "a", 1, contribution=4), Row(1, 1, 4, "SS", "a", 0), Row(1, 1, 5, "SS", "a")]
    # Mates of 2 give 8 on average, of 6 also 6, of 10 only 4; who is alone or gave nothing has none.
    assert shortfalls(Panel.of(rows)).tolist() == pytest.approx([6, 0, -6, NAN, NAN, NAN], nan_ok=True)


def society(seed: int, run: int) -> tuple[list[Row], list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Ten rounds of one group of four: a rating is -.2 of the shortfall, ties move by .2 and .8 of it; seeds
    are the two of the highest standing; who stands below .15 is excluded."""
    rng = np.random.default_rng(seed)
    tie = np.ones((4, 4))
    out: set[int] = set()
    rows: list[Row] = []
    ratings: list[tuple[object, ...]] = []
    draws: list[tuple[object, ...]] = []
    for number in range(1, 11):
        inside = [m for m in range(4) if m not in out]
        standing = {m: float(np.mean([tie[o, m] for o in inside if o != m])) for m in inside}
        best = sorted(inside, key=lambda m: -standing[m])[:2]
        draws += [(run, number, m, standing[m], m in best) for m in inside]
        given = {m: float(rng.integers(4, 8)) if m else 1.0 for m in inside}
        for s in inside:
            gap = np.mean([given[o] for o in inside if o != s]) - given[s]
            value = float(np.clip(-0.08 * gap, -1, 1))
            for r in inside:
                if r != s:
                    after = tie[r, s] + value * (0.2 if value > 0 else 0.8)
                    ratings.append((run, number, r, s, value, tie[r, s], after))
                    tie[r, s] = after
        for m in inside:
            after_round = float(np.mean([tie[o, m] for o in inside if o != m]))
            rows.append(Row(run, number, m, "SS", "a", 0, given[m], standing=after_round))
            if after_round < 0.15:
                out.add(m)
        rows += [Row(run, number, m, "SS", "a", excluded=True) for m in sorted(out) if m not in inside]
    return rows, ratings, draws


def test_every_link_is_what_was_planted() -> None:
    parts = [society(run, run) for run in range(4)]
    panel = Panel.of([row for rows, _, _ in parts for row in rows])
    ratings = table(Ratings, [row for _, rows, _ in parts for row in rows])  # type: ignore[misc]
    draws = table(Draws, [row for _, _, rows in parts for row in rows])  # type: ignore[misc]
    found = pathway(panel, ratings, draws)
    assert found.rating.value == pytest.approx(-0.08)
    assert found.praise.value == pytest.approx(0.2)
    assert found.blame.value == pytest.approx(-0.8)
    assert found.rating.n == len(ratings) and found.rating.clusters == 4
    assert found.praise.n + found.blame.n == int(np.count_nonzero(ratings.value))
    assert found.seeding.value is not None and found.seeding.low is not None and found.seeding.low > 0
    assert found.standing.value is not None and found.standing.value < -0.3
    # Member 0 gives 1 in every run, and is excluded in every run: 4 of 16. Wilson: .10 to .49
    assert (found.excluded, found.members) == (0.25, 16)
    assert (found.excluded_low, found.excluded_high) == pytest.approx((0.102, 0.495), abs=2e-3)


def test_links_that_nobody_recorded_are_undefined() -> None:
    found = pathway(Panel.of([]), NO_RATINGS, NO_DRAWS)
    for link in (found.rating, found.praise, found.blame, found.seeding, found.standing):
        assert (link.value, link.n) == (None, 0)
    assert (found.excluded, found.excluded_low, found.members) == (None, None, 0)
    nobody = Panel.of(
        [Row(r, n, m, "SS", "a", 0, 5.0, standing=1.0) for r in (1, 2) for n in (1, 2) for m in (0, 1)]
    )
    assert pathway(nobody, NO_RATINGS, NO_DRAWS).standing.value is None
    assert pathway(nobody, NO_RATINGS, NO_DRAWS).excluded == 0


def test_a_rating_of_oneself_or_beyond_1_is_refused() -> None:
    with pytest.raises(ValueError, match="itself"):
        table(Ratings, [(1, 1, 2, 2, 0.5, NAN, NAN)])
    with pytest.raises(ValueError, match="between -1 and 1"):
        table(Ratings, [(1, 1, 2, 3, 1.5, NAN, NAN)])
    with pytest.raises(ValueError, match="stands twice"):
        table(Ratings, [(1, 1, 2, 3, 0.5, NAN, NAN)] * 2)


def test_correction_by_hand() -> None:
    # In each run a member gives 2, its mate 6. With discussion it goes up by 2 or 3, without by 1 or 2.
    ups = {("E", 1): 1.0, ("E", 2): 2.0, ("E+SL", 3): 2.0, ("E+SL", 4): 3.0}
    rows = []
    for (condition, run), up in ups.items():
        rows += [Row(run, 1, 0, condition, "a", 0, 2.0), Row(run, 2, 0, condition, "a", 0, 2.0 + up)]
        rows += [Row(run, n, 1, condition, "a", 0, 6.0) for n in (1, 2)]
    (found,) = corrections(Panel.of(rows))
    assert (found.condition, found.baseline) == ("E+SL", "E")
    assert found.estimate.value == pytest.approx(1.0)
    # CR3 of two runs each: 3/4 · 4 · (1/2)² = 3/4
    assert found.estimate.se == pytest.approx(0.75**0.5)
    assert (found.estimate.n, found.estimate.clusters) == (4, 4)
    assert corrections(Panel.of(rows), pairs=[("E+SS", "E")]) == []


def test_shortfalls_count_adversaries_as_mates_and_corrections_leave_them_out() -> None:
    rows = []
    for run, condition in ((1, "E"), (2, "E"), (3, "E+SL"), (4, "E+SL")):
        rows += [Row(run, n, 0, condition, "a", 0, 2.0 + n + run) for n in (1, 2)]
        rows += [Row(run, n, 1, condition, "a", 0, 9.5, adversary=True) for n in (1, 2)]
    (found,) = corrections(Panel.of(rows))
    assert found.estimate.n == 4
