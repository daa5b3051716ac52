"""Where acts are amounts and beliefs were asked for: how near does each motive come to what was given?

In a society an intervention seldom moves everybody by as much as a yes or no wants: groups differ, and who
gives little has little to take back. Here a mechanism predicts an amount from what the member said it went
by, and what it gave lies near that amount, but for lapses, which may be anything.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from normquest.measures.societies.columns import FloatArray
from normquest.measures.societies.mechanisms import MECHANISMS, Mechanism
from normquest.measures.societies.trials import Trials

SPREADS = (0.05, 0.075, 0.1, 0.15)
"""How far from its amount a member may give, as standard deviations in shares of the endowment. Not less than
half of a unit in ten: who can give whole units alone must not be blamed for what it has to round."""

LAPSES = np.linspace(0.0, 0.2, 21)


def graded(trials: Trials) -> Trials:
    """The trials in which an amount, EE and NE are known."""
    known = ~np.isnan(trials.before) & ~np.isnan(trials.during)
    return trials.select(known & ~np.isnan(trials.ee) & ~np.isnan(trials.ne))


def amounts(trials: Trials) -> Mapping[Mechanism, FloatArray]:
    """What each mechanism would give, as shares of the endowment, in trials of `graded`.

    Internalised: what it holds right, or (not asked) what it gave before. Strategic: what is approved, where
    a sanction is to be feared: as it said, or (not asked) unless ratings have no effect. Where cooperating
    pays by itself, strategic and selfish give all.
    """
    pays = trials.intervention == "paying"
    feared = np.where(np.isnan(trials.sanction), trials.intervention != "ratings_off", trials.sanction >= 0.5)
    own = np.where(np.isnan(trials.belief), trials.before, trials.belief)
    return {
        "internalised": own,
        "ne-only": trials.ne,
        "conditional": np.minimum(trials.ee, trials.ne),
        "strategic": np.where(pays, 1.0, np.where(feared, trials.ne, 0.0)),
        "imitator": trials.ee,
        "selfish": np.where(pays, 1.0, 0.0),
    }


def graded_scores(trials: Trials) -> tuple[dict[Mechanism, float], dict[Mechanism, float], list[float]]:
    """-BIC/2 of each mechanism, its rate of lapses, and the scores of two models that know no mechanism.

    As densities against amounts that are all alike likely, so that a random mind scores 0. The other way: an
    amount of its own in each intervention, which it keeps to but for lapses.
    """
    predicted = amounts(trials)
    scores: dict[Mechanism, float] = {}
    lapses: dict[Mechanism, float] = {}
    price = float(np.log(len(trials)))  # of two fitted numbers: spread and lapses
    for name in MECHANISMS:
        fit, lapses[name] = _fit(trials.during - predicted[name], predicted[name])
        scores[name] = fit - price
    own = np.zeros(len(trials))
    names = sorted(set(trials.intervention.tolist()))
    for intervention in names:
        mask = trials.intervention == intervention
        own[mask] = np.median(trials.during[mask])
    fit, _ = _fit(trials.during - own, own)
    return scores, lapses, [0.0, fit - price - len(names) * price / 2]


def _fit(errors: FloatArray, amount: FloatArray) -> tuple[float, float]:
    """The best log-likelihood over spreads and lapse rates, and its lapse rate."""
    best, lapse = -np.inf, 0.0
    for spread in SPREADS:
        # Amounts end at 0 and 1: what would lie beyond does not get lost.
        inside = _below((1 - amount) / spread) - _below(-amount / spread)
        near = np.exp(-((errors / spread) ** 2) / 2) / (spread * np.sqrt(2 * np.pi) * inside)
        fits = np.log((1 - LAPSES[:, None]) * near + LAPSES[:, None] + 1e-300).sum(axis=1)
        at = int(np.argmax(fits))
        if fits[at] > best:
            best, lapse = float(fits[at]), float(LAPSES[at])
    return best, lapse


def _below(z: FloatArray) -> FloatArray:
    """The normal distribution function, to 1e-7 (Abramowitz and Stegun 1964, 26.2.17)."""
    t = 1 / (1 + 0.2316419 * np.abs(z))
    tail = (
        np.exp(-z * z / 2)
        / np.sqrt(2 * np.pi)
        * t
        * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    )
    found: FloatArray = np.where(z >= 0, 1 - tail, tail)
    return found
