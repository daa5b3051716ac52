"""What each mechanism would do, as a table with reasons, and how well known minds were found again."""

from __future__ import annotations

from normquest.measures.societies.mechanisms import INTERVENTIONS, MECHANISMS, PREDICTIONS
from normquest.measures.societies.shares import Confusion
from normquest.report.society_parts import three, titled
from normquest.report.tables import NA, table
from normquest.text import wrap

_WORDS = {"keep": "keeps", "drop": "stops", "either": "open"}


def predictions_text(width: int = 80, reasons: bool = True) -> str:
    """Mechanisms by interventions, what each of these is, and why each prediction. Ends with a line end."""
    rows = [[m, *(_WORDS[PREDICTIONS[m][i].act] for i in INTERVENTIONS)] for m in MECHANISMS]
    parts = [
        table(["mechanism", *INTERVENTIONS], rows, width),
        "\n".join(wrap(f"  {name}: {meaning}", width) for name, meaning in INTERVENTIONS.items()),
    ]
    if reasons:
        for mechanism in MECHANISMS:
            lines = [
                wrap(f"  {name}: {_WORDS[one.act]}, for {one.why}", width)
                for name, one in PREDICTIONS[mechanism].items()
            ]
            parts.append("\n".join([mechanism, *lines]))
    return titled("SIGNATURES OF MECHANISMS", width, *parts) + "\n"


def confusion_text(found: Confusion, width: int = 80) -> str:
    """Planted by found, with the share found rightly and its interval. Ends with a line end."""
    rows = []
    for truth, counts in zip(found.truths, found.counts, strict=True):
        share, limits, n = found.recovered(truth)
        span = f"[{three(limits[0])}, {three(limits[1])}]" if limits else NA
        rows.append([truth, three(share), span, str(n), *map(str, counts)])
    heads = ["planted", "right", "95 %", "N", *found.found]
    return titled("KNOWN MINDS FOUND AGAIN", width, table(heads, rows, width)) + "\n"
