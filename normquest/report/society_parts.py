"""What the tables of a report on societies share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from normquest.report.tables import NA, cut
from normquest.text import wrap

Data = Mapping[str, Any]


def three(value: float | None) -> str:
    """Three decimals, as the paper has them; "–" for what is undefined."""
    # Adding 0 turns a rounded -0.0 into 0.0.
    return NA if value is None else f"{round(value, 3) + 0.0:.3f}"


def ends(one: Data) -> str:
    """The interval of an estimate or figure."""
    low, high = one["low"], one["high"]
    return NA if low is None or high is None else f"[{three(low)}, {three(high)}]"


def count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def note(text: str, width: int) -> str:
    return wrap(text, width)


def titled(title: str, width: int, *body: str) -> str:
    return "\n\n".join([cut(title, width), *(part for part in body if part)])


def condition_rows(rows: Sequence[Data]) -> Iterable[tuple[str, list[Data]]]:
    """Rows by condition, which stand together."""
    return [(condition, list(own)) for condition, own in groupby(rows, key=lambda row: row["condition"])]
