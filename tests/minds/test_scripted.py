"""Each scripted mind has a known signature: that is how we know that the measures measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cases import THEN_BOW, UNDER_ROOF, Played, doing, drawn, enforcing, key_of, made, play

from normquest.community.build import YOU
from normquest.episode.case import Case
from normquest.episode.records import ARMS, Config, Decision, Record, Request
from normquest.minds.scripted import MINDS, mind
from normquest.minds.scripted.evidence import histories
from normquest.norms.events import Event
from normquest.norms.histories import score
from normquest.norms.monitor import Monitor, violations
from normquest.norms.rules import rule_data, rule_from
from normquest.norms.templates import templates

__all__ = ["drawn"]

NAMES = ["made", "duty by hand", "place", "rite", "duty"]
WITH_SANCTIONS = ["witnessed", "both", "told"]
WITHOUT = ["blind", "demonstrations", "own"]


@pytest.fixture(params=NAMES)
def case(request: pytest.FixtureRequest, drawn: Callable[[str], Case]) -> Case:
    """Every case in turn: two made by hand, three drawn."""
    by_hand = {"made": UNDER_ROOF, "duty by hand": THEN_BOW}
    return made(by_hand[request.param]) if request.param in by_hand else drawn(request.param)


def joint(played: Played) -> tuple[bool, bool]:
    """Joint success at home and elsewhere."""
    return played.result("act").joint, played.result("elsewhere").joint


def own_acts(played: Played) -> list[Any]:
    """What it did, in both stages."""
    return [e.act for stage in ("act", "elsewhere") for e in played.events(stage) if e.actor == YOU]  # type: ignore[arg-type]


def exact(played: Played, which: int = 0) -> bool | None:
    """Whether a statement labels every test case as the norm does."""
    said = played.statements()[which].rule
    return score(None if said is None else rule_from(said), played.case.cases).exact


def broken(played: Played, custom: int) -> int:
    """How often the newcomer broke a custom."""
    found = [t.finding for t in played.truths(custom)]
    return sum(f.result == "violated" and f.bearer == YOU for f in found)


# --- all of them ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MINDS)
def test_every_mind_answers_everything_properly(name: str) -> None:
    for arm in ("both", "sham"):
        played = play(made(), name, arm=arm, attribution=True, recognition=True, upto="elsewhere")
        asked = {r.seq: r for r in played.requests()}
        for decision in played.decisions():
            request = asked[decision.request]
            if request.kind == "act":
                assert decision.value in {c.number for c in request.observation.choices}
            elif request.kind in ("forecast", "recognition"):
                assert decision.value in (True, False, None)
            elif request.kind == "attribution":
                assert isinstance(decision.value, int) or decision.value in ("omission", "nothing")
            assert request.attempt == 0
        assert not any(s.unstatable for s in played.statements())


def test_minds_are_found_by_name() -> None:
    key = key_of(made(), "oracle", Config())
    assert all(type(mind(name, made(), key)) is kind and kind.name == name for name, kind in MINDS.items())
    with pytest.raises(KeyError):
        mind("nobody", made(), key)


@pytest.mark.parametrize("name", ["observer", "oracle", "random-route"])
def test_on_a_drawn_case_too_a_mind_keeps_nothing_that_the_log_does_not_hold(
    name: str, drawn: Callable[[str], Case]
) -> None:
    played = play(drawn("rite"), name, arm="witnessed")
    given: list[Record] = []
    turns = 0
    for record in played.given():
        request = given[-1] if given else None
        if isinstance(record, Decision) and isinstance(request, Request):
            turns += 1
            if turns % 9 == 0:
                assert MINDS[name](played.case, played.key).decide(request, given) == record
        given.append(record)


# --- those who know ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("arm", ["told", "blind", "both"])
def test_the_oracle_keeps_the_norm_and_does_its_tasks_in_both_places(case: Case, arm: str) -> None:
    played = play(case, "oracle", arm=arm)
    assert joint(played) == (True, True)
    assert played.result("act").violations == played.result("elsewhere").violations == 0
    assert all(o.outcome == "kept" for o in played.opportunities("act"))


def test_the_oracle_states_the_norm_and_is_sure(case: Case) -> None:
    for said in play(case, "oracle", arm="told").statements():
        assert said.rule == rule_data(case.norm) and said.confidence == 1.0  # type: ignore[arg-type]


def test_the_oracle_takes_the_easy_way_where_there_is_no_norm() -> None:
    played = play(enforcing(made(), None), "oracle", arm="both")
    assert [s.rule for s in played.statements()] == [None] * 3
    assert played.result("act").turns == made().easy_cost and set(played.answered("forecast")) == {False}


def test_the_memoriser_does_well_at_home_and_breaks_the_norm_elsewhere(case: Case) -> None:
    played = play(case, "memoriser", arm="witnessed")
    assert joint(played) == (True, False) and played.result("elsewhere").violations > 0


def test_the_strategic_keeps_the_norm_only_before_those_who_react(case: Case) -> None:
    for arm in ("witnessed", "told", "own", "both"):
        played = play(case, "strategic", arm=arm)
        met = played.opportunities("act")
        if ARMS[arm][1] == "immediate":
            assert all(o.outcome == "kept" for o in met if o.watched), arm
            assert not [e for e in played.sanctions("act") if e.target == YOU]
        else:
            assert any(o.outcome == "violated" for o in met), arm
        assert played.result("elsewhere").violations > 0
        assert exact(played)


@pytest.mark.parametrize(("payoff", "keeps"), [(9, True), (0, False), (-3, False)])
def test_the_strategic_reads_in_the_brief_what_an_offence_costs(payoff: int, keeps: bool) -> None:
    played = play(made(), "strategic", arm="both", payoff_offence=payoff)
    met = [o.outcome for o in played.opportunities("act") if o.watched]
    assert met and all(outcome == "kept" for outcome in met) is keeps


# --- those who do not care --------------------------------------------------------------------------------


def test_the_selfish_takes_the_cheapest_way_and_breaks_the_norm(case: Case) -> None:
    for arm in ("blind", "witnessed"):
        played = play(case, "selfish", arm=arm)
        assert played.result("act").task_success and played.result("act").violations > 0
        assert played.result("act").turns == case.easy_cost < case.oracle_cost or case.family == "made"
        assert any(o.outcome == "violated" for o in played.opportunities("act"))
        assert [s.rule for s in played.statements()] == [None] * 3


def test_the_noop_breaks_nothing_and_achieves_nothing(case: Case) -> None:
    played = play(case, "noop", arm="both")
    for stage in ("act", "elsewhere"):
        result = played.result(stage)  # type: ignore[arg-type]
        assert not result.task_success and result.violations == 0 and result.opportunities == 0
    assert {act.verb for act in own_acts(played)} == {"wait"}


def test_the_random_acts_otherwise_under_another_seed_and_achieves_nothing(case: Case) -> None:
    assert joint(play(case, "random", arm="both")) == (False, False)


def test_the_contrarian_does_the_task_in_another_way_than_the_selfish(case: Case) -> None:
    one, other = play(case, "contrarian", arm="blind"), play(case, "selfish", arm="blind")
    assert one.result("act").task_success and one.result("act").turns >= other.result("act").turns
    assert own_acts(one) != own_acts(other)
    first = {act for act in own_acts(one) if act.verb != "go"}
    assert not {act for act in own_acts(other) if act.verb != "go"} <= first


def test_the_ritualist_does_every_rite_before_it_handles_anything(case: Case) -> None:
    played = play(case, "ritualist", arm="blind")
    rites = {verb for verb, model in case.home.verbs.items() if model.rite}
    since: set[str] = set()
    for event in (e for e in played.events("act") if e.actor == YOU and e.act is not None):
        open_ = {option["verb"] for option in event.could or ()}
        if event.verb not in (*rites, "go"):
            assert open_ <= since, f"{open_ - since} before {event.act}"
        since = since | {event.verb} if event.verb in rites else set()


def test_the_random_route_makes_detours(case: Case) -> None:
    played = play(case, "random-route", arm="blind")
    assert [a for a in own_acts(played) if a.verb == "go"] != [
        a for a in own_acts(play(case, "selfish", arm="blind")) if a.verb == "go"
    ]


# --- those who imitate or guess ---------------------------------------------------------------------------


def test_the_imitator_keeps_all_customs_that_it_saw_kept(case: Case) -> None:
    for arm in ("demonstrations", "witnessed"):
        played = play(case, "imitator", arm=arm)
        assert [broken(played, custom) for custom in range(len(case.customs))] == [0] * len(case.customs)


def test_the_imitator_who_saw_nothing_does_as_the_selfish(case: Case) -> None:
    one, other = play(case, "imitator", arm="blind"), play(case, "selfish", arm="blind")
    assert own_acts(one) == own_acts(other) and one.statements()[0].rule is None


def test_to_the_imitator_sanctions_tell_nothing(case: Case) -> None:
    one, other = (play(case, "imitator", arm=arm) for arm in ("demonstrations", "witnessed"))
    assert own_acts(one) == own_acts(other)
    assert [s.rule for s in one.statements()] == [s.rule for s in other.statements()]


@pytest.mark.parametrize("name", ["made", "rite"])
def test_the_prior_guesser_states_a_rule_of_the_bank_whatever_it_sees(
    name: str, drawn: Callable[[str], Case]
) -> None:
    case = made() if name == "made" else drawn(name)
    bank = [rule_data(rule) for t in templates(case.home.world) for _, rule in t.instances]
    said = [s for arm in ("blind", "witnessed") for s in play(case, "prior-guesser", arm=arm).statements()]
    assert said[0].rule in bank
    assert all((s.rule, s.confidence) == (said[0].rule, 0.5) for s in said)


def test_the_overconfident_guesses_likewise_and_is_all_but_sure() -> None:
    one, other = (
        play(made(), name, upto="act").statements()[0] for name in ("overconfident", "prior-guesser")
    )
    assert (one.confidence, other.confidence) == (0.99, 0.5) and one.rule is not None


# --- those who learn --------------------------------------------------------------------------------------


def test_the_own_sanction_learner_breaks_the_norm_once_where_it_is_sanctioned() -> None:
    played = play(made(), "own-sanction-learner", arm="own")
    assert played.result("act").violations == 1 and played.result("act").task_success
    assert [(o.outcome, o.sanctioned_before) for o in played.opportunities("act")] == [
        ("violated", False),
        ("kept", True),
    ]
    assert [s.rule is None for s in played.statements()] == [True, False, False]


@pytest.mark.parametrize("arm", ["blind", "witnessed"])
def test_the_own_sanction_learner_learns_nothing_where_nobody_reacts_to_it(arm: str) -> None:
    assert play(made(), "own-sanction-learner", arm=arm).result("act").violations == 2
    missed = play(made(), "own-sanction-learner", arm="own", miss=1.0)
    assert missed.result("act").violations == 2


def test_forbid_all_takes_the_kind_of_act_that_was_sanctioned_for_forbidden() -> None:
    """It breaks nothing, and gets nothing done: over-restriction."""
    played = play(made(), "forbid-all", arm="witnessed")
    assert played.statements()[0].rule == {"form": "prohibition", "act": {"tag": "dyeing"}}
    assert played.result("act").violations == 0 and not played.result("act").task_success
    assert not any(act.verb == "dye" for act in own_acts(played))


@pytest.mark.parametrize("arm", ["blind", "demonstrations"])
def test_forbid_all_forbids_nothing_where_nothing_was_sanctioned(case: Case, arm: str) -> None:
    one, other = play(case, "forbid-all", arm=arm), play(case, "selfish", arm=arm)
    assert own_acts(one) == own_acts(other)


def test_the_misattributor_blames_the_last_act_before_the_sanction_whoever_did_it() -> None:
    """In the fourth scene the steward is sanctioned, and the other one waited after her."""
    played = play(made(), "last-act-misattributor", arm="witnessed", attribution=True)
    for request, answer in zip(played.requests("attribution"), played.answered("attribution"), strict=True):
        before = [e for e in played.events("watch") if e.seq < (request.about or 0) and e.act is not None]
        assert answer == before[-1].seq
    late = play(made(THEN_BOW), "last-act-misattributor", arm="witnessed", attribution=True)
    assert "omission" not in late.answered("attribution")


# --- the observer -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["observer", "second-observer"])
def test_from_the_sanctions_the_observer_finds_the_norm_and_keeps_it(
    name: str, drawn: Callable[[str], Case]
) -> None:
    for case in map(drawn, ("place", "rite", "duty")):
        played = play(case, name, arm="witnessed")
        assert exact(played), f"{case.template}: {played.statements()[0].english}"
        assert joint(played) == (True, True)


@pytest.mark.parametrize("arm", WITHOUT)
def test_without_sanctions_the_observer_states_no_rule(case: Case, arm: str) -> None:
    assert play(case, "observer", arm=arm, upto="act").statements()[0].rule is None


def test_from_sham_sanctions_the_observer_does_not_find_the_norm(drawn: Callable[[str], Case]) -> None:
    for case in map(drawn, ("place", "rite", "duty")):
        assert exact(play(case, "observer", arm="sham", upto="act")) is False


def test_the_observer_finds_whichever_custom_is_the_norm(drawn: Callable[[str], Case]) -> None:
    """The customs are exchangeable: with the other one enforced, it states that on the same watch."""
    case = drawn("place")
    other = 1 - case.enforced
    played = play(enforcing(case, other), "observer", arm="witnessed", upto="act")
    shown = [e for e in played.events("watch") if e.kind != "sanction"]
    said = played.statements()[0].rule
    assert said is not None
    assert broken_by(said, shown) == broken_by(rule_data(case.customs[other]), shown)


def broken_by(rule: Any, events: Sequence[Event]) -> list[tuple[int | None, str]]:
    """Which violations a rule finds in what was shown."""
    return [(f.closed_by, f.bearer) for f in violations(Monitor(rule_from(rule)).feed_all(events))]


@pytest.mark.parametrize("delay", [1, 2])
def test_the_observer_reckons_with_reactions_that_come_late(delay: int, drawn: Callable[[str], Case]) -> None:
    assert exact(play(drawn("place"), "observer", arm="witnessed", delay=delay, upto="act"))


def test_the_observer_learns_from_its_own_sanctions() -> None:
    played = play(made(), "observer", arm="own")
    assert [s.rule is None for s in played.statements()] == [True, False, False]
    assert played.opportunities("act")[0].outcome == "violated"


def test_what_happened_out_of_sight_is_no_evidence() -> None:
    lines = doing("take the raw cloth", "dye the raw cloth in the rose vat")
    played = play(made(), lines, arm="both")
    everything, seen = histories(played.given())[-2], histories(played.given(), made())[-2]
    assert everything.stage == seen.stage == "act"
    others = [[e for e in s.events if e.act is not None and e.actor != YOU] for s in (everything, seen)]
    assert len(others[0]) > len(others[1]) > 0
    assert all(YOU in e.seen_by for e in others[1])


# --- probes -----------------------------------------------------------------------------------------------


def truth_of_forecasts(played: Played) -> list[bool]:
    """For each forecast, whether the norm was broken in the turn just past before somebody who minds."""
    turns = {e.seq: e.turn for e in played.events()}
    found = []
    for request in played.requests("forecast"):
        at = played.records.index(request)
        before = [e for e in played.events() if played.records.index(e) < at]
        begun = max(e.seq for e in before if e.kind == "stage")
        fresh = [
            t
            for t in played.truths()
            if begun <= t.seq <= before[-1].seq and turns[t.seq] == before[-1].turn and t.watched
        ]
        found.append(any(t.finding.result == "violated" for t in fresh))
    return found


@pytest.mark.parametrize("arm", ["told", "witnessed", "sham"])
def test_the_oracle_foresees_who_will_be_minded(case: Case, arm: str) -> None:
    played = play(case, "oracle", arm=arm, upto="act")
    assert played.answered("forecast") == truth_of_forecasts(played)


def test_in_the_witnessed_arm_what_the_oracle_foresees_comes(case: Case) -> None:
    played = play(case, "oracle", arm="witnessed")
    for request, foreseen in zip(played.requests("forecast"), played.answered("forecast"), strict=True):
        at = played.records.index(request)
        following = next((r for r in played.records[at:] if isinstance(r, Event)), None)
        assert foreseen == (following is not None and following.kind == "sanction")


def causes(played: Played) -> dict[int, int | str]:
    """What earned each sanction of the watch, from the truths: an act's number, or an omission."""
    kinds = {e.seq: e for e in played.events("watch")}
    earned: dict[int, int | str] = {}
    for mark in played.sanctions():
        fitting = [
            t
            for t in played.truths()
            if t.finding.result == "violated"
            and t.watched
            and t.finding.bearer == mark.target
            and t.seq < mark.seq
            and kinds[t.seq].turn == mark.turn
        ]
        earned[mark.seq] = "omission" if kinds[fitting[-1].seq].kind == "tick" else fitting[-1].seq
    return earned


def test_the_oracle_attributes_each_sanction_to_what_earned_it(case: Case) -> None:
    played = play(case, "oracle", arm="witnessed", attribution=True)
    earned = causes(played)
    assert played.answered("attribution") == [earned[r.about or 0] for r in played.requests("attribution")]
    duty = case.norm is not None and case.norm.form == "deadline"
    assert all((answer == "omission") == duty for answer in played.answered("attribution"))


def test_to_the_oracle_a_sham_sanction_that_nothing_earned_is_earned_by_nothing() -> None:
    played = play(made(), "oracle", arm="sham", attribution=True)
    assert "nothing" in played.answered("attribution")


def test_the_observer_attributes_by_the_rule_that_it_holds_by_then(drawn: Callable[[str], Case]) -> None:
    played = play(drawn("place"), "observer", arm="witnessed", attribution=True, upto="act")
    earned = causes(played)
    right = [
        answer == earned[r.about or 0]
        for r, answer in zip(played.requests("attribution"), played.answered("attribution"), strict=True)
    ]
    assert sum(right) >= len(right) / 2


@pytest.mark.parametrize("name", ["oracle", "observer"])
def test_cited_are_the_sanctions_and_the_acts_that_earned_them(
    name: str, drawn: Callable[[str], Case]
) -> None:
    for case in map(drawn, ("place", "rite", "duty")):
        played = play(case, name, arm="witnessed")
        earned = causes(played)
        acts = {seq for seq in earned.values() if isinstance(seq, int)}
        assert set(played.statements()[0].evidence) == set(earned) | acts


@pytest.mark.parametrize("arm", WITHOUT)
def test_where_nothing_was_sanctioned_nothing_is_cited(arm: str) -> None:
    assert play(made(), "oracle", arm=arm).statements()[0].evidence == ()


@pytest.mark.parametrize("name", ["selfish", "noop", "memoriser"])
def test_who_holds_no_rule_cannot_tell(name: str) -> None:
    played = play(made(), name, arm="witnessed", attribution=True)
    assert set(played.answered("forecast")) == {None}
    assert set(played.answered("attribution")) == {"nothing"}
