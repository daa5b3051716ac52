"""The naming game: words spread as the theory has it, and a committed minority wins from a tenth on."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

from normquest.society.games.base import Table
from normquest.society.games.naming import NamingGame
from normquest.society.members.naming import Inventory
from normquest.society.people import Person
from normquest.society.records import Groups, Missing, Move, Payoff, Report
from normquest.society.state import Request
from normquest.society.view import Past, View
from society.playing import only, played, society, started, to_the_end
from society.tipping import crowd, old_word

GAME = NamingGame(("kea", "lom"), 1.0, 10.0)


def met(word: str, answer: str, role: str) -> Past:
    """A round in which member 0, in this role, met member 1."""
    roles = ("speaker", "hearer") if role == "speaker" else ("hearer", "speaker")
    speaker = 0 if role == "speaker" else 1
    moves = (Move(1, 0, speaker, "word", word), Move(1, 0, 1 - speaker, "answer", answer))
    return Past(1, (0, 1), (), Table((0, 1), roles, moves), (), (), (), None)


def in_mind(*pasts: Past) -> tuple[str, ...]:
    """The words that a member has after these rounds, coming with kea."""
    view: Any = View.__new__(View)
    object.__setattr__(view, "me", Person(0, 0, "Ada", "inventory", "member", 0.5, "kea"))
    object.__setattr__(view, "past", pasts)
    return tuple(Inventory().words(view))


@pytest.mark.parametrize(
    ("pasts", "words"),
    [
        ((), ("kea",)),
        ((met("lom", "no", "hearer"),), ("kea", "lom")),  # a word it did not have is added
        ((met("lom", "no", "speaker"),), ("kea",)),  # a speaker who is not understood keeps what it has
        ((met("lom", "no", "hearer"), met("lom", "yes", "hearer")), ("lom",)),  # understood: all others go
        ((met("lom", "no", "hearer"), met("kea", "yes", "speaker")), ("kea",)),
        (
            (met("lom", "no", "hearer"), met("lom", "yes", "speaker"), met("kea", "no", "hearer")),
            ("lom", "kea"),
        ),
    ],
)
def test_inventories_by_hand(pasts: tuple[Past, ...], words: tuple[str, ...]) -> None:
    assert in_mind(*pasts) == words


def test_a_table_by_hand() -> None:
    table = Table((4, 7), ("hearer", "speaker"))
    assert GAME.asks(table) == ((7, "word"),) and GAME.form("word", table).options == ("kea", "lom")
    said = Table((4, 7), table.roles, (Move(1, 0, 7, "word", "lom"),))
    assert GAME.asks(said) == ((4, "answer"),) and GAME.form("answer", said).options == ("yes", "no")
    for answer, earned in (("yes", 1.0), ("no", 0.0)):
        over = Table((4, 7), table.roles, (*said.moves, Move(1, 0, 4, "answer", answer)))
        assert GAME.asks(over) == () and GAME.payoffs(over) == ((4, earned), (7, earned))
    aside = Table((4, 7), table.roles, (), (7,))
    assert GAME.asks(aside) == () and GAME.payoffs(aside) == ()


def test_a_round_is_a_word_and_an_answer_in_each_pair() -> None:
    records = played("inventory*24", "none", of=crowd(24, 5))
    drawn = only(Groups, records)
    assert all(len(g.groups) == 12 and {len(pair) for pair in g.groups} == {2} for g in drawn)
    moves = only(Move, records)
    assert [m.kind for m in moves[:24]] == ["word"] * 12 + ["answer"] * 12 and len(moves) == 120
    # All say the one word that they came with, and understand it.
    assert {m.value for m in moves} == {"kea", "yes"} and {p.value for p in only(Payoff, records)} == {1.0}
    spoke = [m.member for m in moves if m.kind == "word"]
    assert len(set(spoke)) > 20


def test_one_of_an_odd_number_rests() -> None:
    records = played("inventory*7", "none", of=crowd(7, 4))
    assert [len(g.resting) for g in only(Groups, records)] == [1] * 4
    assert len(only(Move, records)) == 4 * 6


def test_from_a_mixed_start_a_convention_emerges() -> None:
    of = society("naming", members=30, rounds=120, game={"mixed": True})
    of = of.model_copy(update={"shocks": {}, "interventions": {}})
    kinds = set()
    for seed in range(1, 13):
        records = played("inventory*30", "none", seed, of=of)
        words = [str(m.value) for m in only(Move, records) if m.kind == "word"]
        assert len(set(words[:15])) == 2 and len(set(words[-15:])) == 1
        kinds |= set(words[-1:])
    assert kinds == {"kea", "lom"}  # it might have been the other


def test_few_committed_members_change_nothing_and_many_change_all() -> None:
    assert mean(old_word(100, 0.03, 80, seed) for seed in (1, 2)) > 0.9
    assert mean(old_word(100, 0.20, 80, seed) for seed in (1, 2)) < 0.05


def test_committed_members_say_their_word_whatever_they_hear() -> None:
    records = played("inventory*20,committed*4", "E", of=crowd(24, 10))
    assert {m.value for m in only(Move, records) if m.kind == "word" and m.member >= 20} == {"lom"}
    assert {r.ne for r in only(Report, records) if r.member < 20} == {"none"}  # a convention, no more
    ee = [r.ee for r in only(Report, records) if r.member < 20]
    assert 6 < mean(ee) < 10


def test_majority_members_turn_only_to_what_they_hear_most() -> None:
    stay = played("majority*20,committed*4", "none", of=crowd(24, 60))
    turn = played("majority*8,committed*16", "none", of=crowd(24, 60))
    last = [[m.value for m in only(Move, records) if m.round > 50 and m.kind == "word" and m.member < size]
            for records, size in ((stay, 20), (turn, 8))]  # fmt: skip
    assert last[0].count("kea") > 0.9 * len(last[0]) and last[1].count("lom") > 0.9 * len(last[1])


def test_a_speaker_without_a_word_leaves_nothing_to_hear() -> None:
    def silent(request: Request) -> Any:
        return "no such word" if request.member == 0 and request.kind == "word" else None

    records, _ = to_the_end(started("inventory*24", "none", of=crowd(24, 12)), answers=silent)
    gaps = only(Missing, records)
    assert gaps and {(g.member, g.kind, g.rule) for g in gaps} == {(0, "word", "stand_aside")}
    for gap in gaps:
        (pair,) = [p for g in only(Groups, records) if g.round == gap.round for p in g.groups if 0 in p]
        assert not {m.member for m in only(Move, records) if m.round == gap.round} & set(pair)
        assert not {p.member for p in only(Payoff, records) if p.round == gap.round} & set(pair)


def test_zealots_arrive() -> None:
    of = society("naming")
    records = played("inventory*24", "none", of=of, shock="zealots")
    late = [m for m in only(Move, records) if m.round > 30 and m.member >= 24 and m.kind == "word"]
    assert late and {m.value for m in late} == {"lom"}
