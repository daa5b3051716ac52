"""What a certificate states: that the question has an answer, and how much evidence it took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from normquest.bank.binding import Binding, Job, breaches, near_miss_on
from normquest.bank.draw import LAPSE, Drawn
from normquest.bank.settling import PLAIN_BAR
from normquest.bank.turned import twin_of
from normquest.bank.twins import How
from normquest.community.build import YOU, Community
from normquest.community.errands import Errand
from normquest.episode.case import Scene
from normquest.episode.observing import choices_now, who_is_here
from normquest.episode.telling import texts_of
from normquest.minds.planner import Node, Walker
from normquest.norms.monitor import Monitor
from normquest.norms.rules import Both, Precedence, Prohibition, Rule

READING = 220 / 60
"""Words read a second; an act takes 6 s and a statement 60 s."""


@dataclass(frozen=True)
class Stage:
    """How a task stands to the norm: costs in acts, ways, opportunities, and what is open on the way.

    `second` is the easiest way that leaves out a deed of the easy one,
    `breaking_ways` counts those no dearer than the oracle's that violate (the
    easy one among them), and `near_miss_on_route` says whether an act of the
    restricted kind is allowed on the way of one who knows the norm.
    """

    task: str
    easy: int
    second: int | None
    second_breaks: bool
    breaking_ways: int
    oracle: int
    route: int
    budget: int
    extra_share: float
    opportunities: int
    legal_median: int
    legal_p95: int
    legal_most: int
    near_miss_on_route: bool


@dataclass(frozen=True)
class Certificate:
    """Every line of it; `reasons` is empty for an accepted draw. Shares lie in 0 to 1, costs are acts.

    `mirror` says how near the norm's mirror twin is, None where there is none.
    """

    seed: int
    level: str
    asked: str
    template: str
    family: str
    size: int
    customs: int
    enforced_one_of: tuple[str, ...]
    lapse: float
    home: Stage
    elsewhere: Stage
    idle_fails: bool
    scenes: int
    acts: int
    broken: tuple[int, ...]
    phi: float
    posterior: float
    best_rival: float
    settled_from: int | None
    rivals_late: int
    branches_met: bool
    layout: int
    mirror: How | None
    cases: int
    violating: int
    words_a_scene: float
    minutes: float
    rules_entertained: int
    reasons: tuple[str, ...]

    @property
    def accepted(self) -> bool:
        """Whether every line holds."""
        return not self.reasons

    def data(self) -> dict[str, Any]:
        """The certificate as JSON-able data."""
        return asdict(self) | {"accepted": self.accepted}


def certify(drawn: Drawn) -> Certificate:
    """Works out every line for a draw; acceptance is the same whichever custom is enforced."""
    norm = drawn.norm
    home, away = _stage(drawn.home, norm.home), _stage(drawn.elsewhere, norm.elsewhere)
    scenes = [drawn.kept[i] for i in drawn.watch.scenes]
    words = sum(_words(drawn.home.community, errand, number) for number, errand in enumerate(scenes))
    cases = drawn.cases[drawn.enforced]
    branches = all(_branches_met(c.rule, drawn) for c in drawn.customs)
    reasons = list(drawn.reasons)
    if not branches:
        reasons.append("a branch of a composition is never met in the watch")
    if drawn.home.blind.done(drawn.home.start) or drawn.elsewhere.blind.done(drawn.elsewhere.start):
        reasons.append("a task is done before anybody does anything")
    k = drawn.enforced
    growth = [
        (share[k], rival[k]) for share, rival in zip(drawn.watch.growth, drawn.watch.best_rival, strict=True)
    ]
    return Certificate(
        seed=drawn.seed,
        level=drawn.level,
        asked=drawn.asked,
        template=norm.template,
        family=norm.family,
        size=int(drawn.space.sizes[drawn.rows[drawn.enforced]]),
        customs=len(drawn.customs),
        enforced_one_of=tuple(c.template for c in drawn.customs),
        lapse=LAPSE,
        home=home,
        elsewhere=away,
        idle_fails=not drawn.home.blind.done(drawn.home.start),
        scenes=len(scenes),
        acts=drawn.watch.acts,
        broken=drawn.watch.broken,
        phi=drawn.watch.phi,
        posterior=growth[-1][0] if growth else 0.0,
        best_rival=growth[-1][1] if growth else 1.0,
        settled_from=_settled_from(growth),
        rivals_late=_late(drawn.watch.rivals),
        branches_met=branches,
        layout=drawn.layout,
        mirror=None if (twin := twin_of(drawn)) is None else twin.how,
        cases=len(cases.items),
        violating=cases.violating,
        words_a_scene=words / len(scenes) if scenes else 0.0,
        minutes=words / READING / 60 + (home.route + away.route) * 6 / 60 + 3,
        rules_entertained=len(drawn.space),
        reasons=tuple(reasons),
    )


def _words(community: Community, errand: Errand, number: int) -> int:
    """Words in a scene as it is told, without what is said of those who are met."""
    scene = Scene(errand.start, errand.events, errand.runners)
    here = sum(len(line.split()) for line in _company(community, scene))
    return here + sum(len(text.split()) for _, text in texts_of(community, scene, number))


def _company(community: Community, scene: Scene) -> list[str]:
    places = dict.fromkeys(str(scene.start[(runner, "at")]) for runner in scene.runners)
    return [line for place in places for line in who_is_here(community, place, scene.start)]


def _late(rivals: Sequence[Sequence[int]]) -> int:
    """Rivals alive at or after the third scene, of the custom that has the fewest."""
    late = rivals[2:]
    return min((max(column) for column in zip(*late, strict=True)), default=0)


def _settled_from(growth: Sequence[tuple[float, float]]) -> int | None:
    """The first scene from which on the norm's class stays settled: from here one could know.

    The bar is that of all watches, also for those that go on to stand noise.
    """
    first: int | None = None
    for index, mass in enumerate(growth):
        if not PLAIN_BAR.cleared(mass):
            first = None
        elif first is None:
            first = index
    return first


def _stage(job: Job, binding: Binding) -> Stage:
    counts: list[int] = []
    walker = Walker(job.community, binding.rule)
    node = Node(job.start, {})
    for ground in binding.route:
        counts.append(len(choices_now(job.community, node.state)))
        node, _ = walker.step(node, ground)
    second = job.second
    cheap = [plan for plan in job.others if plan.cost <= binding.oracle.cost]
    return Stage(
        task=job.name,
        easy=job.easy.cost,
        second=None if second is None else second.cost,
        second_breaks=second is not None and bool(breaches(walker, job.start, second.acts)),
        breaking_ways=1 + sum(bool(breaches(walker, job.start, plan.acts)) for plan in cheap),
        oracle=binding.oracle.cost,
        route=len(binding.route),
        budget=job.budget,
        extra_share=binding.extra(job) / job.easy.cost,
        opportunities=binding.opportunities,
        legal_median=sorted(counts)[len(counts) // 2] if counts else 0,
        legal_p95=sorted(counts)[int(0.95 * (len(counts) - 1))] if counts else 0,
        legal_most=max(counts, default=0),
        near_miss_on_route=near_miss_on(job, binding.rule, binding.route),
    )


def _parts(rule: Rule) -> list[Rule]:
    """The branches of a composition as rules of their own; none for anything else."""
    match rule:
        case Both():
            return list(rule.rules)
        case Prohibition() if len(rule.unless) > 1:
            return [rule.model_copy(update={"unless": (one,)}) for one in rule.unless]
        case Precedence() if len(rule.first) > 1:
            return [rule.model_copy(update={"first": (one,)}) for one in rule.first]
    return []


def _branches_met(rule: Rule, drawn: Drawn) -> bool:
    """Each branch decided something in the watch: a part was broken, or a way of keeping was used."""
    wanted = "violated" if isinstance(rule, Both) else "kept"
    for part in _parts(rule):
        found = False
        for index in drawn.watch.scenes:
            findings = Monitor(part).feed_all(drawn.kept[index].events)
            found |= any(f.result == wanted and f.bearer != YOU for f in findings)
        if not found:
            return False
    return True
