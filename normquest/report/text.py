"""A report in plain text: readable at 80 columns, in a pipe and by a screen reader; no colour, "–" for NA."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from normquest.measures.table import ACROSS
from normquest.report.tables import cut, interval, number, p_value, table
from normquest.text import sanitise, wrap

Data = Mapping[str, Any]

HEADLINE = (
    ("task", "task"),
    ("compliance", "comply"),
    ("exact.first", "exact"),
    ("transfer.joint", "transf"),
    ("first_opportunity", "first"),
    ("forecast.brier", "Brier"),
    ("overconfidence", "over"),
)
"""What stands beside joint success, and its head."""

MOST_COMPARISONS = 30

_NOTES = (
    "N counts what a figure is a share or mean of. Intervals are 95 %: Wilson's in one cell (world × norm), "
    "else a bootstrap over norms within worlds; beside it one over worlds. Repetitions and mirror twins of a "
    "seed are averaged first. – is undefined, never 0."
)


def report_text(data: Data, width: int = 80, details: bool = True) -> str:
    """The data of `report_data` as text, no line longer than `width` (at least 60 to read well).

    `details`: with a table of all measures for each newcomer and arm. Ends with a line end. Names in the data
    are untrusted and are made safe to show.
    """
    sections = [
        _top(data, width),
        _headline(data, width),
        _by_world(data, width),
        *(_details(data, width) if details else ()),
        _comparisons(data["comparisons"]["newcomers"], "NEWCOMERS COMPARED ON THE SAME SEEDS", width),
        _comparisons(data["comparisons"]["arms"], "ARMS COMPARED ON THE SAME SEEDS", width),
        _reliability(data, width),
        _calls(data, width),
        _glossary(data, width),
    ]
    return "\n\n\n".join(section for section in sections if section) + "\n"


def _titled(title: str, width: int, *body: str) -> str:
    return "\n\n".join([cut(title, width), *(part for part in body if part)])


def _top(data: Data, width: int) -> str:
    counts = f"{data['scored']} of {data['episodes']} episodes scored"
    left = ", ".join(f"{n} {status}" for status, n in data["left_out"].items())
    names = [f"{len(data[key])} {key}" for key in ("newcomers", "arms", "worlds")]
    line = "; ".join([counts + (f" (left out: {left})" if left else ""), *names]) + "."
    unfinished = [_unfinished(run) for run in data.get("runs", ()) if run["status"] != "done"]
    said = [wrap(sanitise(one, newlines=False), width) for one in (line, *unfinished)]
    return _titled("NORMQUEST REPORT", width, *said, wrap(_NOTES, width))


def _unfinished(run: Data) -> str:
    if run["status"] == "stopped":
        return f"Run {run['run']}, {run['name']}, was stopped before its end; its command goes on with it."
    return f"Run {run['run']}, {run['name']}, has not ended: it is still running, or it was killed."


def _pooled(data: Data) -> list[Data]:
    return [group for group in data["groups"] if group["world"] is None]


def _headline(data: Data, width: int) -> str:
    heads = ["newcomer", "arm", "N", "joint", "95 %", *(head for _, head in HEADLINE)]
    rows = []
    for group in _pooled(data):
        if group["arm"] == ACROSS:
            continue
        figures = group["figures"]
        joint = figures.get("joint", {})
        others = [number(figures.get(name, {}).get("value")) for name, _ in HEADLINE]
        rows.append([group["newcomer"], group["arm"], *_columns(joint), *others])
    legend = "; ".join(f"{head}: {name}" for name, head in HEADLINE if head != name)
    body = table(heads, rows, width, keys=2), wrap(f"95 %: of joint; {legend}.", width)
    return _titled("BY NEWCOMER AND ARM", width, *body) if rows else ""


def _columns(figure: Data) -> list[str]:
    """N, value, interval."""
    return [
        str(figure.get("n", 0)),
        number(figure.get("value")),
        interval(figure.get("low"), figure.get("high")),
    ]


def _by_world(data: Data, width: int) -> str:
    rows = [
        [group["newcomer"], group["arm"], group["world"], *_columns(group["figures"].get("joint", {}))]
        for group in data["groups"]
        if group["world"] is not None and group["arm"] != ACROSS
    ]
    rows.sort(key=lambda row: (row[0], data["arms"].index(row[1]), row[2]))
    heads = ["newcomer", "arm", "world", "N", "joint", "95 %"]
    return _titled("JOINT SUCCESS BY WORLD", width, table(heads, rows, width, keys=3)) if rows else ""


def _details(data: Data, width: int) -> Iterator[str]:
    """One table a newcomer and arm, with every figure that something was counted for."""
    for group in _pooled(data):
        figures = group["figures"].values()
        rows = [
            [
                figure["name"],
                *_columns(figure)[1:],
                interval(figure["world_low"], figure["world_high"]),
                str(figure["n"]),
                figure["unit"],
            ]
            for figure in figures
            if figure["n"]
        ]
        if not rows:
            continue
        arm = "all arms" if group["arm"] == ACROSS else group["arm"]
        title = f"{group['newcomer']} · {arm}: {group['episodes']} episodes, {group['seeds']} seeds"
        missing = ", ".join(figure["name"] for figure in figures if not figure["n"])
        yield _titled(
            title,
            width,
            table(["measure", "value", "95 %", "over worlds", "N", "of"], rows, width, words=[5]),
            wrap(f"Not measured: {missing}.", width) if missing else "",
        )


def _comparisons(listed: Sequence[Data], title: str, width: int) -> str:
    """The clearest first, in a table for each arm or newcomer that they share."""
    if not listed:
        return ""
    clear = sorted(
        listed, key=lambda c: (c["seeds"] is None, c["seeds"] or 0, -abs(c["figure"]["value"] or 0))
    )
    shown = clear[:MOST_COMPARISONS]
    parts = []
    for within in dict.fromkeys(c["within"] for c in listed):
        rows = [
            [
                f"{c['first']} − {c['second']}, {c['figure']['name']}",
                *_columns(c["figure"]),
                p_value(c["seeds_holm"]),
                p_value(c["cells_holm"]),
            ]
            for c in shown
            if c["within"] == within
        ]
        if rows:
            parts.append(table([within, "N", "mean", "95 %", "p seeds", "p norms"], rows, width))
    rest = len(clear) - len(shown)
    note = (
        "p-values after Holm over all comparisons: exact McNemar on these seeds (sign flips where a seed is "
        "no plain yes or no); sign flips of whole norms, from six on."
    )
    more = f" Shown are the {len(shown)} clearest; {rest} more are in the data." if rest else ""
    return _titled(title, width, *parts, wrap(note + more, width))


def _reliability(data: Data, width: int) -> str:
    rows = [
        [
            entry["newcomer"],
            f"{one['low']:.1f} to {one['high']:.1f}",
            number(one["confidence"]),
            *_columns(one["truth"]),
        ]
        for entry in data["reliability"]
        if entry["arm"] == ACROSS
        for one in entry["bins"]
        if one["truth"]["n"]
    ]
    heads = ["newcomer", "confidence", "mean", "N", "came true", "95 %"]
    return (
        _titled("CONFIDENCE AGAINST TRUTH, ALL ARMS", width, table(heads, rows, width, keys=2))
        if rows
        else ""
    )


def _calls(data: Data, width: int) -> str:
    """How the calls to models ended, and what they used."""
    listed = data.get("calls", ())
    total = {
        who: sum(c["calls"] for c in listed if c["newcomer"] == who)
        for who in dict.fromkeys(c["newcomer"] for c in listed)
    }
    rows = [
        [
            one["newcomer"],
            one["outcome"],
            str(one["calls"]),
            f"{one['calls'] / total[one['newcomer']]:.1%}",
            str(one["retries"]),
            str(one["tokens_in"]),
            str(one["tokens_out"]),
            _known(one["cost"], one["unpriced"], one["calls"]),
            "–" if one["ms"] is None else f"{one['ms'] / 1000:.1f}",
        ]
        for one in listed
    ]
    heads = ["newcomer", "outcome", "calls", "share", "again", "in", "out", "cost", "s"]
    untold = sum(one["untold"] for one in listed)
    note = (
        "again: calls that asked once more; in, out: tokens; s: mean seconds. Only infra_error is left out "
        "of scores; every other outcome than ok counts as a failure of the newcomer."
    )
    more = f" {untold} of them did not say what they used, so tokens are a lower bound." if untold else ""
    answered = wrap("\n".join(sanitise(line) for line in _answered(data.get("revisions", {}))), width)
    body = table(heads, rows, width, keys=2), answered, wrap(note + more, width)
    return _titled("CALLS TO MODELS", width, *body) if rows else ""


def _answered(revisions: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """Which revisions of its model answered each newcomer, and a warning where that changed on the way."""
    for newcomer, told in revisions.items():
        names = [f"{name or 'untold'} ({calls})" for name, calls in told.items()]
        if any(told):
            changed = " More than one: figures mix them." if len(told) > 1 else ""
            yield f"{newcomer} was answered by {', '.join(names)}.{changed}"


def _known(cost: float, unpriced: int, calls: int) -> str:
    """Money, "unknown", or a lower bound."""
    if unpriced == calls:
        return "unknown"
    return f"{'≥ ' if unpriced else ''}{cost:.4f}"


def _glossary(data: Data, width: int) -> str:
    lines = [wrap(f"  {m['name']}: {m['meaning']}", width) for m in data["measures"]]
    return _titled("WHAT THE MEASURES MEAN", width, sanitise("\n".join(lines)))
