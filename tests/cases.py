"""Cases to play on: one made by hand in no time, three drawn and certified ones that a session makes once.

A drawn case takes seconds, so workers share it: the first to need it draws it and writes what was drawn to
the session's folder, the others read that.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from builders import Changes, changed, small_world

from normquest.bank.binding import job_of
from normquest.bank.certificate import certify
from normquest.bank.draw import Drawn, NoDraw, draw
from normquest.bank.make import case_of
from normquest.community.acts import GroundAct, find_ground
from normquest.community.build import YOU, Community, build
from normquest.community.clock import end_turn, turn_of_hour
from normquest.community.happening import fresh_history, happen
from normquest.community.state import NOWHERE, Key
from normquest.episode.case import Case, Scene, TrialMaker, TrialStart
from normquest.episode.opportunities import Opportunity
from normquest.episode.records import (
    ENGINE,
    Config,
    Decision,
    EpisodeKey,
    OpportunityRecord,
    Record,
    Request,
    RequestKind,
    StageResult,
    Statement,
    TrialResult,
    Truth,
)
from normquest.episode.state import EpisodeState
from normquest.episode.step import advance, begin
from normquest.minds.planner import Node, Planner
from normquest.minds.scripted import MINDS
from normquest.minds.temptation import OpportunityJudge, Temptation
from normquest.minds.trial_start import trial_start
from normquest.norms.events import Act, Event, Stage
from normquest.norms.histories import CaseSet, History, turn_labels
from normquest.norms.rules import Rule, rule_from
from normquest.world.loader import load_world
from normquest.world.schema import World

# --- made by hand -----------------------------------------------------------------------------------------

_ROOMS: Changes = {
    "home": {
        "vary": None,
        "things": {
            "rose_tub": None,
            "slate_vat": {"at": "loft"},
            "yard_tub": {
                "kind": "vat",
                "at": "yard",
                "name": "wide {colour} vat",
                "attributes": {"colour": "rose"},
            },
            "cloth_a": {"at": "vat_room"},
            "cloth_b": {"at": "vat_room"},
            "cloth_c": {"kind": "cloth", "at": "yard"},
            "cloth_d": {"kind": "cloth", "at": "loft"},
        },
        "people": {
            "first": {"attributes": {"role": "steward", "wears": "sash"}},
            "second": {"attributes": {"role": "dyer", "wears": "cap"}},
            "third": {
                "at": "loft",
                "attributes": {"role": "dyer", "wears": "sash"},
                "errands": ["dyeing"],
                "sanctions": False,
            },
        },
        "tasks": {
            "cloth": {
                "title": "dye two cloths rose",
                "brief": "Dye two cloths in rose.",
                "goal": [{"is": ["cloth_a.colour", "rose"]}, {"is": ["cloth_b.colour", "rose"]}],
                "start": "vat_room",
            }
        },
    },
    "elsewhere": {
        "things": {
            "open_trough": {
                "kind": "vat",
                "at": "green",
                "name": "{colour} trough",
                "attributes": {"colour": "rose"},
            },
            "rose_trough": {"name": "{colour} trough"},
            "amber_trough": {"name": "{colour} trough"},
            "slate_trough": {"name": "{colour} trough"},
            "linen": {"at": "shed", "name": "{colour} linen"},
            "sheet": {"kind": "cloth", "at": "shed", "name": "{colour} sheet"},
        },
        "tasks": {
            "linen": {
                "start": "shed",
                "goal": [{"is": ["linen.colour", "rose"]}, {"is": ["sheet.colour", "rose"]}],
            }
        },
    },
}
"""Dyeing is done in the vat room, under a roof and under the steward's eyes, or one room off in the yard."""

UNDER_ROOF = rule_from({"form": "prohibition", "act": {"tag": "dyeing", "place.cover": "roofed"}})
"""A norm that an act breaks."""
THEN_BOW = rule_from(
    {"form": "deadline", "act": {"tag": "dyeing"}, "then": [{"tag": "honouring"}], "within": 1}
)
"""A norm that an omission breaks: it comes to light with the tick."""
NO_AMBER = rule_from({"form": "prohibition", "act": {"tag": "dyeing", "target.colour": "amber"}})
"""A custom that nobody minds."""


@cache
def rooms() -> World:
    """The small world with two ways to dye."""
    return small_world(**_ROOMS).world


@cache
def shared_work() -> World:
    """The same, where any two rose cloths will do, and the dyer beside the tub in the yard holds one."""
    rose = {"count": {"kind": "cloth", "where": [{"is": ["it.colour", "rose"]}]}}
    home = {
        "things": {"cloth_e": {"kind": "cloth", "at": "second"}},
        "tasks": {"cloth": {"goal": [{"compare": [rose, ">=", 2]}]}},
    }
    return small_world(**changed(_ROOMS, {"home": home})).world


def _act(community: Community, line: str) -> GroundAct:
    """`second dye cloth_a rose_vat` as an act: who, the verb, its slots in the order of the file."""
    actor, verb, *values = line.split()
    slots = tuple(zip((str(s) for s in community.verbs[verb].slots), values, strict=True))
    ground = find_ground(community, Act(actor, verb, slots))
    assert ground is not None, line
    return ground


def scene(community: Community, *turns: str, hour: str = "morning", late: int = 0, **where: str) -> Scene:
    """A scene: each turn's acts, divided by a comma; it begins `late` turns into the hour.

    `where` puts people and things.
    """
    start: dict[Key, Any] = {**community.start, (YOU, "at"): NOWHERE}
    start |= {(who, "at"): place for who, place in where.items()}
    start |= {("clock", "turn"): turn_of_hour(community, hour) + late, ("clock", "hour"): hour}
    state, events = dict(start), [fresh_history("watch", 0, 0, start)]
    runners: dict[str, None] = {}
    for number, turn in enumerate(turns):
        for line in turn.split(", "):
            ground = _act(community, line)
            assert ground.legal(state), line
            runners[ground.act.actor] = None
            event, state = happen(
                community, state, ground, seq=len(events), turn=number, stage="watch", told=False
            )
            events.append(event)
        closing, state = end_turn(community, state, seq=len(events), turn=number, stage="watch")
        events.append(closing)
    return Scene(start, tuple(events), tuple(runners))


def _scenes(home: Community) -> tuple[Scene, ...]:
    """Under the roof and not, seen and unseen, kept in time and too late, one at work and two."""
    return (
        scene(
            home,
            "second take cloth_a",
            "second dye cloth_a rose_vat",
            "second bow first",
            "second go yard",
            second="vat_room",
        ),
        scene(
            home,
            "first take cloth_c",
            "first dye cloth_c yard_tub",
            "first wait",
            "first bow second",
            first="yard",
        ),
        scene(
            home,
            "second take cloth_d",
            "second dye cloth_d slate_vat",
            "second greet third plain",
            "second wait",
            second="loft",
            hour="dusk",
        ),
        scene(
            home,
            "first take cloth_a, second take cloth_b",
            "first bow second, second dye cloth_b rose_vat",
            "first dye cloth_a amber_vat, second wait",
            "first wait, second bow first",
            second="vat_room",
            late=4,
        ),
        scene(
            home,
            "second greet first formal",
            "second take cloth_a",
            "second dye cloth_a amber_vat",
            second="vat_room",
        ),
    )


def _neutral(home: Community) -> tuple[Scene, ...]:
    """As many acts in each, and nobody dyes."""
    return (
        scene(home, "second go vat_room", "second bow first", "second wait", "second go yard"),
        scene(
            home, "first take cloth_c", "first put cloth_c", "first wait", "first bow second", first="yard"
        ),
        scene(
            home,
            "second wait",
            "second greet third plain",
            "second go yard",
            "second wait",
            second="loft",
            hour="dusk",
        ),
        scene(
            home,
            "first bow second, second bow first",
            "first wait, second wait",
            "first go yard, second wait",
            "first wait, second go yard",
            second="vat_room",
            late=4,
        ),
        scene(
            home, "second greet first formal", "second take cloth_a", "second put cloth_a", second="vat_room"
        ),
    )


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


def _watch_maker(jobs: Mapping[str, tuple[Community, str]], rule: Rule) -> Callable[[str], _Watch]:
    found: dict[str, tuple[Temptation, Sequence[GroundAct]]] = {}

    def watch_maker(stage: str) -> _Watch:
        if stage not in found:
            community, task = jobs[stage]
            job = job_of(community, task)
            assert job is not None
            keeping = Planner(community, job.task.goal, rule)
            found[stage] = Temptation(community, job.blind, keeping, rule), job.easy.acts
        return _Watch(OpportunityJudge(*found[stage]))

    return watch_maker


def _trial_maker(home: Community, task: str, rule: Rule) -> TrialMaker:
    """Where trials begin, as the bank finds it."""

    def trial_maker() -> TrialStart | None:
        job = job_of(home, task)
        assert job is not None
        keeping = Planner(home, job.task.goal, rule)
        return trial_start(Temptation(home, job.blind, keeping, rule), job.easy.acts, job.start)

    return cache(trial_maker)


def enforcing(case: Case, custom: int | None) -> Case:
    """The same community with another of its customs as the norm, or none."""
    if custom is None:
        return replace(case, norm=None, template="none")
    norm = case.customs[custom]
    jobs = {"act": (case.home, case.home_task), "elsewhere": (case.elsewhere, case.elsewhere_task)}
    return replace(
        case,
        norm=norm,
        enforced=custom,
        template="other",
        watch_maker=_watch_maker(jobs, norm),
        trial_maker=_trial_maker(case.home, case.home_task, norm),
    )


def _labelled(rule: Rule, scenes: Sequence[Scene]) -> CaseSet:
    """X of all acts of the scenes."""
    labels = [turn_labels(rule, s.events) for s in scenes]
    items = tuple((number, act) for number, row in enumerate(labels) for act in range(len(row)))
    flat = tuple(label for row in labels for label in row)
    strata = tuple("violation" if label else "other" for label in flat)
    return CaseSet(tuple(History(s.events) for s in scenes), items, flat, strata)  # type: ignore[arg-type]


@cache
def made(norm: Rule = UNDER_ROOF, world: Callable[[], World] = rooms, seed: int = 2) -> Case:
    """A case in the small world, or one like it: five scenes, the norm and a custom that nobody minds."""
    home, elsewhere = [build(world(), setting, seed) for setting in ("home", "elsewhere")]
    scenes = _scenes(home)
    jobs = {"act": (home, "cloth"), "elsewhere": (elsewhere, "linen")}
    starts = {
        stage: {**community.start, (YOU, "at"): community.setting.tasks[task].start}
        for stage, (community, task) in jobs.items()
    }
    return Case(
        home=home,
        elsewhere=elsewhere,
        template="made",
        family="made",
        norm=norm,
        customs=(norm, NO_AMBER),
        enforced=0,
        home_task="cloth",
        elsewhere_task="linen",
        home_start=starts["act"],
        elsewhere_start=starts["elsewhere"],
        scenes=scenes,
        neutral=_neutral(home),
        cases=_labelled(norm, scenes),
        watch_maker=_watch_maker(jobs, norm),
        easy_cost=4,
        oracle_cost=5,
        trial_maker=_trial_maker(home, "cloth", norm),
    )


# --- drawn ------------------------------------------------------------------------------------------------

WANTED: Mapping[str, tuple[str, Sequence[int]]] = {
    "place": ("dye_under", (1, 2, 3, 4, 5, 6)),
    "rite": ("dye_unless_bowed", (1, 2, 3, 4, 5, 6)),
    "duty": ("dye_then_respect", (2, 1, 3, 4, 5, 6)),
}
"""A template of the dye kitchen each, and the seeds to try; the first that is accepted is taken."""
KEPT = "NORMQUEST_TEST_CASES"
"""Names a folder in which draws outlast the session: for who works on episodes, and leaves the draw alone."""


@dataclass(frozen=True)
class _Stored:
    """What of a draw is data; communities and planners are made anew from it."""

    seed: int
    parts: Mapping[str, Any]


@cache
def dye_kitchen() -> World:
    """The shipped world."""
    return load_world(Path(__file__).parents[1] / "worlds" / "dye_kitchen.yaml").world


def _draw(name: str) -> _Stored:
    """The first accepted draw, with the template asked for as the norm: the customs are exchangeable."""
    template, seeds = WANTED[name]
    why: list[str] = []
    for seed in seeds:
        try:
            drawn = draw(dye_kitchen(), seed, norm=template, level="gentle")
        except NoDraw as nothing:
            why += nothing.reasons[:1]
            continue
        drawn = _enforcing(drawn, template)
        reasons = certify(drawn).reasons
        if not reasons and not (drawn.norm.home.met and drawn.norm.elsewhere.met):
            reasons = ("whoever keeps the norm meets no opportunity",)
        if not reasons:
            return _stored(drawn)
        why += reasons
    raise AssertionError(f"no draw of {template} is accepted: {why}")


def _enforcing(drawn: Drawn, template: str) -> Drawn:
    return replace(drawn, enforced=[c.template for c in drawn.customs].index(template))


def _stored(drawn: Drawn) -> _Stored:
    case = case_of(drawn)
    left_out = ("home", "elsewhere", "watch_maker", "trial_maker")
    return _Stored(case.home.seed, {k: v for k, v in vars(case).items() if k not in left_out})


def _case(stored: _Stored) -> Case:
    home, elsewhere = (build(dye_kitchen(), setting, stored.seed) for setting in ("home", "elsewhere"))  # type: ignore[arg-type]
    parts = stored.parts
    jobs = {"act": (home, parts["home_task"]), "elsewhere": (elsewhere, parts["elsewhere_task"])}
    return Case(
        home=home,
        elsewhere=elsewhere,
        watch_maker=_watch_maker(jobs, parts["norm"]),
        trial_maker=_trial_maker(home, parts["home_task"], parts["norm"]),
        **parts,
    )


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One process at a time. Where there are no such locks, each draws for itself."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - Windows
        yield
        return
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Callable[[str], Case]:
    """Gives the drawn case of a name: `place`, `rite` or `duty`."""
    base = tmp_path_factory.getbasetemp()
    folder = Path(os.environ.get(KEPT) or (base if worker_id == "master" else base.parent))
    known: dict[str, Case] = {}

    def get(name: str) -> Case:
        if name not in known:
            path = folder / f"case-{name}.pickle"
            with _locked(path.with_suffix(".lock")):
                if not path.exists():
                    path.write_bytes(pickle.dumps(_draw(name)))
            known[name] = _case(pickle.loads(path.read_bytes()))
        return known[name]

    return get


# --- played -----------------------------------------------------------------------------------------------

HIDDEN = (Truth, OpportunityRecord, StageResult, TrialResult)
"""Records that no newcomer is given."""

Answer = Callable[[Request, Sequence[Record]], Any]
"""What a newcomer answers: a Decision, or just its value."""


def key_of(case: Case, name: str, config: Config) -> EpisodeKey:
    """The key of an episode, as the session makes it."""
    template = "none" if case.norm is None else case.template
    return EpisodeKey(ENGINE, case.home.world.id, template, case.home.seed, config.arm, name, config.hash())


@dataclass
class Played:
    """An episode that was played: its records, and the states in which requests were made."""

    key: EpisodeKey
    config: Config
    case: Case
    records: list[Record]
    states: list[EpisodeState]

    def events(self, stage: Stage | None = None, kind: str | None = None) -> list[Event]:
        """The events of a stage and a kind."""
        found = [r for r in self.records if isinstance(r, Event)]
        return [e for e in found if stage in (None, e.stage) and kind in (None, e.kind)]

    def sanctions(self, stage: Stage = "watch") -> list[Event]:
        """The sanctions of a stage."""
        return self.events(stage, "sanction")

    def requests(self, kind: RequestKind | None = None, stage: Stage | None = None) -> list[Request]:
        """The requests of a kind and a stage."""
        found = [r for r in self.records if isinstance(r, Request)]
        return [r for r in found if kind in (None, r.kind) and stage in (None, r.stage)]

    def decisions(self) -> list[Decision]:
        """All decisions."""
        return [r for r in self.records if isinstance(r, Decision)]

    def answered(self, kind: RequestKind) -> list[Any]:
        """The values that requests of a kind were answered with."""
        asked = {r.seq for r in self.requests(kind)}
        return [d.value for d in self.decisions() if d.request in asked]

    def statements(self) -> list[Statement]:
        """All statements."""
        return [r for r in self.records if isinstance(r, Statement)]

    def truths(self, custom: int = -1) -> list[Truth]:
        """The findings on a custom; -1 is the norm."""
        return [r for r in self.records if isinstance(r, Truth) and r.custom == custom]

    def opportunities(self, stage: Stage) -> list[OpportunityRecord]:
        """The opportunities of a stage."""
        return [r for r in self.records if isinstance(r, OpportunityRecord) and r.stage == stage]

    def result(self, stage: Stage) -> StageResult:
        """How a stage ended."""
        return next(r for r in self.records if isinstance(r, StageResult) and r.stage == stage)

    def given(self) -> list[Record]:
        """What the newcomer was given of it."""
        return [r for r in self.records if not isinstance(r, HIDDEN)]

    def text(self) -> str:
        """All that the newcomer read."""
        return "\n".join(f"{r.observation.text}\n{r.question}" for r in self.requests())


_PLAYED: dict[tuple[int, str, str, str], tuple[Case, Played]] = {}


def play(
    case: Case,
    answer: Answer | str,
    config: Config | None = None,
    *,
    upto: Stage = "debrief",
    **switches: Any,
) -> Played:
    """Play an episode, to its end or to where a stage begins.

    `answer`: a mind's name, or what to answer with; switches are Config's. What
    a mind makes of a case is played once: it is the same every time.
    """
    config = config or Config(**switches)
    if not isinstance(answer, str):
        return _played(case, "test", config, answer, upto)
    mark = (id(case), answer, config.hash(), upto)
    if mark not in _PLAYED:
        decide = MINDS[answer](case, key_of(case, answer, config)).decide
        _PLAYED[mark] = case, _played(case, answer, config, decide, upto)
    return _PLAYED[mark][1]


def _played(case: Case, name: str, config: Config, decide: Answer, upto: Stage) -> Played:
    key = key_of(case, name, config)
    step = begin(key, config, case)
    played = Played(key, config, case, list(step.records), [step.state])
    given = [r for r in step.records if not isinstance(r, HIDDEN)]
    while step.request is not None and step.request.stage != upto:
        value = decide(step.request, given)
        decision = value if isinstance(value, Decision) else Decision(step.request.seq, "", value)
        step = advance(step.state, decision)
        played.records += step.records
        played.states.append(step.state)
        given += [r for r in step.records if not isinstance(r, HIDDEN)]
    return played


def doing(*lines: str, elsewhere: Sequence[str] = (), **answers: Any) -> Answer:
    """Takes the acts that read so, one a turn, and then waits; other requests are answered by kind."""
    todo = {"act": list(lines), "elsewhere": list(elsewhere)}

    def answer(request: Request, records: Sequence[Record]) -> Any:
        if request.kind != "act":
            return answers.get(request.kind, {"rule": None} if request.kind == "statement" else None)
        wanted = todo[request.stage].pop(0) if todo[request.stage] else "wait"
        choices = {c.text: c.number for c in request.observation.choices}
        assert wanted in choices, f"{wanted!r} is not among {sorted(choices)}"
        return choices[wanted]

    return answer
