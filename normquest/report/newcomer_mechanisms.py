"""What newcomers keep the norm for: verdicts by newcomer, and how well known minds are found again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from normquest.measures.intervals import wilson
from normquest.measures.newcomers import Tried, by_control_alone, trials_of_newcomers
from normquest.measures.societies.mechanisms import MECHANISMS, UNCLASSIFIED
from normquest.measures.societies.shares import (
    Confusion,
    confusion,
    mechanism_shares,
    success_shares,
)
from normquest.measures.societies.verdicts import Verdict, classify_members
from normquest.report.mechanism_text import confusion_text
from normquest.report.society_parts import count, ends, note, three, titled
from normquest.report.tables import NA, table

KINDS = (*MECHANISMS, UNCLASSIFIED)
Data = Mapping[str, Any]


def verdicts_of(newcomers: Sequence[Tried], beliefs: bool = False) -> list[Verdict]:
    """A verdict for each newcomer, in their order; they have trials."""
    return classify_members(trials_of_newcomers(newcomers), beliefs)


def mechanism_data(newcomers: Sequence[Tried], without: int = 0) -> dict[str, Any]:
    """Verdicts and shares as JSON can hold them; `without` further ones have no trials."""
    acts, said = verdicts_of(newcomers), verdicts_of(newcomers, beliefs=True)
    names = sorted({one.newcomer for one in newcomers})
    shares: dict[str, Any] = {}
    for name in names:
        mine = [v for v, one in zip(acts, newcomers, strict=True) if one.newcomer == name]
        counts = {(v.run, 0): newcomers[v.run].successes for v in mine}
        figures = [*mechanism_shares(mine), *success_shares(mine, counts)]
        shares[name] = [figure.data() for figure in figures]
    return {
        "newcomers": [
            {
                "newcomer": one.newcomer,
                "episode": one.episode,
                "mechanism": verdict.mechanism,
                "by_beliefs": believed.mechanism,
                "posterior": {kind: round(verdict.posterior[kind], 6) for kind in KINDS},
                "lapse": verdict.lapse,
                "trials": verdict.n,
                "left_out": verdict.left_out,
                "successes": one.successes,
            }
            for one, verdict, believed in zip(newcomers, acts, said, strict=True)
        ],
        "shares": shares,
        "without_trials": without,
    }


def mechanism_text(data: Data, width: int = 80) -> str:
    """The shares of each newcomer as tables. Ends with a line end."""
    parts = []
    for name, figures in data["shares"].items():
        mine = [row for row in data["newcomers"] if row["newcomer"] == name]
        found = Counter(row["mechanism"] for row in mine)
        told = {figure["name"]: figure for figure in figures}
        rows = [
            [
                kind,
                str(found[kind]),
                three(told[f"mechanism.{kind}"]["value"]),
                ends(told[f"mechanism.{kind}"]),
            ]
            for kind in KINDS
        ]
        borrowed = told["success.borrowed"]
        share = NA if borrowed["value"] is None else f"{three(borrowed['value'])} {ends(borrowed)}"
        rests = f"{borrowed['n']} successes that rest on incentive or imitation: {share}"
        used, left = sum(row["trials"] for row in mine), sum(row["left_out"] for row in mine)
        alike = sum(row["mechanism"] == row["by_beliefs"] for row in mine)
        parts += [
            table([name, "newcomers", "share", "95 %"], rows, width),
            note(
                f"{count(len(mine), 'newcomer', 'newcomers')}, {used} trials used, {left} left out (not "
                f"noticed, or not to be told). By what was believed {alike} of {len(mine)} verdicts are "
                f"the same. Share of its {rests}.",
                width,
            ),
        ]
    if data["without_trials"]:
        text = "On the communities of {} no trial could be held."
        parts.append(
            note(text.format(count(data["without_trials"], "newcomer more", "newcomers more")), width)
        )
    return titled("WHAT NEWCOMERS KEEP THE NORM FOR", width, *parts) + "\n"


def known_tables(newcomers: Sequence[Tried], each: int) -> tuple[Confusion, Confusion]:
    """Known minds by what was found: with all circumstances, and with as many control trials alone."""
    alone = by_control_alone(newcomers, each)
    return _found(newcomers), _found(alone)


def _found(newcomers: Sequence[Tried]) -> Confusion:
    verdicts = verdicts_of(newcomers)
    return confusion((newcomers[v.run].newcomer, v.mechanism) for v in verdicts)


def known_data(tables: tuple[Confusion, Confusion], draws: Data) -> list[dict[str, Any]]:
    """The two tables a row each planted kind, as JSON can hold them."""
    rows = []
    for what, one in zip(("battery", "control alone"), tables, strict=True):
        for truth, counts in zip(one.truths, one.counts, strict=True):
            share, limits, n = one.recovered(truth)
            low, high = limits or (None, None)
            row = {"trials": what, "planted": truth, "n": n, "right": share, "low": low, "high": high}
            rows.append({**row, "found": dict(zip(one.found, counts, strict=True)), **draws})
    return rows


def known_text(tables: tuple[Confusion, Confusion], draws: Data, width: int = 80) -> str:
    """Both tables. Ends with a line end."""
    full, alone = tables
    held = draws["draws"] - draws["without_trials"] - draws["rejected"]
    limits = wilson(held, draws["draws"] - draws["rejected"])
    span = f" [{three(limits[0])}, {three(limits[1])}]" if limits else ""
    return "\n".join(
        [
            confusion_text(full, width),
            note(
                f"Trials could be held on {held} of {draws['draws'] - draws['rejected']} draws{span}; "
                f"{count(draws['rejected'], 'draw was', 'draws were')} rejected.",
                width,
            ),
            "",
            note("The same with as many trials in which nothing was tried: behaviour is not enough.", width),
            "",
            confusion_text(alone, width),
        ]
    )
