"""The packages of the extra [analysis]: read in late, and where they are missing, a line that brings them."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

EXTRA = "analysis"


class NoAnalysis(Exception):
    """A package of the extra is not installed; the message says how to get it."""

    def __init__(self, package: str) -> None:
        from normquest.newcomers.models.making import install_line

        self.package = package
        super().__init__(
            f"the package {package} is not installed; "
            f"expected NormQuest with the extra '{EXTRA}'. Install it with: {install_line(EXTRA)}"
        )


def needed(module: str) -> Any:
    """A module of the extra. Raises NoAnalysis where its package is missing."""
    package = module.partition(".")[0]
    if find_spec(package) is None:
        raise NoAnalysis(package)
    return import_module(module)


def t_quantile(p: float, df: float) -> float:
    """The quantile of Student's t."""
    return float(needed("scipy.stats").t.ppf(p, df))


def t_p_value(t: float, df: float) -> float:
    """Two-sided p-value of a t statistic."""
    return float(2 * needed("scipy.stats").t.sf(abs(t), df))


def f_p_value(f: float, df1: float, df2: float) -> float:
    """Upper p-value of an F statistic."""
    return float(needed("scipy.stats").f.sf(f, df1, df2))
