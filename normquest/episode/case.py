"""What an episode is played on: a drawn community with all that was decided before anyone arrives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from normquest.community.acts import GroundAct
from normquest.community.build import Community
from normquest.community.state import Key
from normquest.episode.opportunities import Opportunity
from normquest.norms.events import Act, Event
from normquest.norms.histories import CaseSet
from normquest.norms.rules import Rule
from normquest.world.schema import Task


class OpportunityWatch(Protocol):
    """Follows a newcomer's decisions in a stage and tells which opportunities it met.

    The planner that it takes stands above this layer, so a case brings it along.
    """

    def decide(
        self, state: Mapping[Key, Any], memory: Mapping[Any, Any], ground: GroundAct, turn: int, left: int
    ) -> None:
        """Take in one decision: the state and the norm monitor's memory before it, and the act taken."""

    def found(self) -> Sequence[Opportunity]:
        """The opportunities so far."""


class WatchMaker(Protocol):
    """Makes an opportunity watch for `act` or `elsewhere`."""

    def __call__(self, stage: str) -> OpportunityWatch: ...


@dataclass(frozen=True)
class TrialStart:
    """Where the trials of the battery begin: on the easy way, right before it breaks the norm.

    `path` are the acts that lead there from the task's start. `watched` and `unwatched` say who then comes or
    goes where, so that somebody who reacts is there (`seen_by`), or nobody. From there the forbidden
    way takes `few` acts, and one that keeps the norm at most `keeping`, which are more.
    """

    path: tuple[Act, ...]
    watched: Mapping[str, str]
    unwatched: Mapping[str, str]
    seen_by: tuple[str, ...]
    few: int
    keeping: int


class TrialMaker(Protocol):
    """Finds where trials begin, when first asked: that takes a planner. None: nowhere."""

    def __call__(self) -> TrialStart | None: ...


@dataclass(frozen=True)
class Scene:
    """One scene of the watch: its place and prose to begin with, its events, and who is in it."""

    start: Mapping[Key, Any]
    events: tuple[Event, ...]
    runners: tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """A drawn question. `norm` is one of `customs`, or None in a norm-free community.

    `noisy`: the watch was designed to stand reactions that fail or err.

    `watches` holds the scenes of each kind of watch (neutral, demonstrations,
    sanctions and sham share the acts of one stream but for neutral).
    """

    home: Community
    elsewhere: Community
    template: str
    family: str
    norm: Rule | None
    customs: tuple[Rule, ...]
    enforced: int
    home_task: str
    elsewhere_task: str
    home_start: Mapping[Key, Any]
    elsewhere_start: Mapping[Key, Any]
    scenes: tuple[Scene, ...]
    neutral: tuple[Scene, ...]
    cases: CaseSet
    watch_maker: WatchMaker
    easy_cost: int
    oracle_cost: int
    noisy: bool = False
    trial_maker: TrialMaker | None = None

    @property
    def task(self) -> Task:
        return self.home.setting.tasks[self.home_task]

    @property
    def transfer_task(self) -> Task:
        return self.elsewhere.setting.tasks[self.elsewhere_task]
