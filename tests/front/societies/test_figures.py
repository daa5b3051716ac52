"""Curves and the network of a society on numbers that can be checked by eye."""

from front.societies.made import ABOUT, FIRST, GAME, SECOND, by_hand, live
from normquest.front.societies.curves import Row, chart, legend, mean_text
from normquest.front.societies.debrief import debrief
from normquest.front.societies.fold import Fold, Mean, Point
from normquest.front.societies.network import ends, network, shade
from normquest.session.societies.driving import drive_now

NOTHING = Mean(None, 0)


def text(rows: list[Row]) -> list[str]:
    """The rows without their kinds."""
    return ["".join(part for part, _ in row).rstrip() for row in rows]


def test_bars_and_letters_stand_where_their_numbers_are() -> None:
    points = [
        Point(1, Mean(10.0, 4), Mean(5.0, 4), Mean(0.0, 3)),
        Point(2, Mean(5.0, 4), NOTHING, NOTHING),
        Point(3, NOTHING, Mean(9.9, 1), Mean(9.9, 1)),
    ]
    rows = text(chart(points, 4, 10, {2: "shock"}, 21, 4))
    assert rows == [
        " 10 │█        EN",
        "    │█E",
        "    │█   █",
        "  0 │█ N █",
        "    └────────────────",
        "     1",
        "         ▲",
    ]
    narrow = text(chart(points, 4, 10, {}, 9, 4, ascii=True))
    assert narrow[:4] == [" 10 |# N", "    |E", "    |##", "  0 |N#"] and narrow[4] == "    +----"


def test_nothing_but_ascii_where_there_is_nothing_else() -> None:
    points = [Point(n, Mean(n / 3, 4), Mean(n / 2, 4), Mean(1.0, 4)) for n in range(1, 26)]
    for row in [*text(chart(points, 25, 10, {}, 76, 11, ascii=True)), *text([legend(ascii=True)])]:
        assert row.isascii() and len(row) <= 80
    assert all(shade(weight, 1.0, ascii=True).isascii() for weight in (0.0, 0.5, 1.0, 1.2, 2.0))


def test_more_rounds_than_columns_show_the_last() -> None:
    points = [Point(n, Mean(10.0, 4), NOTHING, NOTHING) for n in range(1, 101)]
    rows = text(chart(points, 200, 10, {}, 55, 3))
    assert rows[0] == f" 10 │{'█' * 50}" and "100" in rows[-1] and rows[-1].startswith("     51")


def test_a_mean_is_told_with_its_n_and_what_is_not_known_is_said() -> None:
    assert mean_text(Mean(4.04, 12)) == "4.0 (N=12)"
    assert mean_text(Mean(4.0, 10, none=2)) == "4.0 (N=10, none: 2)"
    assert mean_text(Mean(None, 0, none=3)) == "none of 3 has one"
    assert mean_text(NOTHING) == "not asked"


def test_the_network_is_ordered_by_standing_and_tells_its_ends_in_words() -> None:
    fold = by_hand(FIRST)
    picture = network(fold)
    assert [line.member for line in picture.lines] == [1, 2, 3, 0]
    assert picture.lines[0].ties == (None, 1.0, 1.0, 0.2) and picture.lines[3].ties[0] == 1.1
    assert ends(fold) == (["Ash to Elm 1.10"], ["Elm to Ash 0.20"])
    assert [shade(weight, 1.0) for weight in (0.1, 0.5, 1.0, 1.1, 2.0)] == list("·░▒▓█")
    assert network(fold, 2).left_out == 2 and len(network(fold, 2).lines) == 2
    assert [line.member for line in network(by_hand(FIRST, SECOND)).lines] == [
        1,
        2,
        4,
    ]  # without who has gone


def test_the_debrief_tells_what_was_hidden_and_sets_beliefs_side_by_side() -> None:
    said = text(debrief(by_hand(FIRST), 1, 80))
    whole = "\n".join(said)
    assert said[0] == "You were Elm in 1 round of By hand."
    assert "You put in 4.0 a round (N=1), the others 4.0 (N=2)." in said
    assert "What you held to be typical was off by 0.0 (N=1)." in said
    assert "In round 1 you held 6.0 to be acceptable; the others 7.0 (N=1, none: 1)." in said
    assert "puts in nothing, unless that pays; inclined 0.90" in whole
    assert "Yew          put in    –" in whole


def test_the_debrief_of_a_whole_society_names_everybody_but_oneself() -> None:
    played = live("imitator*5", seed=2)
    drive_now(played)
    fold = Fold(ABOUT, GAME)
    fold.take(played.records)
    whole = "\n".join(text(debrief(fold, 0, 70, ascii=True)))
    assert whole.count("does what it saw the others do") == 4
    assert whole.isascii()
