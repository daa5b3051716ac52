"""The second half of a report on societies: what corrects, what is said, what recovers, what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from normquest.report.society_parts import count, ends, note, three, titled
from normquest.report.tables import NA, p_value, table

Data = Mapping[str, Any]

_LINKS = {
    "rating": "rating, a unit below mates",
    "praise": "tie, a rating of +1",
    "blame": "tie, a rating of -1",
    "seeding": "chance to be seed, a unit of standing",
    "standing": "standing of excluded − others",
}


def corrections(data: Data, width: int) -> str:
    """How much more under-contributors go up with a process than without it."""
    published = data["published"]["corrections"]
    rows = [
        [
            c["estimate"]["name"],
            three(c["estimate"]["value"]),
            ends(c["estimate"]),
            p_value(c["estimate"]["p"]),
            three(published.get(c["estimate"]["name"])),
            str(c["estimate"]["n"]),
            str(c["estimate"]["clusters"]),
        ]
        for c in data["corrections"]
    ]
    heads = ["contrast", "gap", "95 %", "p", "paper", "steps", "runs"]
    return titled("CORRECTION OF THOSE WHO GIVE LESS", width, table(heads, rows, width)) if rows else ""


def pathway(data: Data, width: int) -> str:
    """The links of selection, one below the other."""
    path = data["pathway"]
    if path is None:
        return ""
    rows = [
        [words, three(path[key]["value"]), ends(path[key]), p_value(path[key]["p"]), NA, str(path[key]["n"])]
        for key, words in _LINKS.items()
    ]
    limits = {"low": path["excluded_low"], "high": path["excluded_high"]}
    paper = data["published"]["excluded"]
    rows.append(
        ["share of members excluded", three(path["excluded"]), ends(limits), "", paper, str(path["members"])]
    )
    heads = ["link", "value", "95 %", "p", "paper", "N"]
    said = note("The interval of the share is Wilson's.", width)
    return titled("THE PATH OF SELECTION", width, table(heads, rows, width), said)


def discussion(data: Data, width: int) -> str:
    """Codes of messages, and how far two coders agree."""
    if not any(row["n"] for row in data["discussion"]):
        return ""
    rows = [[s["code"], three(s["share"]), str(s["count"]), str(s["n"])] for s in data["discussion"]]
    parts = [table(["code", "share", "messages", "of"], rows, width)]
    if data["coder"] and not data["coders"]:
        parts.append(note(f"No code by {data['coder']} could be used.", width))
    if data["coders"]:
        agreed = [
            [c["code"], three(c["alike"]), three(c["kappa"]), ends(c), str(c["n"]), str(c["runs"])]
            for c in data["coders"]
        ]
        heads = ["code", "coded alike", "kappa", "95 %", "messages", "runs"]
        whose = data["coder"] or "a second coder"
        second = f"The codes above are by rule; so far they agree with those of {whose}:"
        parts += [note(second, width), table(heads, agreed, width)]
    return titled("WHAT IS SAID", width, *parts)


def recovery(data: Data, width: int) -> str:
    """Dips after shocks."""
    rows = [
        [
            r["condition"],
            str(r["shock"]),
            {"ne": "NE"}.get(r["column"], r["column"]),
            three(r["before"]["value"]),
            three(r["depth"]["value"]),
            ends(r["depth"]),
            three(r["half_life"]["value"]),
            f"{r['back']} of {r['dipped']}",
            three(r["residual"]["value"]),
            ends(r["residual"]),
            str(r["runs"]),
        ]
        for r in data["recovery"]
    ]
    heads = [
        "condition",
        "after",
        "of",
        "before",
        "depth",
        "95 %",
        "half-life",
        "back",
        "left",
        "95 %",
        "runs",
    ]
    said = note(
        "after: the last round before the shock. half-life: rounds from the lowest until half is back, of "
        "the runs that came back. left: what is missing in the last round. "
        f"Paper: {data['published']['recovery']}.",
        width,
    )
    return titled("AFTER A SHOCK", width, table(heads, rows, width, 3), said) if rows else ""


_RESTS = {
    "success.borrowed": "incentive or imitation",
    "success.normative": "a norm",
    "success.unclassified": "cannot be told",
}


def mechanisms(data: Data, width: int) -> str:
    """The headline, and the share of members of each mechanism."""
    if not data["mechanisms"]:
        return ""
    by_name = {f["name"]: f for f in data["successes"]}
    rests = [
        [words, three(by_name[name]["value"]), ends(by_name[name]), str(by_name[name]["n"])]
        for name, words in _RESTS.items()
    ]
    found, whole = data["verdicts"], data["whole"]
    rows = []
    for f in data["mechanisms"]:
        own = f["name"].removeprefix("mechanism.")
        rows.append(
            [own, three(f["value"]), ends(f), f"{found.get(own, 0)} of {f['n']}", str(whole.get(own, 0))]
        )
    trials = data["trials"]
    said = note(
        f"{count(trials['used'], 'trial was', 'trials were')} used, {trials['left_out']} left out: not "
        "noticed, not to be told, or of an intervention that its society met fewer than three times. "
        "Intervals resample runs. A society of unlike members is unclassified as a whole.",
        width,
    )
    return titled(
        "WHAT COOPERATION RESTS ON",
        width,
        table(["cooperative successes rest on", "share", "95 %", "successes"], rests, width),
        table(["mechanism", "share", "95 %", "members", "whole societies"], rows, width),
        said,
    )
