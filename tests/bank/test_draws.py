"""The draw: the same everywhere, blind to which custom is enforced, and as its certificate says."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from community.play import dye_kitchen

from bank.draws import ACCEPTED, OTHERS, digest, drawn
from normquest.bank import draw as drawing
from normquest.bank.binding import HOME
from normquest.bank.certificate import certify
from normquest.bank.customs import Bank, act_kinds
from normquest.bank.draw import LEVELS, Drawn, NoDraw, asked_template, draw
from normquest.bank.make import case_of
from normquest.bank.scenes import LEAST_BREAKS, MOST_PHI
from normquest.community.acts import GroundAct
from normquest.community.build import Community
from normquest.community.clock import end_turn
from normquest.community.happening import fresh_history, happen
from normquest.community.state import State
from normquest.minds.observer import REFERENCE, Beliefs, watched_words
from normquest.norms.events import Event
from normquest.norms.histories import labels_on, turn_labels
from normquest.norms.monitor import Monitor
from normquest.norms.templates import templates

ROOT = Path(__file__).parents[2]
HERE = "from bank.draws import digest, drawn; import sys; print(digest(drawn(sys.argv[1], int(sys.argv[2]))))"


def walked(community: Community, start: State, acts: tuple[GroundAct, ...]) -> list[Event]:
    """What the engine logs of a newcomer who does these acts."""
    state, events = dict(start), [fresh_history("act", 0, 0, start)]
    for turn, ground in enumerate(acts):
        assert ground.legal(state)
        event, state = happen(community, state, ground, seq=len(events), turn=turn, stage="act")
        events.append(event)
        closing, state = end_turn(community, state, seq=len(events), turn=turn, stage="act")
        events.append(closing)
    return events


def violated(rule: object, events: list[Event]) -> bool:
    """Whether a fresh monitor charges the newcomer."""
    findings = Monitor(rule).feed_all(events)  # type: ignore[arg-type]
    return any(f.result == "violated" and f.bearer == "you" for f in findings)


def test_a_draw_is_the_same_whatever_the_hash_seed_and_the_enforced_custom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    norm, seed = ACCEPTED[0]
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
    other = subprocess.Popen(
        [sys.executable, "-c", HERE, norm, str(seed)], env=environment, stdout=subprocess.PIPE, text=True
    )
    one = drawn(norm, seed)
    elsewise = (one.enforced + 1) % len(one.customs)
    monkeypatch.setattr(drawing, "below", lambda rng, n: elsewise)
    twin = draw(dye_kitchen(), seed, norm=norm)
    assert twin.enforced == elsewise != one.enforced
    assert digest(twin) == digest(one)
    out, _ = other.communicate(timeout=300)
    assert out.strip() == digest(one)


@pytest.mark.parametrize(
    ("world", "norm", "seed"), [*(("dye_kitchen", norm, seed) for norm, seed in ACCEPTED), *OTHERS]
)
def test_an_accepted_draw_holds_every_line(world: str, norm: str, seed: int) -> None:
    one = drawn(norm, seed, world)
    certificate = certify(one)
    assert certificate.accepted, certificate.reasons
    watch_is_fair(one)
    observer_knows(one)
    tasks_bind(one)
    labels_are_the_monitors(one)
    blind_to_the_enforced(one)
    neutral_says_nothing(one)


def watch_is_fair(one: Drawn) -> None:
    """Every custom is broken, none with another, counted by monitors on the scenes as shown."""
    rows = [[], [], []]  # type: list[list[bool]]
    assert len(one.customs) == 3
    for scene in case_of(one).scenes:
        for row, custom in zip(rows, one.customs, strict=True):
            row += turn_labels(custom.rule, scene.events)
    for a in range(3):
        assert sum(rows[a]) >= LEAST_BREAKS
        for b in range(a):
            assert abs(float(np.corrcoef(rows[a], rows[b])[0, 1])) <= MOST_PHI + 0.02


def observer_knows(one: Drawn) -> None:
    """Whichever custom were enforced, an observer who starts from nothing would find it."""
    for row, members in zip(one.rows, one.classes, strict=True):
        beliefs = Beliefs(one.space.sizes)
        for index in one.watch.scenes:
            reading = one.space.table.read(one.kept[index].events)
            words = one.space.verdicts(reading)
            watched = watched_words(one.space, reading.bits.watched, reading.bits.watched_tick)
            beliefs.update(words, watched, int(words[row] & watched[row]))
        posterior = beliefs.posterior()
        assert members[row] and posterior[members].sum() >= 0.8
        assert posterior[members].sum() >= 5 * np.where(members, 0, posterior).max()


def tasks_bind(one: Drawn) -> None:
    """The easy way breaks each custom, its oracle's does not, in time and at a price."""
    for custom in one.customs:
        for job, binding in ((one.home, custom.home), (one.elsewhere, custom.elsewhere)):
            assert violated(custom.rule, walked(job.community, job.start, job.easy.acts))
            for way in (binding.oracle.acts, binding.route):
                events = walked(job.community, job.start, way)
                assert not violated(custom.rule, events) and len(way) <= job.budget
            assert binding.opportunities >= 1
        extra = custom.home.extra(one.home)
        assert extra >= HOME.least_extra
        assert 0.1 <= extra / one.home.easy.cost <= 0.6
        assert custom.home.opportunities >= HOME.opportunities >= 2


def labels_are_the_monitors(one: Drawn) -> None:
    """X says of each case what a monitor says."""
    for custom, cases in zip(one.customs, one.cases, strict=True):
        assert tuple(labels_on(custom.rule, cases)) == cases.labels
        assert cases.violating >= 40


def blind_to_the_enforced(one: Drawn) -> None:
    """Enforcing another custom changes no scene, no task and no verdict on the draw."""
    cases = [case_of(replace(one, enforced=k)) for k in range(len(one.customs))]
    assert all(c.scenes == cases[0].scenes and c.neutral == cases[0].neutral for c in cases)
    assert [c.norm for c in cases] == [c.rule for c in one.customs]
    assert {certify(replace(one, enforced=k)).reasons for k in range(len(one.customs))} == {()}


def neutral_says_nothing(one: Drawn) -> None:
    """The neutral watch is as long, and breaks and keeps nothing."""
    case = case_of(one)
    assert len(case.neutral) == len(case.scenes)
    for scene in case.neutral:
        for custom in one.customs:
            assert not any(turn_labels(custom.rule, scene.events))


def test_two_customs_restrict_one_kind_of_act(monkeypatch: pytest.MonkeyPatch) -> None:
    """With two customs, hanging alone would often stand beside dyeing."""
    asked: list[bool] = []
    plain = Bank.of_one_kind

    def of_one_kind(self: Bank, among: Sequence[int]) -> bool:
        asked.append(plain(self, among))
        return asked[-1]

    monkeypatch.setattr(Bank, "of_one_kind", of_one_kind)
    monkeypatch.setattr(drawing, "designed", lambda *given: given)
    drawn_so = 0
    for seed in range(1, 9):
        try:
            *_, customs, _, _, _ = drawing._drawn(
                dye_kitchen(), seed, seed, templates(dye_kitchen()), "hang_fibre", "gentle", REFERENCE
            )
        except NoDraw:
            continue
        one, other = (act_kinds(custom.rule) for custom in customs)
        assert one & other
        drawn_so += 1
    assert drawn_so and set(asked) == {True, False}


def test_who_comes_for_the_first_time_is_not_asked_for_a_rule_inside_a_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = dye_kitchen()
    family = {name: norm.family for name, norm in world.norms.items()}
    nested = {"composition", "repair"}
    asked = {level: [asked_template(world, seed, level) for seed in range(200)] for level in LEVELS}
    assert not nested & {family[name] for name in asked["gentle"]}
    assert nested <= {family[name] for name in asked["plain"]}
    assert set(asked["gentle"]) == {name for name in family if family[name] not in nested}

    banks: list[set[str]] = []

    def chosen(home: object, elsewhere: object, bank: Bank, asked: str, *rest: object) -> NoReturn:
        banks.append({template.family for template, _ in bank.rules})
        raise NoDraw(["only the bank was wanted"])

    monkeypatch.setattr(drawing, "_customs", chosen)
    repair = next(name for name in family if family[name] == "repair")
    for norm, left in (("hang_floor", set[str]()), (repair, {"repair"})):
        with pytest.raises(NoDraw):
            draw(world, 1, norm=norm, level="gentle")
        assert nested & banks[-1] == left


def test_a_world_of_nested_norms_alone_is_drawn_gently_too() -> None:
    world = dye_kitchen()
    few = {name: norm for name, norm in world.norms.items() if norm.family == "repair"}
    few["hang_floor"] = world.norms["hang_floor"]
    small = world.model_copy(update={"norms": few})
    assert {asked_template(small, seed, "gentle") for seed in range(40)} == set(few)
