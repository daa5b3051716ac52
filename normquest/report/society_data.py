"""The analyses of societies as plain data, with the paper's figures beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from math import isfinite
from typing import Any

from normquest.measures.figures import LEVEL
from normquest.measures.societies.analyses import Analyses
from normquest.report import published

VERSION = 1
"""Of the layout of the data."""


def society_data(analyses: Analyses) -> dict[str, Any]:
    """All that a report on societies shows, as JSON can hold it: None for what is undefined, 6 places.

    One key for each table, a list of rows (None where there is no such table); an estimate is {name, value,
    se, low, high, p, n, clusters}. `published` has the paper's figures; `verdicts` how many members each
    mechanism was found in.
    """
    found: dict[str, Any] = {"version": VERSION, "level": LEVEL} | {
        f.name: plain(getattr(analyses, f.name)) for f in fields(analyses) if f.name != "verdicts"
    }
    found["verdicts"] = dict(sorted(Counter(v.mechanism for v in analyses.verdicts).items()))
    found["trials"] = {
        "used": sum(v.n for v in analyses.verdicts),
        "left_out": sum(v.left_out for v in analyses.verdicts),
    }
    found["published"] = {
        "source": published.SOURCE,
        "contrasts": dict(published.CONTRASTS),
        "sharedness": [
            {"condition": c, "expectation": e, "early": early, "late": late}
            for (c, e), (early, late) in published.SHAREDNESS.items()
        ],
        "alignment": dict(published.ALIGNMENT),
        "corrections": dict(published.CORRECTIONS),
        "excluded": published.EXCLUDED,
        "recovery": published.RECOVERY,
    }
    return found


def plain(value: Any) -> Any:
    """The value as JSON can hold it."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, float):
        return round(value, 6) + 0.0 if isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(entry) for entry in value]
    return value
