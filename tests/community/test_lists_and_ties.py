"""Queues, ledgers and votes: ordered lists of people, and values on ordered pairs."""

from __future__ import annotations

from typing import Any

from community.play import Play, verb, world
from normquest.world.schema import World

IN_LINE = {"listed": ["actor", "line"]}
QUEUE = {
    "queue": verb("queue", when={"not": IN_LINE}, do={"join": ["actor", "line"]}),
    "leave_line": verb("leave", when=IN_LINE, do={"leave": ["actor", "line"]}),
    "draw_water": verb("draw", when={"first": ["actor", "line"]}, do={"leave": ["actor", "line"]}),
    "push_in": verb("push in", do={"join": ["actor", "line"]}),
    "slip_away": verb("slip away", do={"leave": ["actor", "line"]}),
}


def queueing() -> Play:
    return Play(world(verbs=QUEUE, lists=["line", "other"]))


def line(play: Play) -> tuple[str, ...]:
    return tuple(play.of("list:line", "members"))


def test_a_queue_serves_in_the_order_of_joining() -> None:
    play = queueing()
    for who in ("second", "you", "first"):
        play.do(who, "queue")
    assert line(play) == ("second", "you", "first")
    assert [play.may(who, "draw_water") for who in ("first", "second", "you")] == [False, True, False]
    play.do("second", "draw_water")
    assert line(play) == ("you", "first") and play.may("you", "draw_water")


def test_who_leaves_the_middle_moves_the_others_up() -> None:
    play = queueing()
    for who in ("second", "you", "first"):
        play.do(who, "queue")
    play.do("you", "leave_line")
    assert line(play) == ("second", "first")
    assert play.may("you", "queue") and not play.may("you", "leave_line")


def test_joining_twice_keeps_the_place_and_leaving_from_outside_changes_nothing() -> None:
    play = queueing()
    play.do("you", "queue")
    play.do("first", "queue")
    play.do("you", "push_in")
    assert line(play) == ("you", "first")
    play.do("second", "slip_away")
    assert line(play) == ("you", "first")
    assert play.of("list:other", "members") == ()


def test_nobody_is_first_in_an_empty_list() -> None:
    play = queueing()
    assert not any(play.may(who, "draw_water") for who in play.community.people)


def test_a_list_read_back_from_a_log_means_the_same() -> None:
    play = queueing()
    play.do("you", "queue")
    play.state[("list:line", "members")] = ["you", "first"]  # as JSON has it
    assert play.may("you", "draw_water") and play.may("first", "leave_line")
    play.do("second", "queue")
    assert line(play) == ("you", "first", "second")


def test_things_can_be_listed_too() -> None:
    pile = verb("pile", slots={"thing": {"kind": "cloth", "reach": "here"}}, do={"join": ["thing", "line"]})
    topmost = {"thing": {"kind": "cloth", "reach": "here", "where": [{"first": ["thing", "line"]}]}}
    play = Play(world(verbs={"pile": pile, "unpile": verb("unpile", slots=topmost)}, lists=["line"]))
    for cloth in ("cloth_b", "cloth_a"):
        play.do("you", "pile", thing=cloth)
    assert play.may("you", "unpile", thing="cloth_b") and not play.may("you", "unpile", thing="cloth_a")


# --- ties ---


def ledger() -> World:
    someone = {"addressee": {"kind": "person", "reach": "here"}}
    owes = {"compare": [{"tie": ["debt", "actor", "addressee"]}, ">", 0]}
    return world(
        verbs={
            "borrow": verb(
                "borrow",
                slots=someone,
                when={"not": owes},
                do={
                    "tie": [
                        "debt",
                        "actor",
                        "addressee",
                        {"count": {"kind": "cloth", "where": [{"in": ["it", "addressee"]}]}},
                    ]
                },
            ),
            "repay": verb("repay", slots=someone, when=owes, do={"tie": ["debt", "actor", "addressee", 0]}),
        },
        ties={"debt": 0},
    )


def test_a_ledger_keeps_each_ordered_pair_apart() -> None:
    play = Play(ledger())
    play.put("first", "yard")
    for cloth in ("cloth_a", "cloth_b"):
        play.do("second", "take", thing=cloth)
    play.do("you", "borrow", addressee="second")
    assert play.of("tie:debt", "you>second") == 2
    assert play.of("tie:debt", "second>you") == 0 and play.of("tie:debt", "you>first") == 0
    assert not play.may("you", "borrow", addressee="second") and play.may("you", "borrow", addressee="first")
    assert play.may("you", "repay", addressee="second") and not play.may("second", "repay", addressee="you")
    play.do("you", "repay", addressee="second")
    assert not play.may("you", "repay", addressee="second")


def test_a_tie_starts_between_everyone_and_everyone_else() -> None:
    play = Play(ledger())
    pairs = {key[1] for key in play.state if key[0] == "tie:debt"}
    people = play.community.people
    assert pairs == {f"{a}>{b}" for a in people for b in people if a != b}


def votes(who: str, more_than: int) -> dict[str, Any]:
    """The test that more than so many people have voted for somebody."""
    for_them = {"is": [{"tie": ["vote", "it", who]}, True]}
    return {"compare": [{"count": {"kind": "person", "where": [for_them]}}, ">", more_than]}


def voting() -> World:
    everyone = {"addressee": {"kind": "person", "reach": "any"}}
    verbs = {
        "vote": verb("vote", slots=everyone, do={"tie": ["vote", "actor", "addressee", True]}),
        "unvote": verb("unvote", slots=everyone, do={"tie": ["vote", "actor", "addressee", False]}),
        "nominate": verb("nominate", do={"tie": ["vote", "actor", "first", True]}),
        "sit": verb("sit", when=[votes("actor", 1)]),
    }
    return world(verbs=verbs, ties={"vote": False})


def test_votes_are_counted_over_everyone_but_oneself() -> None:
    play = Play(voting())
    assert not play.may("first", "sit")
    play.do("you", "vote", addressee="first")
    assert not play.may("first", "sit")
    play.do("second", "vote", addressee="first")
    assert play.may("first", "sit") and not play.may("you", "sit")
    play.do("you", "unvote", addressee="first")
    assert not play.may("first", "sit")


def test_there_is_no_tie_with_oneself() -> None:
    play = Play(voting())
    assert play.do("first", "nominate").changes == ()
    assert play.do("you", "nominate").changes == (("tie:vote", "you>first", True),)


def test_two_ties_are_compared() -> None:
    more = {
        "compare": [{"tie": ["debt", "actor", "addressee"]}, ">", {"tie": ["debt", "addressee", "actor"]}]
    }
    someone = {"addressee": {"kind": "person", "reach": "here"}}
    verbs = {
        "blush": verb("blush", slots=someone, when=more),
        "owe": verb("owe", slots=someone, do={"tie": ["debt", "actor", "addressee", 3]}),
    }
    play = Play(world(verbs=verbs, ties={"debt": 0}))
    assert not play.may("you", "blush", addressee="second")
    play.do("you", "owe", addressee="second")
    assert play.may("you", "blush", addressee="second") and not play.may("second", "blush", addressee="you")
