"""A case made by hand in the small world: two customs, three scenes, no draw; for tests of the session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from builders import small_world

from normquest.bank.cases import choose_cases
from normquest.community.acts import GroundAct
from normquest.community.build import YOU, Community, build
from normquest.community.errands import Errand, run_errand
from normquest.community.state import Key
from normquest.episode.case import Case, Scene
from normquest.episode.opportunities import Opportunity
from normquest.minds.planner import Node, Planner
from normquest.minds.scripted.base import Mind
from normquest.minds.temptation import OpportunityJudge, Temptation
from normquest.minds.words_seen import vocabulary
from normquest.norms.histories import History
from normquest.norms.rules import ActPattern, Precedence, Prohibition, Rule, Test
from normquest.streams import stream
from normquest.world.loader import LoadedWorld

BOW_FIRST = Precedence(
    act=ActPattern(tag="dyeing"),
    first=(
        ActPattern(tag="honouring", tests=(Test(subject="addressee", attribute="role", value="steward"),)),
    ),
)
NO_AMBER = Prohibition(
    act=ActPattern(tag="dyeing", tests=(Test(subject="target", attribute="colour", value="amber"),))
)
CUSTOMS: tuple[Rule, ...] = (BOW_FIRST, NO_AMBER)


class _Watch:
    """An opportunity watch as the bank's."""

    def __init__(self, judge: OpportunityJudge) -> None:
        self.judge = judge

    def decide(
        self, state: Mapping[Key, Any], memory: Mapping[Any, Any], ground: GroundAct, turn: int, left: int
    ) -> None:
        self.judge.take(Node(state, memory), ground, turn, left)

    def found(self) -> Sequence[Opportunity]:
        return self.judge.found()


@cache
def world() -> LoadedWorld:
    """The small world."""
    return small_world()


@cache
def case(seed: int = 1, norm: bool = True) -> Case:
    """The case of a seed; without a norm nothing is enforced."""
    home, elsewhere = build(world().world, "home", seed), build(world().world, "elsewhere", seed)
    errands = _errands(home, seed)
    starts = {"act": _start(home, "cloth"), "elsewhere": _start(elsewhere, "linen")}
    places = {"act": home, "elsewhere": elsewhere}

    def watch_maker(stage: str) -> _Watch:
        community, start = places[stage], starts[stage]
        goal = community.setting.tasks["cloth" if stage == "act" else "linen"].goal
        blind, keeping = Planner(community, goal), Planner(community, goal, BOW_FIRST)
        easy = blind.plan(start)
        assert easy is not None
        return _Watch(OpportunityJudge(Temptation(community, blind, keeping, BOW_FIRST), easy.acts))

    words = vocabulary(home, [event for errand in errands for event in errand.events])
    histories = [History(errand.events) for errand in errands]
    scenes = [Scene(errand.start, errand.events, errand.runners) for errand in errands[:3]]
    return Case(
        home=home,
        elsewhere=elsewhere,
        template="bow_first",
        family="precedence",
        norm=BOW_FIRST if norm else None,
        customs=CUSTOMS,
        enforced=0,
        home_task="cloth",
        elsewhere_task="linen",
        home_start=starts["act"],
        elsewhere_start=starts["elsewhere"],
        scenes=tuple(scenes),
        neutral=tuple(scenes[:1]),
        cases=choose_cases(BOW_FIRST, words, histories, stream(seed, "cases")),
        watch_maker=watch_maker,
        easy_cost=5,
        oracle_cost=6,
    )


def _start(community: Community, task: str) -> dict[Key, Any]:
    return {**community.start, (YOU, "at"): community.setting.tasks[task].start}


def _errands(home: Community, seed: int) -> list[Errand]:
    """A dozen errands, those that break the norm first."""
    found = [run_errand(home, CUSTOMS, 0.5, stream(seed, "errand", number)) for number in range(12)]
    kept = [errand for errand in found if errand is not None]
    return sorted(kept, key=lambda errand: -len(errand.breaks[0]))


def loud(mind: Mind) -> Mind:
    """The mind itself; a name for tests that must have a mind and do not care which."""
    return mind
