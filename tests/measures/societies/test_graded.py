"""Amounts against what a motive would give, by hand; and where all beliefs agree, nobody can be told."""

from math import erf, exp, log, pi, sqrt

import numpy as np
import pytest

from measures.societies.test_trials import trial
from normquest.measures.societies.graded import _below, _fit, amounts, graded, graded_scores
from normquest.measures.societies.mechanisms import MECHANISMS
from normquest.measures.societies.trials import of_rows
from normquest.measures.societies.verdicts import classify_members

NAN = float("nan")
SAID = {"before": 0.6, "during": 0.6, "ee": 0.3, "ne": 0.5}


def test_what_each_would_give_by_hand() -> None:
    rows = [
        trial("acts_flip", 0, **SAID),
        trial("ratings_off", 0, **SAID),
        trial("paying", 0, **SAID),
        trial("control", 0, **SAID, belief=0.9, sanction=0.2),
        trial("control", 1, **(SAID | {"ee": NAN})),
        trial("control", 2),
    ]
    known = graded(of_rows(rows))
    assert len(known) == 4
    found = amounts(known)
    assert set(found) == set(MECHANISMS)
    assert found["internalised"].tolist() == [0.6, 0.6, 0.6, 0.9]
    assert found["ne-only"].tolist() == [0.5] * 4
    assert found["conditional"].tolist() == [0.3] * 4
    # Feared; ratings have no effect; it pays; said that it does not fear any.
    assert found["strategic"].tolist() == [0.5, 0.0, 1.0, 0.0]
    assert found["imitator"].tolist() == [0.3] * 4
    assert found["selfish"].tolist() == [0.0, 0.0, 1.0, 0.0]


def test_the_normal_distribution_function() -> None:
    for z in (-4.0, -1.0, -0.3, 0.0, 0.7, 2.5):
        assert float(_below(np.array([z]))[0]) == pytest.approx((1 + erf(z / sqrt(2))) / 2, abs=1e-7)


def test_a_fit_by_hand() -> None:
    # Exactly as predicted, amid the scale: the narrowest spread and no lapses, at 1 / (.05 √(2π)).
    fit, lapse = _fit(np.zeros(4), np.full(4, 0.5))
    assert (fit, lapse) == (pytest.approx(4 * log(1 / (0.05 * sqrt(2 * pi)))), 0.0)
    # At the end of the scale half of the bell would lie beyond, and does not get lost.
    assert _fit(np.zeros(1), np.ones(1))[0] == pytest.approx(log(2 / (0.05 * sqrt(2 * pi))), abs=1e-5)
    # One of ten far off: a lapse of .1, whose density is 1.
    fit, lapse = _fit(np.array([0.0] * 9 + [0.45]), np.full(10, 0.5))
    peak = 1 / (0.05 * sqrt(2 * pi))
    assert lapse == pytest.approx(0.11, abs=0.02)
    assert fit == pytest.approx(
        9 * log((1 - lapse) * peak + lapse) + log(lapse + (1 - lapse) * peak * exp(-40.5))
    )


def test_scores_pay_for_what_is_fitted() -> None:
    rows = [trial("acts_flip", k, **(SAID | {"during": 0.3})) for k in range(3)]
    scores, _, (uniform, other) = graded_scores(graded(of_rows(rows)))
    exact = 3 * log(1 / (0.05 * sqrt(2 * pi)))
    assert scores["imitator"] == pytest.approx(exact - log(3))
    assert uniform == 0
    # The same, and one amount of its own.
    assert other == pytest.approx(exact - log(3) - log(3) / 2)


def flips(during: float, **said: float) -> list[tuple[object, ...]]:
    """Nine trials in which others do .3 and approve .8, of a member that gave .6 before."""
    return [
        trial(name, k, **({"before": 0.6, "during": during, "ee": 0.3, "ne": 0.8} | said))
        for name in ("acts_flip", "control", "ratings_off")
        for k in range(3)
    ]


@pytest.mark.parametrize("during, mechanism", [(0.6, "internalised"), (0.8, "ne-only"), (0.0, "selfish")])
def test_members_are_told_by_the_amount_they_keep_to(during: float, mechanism: str) -> None:
    (found,) = classify_members(of_rows(flips(during)), beliefs=True)
    assert (found.mechanism, found.n) == (mechanism, 9)


def test_who_does_what_others_do_and_approve_as_well_cannot_be_told() -> None:
    # .3 is what is done, and the lesser of the two: imitator and conditional alike, until others stop caring.
    (found,) = classify_members(of_rows(flips(0.3)), beliefs=True)
    assert found.mechanism == "unclassified"
    assert found.posterior["imitator"] == pytest.approx(found.posterior["conditional"])
    stops = [trial("stop_caring", k, before=0.6, during=0.6, ee=0.6, ne=0.0) for k in range(3)]
    (found,) = classify_members(of_rows(flips(0.3) + stops), beliefs=True)
    assert found.mechanism == "imitator"


def test_amounts_that_follow_nothing_are_unclassified() -> None:
    rng = np.random.default_rng(6)
    rows = [
        trial(name, k, before=0.5, during=round(rng.random(), 1), ee=0.5, ne=0.6)
        for name in ("acts_flip", "control", "ratings_off", "stop_caring")
        for k in range(4)
    ]
    (found,) = classify_members(of_rows(rows), beliefs=True)
    assert found.mechanism == "unclassified" and found.posterior["unclassified"] > 0.6
