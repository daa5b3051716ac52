"""The groups of a round, and in each who says what, how far each goes, what it has and how it is rated."""

from __future__ import annotations

from textual.content import Content

from normquest.front.societies.fold import Fold
from normquest.tui.safe import joined, plain
from normquest.tui.societies.shown import Shown, bar, fit, number
from normquest.tui.widgets.hung import Rows

_BAR = 10
_FIXED = 12 + 2 + _BAR + 1 + 3 + 6 + 6
"""Columns that are not the words: the name, the bar and its number, what it has, how it is rated."""


def groups(shown: Shown) -> Rows:
    """All groups, one below the other."""
    fold = shown.fold
    words = shown.width - _FIXED if shown.width >= _FIXED + 8 else 0
    head = f"{'':12}{'':{words + 2}}{fold.about.deed:<{_BAR + 4}}{'has':>6}{'rated':>6}"
    rows: Rows = [(_what(shown), 2)] if fold.round else []
    rows.append((plain(head, "dim"), 0))
    for at, group in enumerate(fold.groups):
        rows.append((_header(shown, at, group), 0))
        rows += [(_line(shown, at, member, words), 0) for member in group]
    if fold.resting:
        rows.append((joined(("resting  ", "$secondary"), shown.names(list(fold.resting))), 9))
    return rows


def _what(shown: Shown) -> Content:
    """What was announced for this round, or how far it has come."""
    fold = shown.fold
    told = [one for one in fold.told if one.round == fold.round]
    if told:
        parts: list[Content] = []
        for one in told:
            sign = {"shock": "▲", "excluded": "✕"}.get(one.kind, "◇")
            parts += [plain("  ")] if parts else []
            parts += [plain(f"{sign} ", "bold $warning"), plain(one.text, "$warning")]
        return joined(*parts)
    said = {
        "groups": "Groups are formed." if not fold.seeds else "Seeds have drawn their groups.",
        "talk": "They talk: each in turn.",
        "acts": "Each has acted; the groups see it now.",
        "ratings": "Each has rated the others.",
        "reports": "Each has said in private what it expects.",
        "noticed": "They were asked what has changed.",
        "beliefs": "They were asked what they hold right, and what they fear.",
        "ended": "The society is over.",
    }[fold.phase]
    if fold.ended == "too_few":
        said = "The society is over: too few are left."
    return plain(said, "dim")


def _header(shown: Shown, at: int, group: tuple[int, ...]) -> Content:
    fold = shown.fold
    levels = [fold.faces[m].acts.get(fold.round) for m in group]
    known = [level for level in levels if level is not None]
    parts = [plain(f"group {at + 1}", "bold $primary")]
    if at < len(fold.seeds):
        parts += [plain("  drawn by ", "dim"), shown.names([fold.seeds[at]])]
    if known:
        parts.append(plain(f"   mean {sum(known) / len(known):.1f}", "dim"))
    return joined(*parts)


def _line(shown: Shown, at: int, member: int, words: int) -> Content:
    fold = shown.fold
    face = fold.faces[member]
    rated = [value for _, value in fold.got(member)]
    mean = sum(rated) / len(rated) if rated else None
    level = face.acts.get(fold.round)
    did = f"{bar(level, fold.about.top, _BAR)} {number(level, 'g', 3)}"
    if level is None or any(move.member == member and isinstance(move.value, str) for move in fold.moves):
        did = fit(_done(fold, member), _BAR + 4)
    style = "" if face.gone else "$secondary"
    return joined(
        shown.name(member),
        _said(shown, at, member, words),
        "  ",
        (did, style),
        (number(fold.payoffs.get(member), ".1f", 6) if fold.payoffs else " " * 6, ""),
        (f"{mean:+.2f}".rjust(6) if mean is not None else " " * 6, "$warning" if (mean or 0) < 0 else "dim"),
        ("  ✕", "bold $warning") if face.gone else "",
    )


def _done(fold: Fold, member: int) -> str:
    """What a member did where there is no number for it: its words, or that nothing came of it."""
    moves = [move for move in fold.moves if move.member == member]
    if moves:
        return " ".join(f"{move.value}{' again' if move.repeated else ''}" for move in moves)
    lost = [
        one
        for one in fold.missing
        if one.member == member and one.kind not in ("talk", "ratings", "report", "notice", "beliefs")
    ]
    return "stands aside" if lost else ""


def _said(shown: Shown, at: int, member: int, words: int) -> Content:
    fold = shown.fold
    said = [one.text for one in fold.talk if one.member == member]
    if member in fold.waiting:
        return plain(fit("is thinking …", words), "italic dim")
    if not said:
        lost = any(one.member == member and one.kind == "talk" for one in fold.missing)
        return plain(fit("gave no answer" if lost else "", words), "dim")
    if not said[-1]:
        return plain(fit("says nothing", words), "dim italic")
    style = "bold" if fold.speaking(at) == member else ""
    return plain(fit(f"“{said[-1]}”", words), style)


def talk(shown: Shown) -> Rows:
    """Every message of the round in full, group by group."""
    fold = shown.fold
    rows: Rows = []
    for at in range(len(fold.groups)):
        said = [one for one in fold.talk if one.group == at]
        if not said:
            continue
        rows.append((plain(f"group {at + 1}", "bold $primary"), 0))
        for one in said:
            last = fold.speaking(at) == one.member
            text = (
                plain(one.text, "bold" if last else "") if one.text else plain("says nothing", "dim italic")
            )
            rows.append((joined(shown.name(one.member), text), 12))
    if not rows:
        rows = [(plain("Nothing has been said in this round.", "dim"), 0)]
    return rows
