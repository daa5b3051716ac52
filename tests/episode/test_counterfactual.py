"""Would it have been minded? What is supposed, and what would have been."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from cases import THEN_BOW, enforcing, made, play

from normquest.community.acts import legal_acts
from normquest.community.happening import happen
from normquest.community.state import folded
from normquest.episode.case import Case
from normquest.episode.step import counterfactual_items
from normquest.episode.supposing import suppositions
from normquest.episode.telling import words_of
from normquest.episode.watching import sanctioners, scenes_of
from normquest.norms.monitor import Monitor


def by_hand(case: Case, text: str) -> set[bool]:
    """Whether what is supposed breaks the norm at once, for every place in its scene that reads so."""
    found = re.fullmatch(r"In scene (\d+): (.+) Suppose instead: (.+)", text)
    assert found is not None and case.norm is not None
    number = int(found[1]) - 1
    scene = scenes_of(case, "sanctions")[number]
    state, verdicts = dict(scene.start), set()
    for index, event in enumerate(scene.events):
        if event.kind == "act" and words_of(case.home, event, number, index, state) == found[2]:
            for ground in legal_acts(case.home, state, event.actor):
                other, _ = happen(
                    case.home, state, ground, seq=event.seq, turn=event.turn, stage="watch", told=False
                )
                if other.kind != "act" or words_of(case.home, other, number, index, state) != found[3]:
                    continue
                assert sanctioners(case.home, [p for p in event.present if p != event.actor])
                judged = Monitor(case.norm).feed_all((*scene.events[:index], other))
                verdicts.add(
                    any(
                        f.result == "violated" and f.bearer == event.actor and f.closed_by == other.seq
                        for f in judged
                    )
                )
        state = folded(state, event.changes)
    assert verdicts
    return verdicts


@pytest.mark.parametrize("name", ["place", "rite"])
def test_half_of_what_is_supposed_would_have_been_minded(name: str, drawn: Callable[[str], Case]) -> None:
    case = drawn(name)
    for seed in range(3):
        asked = suppositions(case, "sanctions", len(case.scenes), seed)
        assert sorted(one.minded for one in asked) == [False, False, True, True]
        for one in asked:
            assert one.minded in by_hand(case, one.text), one.text
            assert case.norm is not None and one.breaks(case.norm) == one.minded


def test_it_comes_after_the_watch_and_only_if_it_is_switched_on() -> None:
    played = play(made(), "noop", recognition=True, counterfactual=True)
    kinds = [r.kind for r in played.requests(stage="watch")]
    at = kinds.index("counterfactual")
    assert kinds[at - 1] == "recognition" and set(kinds[at:-1]) == {"counterfactual"}
    assert kinds[-1] == "statement"
    assert not play(made(), "noop").requests("counterfactual")


def test_each_is_a_page_with_a_question_of_its_own() -> None:
    played = play(made(), "noop", counterfactual=True)
    asked = played.requests("counterfactual")
    items = counterfactual_items(played.states[0])
    assert [r.observation.prose for r in asked] == [one.text for one in items] and items
    assert {r.question for r in asked} == {"Would anyone have minded?"}
    assert {r.options for r in asked} == {("yes", "no")}


def test_where_nothing_is_enforced_nothing_would_have_been_minded() -> None:
    free = enforcing(made(), None)
    assert {one.minded for one in suppositions(free, "sanctions", 5, 1)} == {False}


def test_what_would_only_open_a_duty_is_not_asked() -> None:
    """Whether the duty would have been done, nobody can say."""
    case = replace(made(THEN_BOW), customs=(THEN_BOW,))
    asked = [one for seed in range(4) for one in suppositions(case, "sanctions", 5, seed)]
    dyeing = [one.minded for one in asked if "dyes" in one.text.partition("Suppose instead")[2]]
    assert all(dyeing), "only where an earlier duty runs out meanwhile"


@pytest.mark.parametrize(("arm", "seed"), product(("witnessed", "blind"), (1, 2)))
def test_with_no_scenes_or_acts_of_no_custom_it_asks_what_it_can(arm: Any, seed: int) -> None:
    case = made()
    assert suppositions(case, "sanctions", 0, seed) == []
    played = play(case, "noop", arm=arm, counterfactual=True)
    assert len(played.requests("counterfactual")) <= 4 and played.statements()
