"""The table that shows whether scripted minds look as they must, and what tells each from each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from normquest.measures.separating import Checked, Separation, check_signatures, separating_measures
from normquest.measures.signatures import SIGNATURES, Expected
from normquest.measures.table import ACROSS, Figures
from normquest.report.tables import NA, interval, number, table
from normquest.text import wrap

CLEAR = 2.0
"""Two minds fewer standard errors apart than this are not told apart."""


def signature_table(
    figures: Figures, width: int = 80, signatures: Mapping[str, Sequence[Expected]] = SIGNATURES
) -> str:
    """Two tables: each expectation, its figure and verdict; each pair of minds and what separates it best.

    Verdicts: `yes`, `NO`, or "–" where the run has no such figure. Ends with a line end.
    """
    checks = check_signatures(figures, signatures)
    pairs = separating_measures({key: own for key, own in figures.items() if key[0] in signatures})
    parts = ["SIGNATURES OF SCRIPTED MINDS", _verdicts(checks, width), _summary(checks, width)]
    if pairs:
        parts += ["WHAT TELLS MINDS APART", _separations(pairs, width), _unseparated(pairs, width)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _verdicts(checks: Sequence[Checked], width: int) -> str:
    words = {True: "yes", False: "NO", None: NA}
    rows = [
        [c.mind, _at(c.measure, c.arm), number(c.value), str(c.n), interval(c.low, c.high), words[c.ok]]
        for c in checks
    ]
    return table(["mind", "measure, arm", "value", "N", "expected", "ok"], rows, width, keys=2)


def _at(measure: str, arm: str) -> str:
    if not measure:
        return NA
    return measure if arm == ACROSS else f"{measure}, {arm}"


def _summary(checks: Sequence[Checked], width: int) -> str:
    good, bad = (sum(c.ok is verdict for c in checks) for verdict in (True, False))
    return wrap(f"{good} as expected, {bad} not, {len(checks) - good - bad} not measured.", width)


def _separations(pairs: Sequence[Separation], width: int) -> str:
    rows = [
        [
            f"{p.first} − {p.second}",
            _at(p.measure, p.arm),
            number(p.gap if p.measure else None),
            f"{p.ses:.1f}",
        ]
        for p in sorted(pairs, key=lambda p: p.ses)
    ]
    return table(["pair", "measure, arm", "gap", "in SE"], rows, width, keys=2)


def _unseparated(pairs: Sequence[Separation], width: int) -> str:
    alike = [f"{p.first} and {p.second}" for p in pairs if p.ses < CLEAR]
    return (
        wrap(f"Not told apart (below {CLEAR:g} standard errors): {', '.join(alike)}.", width) if alike else ""
    )
