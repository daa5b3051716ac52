"""Curves, ties and standing of a society, in the colours of the theme; all of it can be read without them."""

from __future__ import annotations

from string import ascii_uppercase

from textual.content import Content

from normquest.front.societies.curves import Kind, Row, chart, legend, mean_text
from normquest.front.societies.fold import gone_text
from normquest.front.societies.network import ends, network, shade
from normquest.tui.safe import Part, joined, plain
from normquest.tui.societies.shown import Shown, bar, cut, number
from normquest.tui.widgets.hung import Rows

LETTERS = ascii_uppercase
"""What stands for a member over its column."""

_STYLES: dict[Kind, str] = {
    "axis": "dim",
    "acts": "$secondary",
    "ee": "bold $primary",
    "ne": "bold $foreground",
    "mark": "bold $warning",
    "word": "dim",
}


def _styled(row: Row) -> Content:
    return joined(*((text, _STYLES[kind]) for text, kind in row))


def curves(shown: Shown) -> Rows:
    """Contribution, EE and NE over the rounds, and what they are now."""
    fold = shown.fold
    points = fold.points
    tall = max(min(shown.height - 7, 11), 4)
    drawn = chart(points, fold.about.rounds, fold.about.top, fold.marks, shown.width, tall, shown.ascii)
    rows: Rows = [(_styled(legend(shown.ascii, fold.about.deed)), 2)]
    rows += [(_styled(row), 0) for row in drawn]
    told = next((one for one in reversed(points) if one.acts.count), None)
    if told is not None:
        ever = any(one.ee.count for one in points)
        nothing = "not yet" if ever and told.round == fold.round else "not asked"
        means = (told.acts, told.ee, told.ne)
        alike = len({(one.count, one.none) for one in means}) == 1 and told.ne.none == 0
        said = [f"{one.value:.1f}" if alike else mean_text(one, nothing) for one in means]
        text = joined(
            (f"round {told.round} ", "bold"),
            (f" {fold.about.deed} ", "$secondary"),
            said[0],
            ("  EE ", "bold $primary"),
            said[1],
            ("  NE ", "bold"),
            said[2],
            f"  (N={told.acts.count})" if alike else "",
        )
        rows.append((text, 10))
    return rows


def ties(shown: Shown) -> Rows:
    """Who holds how much of whom: a row holds, a column is held; the highest standing first."""
    fold, start = shown.fold, shown.fold.about.start
    room = shown.width - 24
    picture = network(fold, max(min(room // 2, 24), 2))
    wide = 3 if room >= 3 * len(picture.lines) else 2
    signs = "".join(letter.rjust(wide) for letter in LETTERS[: len(picture.lines)])
    rows: Rows = [(plain(f"{'row holds':16}{signs}  standing", "dim"), 0)]
    for letter, line in zip(LETTERS, picture.lines, strict=False):
        cells: list[Part] = []
        for weight, other in zip(line.ties, picture.lines, strict=True):
            if weight is None:
                cells.append((" " * (wide - 1) + ("\\" if shown.ascii else "╲"), "dim"))
                continue
            style = "$secondary" if weight > start else "$warning" if weight < start else "dim"
            if shown.member in (line.member, other.member):
                style += " bold"
            sign = shade(weight, start, shown.ascii)
            cells.append((" " * (wide - 2) + sign * 2 if wide > 2 else f" {sign}", style))
        rows.append(
            (
                joined(
                    (f" {letter} ", "dim"),
                    shown.name(line.member),
                    " ",
                    *cells,
                    (f"  {line.standing:5.2f}", "bold" if line.member == shown.member else ""),
                ),
                0,
            )
        )
    if picture.left_out:
        rows.append((plain(f"{picture.left_out} in the middle are left out.", "dim"), 0))
    up, down = ends(fold, 3 if shown.width >= 64 else 2)
    rows.append((joined(("strongest  ", "$secondary"), "; ".join(up) or "none has grown yet"), 11))
    rows.append((joined(("weakest    ", "$warning"), "; ".join(down) or "none has weakened yet"), 11))
    shades = [shade(of * start, start, shown.ascii) for of in (0.1, 0.5, 1.0, 1.2, 2.0)]
    words = ("gone", "weak", "as at first", "more", "strong")
    rows.append(
        (plain("   ".join(f"{sign} {word}" for sign, word in zip(shades, words, strict=True)), "dim"), 0)
    )
    return rows


def standing(shown: Shown) -> Rows:
    """Everybody by standing: how it has moved, what it puts in, what it expects; then who has gone."""
    fold = shown.fold
    needed = 60 + (19 if shown.minds else 0)
    roomy, wide = shown.width >= needed, max(min(shown.width - needed, 12), 0)
    most = max((fold.standing(m) for m in fold.ranked), default=1.0) or 1.0
    mind = "mind" if shown.minds else ""
    head = f"{'':15}{'standing':>8}{'':{wide + 1}}{'change':>7}{'now':>5}{'mean':>6}"
    head += f"{'EE':>5}{'NE':>6}{'has' if roomy else '':>6}  {mind}"
    rows: Rows = [(plain(head, "dim"), 0)]
    for place, member in enumerate(fold.ranked, 1):
        face = fold.faces[member]
        now = fold.standing(member)
        before = face.standing.get(fold.round - 1)
        moved = None if before is None else now - before
        acts = list(face.acts.values())
        ee, ne = _expects(shown, member)
        rows.append(
            (
                joined(
                    (f"{place:>2} ", "dim"),
                    shown.name(member),
                    (f"{now:8.2f} ", "bold"),
                    (bar(now, most, wide), "$secondary"),
                    (number(moved, "+.2f", 7), "$warning" if (moved or 0) < 0 else "dim"),
                    number(face.acts.get(fold.round), "g", 5),
                    number(sum(acts) / len(acts) if acts else None, ".1f", 6),
                    (ee, "$primary"),
                    ne,
                    number(sum(face.paid.values()) if face.paid else None, ".0f", 6) if roomy else "",
                    (f"  {cut(face.mind, 12)} {face.tau:.2f}" if shown.minds else "", "dim"),
                ),
                0,
            )
        )
    for member, face in fold.faces.items():
        if face.gone:
            mind = f"   {cut(face.mind, 12)} {face.tau:.2f}" if shown.minds else ""
            sign = ("✕ ", "bold $warning")
            rows.append((joined("   ", shown.name(member), sign, (gone_text(face) + mind, "dim")), 15))
    if fold.about.out is not None:
        rows.append(
            (plain(f"Below a standing of {fold.about.out:g} a member is excluded for good.", "dim"), 0)
        )
    return rows


def _expects(shown: Shown, member: int) -> tuple[str, str]:
    """What a member last reported, in this round or the one before."""
    said = shown.fold.faces[member].said
    last = said.get(shown.fold.round) or said.get(shown.fold.round - 1)
    if last is None:
        return "–".rjust(5), "–".rjust(6)
    ee, ne = last
    return f"{ee:5.1f}", "none".rjust(6) if ne is None else f"{ne:6.1f}"
