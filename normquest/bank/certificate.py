"""What a certificate states: that the question has an answer, and how much evidence it took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from normquest.bank.binding import Binding, Job
from normquest.bank.draw import LAPSE, Drawn
from normquest.bank.scenes import settled
from normquest.community.build import YOU
from normquest.episode.observing import choices_now
from normquest.minds.planner import Node, Walker
from normquest.norms.monitor import Monitor
from normquest.norms.rules import Both, Precedence, Prohibition, Rule
from normquest.norms.terms_of import terms_of

READING = 220 / 60
"""Words read a second; an act takes 6 s and a statement 60 s."""


@dataclass(frozen=True)
class Stage:
    """How a task stands to the norm: costs in acts, ways, opportunities, and what is open on the way."""

    task: str
    easy: int
    second: int | None
    second_breaks: bool
    oracle: int
    route: int
    budget: int
    extra_share: float
    opportunities: int
    legal_median: int
    legal_most: int
    near_miss_on_route: bool


@dataclass(frozen=True)
class Certificate:
    """Every line of it; `reasons` is empty for an accepted draw. Shares are between 0 and 1, costs in acts."""

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
    settled_from: int | None
    rivals_late: int
    branches_met: bool
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
    words = sum(12 * errand.acts + 25 for errand in scenes)
    cases = drawn.cases[drawn.enforced]
    branches = all(_branches_met(c.rule, drawn) for c in drawn.customs)
    reasons = list(drawn.reasons)
    if not branches:
        reasons.append("a branch of a composition is never met in the watch")
    growth = [step[drawn.enforced] for step in drawn.watch.growth]
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
        posterior=growth[-1] if growth else 0.0,
        settled_from=_settled_from(growth),
        rivals_late=_late(drawn.watch.rivals),
        branches_met=branches,
        cases=len(cases.items),
        violating=cases.violating,
        words_a_scene=words / len(scenes) if scenes else 0.0,
        minutes=words / READING / 60 + (home.route + away.route) * 6 / 60 + 3,
        rules_entertained=len(drawn.space),
        reasons=tuple(reasons),
    )


def _late(rivals: Sequence[Sequence[int]]) -> int:
    """Rivals alive at or after the third scene, of the custom that has the fewest."""
    late = rivals[2:]
    return min((max(column) for column in zip(*late, strict=True)), default=0)


def _settled_from(growth: Sequence[float]) -> int | None:
    """The first scene from which on the norm's class stays settled: from here one could know."""
    first: int | None = None
    for index, share in enumerate(growth):
        if not settled((share, 0.0)):
            first = None
        elif first is None:
            first = index
    return first


def _stage(job: Job, binding: Binding) -> Stage:
    counts: list[int] = []
    walker = Walker(job.community, binding.rule)
    kinds = {(p.verb, p.tag) for p in terms_of(binding.rule).acts}
    node, near = Node(job.start, {}), False
    for ground in binding.route:
        counts.append(len(choices_now(job.community, node.state)))
        node, violated = walker.step(node, ground)
        near |= not violated and any(
            (ground.act.verb, None) in kinds or (None, t) in kinds for t in ground.tags
        )
    second = job.second
    breaks = False
    if second is not None:
        node = Node(job.start, {})
        for ground in second.acts:
            node, violated = walker.step(node, ground)
            breaks |= violated
    return Stage(
        task=job.name,
        easy=job.easy.cost,
        second=None if second is None else second.cost,
        second_breaks=breaks,
        oracle=binding.oracle.cost,
        route=len(binding.route),
        budget=job.budget,
        extra_share=binding.extra(job) / job.easy.cost,
        opportunities=binding.opportunities,
        legal_median=sorted(counts)[len(counts) // 2] if counts else 0,
        legal_most=max(counts, default=0),
        near_miss_on_route=near,
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
