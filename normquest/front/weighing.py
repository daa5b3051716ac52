"""A hypothesis against what one has seen: how many reactions it explains, what speaks against it.

It reads what the player has read, as a player with pencil and patience would.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from normquest.episode.briefs import LATE
from normquest.episode.case import Case
from normquest.episode.records import ARMS, Record, Request
from normquest.minds.scripted.evidence import Offence, histories, offences
from normquest.norms.events import Event
from normquest.norms.monitor import Monitor
from normquest.norms.rules import Rule

MOST_DELAY = 3
LEGEND = "▲ explained, of all reactions   ✕ breaches nobody minded   ✓ times it was kept"


@dataclass(frozen=True, slots=True)
class Weight:
    """`explained` of `reactions`; `unminded`: breaches that were seen and not reacted to; `kept`: times."""

    explained: int = 0
    reactions: int = 0
    unminded: int = 0
    kept: int = 0

    def __str__(self) -> str:
        return f"▲ {self.explained} of {self.reactions}  ✕ {self.unminded}  ✓ {self.kept}"


def weigh(rule: Rule | None, seen: Sequence[Record], case: Case, arm: str) -> Weight:
    """The rule against the scenes, and against one's own stage where people react there at once."""
    stages = ("watch", "act") if ARMS[arm][1] == "immediate" else ("watch",)
    brief = next((one.observation.prose for one in seen if isinstance(one, Request)), "")
    most = MOST_DELAY if LATE in brief else 0
    total = Weight()
    for history in histories(seen, case):
        if history.stage not in stages:
            continue
        broken = [] if rule is None else offences(rule, history.events)
        explained = sum(
            any(_answers(one, turn, target, most) for one in broken) for turn, target in history.reactions
        )
        unminded = sum(
            bool(one.seen_by)
            and not any(_answers(one, turn, target, most) for turn, target in history.reactions)
            for one in broken
        )
        kept = 0 if rule is None else _kept(rule, history.events, len(broken))
        total = Weight(
            total.explained + explained,
            total.reactions + len(history.reactions),
            total.unminded + unminded,
            total.kept + kept,
        )
    return total


def _kept(rule: Rule, events: Sequence[Event], broken: int) -> int:
    """How often a duty was done, or an act was let pass by what the rule leaves out or lets off."""
    if getattr(rule, "when", ()) or getattr(rule, "unless", ()):
        return len(offences(rule.model_copy(update={"when": (), "unless": ()}), events)) - broken
    monitor = Monitor(rule)
    return sum(finding.result == "kept" for event in events for finding in monitor.feed(event))


def _answers(offence: Offence, turn: int, target: str | None, most: int) -> bool:
    """Whether a reaction may be to this offence; whom it was to can be withheld."""
    return 0 <= turn - offence.turn <= most and target in (None, offence.bearer)
