"""Messages and their codes, one by one."""

import pytest

from normquest.measures.societies.discussion import coded, shares
from normquest.measures.societies.kappa import agreement
from normquest.measures.societies.logs import Message


def codes_of(*texts: str) -> list[tuple[str, float | None, str]]:
    talk = [Message(1, 3, 0, turn, turn, text) for turn, text in enumerate(texts)]
    return [(c.kind, c.amount, c.direction) for c in coded(talk)]


def one(text: str, first: str = "I propose 6.") -> tuple[str, float | None, str]:
    return codes_of(first, text)[1]


def test_proposal_counter_and_agreement() -> None:
    assert codes_of(
        "Hello all.",
        "I propose 6 for each of us.",
        "I agree with 6.",
        "I would rather say 4.",
        "Let's all give eight!",
        "Sounds good to me.",
        "Six is fine.",
    ) == [
        ("other", None, "none"),
        ("proposal", 6, "none"),
        ("agreement", 6, "none"),
        ("counter", 4, "down"),
        ("counter", 8, "up"),
        ("agreement", None, "none"),
        ("agreement", 6, "none"),
    ]


@pytest.mark.parametrize(
    "text, kind, amount",
    [
        ("I don't agree.", "other", None),
        ("I do not fully agree with that.", "other", None),
        ("I disagree, give 3.", "counter", 3),
        ("Yes.", "agreement", None),
        ("Last round we gave 3, so let's give 6 now.", "agreement", 6),
        ("In round 2 everyone gave 7.", "other", None),
        ("There are 4 members, and the pot grows by 1.6.", "other", None),
        ("Give 50% please", "other", None),
        ("Put in 5.5 each.", "counter", 5.5),
        ("Each one of us matters.", "other", None),
        ("I will contribute one.", "counter", 1),
        ("I go all in.", "counter", 10),
        ("Let us give 100.", "other", None),
        ("", "other", None),
        ("I’m in", "agreement", None),
        ("\x1b[31mI agree\x1b[0m", "agreement", None),
    ],
)
def test_kinds_one_by_one(text: str, kind: str, amount: float | None) -> None:
    assert one(text)[:2] == (kind, amount)


@pytest.mark.parametrize(
    "text, direction",
    [
        ("We should give more.", "up"),
        ("Let's raise it, others gave too little.", "up"),
        ("We could lower it.", "down"),
        ("More or less the same.", "none"),
        ("Let's not reduce it.", "none"),
        ("Fine.", "none"),
        ("I say 9, no less.", "up"),
    ],
)
def test_directions(text: str, direction: str) -> None:
    assert one(text)[2] == direction


@pytest.mark.parametrize(
    "text, back",
    [
        ("Last round it was only 3.4.", True),
        ("As before, 6.", True),
        ("So far so good.", True),
        ("Round 4 was bad.", True),
        ("Let us do that again.", True),
        ("At last we agree.", False),
        ("Before we start: hello.", False),
        ("So let us give far more.", False),
    ],
)
def test_looking_back(text: str, back: bool) -> None:
    assert coded([Message(1, 1, 0, 0, 0, text)])[0].looks_back is back


def test_every_group_and_round_has_a_first_proposal_of_its_own_whatever_the_order() -> None:
    talk = [
        Message(1, 2, 0, 0, 5, "I propose 8."),
        Message(1, 1, 1, 0, 6, "I propose 3."),
        Message(1, 1, 0, 1, 7, "I propose 4."),
        Message(1, 1, 0, 0, 8, "I propose 5."),
    ]
    assert [(c.message.member, c.kind) for c in coded(talk)] == [
        (8, "proposal"),
        (7, "counter"),
        (6, "proposal"),
        (5, "proposal"),
    ]


def test_shares_have_their_n_and_none_is_undefined() -> None:
    codes = coded([Message(1, 1, 0, 0, 0, "I propose 5."), Message(1, 1, 0, 1, 1, "I agree, as before.")])
    by_code = {s.code: (s.count, s.n, s.share) for s in shares(codes)}
    assert by_code["kind=proposal"] == (1, 2, 0.5)
    assert by_code["kind=counter"] == (0, 2, 0.0)
    assert by_code["looks back"] == (1, 2, 0.5)
    assert all(s.share is None and s.n == 0 for s in shares([]))


def test_kappa_by_hand() -> None:
    # Cohen's table 20 5 / 10 15: seen .7, chance .5 · .6 + .5 · .4 = .5, kappa .4
    one = ["yes"] * 25 + ["no"] * 25
    other = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    found = agreement("kind", one, other, [i // 3 % 5 for i in range(50)])
    assert (found.n, found.runs, found.alike) == (50, 5, pytest.approx(0.7))
    assert found.kappa == pytest.approx(0.4)
    assert found.low is not None and found.high is not None and found.low < 0.4 < found.high


def test_kappa_at_its_ends_and_where_it_is_not_defined() -> None:
    assert agreement("k", ["a", "b"], ["a", "b"], [1, 2]).kappa == pytest.approx(1)
    assert agreement("k", ["a", "b"], ["b", "a"], [1, 1]).kappa == pytest.approx(-1)
    same = agreement("k", ["a", "a"], ["a", "a"], [1, 2])
    assert (same.alike, same.kappa) == (1, None)
    assert agreement("k", [], [], []) == agreement("k", (), (), ())
    assert agreement("k", [], [], []).kappa is None
    with pytest.raises(ValueError, match="codes of"):
        agreement("k", ["a"], [], [])
