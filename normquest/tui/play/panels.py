"""The panels beside the scene: who is here, the task, the notebook, the map. They ask nobody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from textual.content import Content

from normquest.episode.records import Observation
from normquest.tui.people import People
from normquest.tui.safe import joined, lines, plain

_WHO = re.compile(r"([^(]+) \((.*)\)")
_LEFT = re.compile(r"Turns left: ([0-9]+)")
MOST_NOTES = 8


def here(seen: Observation, people: People) -> Content:
    """Who is here with what they wear and hold, the ways out, and what one holds oneself."""
    rows: list[Content] = []
    for one in seen.here:
        found = _WHO.fullmatch(one)
        name, looks = (found[1], found[2]) if found else (one, "")
        rows.append(joined(people.mark(name), " ", people.coloured(name, "bold")))
        if looks:
            rows.append(joined("  ", (looks, "dim")))
    if not seen.here:
        rows.append(plain("Nobody.", "dim"))
    if seen.exits:
        rows.append(joined(("ways out  ", "$secondary"), " · ".join(seen.exits)))
    if seen.held:
        rows.append(joined(("you hold  ", "$secondary"), ", ".join(seen.held)))
    return lines(*rows)


def task(seen: Observation, budget: int, width: int = 18) -> Content:
    """What is to be done, and how many of the turns are left, as a bar too."""
    rows = [plain(seen.task)] if seen.task else []
    found = _LEFT.search(seen.clock)
    if found:
        left = int(found[1])
        full = round(width * left / max(budget, left, 1))
        rows.append(joined(("█" * full, "$primary"), ("░" * (width - full), "dim"), f"  {left} turns left"))
    return lines(*rows)


def turns_left(seen: Observation) -> int:
    """How many turns are left; 0 where nothing says so."""
    found = _LEFT.search(seen.clock)
    return int(found[1]) if found else 0


def notebook(notes: Sequence[str], most: int = MOST_NOTES) -> Content:
    """What people do, and apart from it what may be enforced: notes that begin with a question mark."""
    rules = [note for note in notes if note.startswith("?")][-most:]
    others = [note for note in notes if not note.startswith("?")][-most:]
    rows = [plain("what people do", "$secondary")]
    rows += [joined((" · ", "dim"), note) for note in others] or [plain(" nothing yet", "dim")]
    rows.append(plain("what is enforced", "$secondary"))
    rows += [joined((" ? ", "$primary"), note[1:].strip()) for note in rules] or [
        plain(" no idea yet", "dim")
    ]
    return lines(*rows)


@dataclass
class Chart:
    """Places one has been to, with the ways out that were seen there. It is empty again elsewhere."""

    stage: str = ""
    ways: dict[str, tuple[str, ...]] = field(default_factory=dict)
    now: str = ""

    def visit(self, seen: Observation) -> None:
        """Draw in the place of an observation."""
        if seen.stage != self.stage:
            self.stage, self.ways = seen.stage, {}
        if seen.place and seen.exits:
            self.now = seen.place.partition(" (")[0]
            self.ways[self.now.casefold()] = seen.exits

    def drawn(self) -> Content:
        """Each place and where one can go from it; the one where one stands in capitals."""
        rows = []
        for place, ways in self.ways.items():
            at = place == self.now.casefold()
            named = plain(f"the {place}".replace("the the ", "the "), "dim")
            spot = plain(place.removeprefix("the ").upper(), "bold $primary") if at else named
            rows.append(joined(spot, (" ── ", "dim"), (" · ".join(ways), "" if at else "dim")))
        return lines(*rows) if rows else plain("It fills in as you walk.", "dim")
