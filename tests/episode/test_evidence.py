"""Arms are an overlay on one stream of acts: they differ in who reacts to what, and in nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from cases import THEN_BOW, UNDER_ROOF, Played, doing, enforcing, made, play

from normquest.episode.case import Case, Scene
from normquest.episode.records import ARMS
from normquest.norms.events import Event
from normquest.norms.matching import act_match
from normquest.norms.terms_of import terms_of

SHOWING = [arm for arm, (watch, _) in ARMS.items() if watch != "neutral"]
NEUTRAL = [arm for arm, (watch, _) in ARMS.items() if watch == "neutral"]
DEFERRED = [arm for arm, (_, own) in ARMS.items() if own == "deferred"]
NAMES = ["made", "duty by hand", "place", "rite", "duty"]

UNDER_THE_ROOF = ["take the raw cloth", "dye the raw cloth in the rose vat"]
IN_THE_YARD = ["take the raw cloth", "go to the yard", "dye the raw cloth in the wide rose vat"]


@pytest.fixture(params=NAMES)
def case(request: pytest.FixtureRequest, drawn: Callable[[str], Case]) -> Case:
    """Every case in turn: two made by hand, three drawn."""
    by_hand = {"made": UNDER_ROOF, "duty by hand": THEN_BOW}
    return made(by_hand[request.param]) if request.param in by_hand else drawn(request.param)


def without_numbers(events: Sequence[Event]) -> list[Event]:
    """Events as they are but for their number, which sanctions before them shift."""
    return [replace(e, seq=0) for e in events]


def by_scene(played: Played) -> list[list[Event]]:
    """The events of the watch, scene by scene."""
    found: list[list[Event]] = []
    for event in played.events("watch"):
        if event.kind == "stage":
            found.append([])
        found[-1].append(event)
    return found


def acts_of(scene: Scene) -> list[Event]:
    """The acts of a scene."""
    return [e for e in scene.events if e.kind in ("act", "failed")]


# --- the stream of acts -----------------------------------------------------------------------------------


def test_all_arms_that_show_acts_show_the_same_acts_in_the_same_words(case: Case) -> None:
    shown = {arm: play(case, "noop", arm=arm, upto="act").events("watch") for arm in SHOWING}
    acts = {
        arm: without_numbers([e for e in events if e.kind != "sanction"]) for arm, events in shown.items()
    }
    assert all(acts[arm] == acts["demonstrations"] for arm in SHOWING)
    assert [e.act for e in acts["demonstrations"] if e.act] == [
        e.act for s in case.scenes for e in acts_of(s)
    ]


def test_a_neutral_watch_is_as_long_and_has_no_act_in_the_scope_of_any_custom(case: Case) -> None:
    assert len(case.neutral) == len(case.scenes)
    lengths = [(len(acts_of(n)), len(acts_of(s))) for n, s in zip(case.neutral, case.scenes, strict=True)]
    assert all(abs(neutral - shown) <= 1 for neutral, shown in lengths), "as long, to within one act"
    scope = [act_match(pattern) for rule in case.customs for pattern in terms_of(rule).acts]
    for arm in NEUTRAL:
        events = play(case, "noop", arm=arm).events("watch")
        assert [e.act for e in events if e.act] == [e.act for s in case.neutral for e in acts_of(s)]
        assert not any(match(e) is True for e in events for match in scope)


# --- sanctions in the watch -------------------------------------------------------------------------------


@pytest.mark.parametrize("arm", ["blind", "demonstrations", "own"])
def test_where_no_sanctions_are_shown_there_are_none(case: Case, arm: str) -> None:
    assert not play(case, "noop", arm=arm).sanctions("watch")


@pytest.mark.parametrize("arm", ["witnessed", "both", "told"])
def test_sanctions_answer_the_violations_that_a_sanctioner_saw_and_no_others(case: Case, arm: str) -> None:
    played = play(case, "noop", arm=arm)
    turns = {e.seq: e.turn for e in played.events("watch")}
    for number, scene in enumerate(by_scene(played)):
        inside = {e.seq for e in scene}
        earned = [
            (turns[t.seq], t.finding.bearer)
            for t in played.truths()
            if t.seq in inside and t.finding.result == "violated" and t.watched
        ]
        given = [(e.turn, e.target) for e in scene if e.kind == "sanction"]
        assert sorted(given) == sorted(earned), f"scene {number + 1}"
    assert played.sanctions("watch")


def test_what_was_done_before_nobody_who_minds_is_not_sanctioned() -> None:
    """In the third scene the only one by is not one who reacts."""
    played = play(made(), "noop", arm="witnessed")
    unseen = [t for t in played.truths() if t.finding.result == "violated" and not t.watched]
    assert len(unseen) == 1 and not any(e.kind == "sanction" for e in by_scene(played)[2])


def test_who_sanctions_was_there_and_is_another_than_the_target(case: Case) -> None:
    for scene in by_scene(play(case, "noop", arm="witnessed")):
        for at, mark in enumerate(scene):
            if mark.kind == "sanction":
                before = [e for e in scene[:at] if e.turn == mark.turn and e.kind != "sanction"]
                there = {p for e in before for p in (*e.present, *(e.facts.get("people") or {}))}
                assert mark.facts["by"] in there and mark.facts["by"] != mark.target


def test_a_sanction_comes_at_the_end_of_the_turn_that_earned_it(case: Case) -> None:
    for scene in by_scene(play(case, "noop", arm="witnessed")):
        for before, mark in pairwise(scene):
            if mark.kind == "sanction":
                assert before.kind in ("tick", "sanction") and before.turn == mark.turn


@pytest.mark.parametrize("switches", [{}, {"miss": 0.5, "false_alarm": 0.2}, {"delay": 2}], ids=str)
def test_sham_sanctions_are_as_many_in_each_scene_as_those_of_the_norm(
    case: Case, switches: dict[str, float]
) -> None:
    real, sham = (by_scene(play(case, "noop", arm=arm, **switches)) for arm in ("witnessed", "sham"))
    for one, other in zip(real, sham, strict=True):
        assert sum(e.kind == "sanction" for e in one) == sum(e.kind == "sanction" for e in other)


def test_sham_sanctions_fall_on_watched_acts_whether_they_violate_or_not(case: Case) -> None:
    played = play(case, "noop", arm="sham")
    violating = {
        (e.seq, e.turn, t.finding.bearer)
        for t in played.truths()
        for e in played.events("watch")
        if e.seq == t.seq and t.finding.result == "violated"
    }
    innocent = 0
    for scene in by_scene(played):
        for mark in (e for e in scene if e.kind == "sanction"):
            assert any(e.actor == mark.target and e.turn == mark.turn for e in scene)
            here = {(turn, who) for seq, turn, who in violating if seq in {e.seq for e in scene}}
            innocent += (mark.turn, mark.target) not in here
    assert innocent > 0


def test_for_one_seed_the_same_scene_is_sanctioned_in_the_same_words_in_each_arm_with_sanctions() -> None:
    marks = [
        [e.text for e in play(made(), "noop", arm=arm).sanctions()] for arm in ("witnessed", "both", "told")
    ]
    assert marks[0] == marks[1] == marks[2]


# --- reactions to the newcomer ----------------------------------------------------------------------------


@pytest.mark.parametrize("arm", DEFERRED)
def test_in_deferred_arms_nobody_reacts_to_the_newcomer(arm: str) -> None:
    played = play(made(), doing(*UNDER_THE_ROOF, *UNDER_THE_ROOF), arm=arm, false_alarm=1.0)
    assert played.result("act").violations == 2
    assert not played.sanctions("act") and not played.sanctions("elsewhere")


@pytest.mark.parametrize("arm", ["own", "both"])
def test_in_immediate_arms_a_watched_violation_is_sanctioned_at_once(arm: str) -> None:
    played = play(made(), doing(*UNDER_THE_ROOF), arm=arm)
    mark = played.sanctions("act")[0]
    assert (mark.turn, mark.target, mark.facts["by"]) == (1, "you", "first")
    page = played.requests("act")[2].observation
    assert any("▲ sanction" in line and line.endswith("at you.") for line in page.lines)


def test_an_own_act_that_breaks_nothing_is_not_sanctioned() -> None:
    assert not play(made(), doing(*IN_THE_YARD), arm="own").sanctions("act")


def test_an_own_violation_that_no_sanctioner_sees_is_not_sanctioned() -> None:
    """In the loft is only somebody who never reacts."""
    lines = ["take the raw cloth", "go to the loft", "dye the raw cloth in the slate vat"]
    played = play(made(), doing(*lines), arm="own")
    assert played.result("act").violations == 1 and not played.sanctions("act")
    own = [t for t in played.truths() if t.finding.bearer == "you" and t.finding.result == "violated"]
    assert [t.watched for t in own] == [False]


def test_an_own_omission_is_sanctioned_with_the_tick_that_brings_it_to_light() -> None:
    played = play(made(THEN_BOW), doing(*UNDER_THE_ROOF), arm="own")
    assert [(e.turn, e.target) for e in played.sanctions("act")] == [(2, "you")]


def test_elsewhere_nobody_reacts_in_any_arm() -> None:
    broken = ["take the raw linen", "dye the raw linen in the rose trough"]
    for arm in ARMS:
        played = play(made(), doing(elsewhere=broken), arm=arm, false_alarm=1.0)
        assert played.result("elsewhere").violations == 1 and not played.sanctions("elsewhere")


def test_it_is_said_before_acting_whether_people_will_react() -> None:
    for arm, (_, own) in ARMS.items():
        page = play(made(), "noop", arm=arm).requests("continue", "act")[0].observation.text
        assert ("people keep their opinions to themselves until the day's end" in page) == (own == "deferred")
        assert ("people react to what you do" in page) == (own == "immediate")


# --- residents, once the newcomer acts --------------------------------------------------------------------


@pytest.mark.parametrize("arm", [arm for arm in ARMS if arm != "both"])
def test_residents_stand_still_while_the_newcomer_acts(case: Case, arm: str) -> None:
    played = play(case, "selfish", arm=arm)
    assert all(e.actor in ("", "you") for stage in ("act", "elsewhere") for e in played.events(stage))  # type: ignore[arg-type]


def test_in_both_residents_go_about_their_day_again_after_the_first_opportunity(case: Case) -> None:
    played = play(case, "selfish", arm="both")
    first = min(o.first for o in played.opportunities("act"))
    others = [e.turn for e in played.events("act") if e.kind == "act" and e.actor != "you"]
    assert not [turn for turn in others if turn <= first]
    idle = play(made(), doing(*UNDER_THE_ROOF), arm="both")
    assert any(e.actor not in ("", "you") for e in idle.events("act"))


def test_in_both_their_offences_are_sanctioned_and_seen_only_where_the_newcomer_stands() -> None:
    played = play(made(), doing(*UNDER_THE_ROOF), arm="both")
    where, text = "vat_room", played.text()
    for event in played.events("act"):
        comes = (event.actor, "at", where) in event.changes
        if event.kind in ("act", "sanction") and event.actor != "you" and event.target != "you":
            seen = f"{event.seq:>3}  " in text and event.text in text
            assert seen == (event.place == where or comes), event


# --- the same whichever custom is the norm ----------------------------------------------------------------


@pytest.mark.parametrize("arm", ["blind", "demonstrations"])
def test_without_sanctions_what_is_seen_is_the_same_whichever_custom_is_the_norm(
    case: Case, arm: str
) -> None:
    seen = [play(enforcing(case, norm), "noop", arm=arm).given() for norm in (0, 1, None)]
    assert seen[0] == seen[1] == seen[2]


def test_in_a_norm_free_community_nobody_is_sanctioned_and_customs_are_still_judged() -> None:
    played = play(enforcing(made(), None), doing(*UNDER_THE_ROOF), arm="both")
    assert not played.sanctions("watch") and not played.sanctions("act")
    assert not played.truths() and played.truths(0)
    assert played.result("act").violations == 0 and not played.result("act").joint


def test_a_custom_that_is_not_the_norm_is_broken_without_a_reaction() -> None:
    """In the fourth and fifth scene it is broken together with the norm; here alone."""
    played = play(enforcing(made(), 1), "noop", arm="witnessed")
    roof = {t.seq for t in played.truths(0) if t.finding.result == "violated"}
    amber = {t.seq for t in played.truths() if t.finding.result == "violated"}
    assert roof - amber
    assert len(played.sanctions()) == len(amber)
