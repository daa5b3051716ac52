"""What a person learns after the last round: who the others were, what all did, own beliefs beside theirs.

Nothing of this is told before. The lines are the same on a screen and line by line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from normquest.front.societies.curves import Kind, Row, chart, mean_text
from normquest.front.societies.fold import Face, Fold, Mean, Point, gone_text
from normquest.front.sparks import sparkline, thinned
from normquest.society.members.names import is_model

MINDS: Mapping[str, str] = {
    "internalised": "acts on its own belief, whatever others do or think",
    "ne-only": "acts on what it thinks that others approve",
    "conditional": "needs others who do it and others who approve",
    "strategic": "does what keeps it from being rated down and excluded",
    "imitator": "does what it saw the others do",
    "selfish": "puts in nothing, unless that pays",
    "random": "draws everything",
    "inventory": "keeps the words that it heard, and of those that worked only one",
    "majority": "says the word that it heard most of late",
    "committed": "says its own word, whatever it hears",
    "adversary": "came to bring the others down to little",
    "human": "a person",
}
OTHER_GAMES: Mapping[str, str] = {
    "selfish": "goes for its own gain alone",
    "strategic": "does what pays in the end",
    "adversary": "came to bring the others off it",
}
"""What differs in other games than the commons."""
"""What moves a scripted member, in words."""
_AT = 22


def debrief(fold: Fold, me: int, width: int, ascii: bool = False) -> list[Row]:
    """All of it, as rows; the last moment of a society folded, and the number of the person's member."""
    rows: list[Row] = [[(line, "said")] for line in _how_it_went(fold, me)]
    rows += [[], [(f"WHAT YOU AND THE OTHERS {fold.about.deed.upper()}", "head")]]
    rows += _acts(fold, me, width, ascii)
    if fold.faces[me].said:
        rows += [[], [("WHAT YOU EXPECTED, AND THEY", "head")]]
        rows += _beliefs(fold, me, width, ascii)
    rows += [[], [("WHO THE OTHERS WERE", "head")]]
    rows += _others(fold, me)
    return rows


def _how_it_went(fold: Fold, me: int) -> list[str]:
    mine = fold.faces[me]
    rounds = len(mine.paid)
    said = [f"You were {mine.name} in {rounds} round{'' if rounds == 1 else 's'} of {fold.about.title}."]
    if mine.gone:
        said.append(f"You were {gone_text(mine)}.")
    others = [face for face in fold.faces.values() if face.member != me and face.paid]
    per_round = _mean(value for face in others for value in face.paid.values())
    own = _mean(mine.paid.values())
    if own.value is not None and per_round.value is not None:
        said.append(
            f"You had {own.value:.1f} a round (N={own.count}), the others {per_round.value:.1f} "
            f"(N={per_round.count})."
        )
    did, theirs = _mean(mine.acts.values()), _mean(v for face in others for v in face.acts.values())
    if did.value is not None and theirs.value is not None:
        said.append(
            f"You {fold.about.deed} {did.value:.1f} a round (N={did.count}), the others {theirs.value:.1f} "
            f"(N={theirs.count})."
        )
    return said


def _acts(fold: Fold, me: int, width: int, ascii: bool) -> list[Row]:
    mine = fold.faces[me]
    nothing = Mean(None, 0)
    points = [
        Point(
            round,
            _mean(f.acts[round] for f in fold.faces.values() if f.member != me and round in f.acts),
            Mean(mine.acts[round], 1) if round in mine.acts else nothing,
            nothing,
        )
        for round in range(1, fold.round + 1)
    ]
    top, rounds = fold.about.top, max(fold.round, 1)
    rows = chart(points, rounds, top, fold.marks, width, 8, ascii, "Y ")
    bar: tuple[str, Kind] = ("#" if ascii else "█", "acts")
    return [[bar, (" the others, mean   ", "word"), ("Y", "ee"), (" you", "word")], *rows]


def _beliefs(fold: Fold, me: int, width: int, ascii: bool) -> list[Row]:
    mine, top = fold.faces[me], fold.about.top
    rounds = range(1, fold.round + 1)
    others = [face for face in fold.faces.values() if face.member != me]

    def said(round: int, which: int) -> Mean:
        found = [face.said[round][which] for face in others if round in face.said]
        known = [one for one in found if one is not None]
        return _mean(known, len(found) - len(known))

    did = [_mean(f.acts[r] for f in others if r in f.acts).value for r in rounds]
    series: list[tuple[str, list[float | None]]] = [
        ("you: typical", [mine.said[r][0] if r in mine.said else None for r in rounds]),
        ("others: typical", [said(r, 0).value for r in rounds]),
        (f"others: {fold.about.deed}", did),
        ("you: acceptable", [mine.said[r][1] if r in mine.said else None for r in rounds]),
        ("others: acceptable", [said(r, 1).value for r in rounds]),
    ]
    room = max(width - _AT - 8, 10)
    rows: list[Row] = []
    for label, values in series:
        bars = sparkline(thinned([None if v is None else v / top * 0.999 for v in values], room), room, ascii)
        last = next((v for v in reversed(values) if v is not None), None)
        end = "none" if last is None else f"{last:.1f}"
        rows.append([(label.ljust(_AT), "word"), (bars, "acts"), (f"  {end}", "said")])
    off = [
        abs(mine.said[r][0] - v) for r, v in zip(rounds, did, strict=True) if r in mine.said and v is not None
    ]
    if off:
        rows.append(
            [(f"What you held to be typical was off by {sum(off) / len(off):.1f} (N={len(off)}).", "said")]
        )
    last = max(mine.said)
    own = mine.said[last][1]
    held = "that there is nothing one must put in" if own is None else f"{own:.1f} to be acceptable"
    rows.append([(f"In round {last} you held {held}; the others {mean_text(said(last, 1))}.", "said")])
    return rows


def _others(fold: Fold, me: int) -> list[Row]:
    rows: list[Row] = []
    for member, face in sorted(fold.faces.items()):
        if member == me:
            continue
        did = _mean(face.acts.values())
        put = "–" if did.value is None else f"{did.value:.1f}"
        rows.append(
            [
                (face.name[:12].ljust(13), "said"),
                (f"{fold.about.deed} {put:>4}   ", "word"),
                (_mind(face, fold.game.kind), "said"),
                (f"; inclined {face.tau:.2f}", "word"),
                (f"; {gone_text(face)}" if face.gone else "", "mark"),
            ]
        )
    return rows


def _mind(face: Face, game: str) -> str:
    if is_model(face.mind):
        return f"{face.mind}{', told to bring the others down' if face.role == 'adversary' else ''}"
    name = face.mind.partition("~")[0]
    known = MINDS if game == "commons" else {**MINDS, **OTHER_GAMES}
    return "; or ".join(known.get(one, one) for one in name.split("/"))


def _mean(values: Iterable[float], none: int = 0) -> Mean:
    found = list(values)
    return Mean(sum(found) / len(found) if found else None, len(found), none)
