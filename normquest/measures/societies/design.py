"""Columns of a regression: one of zeros and ones for each level but the first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from normquest.measures.societies.columns import FloatArray


def dummies(values: npt.NDArray[np.generic], label: str) -> tuple[FloatArray, list[str]]:
    """A column for each level but the first in order, and the names `label=level`."""
    levels = np.unique(values)[1:]
    columns: FloatArray = (values[:, None] == levels[None, :]).astype(np.float64)
    return columns, [f"{label}={level}" for level in levels]


def matrix(n: int, *parts: tuple[FloatArray, Sequence[str]]) -> tuple[FloatArray, list[str]]:
    """A constant and then the parts side by side."""
    columns = [np.ones((n, 1)), *(part for part, _ in parts)]
    return np.concatenate(columns, axis=1), ["constant", *(name for _, names in parts for name in names)]
