"""What stands beside the scene, as rows: who is here, the task, the notebook. They ask nobody."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from textual.content import Content

from normquest.episode.records import Observation
from normquest.front.weighing import Weight
from normquest.session.notebook import Note
from normquest.tui.people import People
from normquest.tui.safe import joined, plain
from normquest.tui.widgets.hung import Rows

_WHO = re.compile(r"([^(]+) \((.*)\)")
_LEFT = re.compile(r"Turns left: ([0-9]+)")
_PARTS = re.compile(r"\(([0-9]+) of ([0-9]+) done\)")
_HERE, _HELD = "here  ", "you hold  "
MOST_NOTES = 8
BAR = 16
STANDS = {"waits": "?", "doubted": "~", "out": "✕"}
"""The mark of a hypothesis that waits, is doubted, is crossed out."""


def here(seen: Observation, people: People) -> Rows:
    """Who is here with what they wear and hold, the ways out, and what one holds oneself."""
    found = [(_WHO.fullmatch(one), one) for one in seen.here]
    wide = max((len(match[1]) if match else len(one) for match, one in found), default=0)
    rows: Rows = []
    for match, one in found:
        name, looks = (match[1], match[2]) if match else (one, "")
        start = joined(people.mark(name), " ", people.coloured(name.ljust(wide), "bold"), "  ")
        rows.append((joined(start, (looks, "dim")), wide + 4))
    if not rows:
        rows.append((plain("Nobody.", "dim"), 0))
    if seen.exits:
        rows.append((joined(("ways out  ", "$secondary"), " · ".join(seen.exits)), 10))
    if seen.held:
        rows.append((joined(("you hold  ", "$secondary"), ", ".join(seen.held)), 10))
    return rows


def around(seen: Observation, people: People) -> Rows:
    """Who is here and what one holds, in as few rows as they need: where there is no room for panels."""
    rows: Rows = []
    if seen.here:
        parts: list[Content] = []
        for one in seen.here:
            match = _WHO.fullmatch(one)
            name, looks = (match[1], f" {match[2]}") if match else (one, "")
            parts.append(joined(people.mark(name), " ", people.coloured(name, "bold"), (looks, "dim")))
        rows.append((joined((_HERE, "$secondary"), Content("; ").join(parts)), len(_HERE)))
    if seen.held:
        rows.append((joined((_HELD, "$secondary"), ", ".join(seen.held)), len(_HELD)))
    return rows


def done(seen: Observation) -> str:
    """How much of the task is done, as "1/2"; empty where it has no parts."""
    parts = _PARTS.search(seen.task)
    return f"{parts[1]}/{parts[2]}" if parts else ""


def task(seen: Observation) -> Rows:
    """What is to be done, how much of it is done, and how many of the turns are left."""
    rows: Rows = []
    parts = _PARTS.search(seen.task)
    said = seen.task.removeprefix("Task: ")
    if parts:
        said = said.replace(f" {parts[0]}", "")
    if said:
        rows.append((plain(said), 0))
    if parts:
        rows.append(
            (joined(_bar(int(parts[1]), int(parts[2]), "$primary"), f"  {parts[1]} of {parts[2]}"), 0)
        )
    left = turns_left(seen)
    if left is not None:
        rows.append((joined(_bar(left, seen.turn + left, "$secondary"), f"  {turns(left)} left"), 0))
    return rows


def _bar(part: int, whole: int, style: str) -> tuple[str, str]:
    full = round(BAR * part / max(whole, 1))
    return (f"{'█' * full}{'░' * (BAR - full)}", style)


def turns_left(seen: Observation) -> int | None:
    """How many turns are left; None where nothing says so."""
    found = _LEFT.search(seen.clock)
    return int(found[1]) if found else None


def turns(count: int) -> str:
    """So many turns, in words."""
    return "1 turn" if count == 1 else f"{count} turns"


def notebook(
    entries: Sequence[Note], people: People, weights: Mapping[str, Weight], most: int = MOST_NOTES
) -> Rows:
    """What people do, and apart from it what may be enforced, each as it stands with the player."""
    remarks = [note for note in entries if not note.standing]
    guesses = [note for note in entries if note.standing]
    rows: Rows = [(plain("what people do", "$secondary"), 0)]
    for note in remarks[-most:]:
        number = "·" if note.number is None else str(note.number)
        rows.append((joined((f"{number:>3}  ", "dim"), people.coloured(note.text)), 5))
    if not remarks:
        rows.append((plain("  nothing yet: Space in the log pins a line", "dim"), 2))
    rows.append((plain("what is enforced", "$secondary"), 0))
    for note in guesses[-most:]:
        style = {"waits": "", "doubted": "dim", "out": "dim strike"}[note.standing]
        rows.append((joined((f"  {STANDS[note.standing]}  ", "bold $primary"), (note.text, style)), 5))
        if note.text in weights:
            rows.append((plain(f"     {weights[note.text]}", "$secondary"), 5))
    if not guesses:
        rows.append((plain("  no idea yet: F2 writes one down", "dim"), 2))
    return rows
