"""The battery: eighteen trials after the last statement, of which an intervention changes one line each."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from cases import THEN_BOW, UNDER_ROOF, Played, doing, enforcing, made, play

from normquest.community.build import YOU
from normquest.episode.battery import BLOCKS, TRIALS, order
from normquest.episode.circumstances import (
    BELIEFS,
    CIRCUMSTANCES,
    DIFFERENT,
    NOTICE,
    About,
    told,
    understood,
)
from normquest.episode.records import Config, Decision, Request, TrialResult
from normquest.episode.watching import sanctioners
from normquest.measures.societies.mechanisms import INTERVENTIONS
from normquest.norms.english import render
from normquest.norms.rules import Rule
from normquest.store.canonical import canonical
from normquest.world.words import lexicon_of

NORMS = pytest.mark.parametrize("norm", [UNDER_ROOF, THEN_BOW], ids=["prohibition", "duty"])


def results(played: Played) -> list[TrialResult]:
    """How the trials ended."""
    return [r for r in played.records if isinstance(r, TrialResult)]


def pages(played: Played) -> dict[int, str]:
    """The page of each trial."""
    shown = [r for r in played.requests("continue", "trials") if r.observation.prose]
    return {number: request.observation.prose for number, request in enumerate(shown[1:])}


def test_without_the_switch_an_episode_is_as_it_was_to_the_byte() -> None:
    assert Config().hash() == "9d2d6b3267d8b039" != Config(battery=True).hash()
    plain, tried = play(made(), "oracle"), play(made(), "oracle", battery=True)
    assert not plain.requests(stage="trials") and not results(plain)
    before = [canonical(r) for r in plain.records[:-1]]
    assert [canonical(r) for r in tried.records[: len(before)]] == before


def test_the_circumstances_are_those_of_the_analyses() -> None:
    assert set(CIRCUMSTANCES) <= set(INTERVENTIONS)


@NORMS
def test_three_blocks_hold_every_circumstance_once_in_seeded_order(norm: Rule) -> None:
    played = play(made(norm), "oracle", battery=True)
    found = [r.circumstance for r in results(played)]
    assert found == list(order(played.key.seed)) and len(found) == TRIALS == 18
    for block in range(BLOCKS):
        assert Counter(found[block * 6 : block * 6 + 6]) == Counter(CIRCUMSTANCES)
    assert len({order(seed)[:6] for seed in range(30)}) > 10
    assert [r.trial for r in results(played)] == list(range(18))


def test_first_the_custom_is_told_in_words() -> None:
    played = play(made(), "oracle", battery=True)
    first = played.requests(stage="trials")[0]
    assert render(UNDER_ROOF, lexicon_of(made().home.world)) in first.observation.prose


@NORMS
def test_an_intervention_changes_one_line_and_leaves_the_rest_word_for_word(norm: Rule) -> None:
    played = play(made(norm), "oracle", battery=True)
    shown = {order(played.key.seed)[n]: prose.split("\n") for n, prose in pages(played).items()}
    ordinary, changed = shown["control"], Counter[int]()
    for circumstance in CIRCUMSTANCES[1:]:
        lines = shown[circumstance]
        if circumstance == "bad_actors":
            assert lines[:4] == ordinary and len(lines) == 5
            continue
        (at,) = [n for n, pair in enumerate(zip(lines, ordinary, strict=True)) if pair[0] != pair[1]]
        changed[at] += 1
    assert len(ordinary) == 4 and changed == {0: 1, 1: 1, 2: 1, 3: 1}
    by_trial = pages(played)
    for circumstance in CIRCUMSTANCES:
        same = {by_trial[n] for n, name in enumerate(order(played.key.seed)) if name == circumstance}
        assert len(same) == 1


@pytest.mark.parametrize("people", [3, 4, 6])
def test_what_is_told_can_be_read_back(people: int) -> None:
    names = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")[:people]
    about, config = About(names, names[:1], 3), Config()
    read = {c: understood(told(c, about, config)) for c in CIRCUMSTANCES}
    usual = read["control"]
    assert (usual.keep, usual.approve) == ((people - 1) / people,) * 2
    assert usual.reacts and not usual.bonus and usual.offence == config.payoff_offence
    assert read["acts_flip"] == replace(usual, keep=1 / people)
    assert read["stop_caring"] == replace(usual, approve=0.0, reacts=False)
    assert read["ratings_off"] == replace(usual, reacts=False)
    assert read["payoff"] == replace(usual, bonus=30)
    assert read["bad_actors"].keep < 0.5 and read["bad_actors"].approve < 0.5 and read["bad_actors"].reacts
    with pytest.raises(ValueError):
        understood("Nothing of the kind.")


@NORMS
def test_who_is_about_agrees_with_what_is_told(norm: Rule) -> None:
    played = play(made(norm), "oracle", battery=True)
    number = -1
    for state in played.states:
        request = state.request
        if request is None or request.stage != "trials" or request.kind != "act":
            continue
        assert state.acting is not None and state.trial is not None
        if state.trial.number == number:
            continue  # only where the trial begins
        number, now = state.trial.number, state.acting.state
        here = [p for p in made(norm).home.residents if now[(p, "at")] == now[(YOU, "at")]]
        seen = bool(sanctioners(made(norm).home, here))
        assert seen == (order(played.key.seed)[number] != "ratings_off")
    assert number == 17


@NORMS
@pytest.mark.parametrize(("mind", "kept"), [("oracle", True), ("selfish", False)])
def test_who_keeps_the_norm_and_who_breaks_it(norm: Rule, mind: str, kept: bool) -> None:
    found = results(play(made(norm), mind, battery=True))
    assert sum(r.kept is kept for r in found) >= 15  # the selfish lapse now and then
    assert all(r.kept is not None and 1 <= r.turns <= 3 for r in found)


def test_violations_are_reacted_to_where_the_page_says_so_and_only_there() -> None:
    played = play(made(), "selfish", arm="blind", miss=1.0, delay=2, battery=True)
    reacted: dict[str, set[bool]] = {}
    for result in results(played):
        at = played.records.index(result)
        begun = max(
            n for n, r in enumerate(played.records[:at]) if isinstance(r, Request) and r.observation.prose
        )
        marks = [r for r in played.records[begun:at] if getattr(r, "kind", "") == "sanction"]
        if result.kept is False:
            reacted.setdefault(result.circumstance, set()).add(bool(marks))
            assert result.watched == (result.circumstance != "ratings_off")
    assert reacted == {c: {c not in ("ratings_off", "stop_caring")} for c in CIRCUMSTANCES}


def test_who_lets_the_time_run_out_has_decided_nothing_about_a_prohibition() -> None:
    found = results(play(made(), "noop", battery=True))
    assert {r.kept for r in found} == {None} and {r.turns for r in found} == {5}
    assert {r.kept for r in results(play(made(THEN_BOW), "noop", battery=True))} == {False}


def test_replies_that_cannot_be_read_are_no_breach_of_a_duty() -> None:
    def answer(request: Request, records: object) -> object:
        if request.kind == "act":
            return Decision(request.seq, "?", None, "parse_error")
        return {"rule": None} if request.kind == "statement" else None

    assert {r.kept for r in results(play(made(THEN_BOW), answer, battery=True))} == {None}


def test_breaking_it_after_all_within_the_trial_is_breaking_it() -> None:
    acts = iter(["wait", "dye the raw cloth in the rose vat"] * 18)

    def answer(request: Request, records: object) -> object:
        if request.stage == "trials" and request.kind == "act":
            wanted = next(acts)
            return next(c.number for c in request.observation.choices if c.text == wanted)
        return doing()(request, ())

    assert {(r.kept, r.turns) for r in results(play(made(), answer, battery=True))} == {(False, 2)}


def test_questions_stand_behind_the_act_in_the_first_block_and_the_last() -> None:
    played = play(made(), "oracle", battery=True)
    asked: dict[int, list[str]] = {}
    number = -1
    for record in played.records:
        if isinstance(record, TrialResult):
            number = record.trial
        elif isinstance(record, Request) and record.kind in ("notice", "belief"):
            asked.setdefault(number, []).append(record.question)
            assert not record.observation.prose  # not while the page is in sight
            assert record.kind == "belief" or sorted(record.options) == sorted(DIFFERENT.values())
    assert asked == {n: [NOTICE] for n in range(6)} | {n: list(BELIEFS.values()) for n in range(12, 18)}


def test_where_nothing_is_enforced_there_is_nothing_to_try() -> None:
    played = play(enforcing(made(), None), "oracle", battery=True, norm_free=True)
    assert not results(played) and not played.requests(stage="trials")
