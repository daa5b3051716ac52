"""A mixed model beside the regressions: does another way to treat runs say the same?"""

from __future__ import annotations

import warnings

import numpy as np

from normquest.measures.figures import Z
from normquest.measures.societies.columns import FloatArray, IntArray
from normquest.measures.societies.extra import needed
from normquest.measures.societies.ols import LEAST_CLUSTERS, Estimate


def random_intercepts(y: FloatArray, x: FloatArray, tested: int, runs: IntArray, name: str) -> Estimate:
    """The coefficient of column `tested` in a linear model with a random intercept a run, fitted by REML.

    Its interval and p-value are the normal ones of statsmodels and thus too sure where runs are few: a cross-
    check of the estimate, not a test to rely on. Undefined below two runs or where the fit fails.
    """
    n, clusters = len(y), len(np.unique(runs))
    nothing = Estimate(name, None, None, None, None, None, n, clusters)
    if clusters < LEAST_CLUSTERS or n <= x.shape[1]:
        return nothing
    model = needed("statsmodels.regression.mixed_linear_model").MixedLM
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a variance is estimated as 0 is no failure
        try:
            fit = model(y, x, groups=runs).fit(reml=True)
        except (np.linalg.LinAlgError, ValueError):
            return nothing
        value, se, p = (float(a[tested]) for a in (fit.fe_params, fit.bse_fe, fit.pvalues))
    if not fit.converged or not np.isfinite([value, se]).all() or se <= 0:
        return nothing
    return Estimate(name, value, se, value - Z * se, value + Z * se, p, n, clusters)
