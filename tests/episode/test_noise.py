"""The switches of the noise do what they say, in the watch and towards the newcomer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from cases import THEN_BOW, Played, doing, made, play, scene

from normquest.episode.case import Case
from normquest.norms.events import Event

UNDER_THE_ROOF = ["take the raw cloth", "dye the raw cloth in the rose vat"]


def violating(played: Played) -> set[tuple[int, str]]:
    """(turn, bearer) of the watched violations of the norm."""
    turns = {e.seq: e.turn for e in played.events()}
    found = [t for t in played.truths() if t.finding.result == "violated" and t.watched]
    return {(turns[t.seq], t.finding.bearer) for t in found}


def watched_acts(played: Played) -> list[Event]:
    """Acts of the watch at which somebody was who reacts."""
    people = played.case.home.setting.people
    acts = [e for e in played.events("watch") if e.kind in ("act", "failed")]
    return [e for e in acts if any(p in people and people[p].sanctions for p in e.present)]


def test_where_every_reaction_is_missed_there_is_none() -> None:
    played = play(made(), doing(*UNDER_THE_ROOF), arm="both", miss=1.0)
    assert not played.sanctions("watch") and not played.sanctions("act")
    assert violating(played)


def test_a_share_is_missed(drawn: Callable[[str], Case]) -> None:
    """Of three draws: one alone has few reactions, and all may happen to be kept."""
    all_of_them, some = (
        sum(
            len(play(drawn(name), "noop", arm="witnessed", miss=miss).sanctions())
            for name in ("place", "rite", "duty")
        )
        for miss in (0.0, 0.5)
    )
    assert 0.25 * all_of_them < some < 0.75 * all_of_them


def test_where_everything_alarms_each_watched_act_that_breaks_nothing_is_sanctioned_once() -> None:
    played = play(made(), "noop", arm="witnessed", false_alarm=1.0)
    acts, marks = watched_acts(played), played.sanctions()
    assert len(marks) == len(acts)
    broken = {t.seq for t in played.truths() if t.finding.result == "violated"}
    assert 0 < sum(a.seq in broken for a in acts) < len(acts)


def test_a_violation_is_sanctioned_once_however_many_false_alarms_there_are() -> None:
    played = play(made(), doing(*UNDER_THE_ROOF), arm="own", false_alarm=1.0)
    marks = [e.turn for e in played.sanctions("act") if e.target == "you"]
    assert len(marks) == len(set(marks)) and 1 in marks


def test_false_alarms_meet_the_newcomer_only_where_a_sanctioner_is() -> None:
    played = play(made(), doing("go to the loft"), arm="own", false_alarm=1.0)
    assert not played.sanctions("act")
    watched = play(made(), doing("bow to Oren"), arm="own", false_alarm=1.0)
    assert watched.sanctions("act")[0].turn == 0


@pytest.mark.parametrize("delay", [1, 2, 3])
def test_a_delayed_reaction_comes_so_many_turns_later_and_none_is_lost(delay: int) -> None:
    at_once = play(made(), "noop", arm="witnessed")
    late = play(made(), "noop", arm="witnessed", delay=delay)
    assert [(e.turn + delay, e.target) for e in at_once.sanctions()] == [
        (e.turn, e.target) for e in late.sanctions()
    ]


def test_what_is_still_due_when_a_scene_ends_comes_after_its_last_turn() -> None:
    """In the fifth scene the norm is broken in the last turn."""
    events = play(made(), "noop", arm="witnessed", delay=2).events("watch")
    assert events[-1].kind == "sanction" and events[-2].kind == "tick"
    assert events[-1].turn == events[-2].turn + 2


def test_a_delayed_reaction_reaches_the_newcomer_wherever_it_has_gone() -> None:
    played = play(made(), doing(*UNDER_THE_ROOF, "go to the yard"), arm="own", delay=1)
    mark = played.sanctions("act")[0]
    assert (mark.turn, mark.target) == (2, "you")
    assert any("at you." in line for line in played.requests("act")[3].observation.lines)


def test_what_is_still_due_when_the_task_is_done_comes_at_once_then() -> None:
    path = [
        "take the raw cloth",
        "go to the yard",
        "dye the raw cloth in the wide rose vat",
        "go to the vat room",
    ]
    played = play(made(), doing(*path, *UNDER_THE_ROOF), arm="own", delay=3)
    assert played.result("act").task_success and played.result("act").turns == 6
    assert [(e.turn, e.target) for e in played.sanctions("act")] == [(8, "you")]
    assert any("at you." in line for line in played.requests("statement", "act")[0].observation.lines)


def test_under_replacement_it_is_not_told_who_was_sanctioned() -> None:
    open_, hidden = (play(made(), "noop", arm="witnessed", replacement=r) for r in (False, True))
    assert [(e.turn, e.place) for e in open_.sanctions()] == [(e.turn, e.place) for e in hidden.sanctions()]
    assert all(e.target is None for e in hidden.sanctions())
    for event in hidden.sanctions():
        names = [n for who, n in played_names(hidden).items() if who not in (event.facts["by"], "you")]
        assert "someone" in event.text and not any(name in event.text for name in names)


def played_names(played: Played) -> dict[str, str]:
    """Who is called what at home."""
    return dict(played.case.home.names)


def test_under_replacement_the_newcomer_still_knows_when_it_is_meant_itself() -> None:
    played = play(made(), doing(*UNDER_THE_ROOF), arm="both", replacement=True)
    marks = played.sanctions("act")
    assert marks[0].target == "you" and all(e.target in ("you", None) for e in marks)


def test_an_omission_is_sanctioned_by_who_stands_there_when_it_comes_to_light() -> None:
    """The steward saw the cloth dyed, and has gone by then."""
    home = made(THEN_BOW).home
    two = scene(
        home,
        "second take cloth_a",
        "second dye cloth_a rose_vat, first go yard",
        "second wait",
        second="vat_room",
        third="vat_room",
    )
    alone = play(replace(made(THEN_BOW), scenes=(two,)), "noop", arm="witnessed")
    assert [t.watched for t in alone.truths() if t.finding.result == "violated"] == [False]
    assert not alone.sanctions()


def test_noise_in_the_watch_is_drawn_from_the_seed_and_the_scene() -> None:
    one, other = (play(made(), name, arm="both", miss=0.5, false_alarm=0.3) for name in ("noop", "selfish"))
    assert one.sanctions() == other.sanctions()
