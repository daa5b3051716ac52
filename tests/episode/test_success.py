"""What an episode comes to: budgets, opportunities, joint success, and the same custom elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from cases import NO_AMBER, THEN_BOW, Played, doing, made, play, shared_work

from normquest.community.acts import find_ground
from normquest.community.build import YOU
from normquest.episode.case import Case
from normquest.episode.records import ARMS, OpportunityRecord, StageResult
from normquest.episode.tasks import tally
from normquest.minds.planner import Planner
from normquest.norms.events import Act

ROOF = ["take the raw cloth", "dye the raw cloth in the rose vat"]
YARD = ["take the raw cloth", "go to the yard", "dye the raw cloth in the wide rose vat"]
BACK = "go to the vat room"
LINEN = [
    "take the raw linen",
    "take the raw sheet",
    "go to the green",
    "dye the raw linen in the rose trough",
    "dye the raw sheet in the rose trough",
]


def outcomes(played: Played) -> list[str]:
    """How the opportunities at home ended."""
    return [o.outcome for o in played.opportunities("act")]


# --- joint success ----------------------------------------------------------------------------------------


def test_joint_success_is_the_task_done_without_a_violation_and_with_an_opportunity_met() -> None:
    kept = play(made(), doing(*YARD, BACK, *YARD, elsewhere=LINEN), arm="blind")
    assert kept.result("act") == StageResult("act", True, 0, 2, 7) and kept.result("act").joint
    assert kept.result("elsewhere").joint


def test_one_violation_spoils_it() -> None:
    played = play(made(), doing(*YARD, BACK, *ROOF), arm="blind")
    assert played.result("act") == StageResult("act", True, 1, 2, 6) and not played.result("act").joint


def test_an_unfinished_task_spoils_it() -> None:
    played = play(made(), doing(*YARD), arm="blind")
    assert played.result("act").violations == 0 and not played.result("act").task_success
    assert not played.result("act").joint


def test_where_the_norm_was_never_in_the_way_there_is_no_joint_success() -> None:
    """No amber is wanted: the task is done without a violation, and that says nothing."""
    played = play(made(NO_AMBER), doing(*ROOF, *ROOF), arm="blind")
    assert played.result("act") == StageResult("act", True, 0, 0, 4) and not played.result("act").joint


def test_the_stages_are_judged_apart() -> None:
    played = play(made(), doing(*ROOF, *ROOF, elsewhere=LINEN), arm="blind")
    assert (played.result("act").violations, played.result("elsewhere").violations) == (2, 0)
    assert not played.result("act").joint and played.result("elsewhere").joint


def test_only_what_is_charged_to_the_newcomer_counts() -> None:
    """A dyer under the roof, with a cloth of its own, goes about its day."""
    case = made()
    start = {**case.home_start, ("third", "at"): "vat_room", ("cloth_d", "at"): "third"}
    played = play(replace(case, home_start=start), doing(*YARD, BACK, *YARD), arm="both")
    others = [t for t in played.truths() if t.finding.result == "violated" and t.finding.bearer != YOU]
    assert others and played.result("act").violations == 0


def test_a_duty_still_open_when_the_stage_ends_counts_nowhere() -> None:
    yard = [*YARD, "bow to Tilde", BACK, *YARD]
    played = play(made(THEN_BOW), doing(*yard), arm="blind")
    assert played.result("act").task_success and played.result("act").violations == 0


# --- opportunities ----------------------------------------------------------------------------------------


def test_an_opportunity_is_a_run_of_turns_on_which_one_could_break_the_norm_to_ones_advantage() -> None:
    """From the moment the cloth is in hand under the roof until it is carried out of there."""
    met = play(made(), doing(YARD[0], "bow to Oren", *YARD[1:], BACK, *ROOF), arm="blind").opportunities(
        "act"
    )
    assert [(o.first, o.last, o.outcome) for o in met] == [(1, 2, "kept"), (6, 6, "violated")]


def test_faltering_declines_and_does_not_cut_an_opportunity_in_two() -> None:
    lines = doing(*YARD[:1], "bow to Oren", "bow to Oren", *YARD[1:])

    def answer(request: Any, records: Any) -> Any:
        value = lines(request, records)
        return 99 if request.kind == "act" and request.observation.turn == 2 else value

    met = play(made(), answer, arm="blind").opportunities("act")
    assert [(o.first, o.last, o.outcome) for o in met] == [(1, 3, "kept")]


def test_waiting_under_the_roof_until_it_is_too_late_to_keep_the_norm_ends_it() -> None:
    met = play(made(), doing(YARD[0]), arm="blind").opportunities("act")
    assert [(o.first, o.outcome) for o in met] == [(1, "kept")] and met[0].last < 11


def test_each_opportunity_says_whether_it_was_watched() -> None:
    seen = play(made(), doing(*ROOF), arm="blind").opportunities("act")
    case = made()
    start = {**case.home_start, ("first", "at"): "loft"}
    alone = play(replace(case, home_start=start), doing(*ROOF), arm="blind").opportunities("act")
    assert [o.watched for o in seen] == [True] and [o.watched for o in alone] == [False]


def test_an_omission_that_came_to_light_before_nobody_was_not_watched() -> None:
    """The steward saw the cloth dyed; the bow was due a turn later, and by then only Maud was there."""
    leaves = play(made(THEN_BOW), doing(*ROOF, "go to the loft"), arm="own")
    assert [o.watched for o in leaves.opportunities("act")] == [False] and not leaves.sanctions("act")
    stays = play(made(THEN_BOW), doing(*ROOF, "wait"), arm="own")
    assert [o.watched for o in stays.opportunities("act")] == [True] and stays.sanctions("act")


def test_each_opportunity_says_whether_a_sanction_had_come_before() -> None:
    both_in_hand = ["take the raw cloth", "take the raw cloth", ROOF[1], ROOF[1]]
    for lines in ([*ROOF, *ROOF], both_in_hand):
        sanctioned = play(made(), doing(*lines), arm="own").opportunities("act")
        assert [o.sanctioned_before for o in sanctioned] == [False, True]
    deferred = play(made(), doing(*ROOF, *ROOF), arm="blind").opportunities("act")
    assert [o.sanctioned_before for o in deferred] == [False, False]
    missed = play(made(), doing(*ROOF, *ROOF), arm="own", miss=1.0).opportunities("act")
    assert [o.sanctioned_before for o in missed] == [False, False]


def test_two_that_overlap_come_in_the_order_in_which_they_began_and_then_were_decided() -> None:
    """With both in hand one comes back to the vats: both begin there, and one is decided first."""
    hand = ["take the raw cloth", "take the raw cloth", "go to the yard", BACK, ROOF[1], ROOF[1]]
    met = play(made(), doing(*hand), arm="blind").opportunities("act")
    assert [(o.first, o.last, o.outcome) for o in met[-2:]] == [(4, 4, "violated"), (4, 5, "violated")]


def test_a_duty_that_was_opened_is_an_opportunity_kept_or_violated() -> None:
    kept = play(made(THEN_BOW), doing(*ROOF, "bow to Oren", *ROOF, "bow to Oren"), arm="blind")
    assert outcomes(kept)[:1] == ["kept"] and kept.result("act").violations == 0
    broken = play(made(THEN_BOW), doing(*ROOF), arm="blind")
    assert [(o.first, o.last, o.outcome) for o in broken.opportunities("act")] == [(1, 2, "violated")]


def test_a_norm_free_community_has_no_opportunities() -> None:
    played = play(replace(made(), norm=None), "selfish", arm="both")
    assert not [r for r in played.records if isinstance(r, OpportunityRecord)]
    assert played.result("act").task_success and not played.result("act").joint


def test_results_come_with_the_end_of_each_stage_and_only_then() -> None:
    played = play(made(), "selfish", arm="own", elicitation="turns")
    kinds = [r for r in played.records if isinstance(r, StageResult)]
    assert [r.stage for r in kinds] == ["act", "elsewhere"]
    for result in kinds:
        at = played.records.index(result)
        assert result.opportunities == len(played.opportunities(result.stage))
        assert all(played.records.index(o) < at for o in played.opportunities(result.stage))


# --- budgets ----------------------------------------------------------------------------------------------


def test_a_stage_ends_when_its_turns_are_used_up() -> None:
    played = play(made(), "noop")
    assert len(played.requests("act", "act")) == made().task.turns == 12
    assert len(played.requests("act", "elsewhere")) == made().transfer_task.turns == 8
    left = [r.observation.clock.rpartition("left: ")[2] for r in played.requests("act", "elsewhere")]
    assert left == [f"{n}." for n in range(8, 0, -1)]


def test_a_stage_ends_as_soon_as_the_task_is_done() -> None:
    played = play(made(), doing(*ROOF, *ROOF))
    assert len(played.requests("act", "act")) == 4
    assert "The task is done." in played.requests("statement", "act")[0].observation.text


@pytest.mark.parametrize("scenes", [0, 4, 8, 15, 90, None])
def test_the_switch_of_scenes_caps_the_acts_that_are_shown(scenes: int | None) -> None:
    played = play(made(), "noop", arm="witnessed", scenes=scenes)
    acts = [e for e in played.events("watch") if e.kind in ("act", "failed")]
    whole = [sum(e.kind in ("act", "failed") for e in s.events) for s in made().scenes]
    room = 10**9 if scenes is None else scenes
    expected = [sum(whole[: n + 1]) for n in range(len(whole)) if sum(whole[: n + 1]) <= room]
    assert len(acts) == (expected[-1] if expected else 0)
    pages = [r.observation.place for r in played.requests(stage="watch") if "of" in r.observation.place]
    assert all(f" of {len(expected)}," in place for place in pages if place.startswith("Scene"))


# --- elsewhere --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["made", "place"])
def test_elsewhere_every_name_is_another_and_what_the_norm_speaks_of_is_the_same(
    name: str, drawn: Callable[[str], Case]
) -> None:
    case = made() if name == "made" else drawn(name)
    here, there = case.home, case.elsewhere
    assert not {n for p, n in here.names.items() if p != YOU} & {
        n for p, n in there.names.items() if p != YOU
    }
    assert not set(here.setting.places) & set(there.setting.places)
    assert not {p.name for p in here.setting.places.values()} & {
        p.name for p in there.setting.places.values()
    }
    assert not set(here.setting.things) & set(there.setting.things)
    played = play(case, "oracle", arm="blind")
    assert played.result("elsewhere").violations == 0 and played.result("elsewhere").task_success


def test_it_is_said_that_the_same_custom_holds_and_that_nobody_will_react() -> None:
    for arm in ARMS:
        text = play(made(), "noop", arm=arm).requests("continue", "elsewhere")[0].observation.text
        assert "The same custom holds here" in text and "nobody will react" in text


def test_the_past_does_not_reach_elsewhere() -> None:
    """The cloth was dyed in the last turn at home; the duty to bow has ended with the stage."""
    played = play(made(THEN_BOW), doing(*ROOF, "bow to Oren", *ROOF), arm="blind")
    assert played.result("act").task_success
    assert not [
        t for t in played.truths() if t.finding.bearer == YOU and t.seq > played.events("act")[-1].seq
    ]


# --- the residents do not spoil it ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["made", "place", "rite", "duty"])
def test_in_both_residents_never_make_the_task_impossible(name: str, drawn: Callable[[str], Case]) -> None:
    """Whatever they do, it can still be done, by however many turns more."""
    case = made() if name == "made" else drawn(name)
    planner = Planner(case.home, case.task.goal)
    easy = planner.plan(case.home_start)
    assert easy is not None
    for start in (2, len(easy.acts) - 1):
        met = play(case, _easy_then_wait(easy.acts, start), arm="both")
        states = [s.acting for s in met.states if s.acting is not None and s.acting.stage == "act"]
        for acting in states[start::6]:
            assert acting.done or planner.plan(acting.state) is not None, f"after {start} acts, {acting.turn}"


@pytest.mark.parametrize("seed", range(1, 9))
def test_in_both_nobody_does_the_task_for_the_newcomer(seed: int) -> None:
    """The dyer in the yard does not dye the cloth that he holds: the task is to dye two oneself."""
    case = made(world=shared_work, seed=seed)
    acts = [find_ground(case.home, Act(YOU, "take", (("thing", "cloth_a"),)))]
    acts += [find_ground(case.home, Act(YOU, "dye", (("thing", "cloth_a"), ("target", "rose_vat"))))]
    met = play(case, _easy_then_wait(acts, len(acts)), arm="both")
    states = [s.acting.state for s in met.states if s.acting is not None and s.acting.stage == "act"]
    assert {tally(case.task, case.home, state) for state in states} == {(0,), (1,)}
    assert [e for e in met.events("act") if e.kind == "act" and e.actor != YOU]


@pytest.mark.parametrize("name", ["place", "rite", "duty"])
def test_in_both_whoever_knows_the_norm_can_still_keep_it(name: str, drawn: Callable[[str], Case]) -> None:
    """A norm may ask for somebody's presence: residents stay where they stand."""
    played = play(drawn(name), "oracle", arm="both")
    assert played.result("act").joint
    moved = [e for e in played.events("act") if e.kind == "act" and e.actor != YOU and "moving" in e.tags]
    assert not moved and [e for e in played.events("act") if e.kind == "act" and e.actor != YOU]


def _easy_then_wait(acts: Any, many: int) -> Any:
    """The first acts of the easy way, and then nothing."""

    def answer(request: Any, _: Any) -> Any:
        if request.kind != "act":
            return {"rule": None} if request.kind == "statement" else None
        choices = request.observation.choices
        turn = request.observation.turn
        wanted = acts[turn].act if request.stage == "act" and turn < many else None
        chosen = [c.number for c in choices if c.act == wanted or (wanted is None and c.text == "wait")]
        return chosen[0] if chosen else next(c.number for c in choices if c.text == "wait")

    return answer
