"""Societies as they went, before any analysis: means a round for each condition and membership."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from normquest.report.tables import NA, number, table

Line = Mapping[str, Any]
"""What `society run` prints of a society."""

SERIES = ("acts", "ee", "ne")


def raw_data(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """A row for each cell (society, condition, members, switches): N, and means over its societies."""
    cells: dict[tuple[Any, ...], list[Line]] = {}
    for line in lines:
        cells.setdefault(_cell(line), []).append(line)
    return [_row(cell, own) for cell, own in cells.items()]


def _cell(line: Line) -> tuple[Any, ...]:
    names = ("society", "condition", "members", "variant", "shock")
    return (*(line[name] for name in names), tuple(line["interventions"]))


def _row(cell: tuple[Any, ...], lines: Sequence[Line]) -> dict[str, Any]:
    ended = [line for line in lines if line["rounds"] is not None]
    rounds = max((line["rounds"] for line in ended), default=0)
    names = ("society", "condition", "members", "variant", "shock", "interventions")
    return {
        **dict(zip(names, cell, strict=True)),
        "n": len(ended),
        "unfinished": len(lines) - len(ended),
        "mean": _mean([line["mean"] for line in ended]),
        "steady": _mean([line["steady"] for line in ended]),
        "exclusions": sum(line["exclusions"] for line in ended),
        "missing": sum(line["missing"] for line in ended),
        **{name: [_at(ended, name, place) for place in range(rounds)] for name in SERIES},
    }


def _at(lines: Sequence[Line], name: str, place: int) -> float | None:
    return _mean([line[name][place] for line in lines if place < len(line[name])])


def _mean(values: Sequence[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return fsum(found) / len(found) if found else None


def raw_text(rows: Sequence[Mapping[str, Any]], width: int) -> str:
    """The same as tables: what was run and what it came to, and the mean act a round."""
    if not rows:
        return "There is no society in it."
    heads = ["", "condition", "members", "switches", "N", "mean", "last 5", "excluded", "missing"]
    cells = [
        [
            str(place),
            row["condition"],
            row["members"],
            _switches(row),
            str(row["n"]),
            number(row["mean"]),
            number(row["steady"]),
            str(row["exclusions"]),
            str(row["missing"]),
        ]
        for place, row in enumerate(rows, start=1)
    ]
    rounds = max(len(row["acts"]) for row in rows)
    by_round = [
        [str(at + 1), *(number(row["acts"][at]) if at < len(row["acts"]) else NA for row in rows)]
        for at in range(rounds)
    ]
    parts = [table(heads, cells, width, keys=4)]
    if by_round:
        columns = [str(place) for place in range(1, len(rows) + 1)]
        parts.append("Mean act of ordinary members a round:\n" + table(["round", *columns], by_round, width))
    unfinished = sum(row["unfinished"] for row in rows)
    if unfinished:
        parts.append(f"{unfinished} not finished: the same `normquest society run` goes on with them.")
    return "\n\n".join(parts)


def _switches(row: Mapping[str, Any]) -> str:
    variant = () if row["variant"] == "standard" else (row["variant"],)
    shock = (row["shock"],) if row["shock"] else ()
    return " ".join((*variant, *shock, *row["interventions"])) or NA
