"""A case in the Dye Kitchen made by hand, and its stages: all that is measured is played on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from normquest.community.acts import GroundAct
from normquest.community.build import YOU, Community, build
from normquest.community.errands import run_errand
from normquest.community.state import Key
from normquest.episode.case import Case, Scene
from normquest.episode.opportunities import Opportunity
from normquest.episode.records import ENGINE, Config, Decision, EpisodeKey, Record
from normquest.episode.state import Step
from normquest.episode.step import advance, begin
from normquest.minds.planner import Node, Planner
from normquest.minds.scripted import mind
from normquest.minds.temptation import OpportunityJudge, Temptation
from normquest.norms.histories import CaseSet
from normquest.norms.rules import ActPattern, Precedence, Prohibition, Rule, Test
from normquest.streams import stream
from normquest.world.loader import LoadedWorld, load_world

WORLD = Path(__file__).parents[2] / "worlds" / "dye_kitchen.yaml"
SEED = 1
TASKS = {"act": "rose_and_amber", "elsewhere": "steep_pair"}
SCENES = 13
"""A watch of plain length."""


def _dyeing(**tests: tuple[str, str]) -> ActPattern:
    found = (Test(subject=s, attribute=a, value=v) for s, (a, v) in tests.items())  # type: ignore[arg-type]
    return ActPattern(tag="dyeing", tests=tuple(found))


CUSTOMS: tuple[Rule, ...] = (
    Prohibition(act=_dyeing(thing=("fibre", "fine"), place=("floor", "stone"))),
    Prohibition(act=_dyeing(target=("colour", "amber"), place=("cover", "roofed"))),
    Precedence(act=_dyeing(), first=(ActPattern(tag="washing"),)),
)
"""The first is the norm."""


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
    """The Dye Kitchen."""
    return load_world(WORLD)


@cache
def case() -> Case:
    """The case; its planners remember, as in a run that plays one case with many newcomers."""
    places = {"act": build(world().world, "home", SEED), "elsewhere": build(world().world, "elsewhere", SEED)}
    starts = {stage: _start(community, TASKS[stage]) for stage, community in places.items()}
    judges = {stage: _judge(places[stage], TASKS[stage], starts[stage]) for stage in places}
    scenes = tuple(_scenes(places["act"]))
    return Case(
        home=places["act"],
        elsewhere=places["elsewhere"],
        template="by_hand",
        family="place",
        norm=CUSTOMS[0],
        customs=CUSTOMS,
        enforced=0,
        home_task=TASKS["act"],
        elsewhere_task=TASKS["elsewhere"],
        home_start=starts["act"],
        elsewhere_start=starts["elsewhere"],
        scenes=scenes,
        neutral=scenes[:1],
        cases=CaseSet((), (), (), ()),
        watch_maker=lambda stage: _Watch(OpportunityJudge(*judges[stage])),
        easy_cost=len(judges["act"][1]),
        oracle_cost=len(judges["act"][1]) + 1,
    )


def _start(community: Community, task: str) -> dict[Key, Any]:
    return {**community.start, (YOU, "at"): community.setting.tasks[task].start}


def _judge(
    community: Community, task: str, start: Mapping[Key, Any]
) -> tuple[Temptation, tuple[GroundAct, ...]]:
    goal = community.setting.tasks[task].goal
    blind, keeping = Planner(community, goal), Planner(community, goal, CUSTOMS[0])
    easy = blind.plan(start)
    assert easy is not None
    return Temptation(community, blind, keeping, CUSTOMS[0]), easy.acts


def _scenes(home: Community) -> Iterator[Scene]:
    number = found = 0
    while found < SCENES:
        errand = run_errand(home, CUSTOMS, 0.5, stream(SEED, "errand", number))
        number += 1
        if errand is not None:
            found += 1
            yield Scene(errand.start, errand.events, errand.runners)


def key_of(arm: str, newcomer: str, rep: int = 0) -> EpisodeKey:
    """The key of an episode."""
    return EpisodeKey(ENGINE, world().hash, "by_hand", SEED, arm, newcomer, Config(arm=arm).hash(), rep)


def steps(arm: str, newcomer: str) -> Iterator[Step]:
    """A whole episode of a scripted newcomer, a step at a time."""
    key = key_of(arm, newcomer)
    player, seen = mind(newcomer, case(), key), list[Record]()
    step = begin(key, Config(arm=arm), case())
    while True:
        yield step
        seen += step.records
        if step.request is None:
            return
        step = advance(step.state, player.decide(step.request, seen))


def stage_begun(arm: str) -> Step:
    """The act stage at its first request."""
    return next(s for s in steps(arm, "noop") if s.request is not None and s.request.kind == "act")


def chosen(step: Step, number: int) -> Decision:
    """The decision for one of the choices."""
    assert step.request is not None
    return Decision(step.request.seq, "", number)
