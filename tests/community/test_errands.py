"""Residents about their day: a short history, told the same for the same draw, with its breaches marked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from community.fair import fair, rng_for
from community.play import Play, dye_kitchen
from normquest.community.acts import legal_acts
from normquest.community.build import Community, build
from normquest.community.errands import LONGEST, Errand, run_errand
from normquest.community.state import NOWHERE, folded
from normquest.norms.monitor import Monitor
from normquest.norms.rules import Rule
from normquest.norms.templates import templates
from normquest.streams import shuffled, stream

ROOT = Path(__file__).parents[2]


@lru_cache
def bank() -> tuple[Rule, ...]:
    """Every rule that the dye kitchen's templates stand for, in some order."""
    rules = [rule for template in templates(dye_kitchen()) for _, rule in template.instances]
    return tuple(shuffled(rng_for("bank"), rules))


@lru_cache
def kitchen(setting: Any, seed: int) -> Community:
    return build(dye_kitchen(), setting, seed)


def errands(
    count: int, customs: int = 3, lapse: float = 0.4
) -> Iterator[tuple[Community, list[Rule], Errand]]:
    """Errands under customs drawn from the bank, a community a custom."""
    for number in range(count):
        setting: Any = ("home", "elsewhere")[number % 2]
        community = kitchen(setting, number % 3)
        rules = list(bank()[number * customs : (number + 1) * customs])
        found = run_errand(community, rules, lapse, stream(number, "errand"))
        if found is not None:
            yield community, rules, found


def test_an_errand_is_the_same_for_the_same_draw() -> None:
    for (_, _, one), (_, _, other) in zip(errands(6), errands(6), strict=True):
        assert one == other


def test_an_errand_differs_for_another_draw() -> None:
    community = build(dye_kitchen(), "home", 1)
    told = {repr(run_errand(community, bank()[:2], 0.3, stream(n, "errand"))) for n in range(12)}
    assert len(told) == 12


def test_it_begins_a_history_and_its_changes_fold() -> None:
    for community, _, errand in errands(12):
        first, *rest = errand.events
        assert first.kind == "stage" and [e.seq for e in errand.events] == list(range(len(errand.events)))
        state = dict(errand.start)
        for event in rest:
            if event.act is not None:
                legal = [g.act for g in legal_acts(community, state, event.actor)]
                assert event.act in legal and event.actor in errand.runners
            assert (event.hour, event.day) == (state[("clock", "hour")], state[("clock", "day")])
            state = folded(state, event.changes)


def test_it_is_short_and_the_newcomer_is_not_in_it() -> None:
    count = 0
    for community, _, errand in errands(12):
        count += 1
        assert 4 <= errand.acts <= LONGEST
        assert 1 <= len(errand.runners) <= 2 and set(errand.runners) <= set(community.residents)
        assert errand.start[("you", "at")] == NOWHERE
        for event in errand.events:
            assert "you" not in event.present and "you" not in event.seen_by
            assert "you" not in (event.facts.get("people") or {})
    assert count >= 9


def test_its_breaches_are_those_that_fresh_monitors_find() -> None:
    broken = 0
    for _, rules, errand in errands(16):
        for rule, breaks in zip(rules, errand.breaks, strict=True):
            monitor = Monitor(rule)
            found = [
                n
                for n, event in enumerate(errand.events)
                if any(f.result == "violated" for f in monitor.feed(event))
            ]
            assert list(breaks) == found
            broken += len(found)
    assert broken


def test_a_monitor_that_joins_at_the_history_finds_the_same() -> None:
    """The stage event begins the past anew: what was fed before does not matter."""
    (_, rules, before), (_, _, after) = list(errands(2))
    for rule in rules:
        fresh, used = Monitor(rule), Monitor(rule)
        used.feed_all(before.events)
        assert fresh.feed_all(after.events) == used.feed_all(after.events)


def test_who_never_lapses_breaks_less() -> None:
    def share(lapse: float) -> float:
        found = [e for _, _, e in errands(40, lapse=lapse)]
        return sum(len(b) for e in found for b in e.breaks) / sum(e.acts for e in found)

    assert share(0.0) < share(1.0)


@pytest.mark.parametrize("setting", ["home", "elsewhere"])
def test_errands_run_in_a_world_with_rules_queues_and_draws(setting: Any) -> None:
    community = build(fair(), setting, 2)
    for number in range(6):
        errand = run_errand(community, [], 0.2, stream(number, "fair"))
        if errand is not None:
            state = dict(errand.start)
            for event in errand.events:
                state = folded(state, event.changes)


DIGEST = """
import hashlib, sys
sys.path.insert(0, "tests")
from community.test_errands import errands
print(hashlib.sha256(repr([e for _, _, e in errands(5)]).encode()).hexdigest())
"""


def test_an_errand_does_not_depend_on_the_order_of_hashes() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", DIGEST],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for hash_seed in ("0", "7")
    ]
    digests = {process.communicate(timeout=120)[0].strip() for process in running}
    assert len(digests) == 1 and len(digests.pop()) == 64


def test_running_an_errand_leaves_the_community_as_it_was() -> None:
    play = Play(dye_kitchen(), 3)
    before = dict(play.community.start)
    run_errand(play.community, bank()[:3], 0.5, stream(1, "errand"))
    assert play.community.start == before
