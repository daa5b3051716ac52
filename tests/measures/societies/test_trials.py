"""What counts as a trial, and what a member did in it."""

import numpy as np
import pytest

from measures.societies.simulated import panel_of
from normquest.measures.societies.logs import Span
from normquest.measures.societies.mechanisms import INTERVENTIONS, MECHANISMS, PREDICTIONS
from normquest.measures.societies.trials import Trials, kept, of_rows, trials_of

NAN = float("nan")


def trial(
    intervention: str = "ratings_off",
    number: int = 0,
    held: float = 1.0,
    noticed: bool = True,
    run: int = 0,
    member: int = 0,
    **said: float,
) -> tuple[object, ...]:
    """A row of trials."""
    beliefs = [said.get(name, NAN) for name in ("ee", "ne", "belief", "sanction")]
    return (run, member, intervention, number, held, said.get("before", NAN), noticed, *beliefs)


def test_every_mechanism_predicts_every_intervention_and_no_two_predict_the_same() -> None:
    assert sorted(PREDICTIONS) == sorted(MECHANISMS)
    signatures = set()
    for mechanism in MECHANISMS:
        assert sorted(PREDICTIONS[mechanism]) == sorted(INTERVENTIONS)
        assert all(p.why for p in PREDICTIONS[mechanism].values())
        # What a mechanism leaves open tells it from nobody.
        signatures.add(
            tuple(PREDICTIONS[mechanism][i].act for i in ("ratings_off", "acts_flip", "stop_caring"))
        )
    assert len(signatures) == len(MECHANISMS)


@pytest.mark.parametrize(
    "began, before, during, told",
    [
        (8, 8, 6, 1.0),  # three quarters
        (8, 8, 5.9, 0.0),
        (2, 2, 2, 1.0),  # little, and still as before
        (8, 0.5, 0, NAN),  # had stopped earlier: nothing to keep
        (0, 0, 0, 0.0),  # never cooperated
        (0, 0, 5, 1.0),  # and now does
        (8, NAN, 4, NAN),
        (8, 8, NAN, NAN),
    ],
)
def test_keeping_on_by_hand(began: float, before: float, during: float, told: float) -> None:
    assert kept(began, before, during, 10) == pytest.approx(told, nan_ok=True)


def test_trials_of_a_panel_by_hand() -> None:
    # Rounds 1 to 8; spans are rounds 4 to 5 and 7 to 8. Member 0 holds, 1 falls, 2 lapses once before, which
    # the median of rounds 1 to 3 does not mind; 3 is an adversary. Before the second span: rounds 2, 3, 6.
    grid = np.full((8, 1, 4), 8.0)
    grid[3:5, 0, 1] = [6, 2]
    grid[2, 0, 2] = 0
    ee, ne = np.full((8, 1, 4), 6.0), np.full((8, 1, 4), NAN)
    ne[4, 0, 0] = 9
    ee[4, 0, 2] = NAN
    adversary = np.zeros((8, 1, 4), dtype=bool)
    adversary[:, :, 3] = True
    panel = panel_of(["E"], ["a"], contribution=grid, ee=ee, ne=ne, adversary=adversary)
    spans = [Span(0, "ratings_off", 1, 7, 8), Span(0, "ratings_off", 0, 4, 5)]
    found = trials_of(panel, spans, {(0, 0, "ratings_off", 0): True, (0, 1, "ratings_off", 0): False})
    assert found.member.tolist() == [0, 1, 2] * 2
    assert found.trial.tolist() == [0, 0, 0, 1, 1, 1]
    assert found.kept.tolist() == [1, 0, 1, 1, 1, 1]
    assert found.before.tolist() == [0.8] * 6
    # Whoever was not said to have noticed has not.
    assert found.noticed.tolist() == [True] + [False] * 5
    assert trials_of(panel, spans).noticed.all()
    # Asked for both and no NE: it said "none", which is 0. Not asked at all: not known.
    assert found.ne[:3].tolist() == pytest.approx([0.9, 0.0, NAN], nan_ok=True)
    assert found.ee[:3].tolist() == pytest.approx([0.6, 0.6, NAN], nan_ok=True)
    assert len(trials_of(panel, [])) == 0
    # Before the first round nobody gave anything.
    assert len(trials_of(panel, [Span(0, "payoff", 0, 1, 2)])) == 0


def test_three_trials_make_an_intervention_and_only_noticed_ones_count() -> None:
    rows = [trial("ratings_off", k, noticed=k != 1) for k in range(3)]
    rows += [trial("acts_flip", k) for k in range(2)]
    rows += [trial("stop_caring", k, NAN if k == 2 else 0.0) for k in range(3)]
    rows += [trial("ratings_off", k, member=1) for k in range(2)]
    used = of_rows(rows).usable()
    assert list(zip(used.intervention.tolist(), used.trial.tolist(), strict=True)) == [
        ("ratings_off", 0),
        ("ratings_off", 2),
        ("stop_caring", 0),
        ("stop_caring", 1),
    ]
    assert len(of_rows([]).usable()) == 0


def test_what_is_no_trial_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown interventions: storm"):
        of_rows([trial("storm")])
    with pytest.raises(ValueError, match="1, 0 or NaN"):
        of_rows([trial(held=0.5)])
    with pytest.raises(ValueError, match="ne lies between"):
        of_rows([trial(ne=7.0)])
    with pytest.raises(ValueError, match="stands twice"):
        of_rows([trial(), trial()])
    assert isinstance(of_rows([trial(), trial("acts_flip")]), Trials)
