"""A report on societies in plain text: the paper's tables in its layout, ours beside its published values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from normquest.report.society_more import corrections, discussion, mechanisms, pathway, recovery
from normquest.report.society_parts import condition_rows, count, ends, note, three, titled
from normquest.report.sparks import bar, sparkline
from normquest.report.tables import NA, p_value, table
from normquest.text import sanitise, wrap

Data = Mapping[str, Any]

_NOTES = (
    "Runs are the clusters of every interval, of 95 %: jackknife (CR3) with Student's t on runs - 1. N "
    "counts what a figure is a mean of or a regression has as rows. paper: the published value. – is "
    "undefined, never 0."
)
_BAR = 20


def society_text(data: Data, width: int = 80) -> str:
    """The data of `society_data` as text, no line longer than `width` (at least 60 to read well).

    Ends with a line end. Names in the data are untrusted and are made safe to show.
    """
    parts: list[Callable[[Data, int], str]] = [
        _top,
        _rounds,
        _steady,
        _contrasts,
        _sharedness,
        _alignment,
        corrections,
        pathway,
        discussion,
        recovery,
        mechanisms,
    ]
    return "\n\n\n".join(section for part in parts if (section := part(data, width))) + "\n"


def _top(data: Data, width: int) -> str:
    said = (
        f"{count(data['runs'], 'society', 'societies')}; "
        f"conditions: {', '.join(data['conditions']) or NA}; families: {', '.join(data['families']) or NA}."
    )
    return titled("SOCIETIES", width, wrap(sanitise(said, newlines=False), width), wrap(_NOTES, width))


def _rounds(data: Data, width: int) -> str:
    """A line of blocks for each condition, and the mean of chosen rounds with its band."""
    top = data["endowment"]
    figures, rows = [], []
    for condition, own in condition_rows(data["rounds"]):
        values = [row["mean"]["value"] for row in own]
        defined = [v for v in values if v is not None]
        ends_at = f"{three(defined[0])} → {three(defined[-1])}" if defined else NA
        figures.append([condition, sparkline(values, 0.0, top), ends_at, str(own[0]["mean"]["clusters"])])
        for row in _chosen(own):
            mean = row["mean"]
            rows.append([condition, str(row["round"]), *_mean(mean)])
    if not rows:
        return ""
    blocks = table(
        ["condition", f"mean a round, 0 to {top:g}", "first → last", "runs"], figures, width, 1, [1]
    )
    bands = table(["condition", "round", "mean", "95 %", "N", "runs"], rows, width)
    return titled("CONTRIBUTIONS A ROUND", width, blocks, bands)


def _chosen(own: Sequence[Data]) -> list[Data]:
    """The first round, every fifth, and the last."""
    return [row for row in own if row["round"] % 5 == 0 or row is own[0] or row is own[-1]]


def _mean(one: Data) -> list[str]:
    return [three(one["value"]), ends(one), str(one["n"]), str(one["clusters"])]


def _steady(data: Data, width: int) -> str:
    rows = [
        [s["family"], s["condition"], *_mean(s["mean"]), bar(s["mean"]["value"], data["endowment"], _BAR)]
        for s in data["steady"]
    ]
    heads = ["family", "condition", "mean", "95 %", "members", "runs", ""]
    return titled("STEADY STATE (ROUNDS 16 TO 20)", width, table(heads, rows, width, 2, [6])) if rows else ""


def _contrasts(data: Data, width: int) -> str:
    published = data["published"]["contrasts"]
    rows = []
    for c in data["contrasts"]:
        one = c["estimate"]
        rows.append(
            [
                c["family"],
                one["name"],
                three(one["value"]),
                ends(one),
                p_value(c["p_bonferroni"]),
                p_value(c["p_wild"]),
                three(c["mixed"]["value"]),
                published.get(one["name"], NA),
                str(one["n"]),
                str(one["clusters"]),
            ]
        )
    heads = ["family", "contrast", "gap", "95 %", "p Bonf.", "p wild", "mixed", "paper", "members", "runs"]
    said = note(
        "p Bonf.: of the regression, times the contrasts of the family. p wild: wild cluster bootstrap with "
        "the null imposed, of one contrast. mixed: the same gap by a mixed model with an intercept a run.",
        width,
    )
    return (
        titled("CONDITIONS COMPARED IN THE STEADY STATE", width, table(heads, rows, width, 2), said)
        if rows
        else ""
    )


def _sharedness(data: Data, width: int) -> str:
    published = {(p["condition"], p["expectation"]): p for p in data["published"]["sharedness"]}
    rows = []
    for s in data["sharedness"]:
        paper = published.get((s["condition"], s["expectation"]))
        rows.append(
            [
                s["condition"],
                s["expectation"].upper(),
                three(s["early"]["value"]),
                three(s["late"]["value"]),
                three(s["change"]["value"]),
                ends(s["change"]),
                f"{three(paper['early'])} → {three(paper['late'])}" if paper else NA,
                str(s["change"]["n"]),
            ]
        )
    heads = ["condition", "of", "rounds 1-3", "18-20", "change", "95 %", "paper", "runs"]
    body = table(heads, rows, width, 2)
    return titled("SHAREDNESS: STANDARD DEVIATION BETWEEN MEMBERS", width, body) if rows else ""


def _alignment(data: Data, width: int) -> str:
    published = data["published"]["alignment"]
    rows = []
    for a in data["alignment"]:
        # The paper's form is the gap without tau; beside any other its figure would compare unlike things.
        same = a["form"] == "gap" and not a["with_tau"]
        for name, key in (("NE", "ne"), ("EE", "ee")):
            one = a[key]
            rows.append(
                [
                    f"{a['form']}{'+tau' if a['with_tau'] else ''}",
                    name,
                    three(one["value"]),
                    ends(one),
                    p_value(one["p"]),
                    p_value(a["equal"]["p"]) if key == "ne" else "",
                    three(published[name]) if same else NA,
                    str(one["n"]),
                    str(one["clusters"]),
                ]
            )
    heads = ["form", "pull", "estimate", "95 %", "p", "p NE = EE", "paper", "steps", "runs"]
    said = note(
        "Without tau, members that differ for good bias both pulls toward 0: trust the forms with it.", width
    )
    return titled("ALIGNMENT WITH EXPECTATIONS", width, table(heads, rows, width, 2), said) if rows else ""
