"""Interventions: what they change, what all are told, whether it is noticed, and that they end."""

from __future__ import annotations

from typing import Any

import pytest

from normquest.society.records import (
    Believed,
    Exclusion,
    Groups,
    Left,
    Message,
    Missing,
    Move,
    Noticed,
    Payoff,
    Record,
    Report,
    RoundEnd,
    Seated,
    Tie,
    Trial,
)
from normquest.society.state import Request
from society.playing import only, played, society, started, to_the_end

TRIALS = {6, 7, 11, 12, 16, 17}
FIRST = (6, 11, 16)


def run(name: str, members: str = "conditional*12", condition: str = "E+SL+SS", **more: Any) -> list[Record]:
    return played(members, condition, interventions=(name,), **more)


@pytest.mark.parametrize("name", sorted(society().interventions))
def test_every_trial_begins_and_ends_and_is_asked_about(name: str) -> None:
    records = run(name)
    trials = only(Trial, records)
    assert [(t.round, t.trial, t.begins) for t in trials] == [
        (6, 0, True), (7, 0, False), (11, 1, True), (12, 1, False), (16, 2, True), (17, 2, False)
    ]  # fmt: skip
    assert all(bool(t.told) == (name not in ("nothing", "bad_0")) for t in trials)
    noticed = only(Noticed, records)
    assert {n.round for n in noticed} == set(FIRST) and all(n.right for n in noticed)
    for begun in trials[::2]:
        asked = {n.member for n in noticed if n.round == begun.round}
        (here,) = [e.members for e in only(RoundEnd, records) if e.round == begun.round]
        out = {e.member for e in only(Exclusion, records) if e.round == begun.round}
        assert asked == set(here) - set(begun.members) - out and asked


def test_every_announcement_stands_in_the_texts_from_then_on() -> None:
    for name in ("ratings_off", "multiplier", "acts_flip", "stop_caring", "bad_20"):
        seen: set[int] = set()

        def look(request: Request, seen: set[int] = seen) -> None:
            for notice in request.view.notices:
                assert f"At the beginning of round {notice.round}: {notice.text}" in request.text
                seen.add(notice.round)

        step = started("conditional*12", interventions=(name,))
        to_the_end(step, answers=look)
        assert seen >= {6, 8, 11, 13, 16, 18}


def test_who_did_not_notice_is_told_from_who_did() -> None:
    def answers(request: Request) -> Any:
        return request.form.options[0] if request.kind == "notice" and request.member < 3 else None

    step = started("conditional*12", interventions=("ratings_off",))
    records, _ = to_the_end(step, answers=answers)
    assert {n.member: n.right for n in only(Noticed, records) if n.round == 6} == {
        member: member >= 3 for member in range(12)
    }
    assert {n.answer for n in only(Noticed, records) if n.member < 3} == {"nothing has changed"}


@pytest.mark.parametrize("name", ["ratings_off", "acts_flip", "bad_60"])
def test_at_the_end_of_a_trial_members_say_what_they_hold_right_and_fear(name: str) -> None:
    texts: list[str] = []

    def look(request: Request) -> Any:
        if request.kind == "beliefs":
            texts.append(request.text)
        elif request.member == 3:
            assert "find it acceptable, whatever" not in request.text, "nobody is reminded of it"
        return None

    members = "internalised*6,strategic*6"
    records, _ = to_the_end(started(members, "E+SL+SS", interventions=(name,)), answers=look)
    said = only(Believed, records)
    assert {b.round for b in said} == {7, 12, 17} and len(said) == len(texts)
    for trial in only(Trial, records)[::2]:
        here = {e.member for e in said if e.round == trial.round + 1}
        out = {e.member for e in only(Exclusion, records)}
        assert here and not here & set(trial.members)
        assert here | out | set(trial.members) >= set(range(12)) or name == "bad_60"
    taus = {s.member: s.tau for s in only(Seated, records)}
    assert all(b.belief == pytest.approx(10 * taus[b.member], abs=0.001) for b in said)
    assert all(b.sanction == 0 for b in said) if name == "ratings_off" else any(b.sanction for b in said)
    assert "for you yourself to find it acceptable" in texts[0] and "lose by what the others do" in texts[0]


def test_a_file_that_does_not_ask_for_beliefs_gets_none_and_a_missing_one_is_left_out() -> None:
    quiet = society(trial_beliefs=False)
    assert not only(Believed, played("conditional*12", "E", of=quiet, interventions=("ratings_off",)))

    def mute(request: Request) -> Any:
        return "?" if request.kind == "beliefs" and request.member == 2 else None

    records, _ = to_the_end(started("conditional*12", "E", interventions=("ratings_off",)), answers=mute)
    assert {b.member for b in only(Believed, records)} == set(range(12)) - {2}
    lost = [m for m in only(Missing, records) if m.member == 2]
    assert len(lost) == 3 and {(m.kind, m.rule) for m in lost} == {("beliefs", "left_out")}


def test_ratings_without_effect_change_nothing() -> None:
    def harsh(request: Request) -> Any:
        return (
            (-1.0,) * len(request.form.about)
            if request.kind == "ratings" and request.round in TRIALS
            else None
        )

    step = started("internalised*12", interventions=("ratings_off",))
    records, _ = to_the_end(step, answers=harsh)
    assert not [t for t in only(Tie, records) if t.round in TRIALS]
    assert not [e for e in only(Exclusion, records) if e.round in TRIALS]
    assert {g.round for g in only(Groups, records) if not g.seeds} == TRIALS | {1}


def test_another_multiplier_pays_otherwise_and_goes_again() -> None:
    records = run("multiplier")
    for round, times in ((5, 1.6), (6, 0.8), (7, 0.8), (8, 1.6)):
        paid = sum(p.value for p in only(Payoff, records) if p.round == round)
        given = sum(int(m.value) for m in only(Move, records) if m.round == round)
        assert paid == pytest.approx(120 - given + times * given)


@pytest.mark.parametrize(("name", "act", "said", "ne"), [
    ("acts_flip", 1, "One ought to do 8.", 8.0),
    ("stop_caring", 8, "I think it does not matter what one does.", "none"),
])  # fmt: skip
def test_a_majority_acts_and_speaks_as_it_is_told_and_is_itself_again(
    name: str, act: int, said: str, ne: Any
) -> None:
    records = run(name)
    for begun in only(Trial, records)[::2]:
        us = set(begun.members)
        assert len(us) == 7 > 12 / 2
        for round in (begun.round, begun.round + 1):
            assert {m.value for m in only(Move, records) if m.round == round and m.member in us} == {act}
            assert {m.text for m in only(Message, records) if m.round == round and m.member in us} == {said}
            assert {r.ne for r in only(Report, records) if r.round == round and r.member in us} == {ne}
    back = [s for s in only(Seated, records) if s.round == 8]
    assert {s.member for s in back} == set(only(Trial, records)[0].members)
    assert {(s.role, s.mind) for s in back} == {("member", "conditional")}
    assert not [left for left in only(Left, records) if left.round <= 8]


def test_what_confederates_do_is_not_held_against_whom_they_play() -> None:
    records = run("acts_flip", "internalised*12")
    us = {t.round: set(t.members) for t in only(Trial, records) if t.begins}
    for tie in only(Tie, records):
        taken = us.get(tie.round, us.get(tie.round - 1, set())) if tie.round in TRIALS else set()
        assert tie.source not in taken and tie.target not in taken
    step = started("internalised*12", interventions=("acts_flip",))
    _, last = to_the_end(step)
    for member in us[6]:
        assert not {6, 7} & {past.round for past in last.state.pasts[member]}


def test_bad_actors_come_for_a_while_and_those_they_replaced_return() -> None:
    for name, count in (("bad_0", 0), ("bad_20", 2), ("bad_40", 5), ("bad_60", 7)):
        records = run(name)
        begun = only(Trial, records)[0]
        assert len(begun.members) == count and all(m >= 12 for m in begun.members)
        assert [s.member for s in only(Seated, records) if s.round == 6] == list(begun.members)
        gone = [left.member for left in only(Left, records) if left.round == 6]
        assert [s.member for s in only(Seated, records) if s.round == 8] == gone
        assert not [left for left in only(Left, records) if left.round == 6 and left.for_good]
        acts = {int(m.value) for m in only(Move, records) if m.round in (6, 7) and m.member in begun.members}
        assert acts <= {0, 1, 2} and (acts or not count)
        here = {m.member for m in only(Move, records) if m.round == 8}
        assert here == set(range(12))
