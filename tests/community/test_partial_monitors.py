"""A monitor that sees only part is sure of less, and never of anything that is not so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from community.fair import fair, rng_for, wandering
from community.play import Play, dye_kitchen
from community.test_errands import bank
from normquest.community.seen import for_monitor
from normquest.norms.events import Event, Finding
from normquest.norms.monitor import Monitor
from normquest.norms.rules import Rule, rule_from

AT_THE_FAIR: list[dict[str, Any]] = [
    {"form": "maintenance", "keep": {"one.wears": "cap"}, "during": [{"place.cover": "open"}]},
    {"form": "maintenance", "keep": {"one.wears": "sash"}, "during": [{"hour.name": "dusk"}]},
    {"form": "maintenance", "keep": {"one.holds": "cake"}, "during": [{"present.role": "steward"}]},
    {
        "form": "reciprocity",
        "act": {"verb": "lend", "addressee": "?who"},
        "back": {"verb": "forgive", "addressee": "?who"},
    },
    {"form": "precedence", "act": {"verb": "buy"}, "first": [{"verb": "queue"}], "window": "since_entering"},
    {"form": "precedence", "act": {"tag": "moving"}, "first": [{"verb": "weigh"}], "window": "ever"},
    {"form": "precedence", "act": {"tag": "doing"}, "first": [{"verb": "spin"}], "window": "within", "n": 3},
    {"form": "alternation", "act": {"tag": "doing"}},
    {"form": "quantity", "act": {"tag": "doing"}, "most": 1, "per": "hour"},
    {"form": "deadline", "act": {"verb": "spin"}, "then": [{"tag": "honouring"}], "within": 2},
    {"form": "prohibition", "act": {"tag": "doing"}, "when": [{"present.wears": "sash"}]},
    {"form": "prohibition", "act": {"tag": "moving"}, "unless": [{"one.wears": "cap"}]},
]
SURE = ("violated", "kept", "excused")


def told(findings: Sequence[Finding]) -> set[tuple[str, int | None, str]]:
    return {(f.bearer, f.closed_by, f.result) for f in findings if f.result in SURE}


def compare(rule: Rule, whole: Sequence[Event], part: Sequence[Event | None]) -> tuple[set[Any], set[Any]]:
    """What is found by one who sees all, and by one who sees a part."""
    seen = [event for event in part if event is not None]
    return told(Monitor(rule).feed_all(whole)), told(Monitor(rule).feed_all(seen))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["fair", "dye_kitchen"])
def test_what_a_part_is_sure_of_the_whole_finds_too(name: str, seed: int) -> None:
    kitchen = name == "dye_kitchen"
    play = Play(dye_kitchen() if kitchen else fair(), seed)
    rules = bank()[seed * 25 : seed * 25 + 25] if kitchen else [rule_from(rule) for rule in AT_THE_FAIR]
    log = list(wandering(play, rng_for("partial", name, seed), 60))
    sure: Counter[str] = Counter()
    for watcher in ("you", play.community.residents[0]):
        part = [for_monitor(play.community, event, watcher, before) for before, event in log]
        for rule in rules:
            whole, found = compare(rule, [event for _, event in log], part)
            assert found <= whole, rule
            sure["part"] += len(found)
            sure["whole"] += len(whole)
    assert 0 < sure["part"] < sure["whole"]


def test_who_sees_everything_finds_everything() -> None:
    play = Play(fair(), 9)
    everything = [event for _, event in wandering(play, rng_for("all"), 20)]
    for rule in AT_THE_FAIR:
        whole, found = compare(rule_from(rule), everything, everything)
        assert whole == found
