"""The log cut into histories, and each reaction in it set beside what earned it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from normquest.episode.case import Case
from normquest.episode.records import ARMS, Config, Record, Truth
from normquest.episode.watching import sanctioners
from normquest.norms.events import Event, Stage

NORM = -1
"""The `custom` of truths about the norm itself; the customs, the enforced one too, count from 0."""


@dataclass
class Stretch:
    """One history: a scene of the watch, or a stage with a task. All its records, in order."""

    stage: Stage
    records: list[Record] = field(default_factory=list)

    @property
    def events(self) -> list[Event]:
        """Its events."""
        return [record for record in self.records if isinstance(record, Event)]

    @property
    def truths(self) -> list[Truth]:
        """Its findings."""
        return [record for record in self.records if isinstance(record, Truth)]


@dataclass(frozen=True)
class Reaction:
    """A sanction and the violation that earned it; None where nothing did (a false alarm, a sham)."""

    mark: Event
    cause: Truth | None


@dataclass(frozen=True)
class Judged:
    """A stretch with its reactions, and the watched violations of the norm that nobody reacted to.

    `shown` is whether violations were reacted to at all there.
    """

    stretch: Stretch
    reactions: tuple[Reaction, ...]
    missed: tuple[Truth, ...]
    shown: bool


def stretches(records: Iterable[Record]) -> list[Stretch]:
    """The histories of an episode in order; what precedes the first is left out."""
    found: list[Stretch] = []
    for record in records:
        if isinstance(record, Event) and record.kind == "stage":
            found.append(Stretch(record.stage))
        if found:
            found[-1].records.append(record)
    return found


def judged(stretch: Stretch, config: Config) -> Judged:
    """Each sanction beside its cause: a watched violation `delay` turns before it, by whoever it is aimed at.

    A violation earns one sanction. In a sham watch none earns any.
    """
    watch, own = ARMS[config.arm]
    if stretch.stage == "watch":
        shown = watch == "sanctions"
    else:
        shown = stretch.stage == "act" and own == "immediate"
    turns = {event.seq: event.turn for event in stretch.events}
    left = [t for t in stretch.truths if t.custom == NORM and t.finding.result == "violated" and t.watched]
    reactions: list[Reaction] = []
    for mark in (event for event in stretch.events if event.kind == "sanction"):
        earned = (
            truth
            for truth in left
            if shown
            and turns[truth.seq] == mark.turn - config.delay
            and mark.target in (None, truth.finding.bearer)
        )
        cause = next(earned, None)
        if cause is not None:
            left.remove(cause)
        reactions.append(Reaction(mark, cause))
    return Judged(stretch, tuple(reactions), tuple(left) if shown else (), shown)


def watched_acts(case: Case, stretch: Stretch) -> list[Event]:
    """The attempts at which somebody was present who reacts to offences."""
    community = case.elsewhere if stretch.stage == "elsewhere" else case.home
    return [
        event
        for event in stretch.events
        if event.kind in ("act", "failed") and sanctioners(community, event.present)
    ]


def of_stage(all_judged: Sequence[Judged], stage: Stage) -> list[Judged]:
    """Those of one stage."""
    return [one for one in all_judged if one.stretch.stage == stage]
