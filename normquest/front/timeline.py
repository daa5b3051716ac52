"""The episode as one line of marks: scenes, sanctions, own breaches, statements, and when one could know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from normquest.episode.records import Record, Statement, Truth
from normquest.front.look import Look, flowing
from normquest.norms.events import NEWCOMER, Event, Stage

Kind = Literal["scene", "known", "sanction", "violation", "statement"]

GLYPHS: dict[Kind, tuple[str, str]] = {
    "scene": ("·", "a scene"),
    "sanction": ("▲", "a sanction"),
    "violation": ("✕", "you broke it"),
    "statement": ("◇", "you said what you think"),
    "known": ("★", "one could know"),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing on the line."""

    kind: Kind
    stage: Stage


def timeline_of(records: Iterable[Record], norm: int | None, known: int | None = None) -> tuple[Mark, ...]:
    """The marks of an episode's records, in their order.

    `norm` is the index of the custom that is the norm (None where there is
    none); `known` counts the scene, from 1, from which a reader of the evidence
    could know.
    """
    marks: list[Mark] = []
    scenes, stages = 0, dict[int, Stage]()
    for record in records:
        if isinstance(record, Statement):
            marks.append(Mark("statement", record.stage))
        elif isinstance(record, Event):
            stages[record.seq] = record.stage
            if record.kind == "sanction":
                marks.append(Mark("sanction", record.stage))
            elif record.kind == "stage" and record.stage == "watch":
                scenes += 1
                marks.append(Mark("known" if scenes == known else "scene", record.stage))
        elif isinstance(record, Truth) and norm is not None and _own_breach(record, norm):
            marks.append(Mark("violation", stages.get(record.seq, "act")))
    return tuple(marks)


def _own_breach(truth: Truth, norm: int) -> bool:
    finding = truth.finding
    return truth.custom == norm and finding.bearer == NEWCOMER and finding.result == "violated"


def timeline_line(marks: Sequence[Mark], look: Look) -> str:
    """The marks in a line (more where they are many), stage by stage, and below it what they mean."""
    if not marks:
        return ""
    parts = [
        f"{stage} {''.join(GLYPHS[mark.kind][0] for mark in group)}"
        for stage, group in groupby(marks, lambda mark: mark.stage)
    ]
    used = [kind for kind in GLYPHS if any(mark.kind == kind for mark in marks)]
    legend = flowing(look, "", (f"{GLYPHS[kind][0]} {GLYPHS[kind][1]}" for kind in used), 2)
    return f"{flowing(look, '', parts, 2)}\n{legend}"
