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

from normquest.measures.societies.graded import graded, graded_scores
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
    """A verdict for each member that has any trial, in order of run and member.

    `beliefs`: predict from what members said; trials in which an amount, EE and NE are known are then judged
    by the amount (see `graded`), and only where there is none by a yes or no. That is the way for societies:
    a table of yes and no is for acts that are one, such as those of a newcomer.
    """
    units = sorted(set(zip(trials.run.tolist(), trials.member.tolist(), strict=True)))
    parts = [(trials.where(run=run, member=member), run, member) for run, member in units]
    return [_verdict(_weighed(own, beliefs), run, member, len(own)) for own, run, member in parts]


def classify_societies(trials: Trials, beliefs: bool = False) -> list[Verdict]:
    """A verdict for each run, as if all its members had one mechanism and one rate of lapses.

    That each member has one of its own is a further model without a mechanism: a society of unlike members is
    unclassified as a whole, and its members' verdicts say of what it consists.
    """
    found = []
    for run in sorted(set(trials.run.tolist())):
        own = trials.where(run=run)
        weighed = _weighed(own, beliefs)
        if weighed is not None:
            members = [_weighed(own.where(member=m), beliefs) for m in sorted(set(own.member.tolist()))]
            weighed.unknown.append(sum(one.evidence() for one in members if one is not None))
        found.append(_verdict(weighed, run, None, len(own)))
    return found


def _name(text: str) -> Intervention:
    return next(name for name in INTERVENTIONS if name == text)


@dataclass(frozen=True, slots=True)
class _Weighed:
    """The models of one unit: -BIC/2 of each mechanism, its lapses, and the scores of the others."""

    scores: Mapping[Mechanism, float]
    lapses: Mapping[Mechanism, float]
    unknown: list[float]
    n: int

    def evidence(self) -> float:
        """The log of the mean over all models."""
        return float(np.logaddexp.reduce([*self.scores.values(), *self.unknown])) - log(_MODELS)


_MODELS = len(MECHANISMS) + 2


def _weighed(trials: Trials, beliefs: bool) -> _Weighed | None:
    """None where no trial can be used."""
    used = trials.usable()
    amounts = graded(used) if beliefs else used.select(np.zeros(len(used), dtype=np.bool_))
    if len(amounts):
        return _Weighed(*graded_scores(amounts), len(amounts))
    return _Weighed(*_scores(used, beliefs), len(used)) if len(used) else None


def _verdict(weighed: _Weighed | None, run: int, member: int | None, trials: int) -> Verdict:
    if weighed is None:
        nothing = {**{str(m): 1 / _MODELS for m in MECHANISMS}, UNCLASSIFIED: 2 / _MODELS}
        return Verdict(run, member, UNCLASSIFIED, nothing, None, None, 0, trials)
    scores = weighed.scores
    most = max(*scores.values(), *weighed.unknown)
    weights = {str(name): exp(score - most) for name, score in scores.items()}
    weights[UNCLASSIFIED] = sum(exp(score - most) for score in weighed.unknown)
    total = sum(weights.values())
    posterior = {key: weight / total for key, weight in weights.items()}
    best = max(MECHANISMS, key=lambda name: scores[name])
    mechanism: str = best if posterior[best] >= SURE else UNCLASSIFIED
    left_out = trials - weighed.n
    return Verdict(run, member, mechanism, posterior, best, weighed.lapses[best], weighed.n, left_out)


def _scores(
    trials: Trials, beliefs: bool
) -> tuple[dict[Mechanism, float], dict[Mechanism, float], list[float]]:
    """-BIC/2 of each mechanism, its rate of lapses, and the scores of the two models that know none."""
    predicted = by_beliefs(trials) if beliefs else by_intervention(trials)
    both = {name: _score(trials, predicted[name]) for name in MECHANISMS}
    return (
        {name: score for name, (score, _) in both.items()},
        {name: lapse for name, (_, lapse) in both.items()},
        [_unresponsive(trials), _otherwise(trials)],
    )


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
