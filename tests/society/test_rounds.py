"""A round as it should go: who is asked when, what each can know by then, and what becomes of bad replies."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from normquest.society.conditions import EIGHT
from normquest.society.records import (
    Groups,
    Message,
    Missing,
    Move,
    Payoff,
    Prompt,
    Rating,
    Reply,
    Report,
    Tie,
)
from normquest.society.state import Request, Step
from normquest.society.step import WrongReplies, advance
from society.playing import only, played, society, started, to_the_end

SMALL = {"members": 8, "rounds": 3}


def phases(step: Step, seed: int = 1) -> list[tuple[int, str, int]]:
    """Round, kind and number of the requests of each step."""
    from normquest.society.members.scripted import reply

    found = []
    while step.requests:
        (kind,) = {request.kind for request in step.requests}
        found.append((step.requests[0].round, kind, len(step.requests)))
        step = advance(step.state, [reply(request, seed) for request in step.requests])
    return found


def test_a_round_of_the_main_condition() -> None:
    found = phases(started("conditional*8", of=society(**SMALL)))
    assert found[:7] == [(1, "talk", 2)] * 4 + [(1, "contribution", 8), (1, "ratings", 8), (1, "report", 8)]
    assert len(found) == 21 and found[-1] == (3, "report", 8)


@pytest.mark.parametrize("condition", EIGHT)
def test_a_condition_switches_what_it_names_and_nothing_else(condition: str) -> None:
    records = played("conditional*8", condition, of=society(**SMALL))
    assert bool(only(Report, records)) == ("E" in condition)
    assert bool(only(Message, records)) == ("SL" in condition)
    assert any(g.seeds for g in only(Groups, records)) == ("SS" in condition)
    assert len(only(Move, records)) == len(only(Payoff, records)) == 24
    assert len(only(Rating, records)) == 8 * 3 * 3 and only(Tie, records)


def test_speakers_are_in_random_order_and_hear_those_before_them() -> None:
    heard: list[int] = []

    def listen(request: Request) -> Any:
        if request.kind == "talk":
            heard.append(len(request.view.talk))
            return f"I am {request.view.me.name}"
        return None

    records, _ = to_the_end(started("conditional*8", of=society(**SMALL)), answers=listen)
    assert heard == [0, 0, 1, 1, 2, 2, 3, 3] * 3
    spoke = only(Message, records)
    assert [m.turn for m in spoke if m.group == 0] == [0, 1, 2, 3] * 3
    orders = {(m.round, m.group): [] for m in spoke}  # type: ignore[var-annotated]
    for message in spoke:
        orders[message.round, message.group].append(message.member)
    groups = {(g.round, n): list(group) for g in only(Groups, records) for n, group in enumerate(g.groups)}
    assert {k: sorted(v) for k, v in orders.items()} == {k: sorted(v) for k, v in groups.items()}
    assert any(orders[k] != groups[k] for k in orders)


def test_acts_are_simultaneous_and_shown_to_the_group_alone() -> None:
    def look(request: Request) -> None:
        view = request.view
        if request.kind == "contribution":
            assert view.table is not None and view.table.moves == () and view.payoffs == ()
        if request.kind in ("ratings", "report"):
            assert view.table is not None
            assert {m.member for m in view.table.moves} == set(view.group) == {m for m, _ in view.payoffs}
        for past in view.past:
            assert past.table is not None and {m.member for m in past.table.moves} == set(past.group)
            assert view.me.id in past.group

    to_the_end(started("conditional*8", of=society(**SMALL)), answers=look)


@pytest.mark.parametrize(
    ("condition", "rounds", "shown"),
    [("E", (1, 2, 3), True), ("E(asked)", (1, 2, 3), False), ("E(end)", (3,), False), ("none", (), False)],
)
def test_elicitation_as_a_factor(condition: str, rounds: tuple[int, ...], shown: bool) -> None:
    seen: set[bool] = set()

    def look(request: Request) -> None:
        for past in request.view.past:
            seen.add(past.report is not None)
        if request.kind == "report":
            assert request.kept is shown

    records, _ = to_the_end(started("conditional*8", condition, of=society(**SMALL)), answers=look)
    assert Counter(r.round for r in only(Report, records)) == dict.fromkeys(rounds, 8)
    assert seen == {shown}


def test_nobody_sees_another_members_report() -> None:
    odd = {"ee": 7.125, "ne": 2.375}

    def report(request: Request) -> Any:
        if request.member != 0:
            assert "7.125" not in request.text and "2.375" not in request.text
        elif request.round > 1:
            assert "typical 7.125, acceptable 2.375" in request.text
        return odd if request.kind == "report" and request.member == 0 else None

    to_the_end(started("internalised*8", of=society(**SMALL)), answers=report)


def broken(member: int, kind: str, round: int, value: Any = "rubbish") -> Any:
    """Replies of one member, of one kind, in one round that can't be used."""

    def answers(request: Request) -> Any:
        here = (request.member, request.kind, request.round) == (member, kind, round)
        return value if here else None

    return answers


def test_a_bad_reply_is_asked_for_again_and_then_counts() -> None:
    step = started("internalised*8", "none", of=society(**SMALL))
    asked: list[tuple[int, int]] = []

    def answers(request: Request) -> Any:
        if request.kind == "contribution" and request.round == 1:
            asked.append((request.member, request.attempt))
            if request.attempt == 0 and request.member in (2, 5):
                return 11
            if request.attempt == 1:
                assert request.text.endswith("Your answer could not be used. How much do you put in? A whole "
                                             "number from 0 to 10.")  # fmt: skip
        return None

    records, _ = to_the_end(step, answers=answers)
    assert Counter(asked)[(2, 1)] == Counter(asked)[(5, 1)] == 1 and len(asked) == 10
    assert only(Missing, records) == []
    assert len([m for m in only(Move, records) if m.round == 1]) == 8


def test_a_missing_act_is_no_act_and_never_nothing_put_in() -> None:
    records, _ = to_the_end(
        started("internalised*8", "none", of=society(**SMALL)), answers=broken(3, "contribution", 2)
    )
    assert only(Missing, records) == [Missing(2, 3, "contribution", "invalid_act", "stand_aside")]
    assert 3 not in {m.member for m in only(Move, records) if m.round == 2}
    paid = {p.member: p.value for p in only(Payoff, records) if p.round == 2}
    assert 3 not in paid
    (group,) = [g for r in only(Groups, records) if r.round == 2 for g in r.groups if 3 in g]
    acts = {m.member: int(m.value) for m in only(Move, records) if m.round == 2}
    share = sum(acts[m] for m in group if m != 3) * 1.6 / 3
    assert all(paid[m] == pytest.approx(10 - acts[m] + share) for m in group if m != 3)


def test_where_the_file_says_so_the_last_act_is_repeated_and_marked() -> None:
    of = society(**SMALL, missing={"act": "repeat"})
    records, _ = to_the_end(started("internalised*8", "none", of=of), answers=broken(3, "contribution", 2))
    first, second, _ = [m for m in only(Move, records) if m.member == 3]
    assert (second.value, second.repeated, first.repeated) == (first.value, True, False)
    # Before there is one it stands aside.
    records, _ = to_the_end(started("internalised*8", "none", of=of), answers=broken(3, "contribution", 1))
    assert 3 not in {m.member for m in only(Move, records) if m.round == 1}
    assert only(Missing, records)[0].rule == "repeat"


@pytest.mark.parametrize(
    ("kind", "value", "rule"),
    [("talk", 7, "silence"), ("ratings", (0.5, 0.5), "no_change"), ("ratings", (2, 0, 0), "no_change"),
     ("report", {"ee": 5}, "left_out"), ("report", {"ee": 5, "ne": "None"}, "left_out")],
)  # fmt: skip
def test_other_missing_replies_leave_a_gap(kind: str, value: Any, rule: str) -> None:
    records, _ = to_the_end(started("internalised*8", of=society(**SMALL)), answers=broken(3, kind, 2, value))
    assert only(Missing, records) == [Missing(2, 3, kind, "invalid_act", rule)]  # type: ignore[arg-type]
    gaps: dict[str, set[int]] = {
        "talk": {m.member for m in only(Message, records) if m.round == 2},
        "ratings": {r.rater for r in only(Rating, records) if r.round == 2},
        "report": {r.member for r in only(Report, records) if r.round == 2},
    }
    assert gaps[kind] == {0, 1, 2, 4, 5, 6, 7}


def test_why_a_reply_failed_is_kept() -> None:
    def answers(request: Request) -> Any:
        if (request.member, request.kind, request.round) == (1, "contribution", 1):
            return Reply(request.seq, "no", None, "refusal", 12, 1)
        return None

    records, _ = to_the_end(started("internalised*8", of=society(**SMALL)), answers=answers)
    assert only(Missing, records)[0].outcome == "refusal"
    assert [r.raw for r in only(Reply, records) if r.outcome == "refusal"] == ["no", "no"]


def test_replies_must_answer_the_requests_at_hand() -> None:
    step = started("internalised*8", "none", of=society(**SMALL))
    good = [Reply(request.seq, "", 3) for request in step.requests]
    for bad in (good[:-1], [*good, Reply(99, "", 3)], [*good[:-1], good[0]], []):
        with pytest.raises(WrongReplies):
            advance(step.state, bad)
    assert advance(step.state, good[::-1]).records == advance(step.state, good).records
    _, last = to_the_end(step)
    with pytest.raises(WrongReplies):
        advance(last.state, [])


def test_those_left_over_rest_where_the_file_says_so() -> None:
    of = society(members=9, rounds=2, groups={"remainder": "rest"})
    records, step = to_the_end(started("conditional*9", of=of))
    rested = {g.round: g.resting for g in only(Groups, records)}
    assert all(len(each) == 1 for each in rested.values())
    for round, (member,) in rested.items():
        assert member not in {m.member for m in only(Move, records) if m.round == round}
        assert member not in {r.rater for r in only(Rating, records) if r.round == round}
        assert member in {r.member for r in only(Report, records) if r.round == round}
        (past,) = [p for p in step.state.pasts[member] if p.round == round]
        assert past.table is None


def test_what_readers_are_sent_is_kept_word_for_word() -> None:
    def answers(request: Request) -> Any:
        if request.member:
            return None
        sent.append(request.text)
        return {"talk": "hello", "contribution": 4, "ratings": (0, 0, 0), "report": {"ee": 4, "ne": "none"}}[
            request.kind
        ]

    sent: list[str] = []
    records, _ = to_the_end(started("openai:x,internalised*7", of=society(**SMALL)), answers=answers)
    prompts = only(Prompt, records)
    assert [p.text for p in prompts] == sent and len(sent) == 12
    assert {p.member for p in prompts} == {0}
    answered = {r.request for r in only(Reply, records)}
    assert {p.request for p in prompts} <= answered
