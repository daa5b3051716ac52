"""One member: what it did in this round, its rounds so far, what it was sent and what it replied, raw."""

from __future__ import annotations

from textual.content import Content

from normquest.front.societies.fold import Exchange, gone_text
from normquest.front.sparks import sparkline, thinned
from normquest.tui.safe import joined, plain
from normquest.tui.societies.shown import Shown
from normquest.tui.widgets.hung import Rows

MOST = 12_000
"""Characters of a text that are shown, the first ones."""
_AT = 13


def member(shown: Shown) -> Rows:
    """All there is to see of the member that is followed."""
    fold, who = shown.fold, shown.member
    if who is None or who not in fold.faces:
        return [(plain("Up and Down choose a member.", "dim"), 0)]
    face = fold.faces[who]
    ranked = fold.ranked
    place = f"{ranked.index(who) + 1} of {len(ranked)}" if who in ranked else gone_text(face)
    head = joined(shown.name(who), (f"standing {fold.standing(who):.2f}, {place}", "bold"))
    if shown.minds:
        head = joined(head, (f"   {face.mind}, inclined {face.tau:.2f}", "dim"))
    rows: Rows = [(head, 12), (plain(""), 0)]
    rows += [(joined((label.ljust(_AT), "$secondary"), said), _AT) for label, said in _round(shown, who)]
    rows.append((plain(""), 0))
    rows += [(row, _AT) for row in _rounds(shown, who)]
    mine = fold.exchanges.get(who, [])
    rows.append((plain(""), 0))
    if not mine:
        said = "It has been sent nothing yet." if ":" in face.mind or face.mind == "human" else _SCRIPTED
        rows.append((plain(said, "dim"), 0))
    this = [one for one in mine if one.prompt.round == fold.round] or mine[-1:]
    for one in reversed(this):
        rows += _exchange(one)
    if this:
        rows += [(plain("WHAT IT WAS SENT LAST", "bold $primary"), 0)]
        rows += [(plain(line), 0) for line in this[-1].prompt.text[:MOST].split("\n")]
    return rows


_SCRIPTED = "A scripted member: it is sent no text and writes none; what it did stands above."


def _round(shown: Shown, who: int) -> list[tuple[str, Content | str]]:
    fold = shown.fold
    face = fold.faces[who]
    group = next((one for one in fold.groups if who in one), ())
    found: list[tuple[str, Content | str]] = [(f"round {fold.round}", "")]
    if group:
        found = [(f"round {fold.round}", joined("with ", shown.names([m for m in group if m != who])))]
    found += [("said", f"“{one.text}”" if one.text else "nothing") for one in fold.talk if one.member == who]
    for move in fold.moves:
        if move.member == who:
            had = fold.payoffs.get(who)
            again = "; its last act stands in for one that is missing" if move.repeated else ""
            found.append(("put in" if move.kind == "contribution" else move.kind, f"{move.value}{again}"))
            found += [("has", f"{had:.1f}")] if had is not None else []
    for label, some in (("gave", fold.given(who)), ("got", fold.got(who))):
        if some:
            found.append((label, ", ".join(f"{fold.name(other)} {value:+.2g}" for other, value in some)))
    said = face.said.get(fold.round)
    if said is not None:
        ee, ne = said
        found.append(("in private", f"typical {ee:.3g}, acceptable {'none' if ne is None else f'{ne:.3g}'}"))
    for lost in fold.missing:
        if lost.member == who:
            found.append(
                ("missing", f"{lost.kind}: {lost.outcome.replace('_', ' ')}; {lost.rule.replace('_', ' ')}")
            )
    for one in fold.noticed:
        if one.member == who:
            found.append(("noticed", f"{one.answer} ({'right' if one.right else 'wrong'})"))
    for held in fold.believed:
        if held.member == who:
            own = "none" if held.belief == "none" else f"{held.belief:.3g}"
            found.append(
                ("believes", f"right {own}, to lose by doing nothing likely to {held.sanction:g} of 10")
            )
    return found


def _rounds(shown: Shown, who: int) -> list[Content]:
    """What it did and said over the rounds, as rows of bars under one another."""
    fold = shown.fold
    face, top = fold.faces[who], fold.about.top
    width = max(shown.width - _AT - 8, 10)
    series: list[tuple[str, list[float | None]]] = [
        (fold.about.deed, [face.acts.get(r) for r in range(1, fold.round + 1)]),
        ("typical", [s[0] if (s := face.said.get(r)) else None for r in range(1, fold.round + 1)]),
        ("acceptable", [s[1] if (s := face.said.get(r)) else None for r in range(1, fold.round + 1)]),
    ]
    rows = []
    for label, values in series:
        bars = sparkline(
            thinned([None if v is None else v / top * 0.999 for v in values], width), width, shown.ascii
        )
        last = next((v for v in reversed(values) if v is not None), None)
        end = "–" if last is None else f"{last:.3g}"
        rows.append(joined((label.ljust(_AT), "$secondary"), (bars, ""), f"  {end}"))
    return rows


def _exchange(one: Exchange) -> Rows:
    again = ", asked again" if one.prompt.attempt else ""
    rows: Rows = [(plain(f"ASKED FOR {one.prompt.kind.upper()}{again}", "bold $primary"), 0)]
    if one.reply is None:
        rows.append((plain("It has not answered yet.", "dim"), 0))
        return rows
    reply = one.reply
    raw = reply.raw[:MOST]
    rows += [(plain(line), 0) for line in (raw or "(nothing)").split("\n")]
    usable = reply.outcome == "ok"
    rows.append(
        (
            joined(
                ("understood   ", "$secondary"),
                _value(reply.value),
                ("" if usable else f"   {reply.outcome.replace('_', ' ')}", "bold $warning"),
                (f"   {reply.ms / 1000:.1f} s" if reply.ms else "", "dim"),
            ),
            _AT,
        )
    )
    rows.append((plain(""), 0))
    return rows


def _value(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case dict():
            return f"typical {value.get('ee')}, acceptable {value.get('ne')}"
        case list() | tuple():
            return ", ".join(map(str, value))
    return str(value)
