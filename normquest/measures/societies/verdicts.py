"""Which mechanism do the trials of a member, or of a society, bear the signature of?

Under a mechanism every trial goes as predicted but for lapses, of one unknown rate up to a fifth. The rate is
fitted by maximum likelihood: it is the share of trials that go against the prediction, and costs half a log
of their number (BIC). In an intervention that a mechanism leaves open it has any rate.

Two models know no mechanism. *Unresponsive*: one rate in all trials, neither as low nor as high as lapses
leave it, whatever is tried (a random mind). *Otherwise*: any rate of its own in each intervention (some other
consistent way). Each mechanism and each of the two has the same share of the prior; the two together are
"unclassified", and so is a unit of which no mechanism has `SURE` of the posterior. That is where two
mechanisms cannot be told apart as well: behaviour without interventions gives all that cooperate the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log

import numpy as np

from normquest.measures.societies.mechanisms import (
    INTERVENTIONS,
    MECHANISMS,
    PREDICTIONS,
    UNCLASSIFIED,
    Act,
    Intervention,
    Mechanism,
)
from normquest.measures.societies.trials import HALF, HELD, NOTHING, Trials

SURE = 0.6
"""In simulation, with 18 or 21 trials and 5 % lapses, from .5 on a random mind is unclassified in 9 of 10
cases, and up to .65 each mechanism is found in as many."""

MOST_LAPSES = 0.2
"""What goes wrong more often is no lapse."""

Predicted = Mapping[Mechanism, list[Act]]
"""For each mechanism, what it would do in each of the trials."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one unit's trials say. `posterior` has every mechanism and "unclassified", and sums to 1.

    `mechanism` is one of them. `lapse`: the fitted rate of the best mechanism. `n` counts the trials used,
    `left_out` those not noticed, not to be told, or of an intervention with fewer than three. `member` is
    None where the unit is a whole society.
    """

    run: int
    member: int | None
    mechanism: str
    posterior: Mapping[str, float]
    best: str | None
    lapse: float | None
    n: int
    left_out: int


def by_intervention(trials: Trials) -> Predicted:
    """What each mechanism would do, from the interventions alone."""
    named = [_name(intervention) for intervention in trials.intervention]
    return {m: [PREDICTIONS[m][name].act for name in named] for m in MECHANISMS}


def by_beliefs(trials: Trials) -> Predicted:
    """What each mechanism would do given what the member said in the trial; where it was not asked, from the
    intervention. Needs no supposition that an intervention changed what it should and nothing else.

    What it goes by is set against what it did before, as its act is: who thinks that others approve of 5 will
    not keep giving 8 for their approval.
    """
    grounds = {
        "internalised": trials.belief,
        "ne-only": trials.ne,
        "conditional": np.minimum(trials.ee, trials.ne),
        # It does what is demanded where a sanction outweighs the gain.
        "strategic": np.where(trials.sanction < HALF, 0.0, trials.ne + 0 * trials.sanction),
        "imitator": trials.ee,
    }
    cooperated = np.nan_to_num(trials.before, nan=0.0) >= NOTHING
    least = np.where(cooperated, HELD * trials.before, HALF)
    found: dict[Mechanism, list[Act]] = dict(by_intervention(trials))
    for mechanism in MECHANISMS:
        if mechanism not in grounds:
            continue
        acts, ground = found[mechanism], grounds[mechanism]
        for i in np.flatnonzero(~np.isnan(ground) & (trials.intervention != "paying")).tolist():
            acts[i] = "keep" if ground[i] >= least[i] else "drop"
    return found


def classify_members(trials: Trials, beliefs: bool = False) -> list[Verdict]:
    """A verdict for each member that has any trial, in order of run and member."""
    units = sorted(set(zip(trials.run.tolist(), trials.member.tolist(), strict=True)))
    return [_verdict(trials.where(run=run, member=member), run, member, beliefs) for run, member in units]


def classify_societies(trials: Trials, beliefs: bool = False) -> list[Verdict]:
    """A verdict for each run, as if all its members had one mechanism and one rate of lapses."""
    return [_verdict(trials.where(run=run), run, None, beliefs) for run in sorted(set(trials.run.tolist()))]


def _name(text: str) -> Intervention:
    return next(name for name in INTERVENTIONS if name == text)


def _verdict(trials: Trials, run: int, member: int | None, beliefs: bool) -> Verdict:
    used = trials.usable()
    left_out = len(trials) - len(used)
    if len(used) == 0:
        models = len(MECHANISMS) + 2
        nothing = {**{str(m): 1 / models for m in MECHANISMS}, UNCLASSIFIED: 2 / models}
        return Verdict(run, member, UNCLASSIFIED, nothing, None, None, 0, left_out)
    predicted = by_beliefs(used) if beliefs else by_intervention(used)
    scores: dict[Mechanism, float] = {}
    lapses: dict[Mechanism, float] = {}
    for name in MECHANISMS:
        scores[name], lapses[name] = _score(used, predicted[name])
    unknown = [_unresponsive(used), _otherwise(used)]
    most = max(*scores.values(), *unknown)
    weights = {str(name): exp(score - most) for name, score in scores.items()}
    weights[UNCLASSIFIED] = sum(exp(score - most) for score in unknown)
    total = sum(weights.values())
    posterior = {key: weight / total for key, weight in weights.items()}
    best = max(MECHANISMS, key=lambda name: scores[name])
    mechanism: str = best if posterior[best] >= SURE else UNCLASSIFIED
    return Verdict(run, member, mechanism, posterior, best, lapses[best], len(used), left_out)


def _score(trials: Trials, acts: list[Act]) -> tuple[float, float]:
    """-BIC/2 of a mechanism and its rate of lapses."""
    against = told = 0
    left_open: dict[str, list[float]] = {}
    for act, name, held in zip(acts, trials.intervention.tolist(), trials.kept.tolist(), strict=True):
        if act == "either":
            left_open.setdefault(name, []).append(held)
        else:
            told += 1
            against += (act == "keep") != (held == 1)
    if told == 0:
        return sum(_any_rate(held) for held in left_open.values()), 0.0
    lapse = min(against / told, MOST_LAPSES)
    fit = _bernoulli(against, told, lapse) - log(told) / 2
    return fit + sum(_any_rate(held) for held in left_open.values()), lapse


def _unresponsive(trials: Trials) -> float:
    """One rate in all trials; all values between lapses of either kind are alike likely beforehand."""
    ones, n = int(trials.kept.sum()), len(trials)
    rates = np.linspace(MOST_LAPSES, 1 - MOST_LAPSES, 61)
    logs = ones * np.log(rates) + (n - ones) * np.log(1 - rates)
    return float(logs.max() + np.log(np.mean(np.exp(logs - logs.max()))))


def _otherwise(trials: Trials) -> float:
    """One rate for each intervention, of which nothing is known."""
    names = sorted(set(trials.intervention.tolist()))
    return sum(_any_rate(trials.kept[trials.intervention == name].tolist()) for name in names)


def _any_rate(held: Sequence[float]) -> float:
    """Log-likelihood of zeros and ones under a rate of which all values are alike likely beforehand."""
    ones = int(sum(held))
    return lgamma(ones + 1) + lgamma(len(held) - ones + 1) - lgamma(len(held) + 2)


def _bernoulli(k: int, n: int, rate: float) -> float:
    """Log-likelihood of k in n, where 0 · log 0 is 0."""
    return (k * log(rate) if k else 0.0) + ((n - k) * log(1 - rate) if n - k else 0.0)
