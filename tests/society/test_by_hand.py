"""The engine against examples that were worked out by hand: groups, ties, exclusion, payoffs, shock."""

from __future__ import annotations

from typing import Any

import pytest

from normquest.society.games.base import Table
from normquest.society.games.commons import CommonsGame
from normquest.society.records import (
    Ended,
    Exclusion,
    Groups,
    Left,
    Move,
    Payoff,
    Report,
    RoundEnd,
    Seated,
    ShockRecord,
    Tie,
)
from normquest.society.schema import Grouping, Ties
from normquest.society.state import Request
from normquest.society.ties import Weights, drawn_at_random, drawn_by_ties, sizes_of, standings, updated
from normquest.streams import Stream, stream
from society.playing import only, played, society, started, to_the_end

RULES = Ties(start=1.0, praise=0.2, blame=0.8, exclusion=0.15)
FOURS = Grouping(size=4, remainder="smaller")
PAIRS = Grouping(size=2, remainder="rest")


class Given(Stream):
    """A stream whose numbers are written down here."""

    __slots__ = ("numbers",)

    def __init__(self, *numbers: float) -> None:
        self.numbers = list(numbers)

    def random(self) -> float:
        return self.numbers.pop(0)


def test_payoffs_of_a_group_of_four() -> None:
    # 10 + 6 + 4 + 0 = 20; 20 × 1.6 = 32; each gets 8, and what it kept.
    moves = tuple(Move(1, 0, m, "contribution", c) for m, c in enumerate((10, 6, 4, 0)))
    table = Table((0, 1, 2, 3), ("",) * 4, moves)
    assert CommonsGame(10, 1.6).payoffs(table) == ((0, 8.0), (1, 12.0), (2, 14.0), (3, 18.0))


def test_who_stands_aside_neither_gives_nor_gets() -> None:
    # 10 + 5 = 15; × 1.6 = 24; shared by the two who played: 12.
    moves = (Move(1, 0, 0, "contribution", 10), Move(1, 0, 2, "contribution", 5))
    table = Table((0, 1, 2), ("",) * 3, moves, aside=(1,))
    assert CommonsGame(10, 1.6).payoffs(table) == ((0, 12.0), (2, 17.0))


def test_ties_grow_by_a_fifth_of_praise_and_fall_by_four_fifths_of_blame() -> None:
    weights, told = updated(Weights(1.0, {}), [(0, 1, 0.5), (0, 2, -0.5), (1, 0, 0.0)], RULES)
    assert told == [(0, 1, 1.1), (0, 2, pytest.approx(0.6))]
    assert weights.of(0, 1) == 1.1 and weights.of(1, 0) == 1.0
    # A tie of .6 that is blamed with -1 would be at -.2: it stays at 0.
    weights, told = updated(weights, [(0, 2, -1.0)], RULES)
    assert told == [(0, 2, 0.0)] and weights.of(0, 2) == 0.0


def test_standing_is_the_mean_incoming_weight_of_those_who_are_there() -> None:
    weights = Weights(1.0, {(0, 2): 0.4, (1, 2): 0.0, (3, 2): 0.2, (2, 0): 1.2})
    assert standings(weights, (0, 1, 2, 3)) == (pytest.approx(3.2 / 3), 1.0, pytest.approx(0.2), 1.0)
    assert standings(weights, (0, 1, 2))[2] == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("count", "smaller", "rest"),
    [(12, (4, 4, 4), (4, 4, 4)), (11, (4, 4, 3), (4, 4)), (10, (4, 3, 3), (4, 4)), (9, (3, 3, 3), (4, 4)),
     (8, (4, 4), (4, 4)), (6, (3, 3), (4,)), (5, (3, 2), (4,)), (3, (3,), ()), (2, (2,), ())],
)  # fmt: skip
def test_what_groups_a_number_gives_that_does_not_divide(
    count: int, smaller: tuple[int, ...], rest: tuple[int, ...]
) -> None:
    assert sizes_of(count, FOURS) == smaller
    assert sizes_of(count, Grouping(size=4, remainder="rest")) == rest


def test_seeds_are_drawn_by_standing_and_mates_by_the_seeds_ties() -> None:
    # Four members, two pairs. Incoming means: 0: (1+1+1)/3 = 1; 1: 2/3; 2: 1; 3: 1.
    weights = Weights(1.0, {(0, 1): 0.0, (2, 0): 3.0, (3, 0): 2.0})
    # With (2,0)=3 and (3,0)=2 member 0 has (1+3+2)/3 = 2. Bounds: 2, 2.667, 3.667, 4.667.
    # First seed: .5 × 4.667 = 2.33, so member 1. Left 0, 2, 3 with bounds 2, 3, 4: .6 × 4 = 2.4, member 2.
    # Member 1 draws from 0, 3 (weights 1, 1; bounds 1, 2): .7 × 2 = 1.4, member 3. Member 2 has 0 left.
    drawn = drawn_by_ties((0, 1, 2, 3), weights, PAIRS, Given(0.5, 0.6, 0.7, 0.0))
    assert drawn == (((1, 3), (2, 0)), (1, 2), ())


def test_a_seed_never_draws_whom_it_has_cut_unless_all_are_cut() -> None:
    cut = Weights(1.0, {(0, 1): 0.0, (0, 2): 0.0})
    met = 0
    for seed in range(40):
        groups, seeds, _ = drawn_by_ties((0, 1, 2, 3), cut, PAIRS, stream(seed, "x"))
        if seeds[0] == 0 and 3 not in seeds:
            met += 1
            assert groups[0] == (0, 3)
    assert met > 3
    none = Weights(1.0, {(0, m): 0.0 for m in (1, 2, 3)})
    groups, _, _ = drawn_by_ties((0, 1, 2, 3), none, PAIRS, Given(0.0, 0.0, 0.0, 0.0))
    assert groups == ((0, 2), (1, 3))


def test_by_chance_all_are_in_one_group_and_those_left_over_rest() -> None:
    groups, seeds, resting = drawn_at_random(tuple(range(7)), PAIRS, stream(3, "x"))
    assert [len(group) for group in groups] == [2, 2, 2] and seeds == ()
    assert sorted([m for group in groups for m in group] + list(resting)) == list(range(7))


def test_groups_are_by_chance_in_round_1_and_by_choice_from_round_2() -> None:
    drawn = only(Groups, played("internalised*12"))
    assert [bool(g.seeds) for g in drawn] == [False] + [True] * 19
    assert not any(g.seeds for g in only(Groups, played("internalised*12", "E+SL")))


def blame(target: int) -> Any:
    """Everybody rates one member -1 and the others 0."""

    def answers(request: Request) -> Any:
        if request.kind != "ratings":
            return None
        return tuple(-1.0 if member == target else 0.0 for member in request.form.about)

    return answers


def test_who_is_blamed_by_all_is_excluded_when_its_standing_is_below_the_bound() -> None:
    """Four members, one group: ties to member 2 fall by .8 a round and stop at 0: 1, .2, 0."""
    of = society(members=4, rounds=3)
    records, _ = to_the_end(started("internalised*4", of=of), answers=blame(2))
    ends = only(RoundEnd, records)
    assert ends[0].members == (0, 1, 2, 3) and ends[0].standing == (1.0, 1.0, pytest.approx(0.2), 1.0)
    assert only(Exclusion, records) == [Exclusion(2, 2, 0.0)]
    assert only(Left, records) == [Left(2, 2, 2, "excluded")]
    assert ends[1].members == (0, 1, 3)
    last = only(Groups, records)[2]
    assert [sorted(group) for group in last.groups] == [[0, 1, 3]] and last.resting == ()
    assert {r.member for r in only(Report, records) if r.round == 2} == {0, 1, 3}


def test_without_selection_ties_fall_and_nobody_is_excluded() -> None:
    of = society(members=4, rounds=3)
    records, _ = to_the_end(started("internalised*4", "E+SL", of=of), answers=blame(2))
    assert only(Exclusion, records) == []
    assert [t.weight for t in only(Tie, records) if t.source == 0] == [pytest.approx(0.2), 0.0]


def test_where_all_are_excluded_the_society_ends() -> None:
    records, step = to_the_end(
        started("internalised*4", of=society(members=4, rounds=9)),
        answers=lambda r: (-1.0,) * len(r.form.about) if r.kind == "ratings" else None,
    )
    assert len(only(Exclusion, records)) == 4
    assert step.requests == () and records[-1] == Ended(2, "too_few")


def test_a_shock_replaces_members_by_strangers_with_fresh_ties() -> None:
    records = played("internalised*12", shock="early")
    (shock,) = only(ShockRecord, records)
    assert (shock.round, len(shock.replaced), shock.strangers) == (10, 4, (12, 13, 14, 15))
    came = [s for s in only(Seated, records) if s.round == 11]
    assert [s.seat for s in came] == list(shock.replaced)
    assert all(s.role == "adversary" and s.mind == "adversary" and 0 <= s.tau <= 0.2 for s in came)
    reported = [r.ne for r in only(Report, records) if r.round == 10 and r.ne != "none"]
    assert shock.anchor == pytest.approx(sum(reported) / len(reported) / 2)
    assert all(s.anchor == shock.anchor for s in came)
    assert max(g.round for g in only(Groups, records)) == 15
    later = {m for g in only(Groups, records) if g.round > 10 for group in g.groups for m in group}
    assert not later & set(shock.replaced) and set(shock.strangers) <= later
    assert len({s.name for s in only(Seated, records)}) == 16


def test_without_reports_the_anchor_is_half_of_the_mean_act() -> None:
    records = played("internalised*12", "SL", shock="late")
    acts = [m.value for m in only(Move, records) if m.round == 20]
    (shock,) = only(ShockRecord, records)
    assert shock.anchor == pytest.approx(sum(int(a) for a in acts) / len(acts) / 2)
    assert max(p.round for p in only(Payoff, records)) == 25


def test_a_shock_at_the_top_takes_those_of_the_highest_standing() -> None:
    records = played("internalised*12", shock="early_top")
    (end,) = [e for e in only(RoundEnd, records) if e.round == 10]
    (shock,) = only(ShockRecord, records)
    standing = dict(zip(end.members, end.standing, strict=True))
    stayed = set(end.members) - set(shock.replaced)
    assert min(standing[m] for m in shock.replaced) >= max(standing[m] for m in stayed)


def test_tendencies_are_drawn_for_seats_whoever_sits_there() -> None:
    ours, theirs = (only(Seated, played(f"{mind}*12")) for mind in ("selfish", "imitator"))
    assert [s.tau for s in ours[:12]] == [s.tau for s in theirs[:12]]
    taus = [s.tau for seed in range(30) for s in only(Seated, started("selfish*12", seed=seed).records)]
    assert 0 <= min(taus) < 0.02 and 0.98 < max(taus) <= 1 and 0.45 < sum(taus) / len(taus) < 0.55
