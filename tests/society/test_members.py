"""Every known mind has a signature: what moves it and what does not."""

from __future__ import annotations

import re
from statistics import mean
from typing import Any

import pytest

from normquest.society.members.evidence import stated
from normquest.society.members.names import Spec, reads, spec_of
from normquest.society.members.scripted import minds_of, reply, unknown_minds
from normquest.society.records import Groups, Message, Move, Record, Report, RoundEnd, Seated, Trial
from normquest.society.state import Request
from society.playing import only, played, society, started, to_the_end

KNOWN = ("internalised", "ne-only", "conditional", "strategic", "imitator", "selfish", "random")


def acts(records: list[Record], members: set[int] | None = None) -> dict[int, float]:
    """The mean act of a round, of these members or of all."""
    rounds: dict[int, list[int]] = {}
    for move in only(Move, records):
        if members is None or move.member in members:
            rounds.setdefault(move.round, []).append(int(move.value))
    return {round: mean(values) for round, values in rounds.items()}


def change(mind: str, intervention: str, condition: str = "E+SL+SS", seeds: range = range(1, 6)) -> float:
    """By how much those who are not taken change, from the last round before a trial to its second round."""
    found = []
    for seed in seeds:
        records = played(f"{mind}*12", condition, seed, interventions=(intervention,))
        for trial in only(Trial, records):
            if trial.begins:
                ours = {s.member for s in only(Seated, records) if s.round == 1} - set(trial.members)
                had = acts(records, ours)
                found.append(had[trial.round + 1] - had[trial.round - 1])
    return mean(found)


def test_names() -> None:
    assert set(KNOWN) | {"adversary"} == set(minds_of("commons"))
    assert spec_of("conditional") == Spec(("conditional",), 0.0)
    assert spec_of("internalised/imitator~0.05") == Spec(("internalised", "imitator"), 0.05)
    bad = ["selfsh", "a b", "imitator~2", "confederate"]
    assert unknown_minds("commons", ("selfish", *bad, "openai:x", "human")) == bad
    assert reads("openai:gpt") and reads("human") and not reads("ne-only")


@pytest.mark.parametrize(
    ("text", "value"),
    [("I propose 6 for each of us.", 6.0), ("Rather 4.5. Last round it was 3.", 4.5), ("Hello all", None),
     ("", None), ("I think it does not matter what one does.", "none"), ("Let us say 10, not 0", 10.0)],
)  # fmt: skip
def test_what_a_message_says_one_ought_to_do(text: str, value: Any) -> None:
    assert stated(text) == value


def test_internalised_does_what_its_tendency_says_whatever_happens() -> None:
    for switches in (
        {},
        {"shock": "early"},
        {"interventions": ("ratings_off",)},
        {"interventions": ("paying",)},
    ):
        records = played("internalised*6,selfish*6", **switches)
        first = {s.member: s for s in only(Seated, records) if s.round == 1}
        for move in only(Move, records):
            if move.member < 6:
                assert move.value == int(first[move.member].tau * 10 + 0.5)
    for name in ("ratings_off", "multiplier", "paying", "acts_flip", "stop_caring", "bad_60", "nothing"):
        # Which of them are taken changes who is left, and nothing else does.
        assert abs(change("internalised", name)) == pytest.approx(0, abs=0.25)


@pytest.mark.parametrize(
    ("mind", "intervention", "least", "most"),
    [
        ("ne-only", "acts_flip", 2, 8),  # most say 8 and do 1: it follows what they say
        ("ne-only", "stop_caring", -8, -2),
        ("ne-only", "ratings_off", -0.5, 0.5),
        ("conditional", "acts_flip", -8, -0.2),  # it needs both
        ("conditional", "stop_caring", -8, -2),
        ("conditional", "ratings_off", -0.5, 0.5),
        ("strategic", "ratings_off", -8, -2),
        ("strategic", "paying", 2, 8),
        ("strategic", "stop_caring", -8, -2),
        ("imitator", "acts_flip", -8, -0.5),
        ("imitator", "stop_caring", 0.5, 8),  # it does as they do, whatever they say
        ("imitator", "ratings_off", -0.5, 0.5),
        ("imitator", "paying", -0.5, 0.5),
        ("selfish", "acts_flip", 0, 0),
        ("selfish", "stop_caring", 0, 0),
        ("selfish", "ratings_off", 0, 0),
        ("selfish", "paying", 10, 10),
        ("random", "acts_flip", -0.9, 0.9),
        ("random", "stop_caring", -0.9, 0.9),
        ("random", "ratings_off", -0.9, 0.9),
    ],
)
def test_what_moves_a_mind(mind: str, intervention: str, least: float, most: float) -> None:
    assert least <= change(mind, intervention) <= most


def test_minds_that_look_alike_differ_where_it_is_disturbed() -> None:
    """Where nothing disturbs it, the mean act of several minds is the same: behaviour is not enough."""
    means = {
        mind: mean(acts(played(f"{mind}*12")).values())
        for mind in ("internalised", "imitator", "conditional")
    }
    assert max(means.values()) - min(means.values()) < 1.5
    moved = {mind: change(mind, "stop_caring") for mind in means}
    assert moved["conditional"] < -2 < abs(moved["internalised"]) + 1 < moved["imitator"] + 1.5


def test_strategic_members_give_nothing_without_exclusion_or_in_the_last_round() -> None:
    assert set(acts(played("strategic*12", "E+SL")).values()) == {0}
    had = acts(played("strategic*12", "E+SL+SS"))
    assert had[20] == 0 and min(had[round] for round in range(1, 20)) > 1
    paid = society(game={"multiplier": 4.0})
    assert set(acts(played("strategic*12", "none", of=paid)).values()) == {10}


def test_imitators_and_conditionals_follow_their_mates() -> None:
    def look(request: Request) -> None:
        view = request.view
        if request.kind != "contribution" or not view.past:
            return
        past = view.past[-1]
        assert past.table is not None
        seen = mean(int(m.value) for m in past.table.moves if m.member != view.me.id)
        value = reply(request, 1).value
        assert value == int(seen + 0.5) if view.me.mind == "imitator" else value <= int(seen + 0.5)

    to_the_end(started("imitator*6,conditional*6"), answers=look)


def test_conditional_cooperators_decay_beside_free_riders_and_do_not_recover() -> None:
    had = [acts(played("conditional*8,selfish*4", "none", seed), set(range(8))) for seed in range(1, 9)]
    first, last = (mean(mean(each[r] for r in rounds) for each in had) for rounds in ((1, 2), (19, 20)))
    assert first > 2 and last < 0.4 * first


def test_selfish_members_lose_standing_among_those_who_mind_and_are_seldom_seeds() -> None:
    for seed in range(1, 6):
        records = played("ne-only*8,selfish*4", seed=seed)
        end = only(RoundEnd, records)[-1]
        standing = dict(zip(end.members, end.standing, strict=True))
        assert max(standing[m] for m in range(8, 12)) < min(standing[m] for m in range(8))
        seeds = [m for g in only(Groups, records) if g.round > 10 for m in g.seeds]
        assert sum(m >= 8 for m in seeds) < len(seeds) / 4


def test_random_is_uniform_and_lapses_are_as_frequent_as_asked() -> None:
    drawn = [int(m.value) for seed in range(1, 7) for m in only(Move, played("random*12", "none", seed))]
    counts = [drawn.count(value) for value in range(11)]
    assert min(counts) > 90 and max(counts) < 175 and len(drawn) == 1440
    lapsed = [
        int(m.value) for seed in range(1, 7) for m in only(Move, played("selfish~0.2*12", "none", seed))
    ]
    assert 0.14 < mean(value > 0 for value in lapsed) < 0.23  # a tenth or so of lapses is 0 too


def test_mixtures_act_now_as_one_and_now_as_the_other() -> None:
    def either(request: Request) -> None:
        if request.kind == "contribution" and request.view.me.mind == "selfish/internalised":
            value, own = reply(request, 1).value, int(request.view.me.tau * 10 + 0.5)
            assert value in (0, own)
            if own:
                seen.append(value == 0)

    seen: list[bool] = []
    to_the_end(started("selfish/internalised*12"), answers=either)
    assert 0.35 < mean(seen) < 0.65


def test_adversaries_act_low_and_speak_for_their_anchor() -> None:
    records = played("internalised*12", shock="early")
    came = {s.member: s for s in only(Seated, records) if s.role == "adversary"}
    for move in only(Move, records):
        if move.member in came:
            assert move.value == int(came[move.member].tau * 10 + 0.5)
    for message in only(Message, records):
        if message.member in came:
            assert re.fullmatch(r"Nobody need do more than \d+\.", message.text)
    for report in only(Report, records):
        if report.member in came:
            assert report.ne == pytest.approx(came[report.member].anchor)


def test_a_reply_depends_on_the_request_and_the_seed_alone() -> None:
    step = started("random*6,conditional~0.3*6")
    assert [reply(r, 1) for r in step.requests] == [reply(r, 1) for r in reversed(step.requests)][::-1]
    while step.requests[0].kind != "contribution":
        from normquest.society.step import advance

        step = advance(step.state, [reply(r, 1) for r in step.requests])
    one, two = ([reply(r, seed).value for r in step.requests] for seed in (1, 2))
    assert one != two
