"""Tests for pairs on the same seeds: exact McNemar, sign-flip permutation, Holm's correction."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

import numpy as np

from normquest.measures.intervals import FloatArray, generator

MOST_EXACT = 16
"""Up to so many pairs that differ, all 2**n sign flips are counted; above, `FLIPS` are drawn."""

FLIPS = 20_000


def mcnemar(only_first: int, only_second: int) -> float:
    """Two-sided p-value of McNemar's test (1947, Psychometrika 12, 153-157), in its exact binomial form.

    Of the discordant pairs, `only_first` succeeded the first way alone and `only_second` the second way
    alone; under the null either is alike likely. 1.0 where no pair is discordant. Raises ValueError below 0.
    """
    if only_first < 0 or only_second < 0:
        raise ValueError(f"counts of pairs are at least 0, not {only_first} and {only_second}")
    n = only_first + only_second
    tail = sum(comb(n, k) for k in range(min(only_first, only_second) + 1))
    return min(1.0, float(2 * tail / 2**n))


def sign_flip(differences: Sequence[float]) -> float | None:
    """Two-sided p-value of the sign-flip permutation test of paired differences (Fisher 1935, section 21).

    The share of sign patterns whose sum is at least as far from 0 as the observed one. Differences of 0 say
    nothing and are dropped. Exact for up to 16 others; above, 20,000 patterns are drawn and the observed one
    counts as one of them, so that p is never 0 (Phipson and Smyth 2010). None where there is no pair, 1.0
    where all differences are 0.
    """
    if len(differences) == 0:
        return None
    # Sorted, so that the p-value of drawn patterns does not hang on the order of the pairs.
    moved = np.array(sorted(d for d in differences if d != 0), dtype=np.float64)
    if len(moved) == 0:
        return 1.0
    signs = _all_signs(len(moved)) if len(moved) <= MOST_EXACT else _drawn_signs(len(moved))
    sums = np.abs(signs @ moved)
    # Ties count: sums that are equal but for rounding must not be told apart.
    extreme = int(np.count_nonzero(sums >= abs(float(moved.sum())) - 1e-9 * float(np.abs(moved).sum())))
    if len(moved) <= MOST_EXACT:
        return extreme / len(signs)
    return (extreme + 1) / (len(signs) + 1)


@lru_cache(maxsize=MOST_EXACT)
def _all_signs(n: int) -> FloatArray:
    patterns = np.arange(2**n, dtype=np.int64)[:, None] >> np.arange(n, dtype=np.int64)
    signs: FloatArray = (1 - 2 * (patterns & 1)).astype(np.float64)
    return signs


@lru_cache(maxsize=8)
def _drawn_signs(n: int) -> FloatArray:
    drawn = generator("sign flips", n).random((FLIPS, n))
    return np.where(drawn < 0.5, -1.0, 1.0)


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjusted p-values, in the same order, for the family-wise error (Holm 1979, Scand J Stat 6, 65-70).

    The k-th smallest of m is multiplied by m - k + 1, never falls below the one before, and is at most 1. A
    None (no test was possible) stays None and does not count in m.
    """
    tested = sorted((p, i) for i, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    least = 0.0
    for rank, (p, i) in enumerate(tested):
        least = max(least, min(1.0, p * (len(tested) - rank)))
        adjusted[i] = least
    return adjusted
