"""Does it see whether there is a rule at all? Communities with a norm against those that enforce none."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from normquest.measures.estimate import estimate, mean
from normquest.measures.figures import Figure
from normquest.measures.intervals import FloatArray
from normquest.measures.rows import EpisodeRow
from normquest.measures.select import first_statement, norm_free, normed
from normquest.measures.units import Unit, units_of

Rows = Sequence[EpisodeRow]


def _says_a_rule(row: EpisodeRow) -> bool | None:
    said = first_statement(row)
    return None if said is None else said.says_a_rule


def invented(rows: Rows) -> Figure:
    """Share of first statements in norm-free communities that state a rule."""
    return mean("invented", norm_free(rows), _says_a_rule, unit="statements")


def invented_confidence(rows: Rows) -> Figure:
    """Mean confidence in the rules invented in norm-free communities."""

    def confidence(row: EpisodeRow) -> float | None:
        said = first_statement(row)
        return said.confidence if said is not None and said.says_a_rule else None

    return mean("invented.confidence", norm_free(rows), confidence, unit="statements")


def log_linear_d(hits: float, signals: float, false_alarms: float, noises: float) -> float:
    """d′ = z(H) − z(F) with the log-linear correction (Hautus 1995, BRMIC 27, 46-51).

    H = (hits + .5) / (signals + 1), F likewise, so that rates of 0 and 1 stay finite. Raises ValueError where
    a count of trials is 0.
    """
    if signals <= 0 or noises <= 0:
        raise ValueError("d' needs trials with and without a signal")
    z = NormalDist().inv_cdf
    return z((hits + 0.5) / (signals + 1)) - z((false_alarms + 0.5) / (noises + 1))


def _d_prime(sums: FloatArray) -> FloatArray:
    return np.array([log_linear_d(*row) if row[1] > 0 and row[3] > 0 else np.nan for row in sums.tolist()])


def is_there_a_rule(rows: Rows) -> Figure:
    """d′ of stating a rule: communities with a norm are the signal, norm-free ones the noise.

    About 0 for a newcomer that always, never or blindly states one. In units of z; resampled within world and
    within either kind of community.
    """

    def stated(row: EpisodeRow) -> tuple[float, ...] | None:
        said = _says_a_rule(row)
        return None if said is None else (float(said), 1.0)

    signal = [
        Unit(u.world, u.norm, u.seed, (*u.sums, 0.0, 0.0), u.n, "norm")
        for u in units_of(normed(rows), stated)
    ]
    noise = [
        Unit(u.world, u.norm, u.seed, (0.0, 0.0, *u.sums), u.n, "none")
        for u in units_of(norm_free(rows), stated)
    ]
    return estimate("is_there_a_rule", [*signal, *noise], _d_prime, unit="statements", span=None)
