"""The sheet of a statement as rows: form and slots, conditions, the sentence, what goes with it."""

from __future__ import annotations

import re

from textual.content import Content

from normquest.front.sheet import Sheet
from normquest.front.sheet_asking import short
from normquest.norms.english import render
from normquest.norms.language.shapes import Shape
from normquest.text import capital
from normquest.tui.safe import clicked, joined, plain
from normquest.tui.state.sure import LABEL
from normquest.tui.widgets.hung import Rows

_HOLE = re.compile(r"\{(\w+)(?:/(\w+))?\}")
_DEEP = 3


def above(sheet: Sheet) -> Rows:
    """The rule, and the sentence that it comes to."""
    rows: Rows = [(_form(sheet), _DEEP + 2)]
    for name in ("when", "unless"):
        rows += _conditions(sheet, name)
    said = sheet.english
    if said and sheet.draft.begun:
        rows.append((plain(" "), 0))
        rows.append((_row(sheet, "rule", plain(f"“{said}”", "bold"), label=""), _DEEP))
    return rows


def between(sheet: Sheet) -> Rows:
    """Evidence and own words."""
    if sheet.stage is None:
        return []
    cites = [plain(f"{n} ▲" if sheet.log[n].startswith("▲") else str(n)) for n in sheet.evidence]
    evidence = Content("  ").join(cites) if cites else plain("—", "dim")
    words = plain(sheet.words) if sheet.words else plain("—", "dim")
    return [
        (_row(sheet, "evidence", evidence, "On what evidence"), LABEL),
        (_row(sheet, "words", words, "In your own words"), LABEL),
    ]


def below(sheet: Sheet) -> Rows:
    """Habits that are no rule, and the way to hand it in."""
    if sheet.stage is None:
        done = clicked("[ Write it down ]", "screen.send", "bold $primary")
        return [(joined("   ", done), _DEEP)] if sheet.lacking is None else []
    label = "Habits that are not rules"
    rows: Rows = []
    for number, habit in enumerate(sheet.habits):
        said = plain(render(habit, sheet.phrases.lexicon))
        rows.append((_row(sheet, "habits", said, label if not number else " "), LABEL))
    if sheet.habit is not None and sheet.habit.shape is not None:
        rows.append((_row(sheet, sheet.at, plain(short(sheet.habit.shape.menu)), label), LABEL))
    elif not rows:
        rows.append((_row(sheet, "habits", plain("—", "dim"), label), LABEL))
    ready = sheet.lacking is None
    done = clicked("[ Hand it in ]", "screen.send", "bold $primary" if ready else "dim")
    return [*rows, (joined("   ", done), _DEEP)]


def _row(sheet: Sheet, station: str, said: Content, label: str) -> Content:
    asked = sheet.at == station
    mark = plain(" › " if asked else "   ", "bold $primary")
    if not label:
        return joined(mark, said)
    name = label.ljust(LABEL - _DEEP)
    return joined(mark, clicked(name, f"screen.goto('{station}')", "bold" if asked else "$secondary"), said)


def _form(sheet: Sheet) -> Content:
    mark = plain(" › " if sheet.at in ("form", *sheet.draft.slots) else "   ", "bold $primary")
    shape = sheet.draft.shape
    if shape is None:
        text = "None that I can see" if sheet.none else sheet.unstatable or "a rule, or: none that I can see"
        if sheet.draft.whole is not None:
            text = "A rule of its own kind"
        return joined(mark, clicked(text, "screen.goto('form')", "bold" if sheet.at == "form" else ""))
    if shape.form == "both":
        parts = [_hole(sheet, name, "") for name in sheet.draft.slots]
        return joined(mark, _words("two rules: ", sheet), Content(" and ").join(parts))
    return joined(mark, *_pieces(sheet, shape))


def _pieces(sheet: Sheet, shape: Shape) -> list[Content]:
    found: list[Content] = []
    end = 0
    for hole in _HOLE.finditer(shape.template):
        found.append(_words(shape.template[end : hole.start()], sheet, first=not end))
        if hole[1] not in ("when", "unless"):
            found.append(_hole(sheet, hole[1], hole[2] or ""))
        end = hole.end()
    return [*found, _words(shape.template[end:], sheet)]


def _words(text: str, sheet: Sheet, first: bool = False) -> Content:
    said = capital(text) if first else text
    return clicked(said, "screen.goto('form')", "" if sheet.at != "form" else "bold") if said else Content("")


def _hole(sheet: Sheet, name: str, how: str) -> Content:
    asked = sheet.at == name
    part = sheet.draft.parts.get(name)
    if part is None:
        said = "…"
    elif how or name not in ("first rule", "second rule"):
        said = sheet.draft.filled(name, how)
    else:
        said = part.text
    style = "bold reverse" if asked else "bold $primary"
    return clicked(f"‹{said}›", f"screen.goto('{name}')", style)


def _conditions(sheet: Sheet, name: str) -> Rows:
    if not sheet.takes(name):
        return []
    said = [phrase.text for condition, phrase in sheet.draft.more if condition == name]
    asked = sheet.at == name
    style = "bold reverse" if asked else "bold $primary" if said else "dim"
    text = f"‹{(' or ' if name == 'unless' else ' and ').join(said) or '—'}›"
    mark = plain(" › " if asked else "   ", "bold $primary")
    label = clicked(f"  {name:<8}", f"screen.goto('{name}')", "$secondary")
    return [(joined(mark, label, clicked(text, f"screen.goto('{name}')", style)), _DEEP + 10)]
