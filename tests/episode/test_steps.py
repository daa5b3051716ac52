"""An episode is two pure functions: what they return hangs on the key and the decisions alone."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from cases import Played, doing, key_of, made, play

from normquest.episode.case import Case
from normquest.episode.records import ARMS, Config, Decision, Record, Request, Truth
from normquest.episode.state import Acting, EpisodeState, Step
from normquest.episode.step import WrongDecision, advance, begin
from normquest.minds.scripted import MINDS
from normquest.norms.events import Event
from normquest.store.canonical import canonical

TESTS = Path(__file__).parents[1]
SWITCHES: list[dict[str, Any]] = [
    {"arm": "both", "elicitation": "turns"},
    {"arm": "witnessed", "recognition": True, "attribution": True, "delay": 1, "replacement": True},
    {"arm": "sham", "miss": 0.3, "false_alarm": 0.1},
    {"arm": "own", "elicitation": "off", "forecast": False},
]


def lines(records: list[Record]) -> list[str]:
    """Records as the one line that each is."""
    return [f"{type(r).__name__} {canonical(r)}" for r in records]


def image(state: EpisodeState | Acting) -> list[tuple[str, str]]:
    """All that a state says, apart from the case it is played on."""
    found = []
    for field in fields(state):
        value = getattr(state, field.name)
        if field.name not in ("case", "community"):
            found.append((field.name, repr(image(value) if isinstance(value, Acting) else value)))
    return found


def again(played: Played) -> list[Record]:
    """The records that come of giving the same answers to the same questions."""
    step = begin(played.key, played.config, played.case)
    records = list(step.records)
    for decision in played.decisions():
        step = advance(step.state, decision)
        records += step.records
    assert step.request is None
    return records


@pytest.mark.parametrize("switches", SWITCHES, ids=lambda s: s["arm"])
def test_a_step_taken_twice_from_one_state_brings_the_same_and_leaves_the_state_as_it_was(
    switches: dict[str, Any],
) -> None:
    played = play(made(), "ritualist", **switches)
    for state, decision in zip(played.states, played.decisions(), strict=False):
        before = image(state)
        one, other = advance(state, decision), advance(state, decision)
        assert lines(list(one.records)) == lines(list(other.records))
        assert image(one.state) == image(other.state)
        assert image(state) == before


def test_beginning_twice_is_the_same() -> None:
    config = Config(arm="both")
    one, other = (begin(key_of(made(), "test", config), config, made()) for _ in range(2))
    assert lines(list(one.records)) == lines(list(other.records)) and image(one.state) == image(other.state)


@pytest.mark.parametrize("switches", SWITCHES, ids=lambda s: s["arm"])
def test_stored_decisions_bring_back_every_record(switches: dict[str, Any]) -> None:
    played = play(made(), "random", **switches)
    assert lines(again(played)) == lines(played.records)


def test_stored_decisions_bring_back_every_record_of_a_drawn_case(drawn: Callable[[str], Case]) -> None:
    played = play(drawn("rite"), "contrarian", arm="both", attribution=True, recognition=True)
    assert lines(again(played)) == lines(played.records)


def test_an_old_state_can_be_gone_on_from_in_another_way() -> None:
    played = play(made(), "oracle", arm="own")
    at = next(n for n, s in enumerate(played.states) if s.request is not None and s.request.kind == "act")
    state, request = played.states[at], played.states[at].request
    assert request is not None
    waits = next(c.number for c in request.observation.choices if c.text == "wait")
    advance(state, Decision(request.seq, "", waits))
    assert lines(list(advance(state, played.decisions()[at]).records)) == lines(
        list(advance(state, played.decisions()[at]).records)
    )


@pytest.mark.parametrize("number", [-1, 1, 7])
def test_a_decision_must_answer_the_request_at_hand(number: int) -> None:
    config = Config()
    step = begin(key_of(made(), "test", config), config, made())
    before = image(step.state)
    with pytest.raises(WrongDecision, match=f"answers request {number}, expected 0"):
        advance(step.state, Decision(number, "", None))
    assert image(step.state) == before


def test_nothing_can_be_decided_when_it_is_over() -> None:
    played = play(made(), "noop")
    with pytest.raises(WrongDecision, match="the episode is over"):
        advance(played.states[-1], Decision(len(played.decisions()), "", None))


@pytest.mark.parametrize("arm", ARMS)
def test_the_stages_come_in_order_with_a_statement_after_each(arm: str) -> None:
    played = play(made(), "oracle", arm=arm)
    order = [(r.stage, "statement" if r.kind == "statement" else "-") for r in played.requests()]
    shape = [pair for n, pair in enumerate(order) if n == 0 or pair != order[n - 1]]
    assert shape == [
        ("arrival", "-"),
        ("watch", "-"),
        ("watch", "statement"),
        ("act", "-"),
        ("act", "statement"),
        ("elsewhere", "-"),
        ("elsewhere", "statement"),
    ]
    assert played.events()[-1].stage == "debrief" and played.states[-1].request is None


def test_events_are_numbered_from_0_without_a_gap_and_requests_too() -> None:
    for switches in SWITCHES:
        played = play(made(), "selfish", **switches)
        assert [e.seq for e in played.events()] == list(range(len(played.events())))
        assert [r.seq for r in played.requests()] == list(range(len(played.requests())))


def test_every_decision_stands_before_what_comes_of_it_and_every_truth_behind_its_event() -> None:
    played = play(made(), "selfish", arm="both")
    seen: set[int] = set()
    for record in played.records:
        if isinstance(record, Event):
            seen.add(record.seq)
        if isinstance(record, Truth):
            assert record.seq in seen
    kinds = [type(r).__name__ for r in played.records]
    asked = [k for k in kinds if k in ("Request", "Decision")]
    assert asked == ["Request", "Decision"] * len(played.decisions())


def test_another_seed_of_the_key_shows_the_same_scenes_and_other_noise() -> None:
    config = Config(arm="witnessed", miss=0.5, false_alarm=0.5)
    key = key_of(made(), "test", config)
    watches = set()
    for seed in range(6):
        step: Step = begin(replace(key, seed=seed), config, made())
        shown: list[Record] = []
        while step.state.stage in ("arrival", "watch") and step.request is not None:
            step = advance(step.state, Decision(step.request.seq, "", {"rule": None}))
            shown += step.records
        events = [r for r in shown if isinstance(r, Event) and r.stage == "watch"]
        acts = tuple(canonical(e.act) for e in events if e.kind == "act")
        watches.add((acts, sum(e.kind == "sanction" for e in events)))
    assert len({acts for acts, _ in watches}) == 1 and len(watches) > 1


def digest() -> str:
    """All that some episodes come to, as one number."""
    total = hashlib.sha256()
    for name, switches in [("observer", SWITCHES[0]), *(("random", switches) for switches in SWITCHES)]:
        for line in lines(play(made(), name, **switches).records):
            total.update(line.encode() + b"\n")
    return total.hexdigest()


def test_the_same_key_gives_the_same_log_whatever_python_hashes_by() -> None:
    code = "from episode.test_steps import digest; print(digest())"
    found = set()
    for seed in ("1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{TESTS}{os.pathsep}{TESTS.parent}"}
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr[-2000:]
        found.add(done.stdout.strip())
    assert len(found) == 1


@pytest.mark.parametrize("name", [n for n in MINDS if n not in ("overconfident", "second-observer")])
def test_a_newcomer_keeps_nothing_that_the_log_does_not_hold(name: str) -> None:
    """A mind made anew from the records so far decides as the one that saw them all happen."""
    played = play(made(), name, arm="both", attribution=True, elicitation="turns")
    given: list[Record] = []
    turns = 0
    for record in played.given():
        request = given[-1] if given else None
        if isinstance(record, Decision) and isinstance(request, Request):
            turns += 1
            if turns % 7 == 0 or request.kind == "forecast":
                assert MINDS[name](made(), played.key).decide(request, given) == record
        given.append(record)
    assert turns > 10


def test_reading_the_choices_is_all_it_takes_to_play() -> None:
    path = [
        "take the raw cloth",
        "go to the yard",
        "dye the raw cloth in the wide rose vat",
        "go to the vat room",
    ]
    played = play(made(), doing(*path, *path[:3]), arm="blind")
    assert played.result("act").task_success and played.result("act").joint
