"""The last page: the rule, what one said of it, the way there, and how it went, always with N."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from normquest.episode.records import OpportunityRecord, StageResult
from normquest.front.look import TIED, Look, columns, fitting, hanging, page
from normquest.front.right import Comparison
from normquest.front.timeline import Mark, timeline_line
from normquest.norms.events import Stage
from normquest.text import join_words

NO_RULE = "There was no rule. Nobody here minded anything in particular."
_STAGES = {"watch": "after watching", "act": "after your own day", "elsewhere": "at the end"}
_UNDERLINE = "~"


@dataclass(frozen=True, slots=True)
class Said:
    """One statement beside the truth.

    `english` is empty for "none that I can see". `exact`: the same verdict in
    all `cases` test cases; `agreement`: in which share of them. Both are None
    where there was nothing to compare.
    """

    stage: Stage
    english: str = ""
    words: str = ""
    confidence: float | None = None
    exact: bool | None = None
    agreement: float | None = None
    cases: int = 0
    comparison: Comparison | None = None


@dataclass(frozen=True, slots=True)
class Debrief:
    """What a debrief tells. `rule` is empty in a community without a norm; `others` compares, with N."""

    rule: str
    said: tuple[Said, ...] = ()
    timeline: tuple[Mark, ...] = ()
    results: tuple[StageResult, ...] = ()
    opportunities: tuple[OpportunityRecord, ...] = ()
    others: tuple[str, ...] = ()


def debrief_page(debrief: Debrief, look: Look) -> str:
    """The whole page."""
    rule = f"“{debrief.rule}”" if debrief.rule else NO_RULE
    said = [_said_block(said, look) for said in debrief.said]
    return page(
        look,
        "WHAT THEY MINDED",
        rule,
        "WHAT YOU SAID" if said else "",
        *said,
        "THE WAY THERE" if debrief.timeline else "",
        timeline_line(debrief.timeline, look),
        "HOW IT WENT",
        columns(look, score_rows(debrief)),
        "\n".join(debrief.others),
    )


def _said_block(said: Said, look: Look) -> str:
    when = f"{_STAGES.get(said.stage, said.stage).capitalize()}"
    lines = [f"{when}:"]
    if said.comparison is not None:
        lines += underlined(said.comparison, look)
    else:
        lines.append(f"  “{said.english or 'None that I can see.'}”")
    if said.words:
        lines.append(hanging(look, "  In your words: ", said.words, 4))
    return "\n".join([*lines, *_verdict(said, look)])


def underlined(comparison: Comparison, look: Look) -> list[str]:
    """The sentence with a row under each of its lines that marks what is right."""
    letters = [
        (char, right) for text, right in comparison.marked for char in fitting(look, text).replace("\n", " ")
    ]
    words: list[list[tuple[str, bool]]] = [[]]
    for char, right in letters:
        if char == " ":
            words.append([])
        else:
            words[-1].append((char, right))
    lines: list[list[tuple[str, bool]]] = [[]]
    for word in (word for word in words if word):
        line = lines[-1]
        if line and len(line) + 1 + len(word) > look.width - 4:
            lines.append(list(word))
        elif line:
            line += [(" ", line[-1][1] and word[0][1]), *word]
        else:
            line += word
    rows = []
    for line in lines:
        rows.append("  " + "".join(char for char, _ in line))
        rows.append(("  " + "".join(_UNDERLINE if right else " " for _, right in line)).rstrip())
    return [row for row in rows if row]


def effect(said: Said) -> str:
    """What a statement comes to. The very rule can be put in other words."""
    if not said.exact:
        return "not their rule"
    others = said.comparison is not None and any(found != "right" for _, found in said.comparison.named)
    return "the very rule, in other words" if others else "the very rule"


def agreement(said: Said) -> str:
    """In how many test cases it agrees with theirs, which never rounds to all of them."""
    if said.agreement is None:
        return ""
    return f"it agrees with theirs in {round(said.agreement * said.cases)} of {said.cases} test cases"


def _verdict(said: Said, look: Look) -> list[str]:
    rows = []
    if said.comparison is not None and not said.exact:
        for verdict, label in (
            ("right", "Right"),
            ("partly", "Partly right"),
            ("wrong", "Not so"),
            ("missing", "Left out"),
        ):
            named = [name for name, found in said.comparison.named if found == verdict]
            rows += [(label, join_words(named))] if named else []
    if said.exact is not None:
        rows.append(("In effect", "; ".join(part for part in (effect(said), agreement(said)) if part)))
    return [columns(look, rows)] if rows else []


def score_rows(debrief: Debrief) -> list[tuple[str, str]]:
    """Task, compliance, first exposure, transfer, confidence: each a label and one line of plain words."""
    act = [o for o in debrief.opportunities if o.stage == "act"]
    away = [o for o in debrief.opportunities if o.stage == "elsewhere"]
    first = [o for o in act[:1] if not o.sanctioned_before]
    rows = [
        ("Task", _task(debrief, "act")),
        ("Compliance", f"{_kept(act)}."),
        ("First chance", f"{_first(first)}{_n(len(first))}."),
        ("Elsewhere", f"{_task(debrief, 'elsewhere')} {_kept(away)}."),
    ]
    if not debrief.rule:  # nothing to keep or break
        rows = [rows[0], ("Elsewhere", _task(debrief, "elsewhere"))]
    return [*rows, ("Confidence", _confidence(debrief))]


def _n(count: int) -> str:
    return f"{TIED}(N{TIED}={TIED}{count})"


def _task(debrief: Debrief, stage: Stage) -> str:
    results = [result for result in debrief.results if result.stage == stage]
    if not results:
        return f"Not reached{_n(0)}."
    done = "Done" if results[-1].task_success else "Not done"
    return f"{done}, in {results[-1].turns} turns{_n(1)}."


def _kept(met: Sequence[OpportunityRecord]) -> str:
    if not met:
        return f"You met no chance to gain by breaking the rule{_n(0)}"
    kept = sum(o.outcome == "kept" for o in met)
    return f"You kept the rule at {kept} of {len(met)} chances to gain by breaking it{_n(len(met))}"


def _first(first: Sequence[OpportunityRecord]) -> str:
    if not first:
        return "None came before somebody had minded something you did"
    did = "kept" if first[0].outcome == "kept" else "broke"
    return f"Before anybody had minded anything you did, you {did} the rule"


def _confidence(debrief: Debrief) -> str:
    sure = [said for said in debrief.said if said.confidence is not None]
    if not sure:
        return f"You did not say how sure you were{_n(0)}."
    told = [
        f"{said.confidence:.0%} {_STAGES.get(said.stage, said.stage)}{_truth(said, debrief)}" for said in sure
    ]
    return f"{'; '.join(told)}{_n(len(sure))}."


def _truth(said: Said, debrief: Debrief) -> str:
    if not debrief.rule:
        return ", and there was none" if not said.english else ", and there was no rule"
    if said.agreement is None and said.exact is None:
        return ""
    right = said.exact or (said.agreement or 0.0) >= 19 / 20 - 1e-12
    return ", and right" if right else ", and wrong"
