"""From a draw to the case that episodes are played on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from normquest.bank.binding import Binding, Job
from normquest.bank.certificate import Certificate, certify
from normquest.bank.draw import Drawn, NoDraw, asked_template, draw
from normquest.bank.turned import mirrored
from normquest.community.acts import GroundAct
from normquest.community.errands import Errand, run_errand
from normquest.episode.case import Case, OpportunityWatch, Scene, TrialStart
from normquest.episode.opportunities import Opportunity
from normquest.minds.observer import NOISY
from normquest.minds.planner import Node
from normquest.minds.temptation import OpportunityJudge
from normquest.minds.trial_start import trial_start
from normquest.norms.events import Event
from normquest.norms.matching import act_match
from normquest.norms.terms_of import terms_of
from normquest.streams import stream
from normquest.world.schema import World

TRIES = 40
"""Errands tried for each neutral scene."""


class _Watch:
    """Follows a newcomer's decisions on one job."""

    def __init__(self, job: Job, binding: Binding) -> None:
        self._judge = OpportunityJudge(binding.temptation, job.easy.acts)

    def decide(
        self, state: Mapping[Any, Any], memory: Mapping[Any, Any], ground: GroundAct, turn: int, left: int
    ) -> None:
        self._judge.take(Node(state, dict(memory)), ground, turn, left)

    def found(self) -> Sequence[Opportunity]:
        return self._judge.found()


def case_of(drawn: Drawn, *, norm_free: bool = False) -> Case:
    """The case of a draw: the norm in force, or with `norm_free` the same community enforcing nothing."""
    norm = drawn.norm

    def watch_maker(stage: str) -> OpportunityWatch:
        if stage == "act":
            return _Watch(drawn.home, norm.home)
        return _Watch(drawn.elsewhere, norm.elsewhere)

    def trial_maker() -> TrialStart | None:
        return trial_start(norm.home.temptation, drawn.home.easy.acts, drawn.home.start)

    scenes = tuple(_scene(drawn.kept[i]) for i in drawn.watch.scenes)
    return Case(
        home=drawn.home.community,
        elsewhere=drawn.elsewhere.community,
        template=norm.template,
        family=norm.family,
        norm=None if norm_free else norm.rule,
        customs=tuple(c.rule for c in drawn.customs),
        enforced=drawn.enforced,
        home_task=drawn.home.name,
        elsewhere_task=drawn.elsewhere.name,
        home_start=drawn.home.start,
        elsewhere_start=drawn.elsewhere.start,
        scenes=scenes,
        neutral=neutral_scenes(drawn),
        cases=drawn.cases[drawn.enforced],
        watch_maker=watch_maker,
        easy_cost=drawn.home.easy.cost,
        noisy=drawn.noise is NOISY,
        oracle_cost=norm.home.oracle.cost,
        trial_maker=cache(trial_maker),
    )


def _scene(errand: Errand) -> Scene:
    return Scene(errand.start, errand.events, errand.runners)


def neutral_scenes(drawn: Drawn) -> tuple[Scene, ...]:
    """As many scenes of the same lengths, without an act in the scope of any custom."""
    scope = [act_match(p) for c in drawn.customs for p in terms_of(c.rule).acts]
    found: list[Scene] = []
    for number, index in enumerate(drawn.watch.scenes):
        shown = drawn.kept[index]
        best: Errand | None = None
        for attempt in range(TRIES):
            rng = stream(drawn.seed, "neutral", number, attempt)
            errand = run_errand(drawn.home.community, (), 0.0, rng, two=float(len(shown.runners) > 1))
            if errand is None:
                continue
            cut = _cut(errand, shown.acts)
            if any(match(e) is True for e in cut.events for match in scope):
                continue
            if best is None or abs(cut.acts - shown.acts) < abs(best.acts - shown.acts):
                best = cut
            if best.acts == shown.acts:
                break
        if best is not None:
            found.append(_scene(best))
    return tuple(found)


def _cut(errand: Errand, acts: int) -> Errand:
    """The errand up to the tick after so many acts."""
    kept: list[Event] = []
    seen = 0
    for event in errand.events:
        if seen >= acts and event.kind in ("act", "failed"):
            break
        kept.append(event)
        seen += event.kind in ("act", "failed")
    return replace(errand, events=tuple(kept))


def open_case(
    world: World,
    seed: int,
    *,
    norm: str | None = None,
    level: str = "plain",
    norm_free: bool = False,
    noisy: bool = False,
    mirror: bool = False,
) -> tuple[Case, Certificate]:
    """An accepted case with its certificate. Raises NoDraw, with the reasons, for a draw that is rejected.

    `mirror`: the same people enforcing the norm's mirror.
    """
    drawn = draw(world, seed, norm=norm, level=level, noisy=noisy)
    if mirror and not drawn.reasons:
        drawn = mirrored(drawn)
    certificate = certify(drawn)
    if not certificate.accepted:
        raise NoDraw(certificate.reasons)
    return case_of(drawn, norm_free=norm_free), certificate


def check_row(world: World, seed: int, *, level: str = "plain") -> dict[str, Any]:
    """One draw for `worlds check`: world, seed, asked, norm, family, accepted, reasons, certificate.

    `asked` is the norm that the seed asks for, `norm` the custom that is enforced; None where none binds.
    """
    asked = asked_template(world, seed, level)
    row: dict[str, Any] = {"world": world.id, "seed": seed, "asked": asked}
    try:
        certificate = certify(draw(world, seed, level=level))
    except NoDraw as nothing:
        return row | {
            "norm": None,
            "family": world.norms[asked].family,
            "accepted": False,
            "reasons": list(nothing.reasons),
            "certificate": None,
        }
    return row | {
        "norm": certificate.template,
        "family": certificate.family,
        "accepted": certificate.accepted,
        "reasons": list(certificate.reasons),
        "certificate": certificate.data(),
    }
