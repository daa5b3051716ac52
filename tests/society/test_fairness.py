"""The sharing game: offers, responses, and what each motive does with them."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

from normquest.society.games.base import Table
from normquest.society.games.fairness import FairnessGame
from normquest.society.records import Exclusion, Groups, Move, Payoff, Record, RoundEnd, Seated, Tie
from normquest.society.schema import Society
from normquest.society.state import Request
from society.playing import only, played, society, started, to_the_end

ULTIMATUM, DICTATOR = FairnessGame("ultimatum", 10), FairnessGame("dictator", 10)


def sharing(form: str = "ultimatum", **changes: Any) -> Society:
    return society("fairness", game={"form": form}, **changes)


def offers(records: list[Record], first: int = 1) -> list[int]:
    return [int(m.value) for m in only(Move, records) if m.kind == "offer" and m.round >= first]


def responses(records: list[Record]) -> list[tuple[int, str]]:
    """Each offer with its response."""
    found, last = [], {}
    for move in only(Move, records):
        if move.kind == "offer":
            last[move.round, move.group] = int(move.value)
        else:
            found.append((last[move.round, move.group], str(move.value)))
    return found


def test_a_table_by_hand() -> None:
    table = Table((3, 8), ("responder", "proposer"))
    assert ULTIMATUM.asks(table) == ((8, "offer"),)
    assert (ULTIMATUM.form("offer", table).least, ULTIMATUM.form("offer", table).most) == (0, 10)
    offered = Table((3, 8), table.roles, (Move(1, 0, 8, "offer", 4),))
    assert ULTIMATUM.asks(offered) == ((3, "response"),) and ULTIMATUM.payoffs(offered) == ()
    assert DICTATOR.asks(offered) == () and DICTATOR.payoffs(offered) == ((3, 4.0), (8, 6.0))
    for response, paid in (("accept", ((3, 4.0), (8, 6.0))), ("reject", ((3, 0.0), (8, 0.0)))):
        over = Table((3, 8), table.roles, (*offered.moves, Move(1, 0, 3, "response", response)))
        assert ULTIMATUM.asks(over) == () and ULTIMATUM.payoffs(over) == paid
    assert DICTATOR.payoffs(Table((3, 8), table.roles, (), (8,))) == ()


@pytest.mark.parametrize(("form", "kinds"), [("ultimatum", 2), ("dictator", 1)])
def test_a_round_has_an_offer_and_in_an_ultimatum_a_response(form: str, kinds: int) -> None:
    records = played("internalised*12", of=sharing(form))
    assert len(only(Move, records)) == 20 * 6 * kinds and len(only(Payoff, records)) == 240
    for end in range(1, 21):
        paid = sum(p.value for p in only(Payoff, records) if p.round == end)
        rejected = sum(m.value == "reject" for m in only(Move, records) if m.round == end)
        assert paid == 10 * (6 - rejected)


def test_internalised_members_offer_and_demand_what_they_hold() -> None:
    records = played("internalised*12", of=sharing())
    tau = {s.member: s.tau for s in only(Seated, records)}
    for move in only(Move, records):
        if move.kind == "offer":
            assert move.value == int(tau[move.member] * 5 + 0.5)
    last: dict[int, int] = {}
    for move in only(Move, records):
        if move.kind == "offer":
            last[move.group] = int(move.value)
        else:
            assert move.value == ("accept" if last[move.group] >= int(tau[move.member] * 5) else "reject")


def test_selfish_members_offer_the_least_and_take_all() -> None:
    records = played("selfish*12", of=sharing())
    assert set(offers(records)) == {1} and {said for _, said in responses(records)} == {"accept"}
    assert set(offers(played("selfish*12", of=sharing("dictator")))) == {0}


def test_strategic_members_learn_what_is_rejected() -> None:
    """Among members who reject less than half they come to offer half; among those who take all, one coin."""

    def demanding(request: Request) -> Any:
        if request.kind != "response" or request.member < 6:
            return None
        offered = request.view.table.value("offer")  # type: ignore[union-attr]
        return "accept" if int(offered or 0) >= 5 else "reject"  # type: ignore[call-overload]

    hard, _ = to_the_end(started("strategic*6,internalised*6", "none", of=sharing()), answers=demanding)
    mine = [int(m.value) for m in only(Move, hard) if m.kind == "offer" and m.member < 6 and m.round > 16]
    easy = offers(played("strategic*6,selfish*6", "none", of=sharing()), first=10)
    assert mean(mine) > 3.5 and max(mine) == 5 and set(easy) == {1}


def test_strategic_dictators_share_only_where_standing_counts() -> None:
    members = "strategic*6,internalised*6"
    runs = [played(members, condition, of=sharing("dictator")) for condition in ("E+SL+SS", "E+SL")]
    mine = [[int(m.value) for m in only(Move, r) if m.member < 6 and m.round < 20] for r in runs]
    assert mean(mine[0]) > 0.5 and set(mine[1]) == {0}
    off = played(members, "E+SL+SS", of=sharing("dictator"), interventions=("ratings_off",))
    assert {m.value for m in only(Move, off) if m.member < 6 and m.round in (6, 7, 11, 12, 16, 17)} == {0}


@pytest.mark.parametrize(
    ("mind", "intervention", "least", "most"),
    [
        ("imitator", "stop_caring", 0.3, 5), ("imitator", "acts_flip", -5, -0.1),
        ("ne-only", "acts_flip", 1, 5), ("ne-only", "stop_caring", -5, -1),
        ("conditional", "stop_caring", -5, -0.5), ("internalised", "stop_caring", -0.4, 0.4),
        ("internalised", "acts_flip", -0.4, 0.4), ("selfish", "acts_flip", 0, 0),
    ],
)  # fmt: skip
def test_what_moves_a_mind(mind: str, intervention: str, least: float, most: float) -> None:
    during, before = [], []
    for seed in range(1, 5):
        records = played(f"{mind}*12", "SL", seed, of=sharing(), interventions=(intervention,))
        roles: dict[int, str] = {}
        for record in records:
            if isinstance(record, Seated):
                roles[record.member] = record.role
            if isinstance(record, Move) and record.kind == "offer" and roles[record.member] == "member":
                if record.round in (7, 12, 17):
                    during.append(int(record.value))
                elif record.round in (5, 10, 15):
                    before.append(int(record.value))
    assert least <= mean(during) - mean(before) <= most


def test_partners_are_chosen_and_those_who_offer_little_lose_standing() -> None:
    records = played("ne-only*8,selfish*4", of=sharing("dictator"))
    assert all(g.seeds for g in only(Groups, records)[1:]) and only(Tie, records)
    end = only(RoundEnd, records)[-1]
    standing = dict(zip(end.members, end.standing, strict=True))
    gone = {e.member for e in only(Exclusion, records)}
    assert mean(standing.get(m, 0.0) for m in range(8, 12)) < mean(standing.get(m, 0.0) for m in range(8))
    assert len(gone) <= 4 and gone <= set(range(8, 12))
