"""The fold of a society on records made by hand, and against the engine's own sums."""

import pytest
from society.playing import only

from front.societies.made import ABOUT, FIRST, GAME, SECOND, by_hand, live
from normquest.front.societies.fold import Fold, Mean
from normquest.front.societies.reel import Reel
from normquest.session.societies.driving import drive_now
from normquest.session.societies.summing import summed
from normquest.society.records import Groups, Message, RoundEnd, Seated


def test_a_round_as_it_stands_at_its_end() -> None:
    fold = by_hand(FIRST)
    assert (fold.round, fold.phase) == (1, "reports")
    assert fold.groups == ((1, 0), (2, 3)) and fold.sitting == [0, 1, 2, 3]
    assert [(one.member, one.text) for one in fold.talk] == [(1, "four"), (2, "I agree"), (0, "")]
    assert fold.payoffs == {1: 9.2, 0: 13.2, 2: 14.8}
    assert fold.got(0) == [(1, -1.0)] and fold.given(0) == [(1, 0.5)]
    assert fold.weight(1, 0) == 0.2 and fold.weight(2, 0) == 1.0
    assert fold.ranked == [1, 2, 3, 0]
    for member, standing in fold.faces[0].standing.items():
        assert member == 1 and standing == pytest.approx(fold.standing(0), abs=1e-6)
    assert [one.member for one in fold.missing] == [3]


def test_means_have_their_n_and_what_is_missing_stays_missing() -> None:
    (point,) = by_hand(FIRST).points
    assert point.acts == Mean(4.0, 3) and 1 not in by_hand(FIRST).faces[3].acts  # Yew's absent act is no 0
    assert point.ee == Mean(4.0, 3)
    assert point.ne == Mean(6.5, 2, none=1)
    nothing = by_hand(FIRST[:5]).points[0]
    assert nothing.acts == Mean(None, 0) and nothing.ne.value is None


def test_strangers_are_marked_and_left_out_of_the_means_and_a_repeated_act_is_none() -> None:
    fold = by_hand(FIRST, SECOND)
    assert fold.strangers == {4} and fold.faces[3].gone == "replaced" and fold.faces[3].went == 2
    assert fold.faces[0].gone == "excluded" and 0 not in fold.sitting
    assert fold.marks == {2: "shock"}  # the gravest of the round: an exclusion came too
    assert [one.kind for one in fold.told] == ["shock", "excluded"]
    assert "Rue" in fold.told[0].text and "Yew" in fold.told[0].text and "0.10" in fold.told[1].text
    assert fold.points[1].acts == Mean(2.0, 2)  # 1 and 3: not the stranger's 9, not the repeated 5


def test_who_was_sent_something_waits_until_it_has_answered() -> None:
    fold = by_hand(FIRST[:6])
    assert fold.waiting == [1]
    fold.take(FIRST[6:])
    assert fold.waiting == []
    assert [(one.prompt.text, one.reply.raw if one.reply else "") for one in fold.exchanges[1]] == [
        ("You are Elm.", "say: four"),
        ("How much?", "answer: 4"),
    ]


def test_the_speaker_is_whoever_said_the_last_thing_while_they_talk() -> None:
    assert by_hand(FIRST[:9]).speaking(0) == 1 and by_hand(FIRST[:9]).speaking(1) is None
    assert by_hand(FIRST[:17]).speaking(0) is None


def test_moments_of_the_rounds_and_leafing_back_gives_what_was_there() -> None:
    reel = Reel(ABOUT, GAME)
    reel.take(FIRST)
    reel.take(SECOND)
    places = [(one.round, one.phase, one.turn) for one in reel.moments]
    assert places == [
        (1, "groups", 0), (1, "talk", 1), (1, "talk", 2), (1, "acts", 0), (1, "ratings", 0),
        (1, "reports", 0), (2, "groups", 0), (2, "talk", 1), (2, "acts", 0), (2, "ratings", 0),
    ]  # fmt: skip
    assert len(reel.at(2).talk) == 3 and not reel.at(2).moves
    assert reel.at(9).faces[0].gone == "excluded"
    assert len(reel.at(1).talk) == 2 and not reel.at(1).faces[0].gone  # back
    assert reel.first_of(2) == 6 and reel.near((1, 5, 0)) == 5 and reel.near((1, 1, 9)) == 2


@pytest.mark.parametrize("pieces", [1, 7, 10_000])
def test_a_live_society_and_a_replay_are_the_same(pieces: int) -> None:
    played = live()
    drive_now(played)
    whole, grown = Reel(ABOUT, GAME), Reel(ABOUT, GAME)
    whole.take(played.records)
    for start in range(0, len(played.records), pieces):
        grown.take(played.records[start : start + pieces])
        grown.at(start % 5)  # whoever looks back meanwhile changes nothing
    assert grown.moments == whole.moments
    assert grown.whole == whole.whole


def test_means_and_standings_are_those_of_the_engine_with_shock_and_confederates() -> None:
    shocks = {"s": {"after": 2, "count": 2, "who": "random", "tendency": {"least": 0, "most": 0.2},
                    "anchor": 0.5, "rounds_after": 2}}  # fmt: skip
    trials = {"flip": {"kind": "majority", "starts": [2], "lasts": 1, "share": 0.6, "act": 1, "says": 8}}
    played = live(
        "internalised*3,imitator*2", shock="s", trials=("flip",), shocks=shocks, interventions=trials
    )
    drive_now(played)
    fold = Fold(ABOUT, GAME)
    ends = 0
    for record in played.records:
        fold.take([record])
        if isinstance(record, RoundEnd):
            ends += 1
            for member, standing in zip(record.members, record.standing, strict=True):
                assert fold.standing(member) == pytest.approx(standing)
    sums = summed(played.records, played.society)
    assert [point.acts.value for point in fold.points] == pytest.approx(sums["acts"])
    assert [point.ee.value for point in fold.points] == pytest.approx(sums["ee"])
    assert ends == len(fold.points) == 4
    assert (
        len(only(Seated, played.records)) > 5
        and only(Groups, played.records)
        and only(Message, played.records)
    )
