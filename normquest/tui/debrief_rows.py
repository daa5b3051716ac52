"""The debrief as rows: what was said beside the truth, the way there, the measures, one's place."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from textual.content import Content

from normquest.front.debrief import Debrief, Said, agreement, effect, score_rows
from normquest.front.look import TIED
from normquest.front.places import HEADINGS, LEGEND, YOU, Place
from normquest.front.right import Comparison
from normquest.front.timeline import GLYPHS, Kind, Mark
from normquest.text import capital, join_words
from normquest.tui.safe import joined, plain
from normquest.tui.widgets.hung import Rows

STAGES = {"watch": "after watching", "act": "after your own day", "elsewhere": "at the end"}
_ROWS = {"watch": "the watch", "act": "your own day", "elsewhere": "elsewhere"}
_VERDICTS = (("right", "right"), ("partly", "partly right"), ("wrong", "not so"), ("missing", "left out"))
_STYLES: dict[Kind, str] = {
    "scene": "dim",
    "sanction": "bold $warning",
    "violation": "bold $error",
    "statement": "bold $secondary",
    "known": "bold $primary",
}
_LABEL = 16
WAITING = "Scripted minds are still at it."


def statements(said: Sequence[Said]) -> list[Rows]:
    """What was said, stage by stage; the same said again is told once."""
    groups = [list(group) for _, group in groupby(said, lambda one: (one.english, one.comparison))]
    return [said_rows(group) for group in groups]


def said_rows(group: Sequence[Said]) -> Rows:
    """A statement: its sentence, the part that was right underlined and named, and what it comes to."""
    said = group[0]
    sentence = (
        plain(f"“{said.english or 'None that I can see.'}”")
        if said.comparison is None
        else marked(said.comparison)
    )
    when = join_words([f"{STAGES.get(one.stage, one.stage)}{_sure(one)}" for one in group])
    rows: Rows = [(plain(f"You, {when}", "$secondary"), 0), (sentence, 0)]
    for one in group:
        if one.words:
            rows.append((joined(("in your words  ", "dim"), one.words), 15))
    if not said.exact:  # of the very rule in other words nothing is wrong
        rows += [(row, 15) for row in named(said.comparison)]
    if said.exact is not None:
        comes_to = [capital(part) for part in (effect(said), agreement(said)) if part]
        rows.append((plain(f"{'. '.join(comes_to)}.", "dim"), 0))
    return rows


def _sure(said: Said) -> str:
    return "" if said.confidence is None else f" ({said.confidence:.0%}{TIED}sure)"


def marked(comparison: Comparison) -> Content:
    """What was said, with what is right in it underlined."""
    return joined(
        "“", *((text, "underline $primary") if right else text for text, right in comparison.marked), "”"
    )


def named(comparison: Comparison | None) -> list[Content]:
    """Which parts were right and which were not, in words."""
    rows = []
    for verdict, label in _VERDICTS if comparison is not None else ():
        names = [name for name, found in (comparison.named if comparison else ()) if found == verdict]
        if names:
            rows.append(joined((f"{label:<15}", "$secondary"), join_words(names)))
    return rows


def timeline_rows(marks: Sequence[Mark]) -> Rows:
    """The episode as marks, a stage a row, and what they mean."""
    rows: Rows = []
    for stage, group in groupby(marks, lambda mark: mark.stage):
        glyphs = [plain(GLYPHS[mark.kind][0], _STYLES[mark.kind]) for mark in group]
        spaced = Content(" ").join(glyphs)
        rows.append((joined((_ROWS.get(stage, stage).ljust(_LABEL), "$secondary"), spaced), _LABEL))
    used = [kind for kind in GLYPHS if any(mark.kind == kind for mark in marks)]
    legend = [
        joined((GLYPHS[kind][0], _STYLES[kind]), (f" {GLYPHS[kind][1].replace(' ', TIED)}", "dim"))
        for kind in used
    ]
    return [*rows, (Content("   ").join(legend), 0)] if rows else []


def measure_rows(debrief: Debrief) -> Rows:
    """A plain line for each measure."""
    return [
        (joined((label.ljust(_LABEL), "$secondary"), text), _LABEL) for label, text in score_rows(debrief)
    ]


def place_rows(places: Sequence[Place], waiting: bool) -> Rows:
    """One's place among people, models and scripted minds; `waiting`: some are still at it."""
    if not places:
        return [(plain(WAITING, "dim"), 0)] if waiting else []
    table = [HEADINGS, *(place.cells() for place in places)]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEADINGS))]
    rows: Rows = []
    for number, row in enumerate(table):
        style = "dim" if not number else "bold" if row[0] == YOU else ""
        cells = "".join(cell.rjust(width + 3) for cell, width in zip(row[1:], widths[1:], strict=True))
        rows.append((plain(f"{row[0]:<{widths[0]}}{cells}", style), 0))
    rows.append((plain(LEGEND, "dim"), 0))
    minds = "; ".join(f"{place.who} {place.about}" for place in places if place.about)
    if minds:
        rows.append((plain(f"Scripted minds: {minds}.", "dim"), 0))
    return [*rows, (plain(WAITING, "dim"), 0)] if waiting else rows
