"""Does a process correct those who give less? Their next step with the process, against that without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from normquest.measures.societies.design import matrix
from normquest.measures.societies.ols import Estimate, ols
from normquest.measures.societies.panel import Panel
from normquest.measures.societies.pathway import shortfalls


@dataclass(frozen=True, slots=True)
class Correction:
    """How much more who gave less than the mates goes up by the next round, with a process than without."""

    condition: str
    baseline: str
    estimate: Estimate


PROCESSES = (("E+SL", "E"), ("E+SS", "E"), ("E+SL+SS", "E"))
"""Which condition adds what to which."""


def corrections(panel: Panel, pairs: Sequence[tuple[str, str]] = PROCESSES) -> list[Correction]:
    """The difference in C(t+1) - C(t) of under-contributors, for each pair of conditions that were run.

    An under-contributor gave less than the mean of its group mates. The shortfall is a covariate: where
    discussion has brought members together, shortfalls are small, and small ones ask for small corrections.
    """
    # The shortfall needs all mates, adversaries too: so it is reckoned before anybody is left out.
    used = panel.select(np.lexsort((panel.round, panel.member, panel.run)))
    gap = shortfalls(used)
    ordinary = ~used.adversary & ~used.excluded
    follows = (
        (used.run[1:] == used.run[:-1])
        & (used.member[1:] == used.member[:-1])
        & (used.round[1:] == used.round[:-1] + 1)
        & ordinary[1:]
        & ordinary[:-1]
    )
    at = np.flatnonzero(follows)
    step = used.contribution[at + 1] - used.contribution[at]
    under = (gap[at] > 0) & ~np.isnan(step)
    at, step = at[under], step[under]
    found = []
    for condition, baseline in pairs:
        if condition not in panel.condition or baseline not in panel.condition:
            continue
        mask = (used.condition[at] == condition) | (used.condition[at] == baseline)
        own, name = at[mask], f"{condition} − {baseline}"
        treated = (used.condition[own] == condition).astype(np.float64)
        x, names = matrix(len(own), (gap[own][:, None], ["shortfall"]), (treated[:, None], [name]))
        fit = ols(step[mask], x, names, used.run[own])
        nothing = Estimate(name, None, None, None, None, None, len(own), len(np.unique(used.run[own])))
        found.append(Correction(condition, baseline, fit.estimate(name) if fit else nothing))
    return found
