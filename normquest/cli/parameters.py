"""Kinds of parameters that several commands take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

LARGEST_SEED = 10**9
MOST_SEEDS = 100_000

_PART = re.compile(r"\s*(\d{1,12})\s*(?:[-–]\s*(\d{1,12})\s*)?")


if TYPE_CHECKING:
    SeedsBase = click.ParamType[tuple[int, ...]]
else:
    SeedsBase = click.ParamType  # generic only since click 8.3


class Seeds(SeedsBase):
    """Seeds such as 1-50, 3, or 1-10,20-25; as a tuple, in the order given, each once."""

    name = "seeds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        found: dict[int, None] = {}
        for part in str(value).split(","):
            span = _PART.fullmatch(part)
            if span is None:
                self.fail(f"'{part[:40]}' is no seed. Expected: 1-50, 3, or 1-10,20-25.", param, ctx)
            first, last = int(span[1]), int(span[2] or span[1])
            if last < first:
                self.fail(f"{first}-{last} goes backwards. Expected: {last}-{first}.", param, ctx)
            if last > LARGEST_SEED:
                self.fail(f"{last} is too large. Expected: at most {LARGEST_SEED}.", param, ctx)
            if last - first >= MOST_SEEDS or len(found) + last - first >= MOST_SEEDS:
                self.fail(f"these are too many seeds. Expected: at most {MOST_SEEDS}.", param, ctx)
            found |= dict.fromkeys(range(first, last + 1))
        return tuple(found)


SEEDS = Seeds()
SEED = click.IntRange(0, LARGEST_SEED)

as_json = click.option("--json", "as_json", is_flag=True, help="Print data, one JSON object a line.")
