"""Containment: where things are, how near they must be, and what follows from who holds what."""

from __future__ import annotations

import pytest

from community.play import Play, verb, world
from normquest.community.acts import legal_acts

REACHES = ("held", "here", "near", "any")


def reaching(**home: object) -> Play:
    """A tap is given to cloth as near as each verb asks; a table stands in the yard, a bin in the loft."""
    taps = {
        f"tap_{reach}": verb("tap", slots={"thing": {"kind": "cloth", "reach": reach}}) for reach in REACHES
    }
    things = {"table": {"kind": "table", "at": "yard"}, "bin": {"kind": "table", "at": "loft"}}
    kinds = {"table": {"name": "table", "portable": False}}
    return Play(world(verbs=taps, kinds=kinds, home={"things": things, **home}))


@pytest.mark.parametrize(
    ("where", "reached"),
    [
        ("you", {"held", "near", "any"}),
        ("yard", {"here", "near", "any"}),
        ("table", {"near", "any"}),  # on a thing that is here
        ("second", {"any"}),  # held by somebody who is here
        ("loft", {"any"}),
        ("bin", {"any"}),  # on a thing elsewhere
    ],
)
def test_how_near_a_thing_must_be(where: str, reached: set[str]) -> None:
    play = reaching()
    play.put("cloth_a", where)
    assert {r for r in REACHES if play.may("you", f"tap_{r}", thing="cloth_a")} == reached


def test_reach_follows_the_container_when_it_is_moved() -> None:
    tray = {"tray": {"kind": "tray", "at": "yard"}}
    verbs = {
        "lift": verb(
            "lift", slots={"thing": {"kind": "tray", "reach": "here"}}, do={"move": ["thing", "actor"]}
        ),
        "tap": verb("tap", slots={"thing": {"kind": "cloth", "reach": "near"}}),
        "drop": verb(
            "drop", slots={"thing": {"kind": "tray", "reach": "held"}}, do={"move": ["thing", "place"]}
        ),
    }
    play = Play(world(verbs=verbs, kinds={"tray": {"name": "tray"}}, home={"things": tray}))
    play.put("cloth_a", "tray")
    assert play.may("you", "tap", thing="cloth_a")
    play.do("you", "lift", thing="tray")
    assert not play.may("you", "tap", thing="cloth_a")  # what lies on a thing in hand is not within reach
    play.do("you", "go", target="loft")
    play.do("you", "drop", thing="tray")
    assert play.may("you", "tap", thing="cloth_a")


def test_an_exit_is_a_neighbouring_place_one_way_as_the_file_says() -> None:
    play = Play(world(home={"places": {"loft": {"exits": ["vat_room"]}}}))

    def exits() -> set[str]:
        acts = legal_acts(play.community, play.state, "you")
        return {g.act.slot("target") or "" for g in acts if g.act.verb == "go"}

    assert exits() == {"vat_room", "loft"}
    play.do("you", "go", target="loft")
    assert exits() == {"vat_room"}


def test_going_moves_the_actor_and_nobody_else() -> None:
    play = Play(world())
    event = play.do("you", "go", target="vat_room")
    assert event.changes == (("you", "at", "vat_room"),)
    assert play.where("you") == "vat_room" and play.where("second") == "yard"


def test_a_person_is_in_reach_where_the_actor_is_and_never_the_actor() -> None:
    play = Play(world())
    assert play.may("you", "bow", addressee="second")
    assert not play.may("you", "bow", addressee="first")
    assert play.ground("you", "bow", addressee="you") is None


def test_a_place_can_be_a_target_where_the_actor_stands() -> None:
    sweep = verb("sweep", slots={"target": {"kind": "place", "reach": "here"}})
    play = Play(world(verbs={"sweep": sweep}))
    assert play.may("you", "sweep", target="yard") and not play.may("you", "sweep", target="loft")


def test_a_thing_stands_on_a_thing_and_is_counted_there() -> None:
    rack = {"kind": "rack", "at": "yard"}
    hang = verb(
        "hang",
        slots={"thing": {"kind": "cloth", "reach": "held"}, "target": {"kind": "rack", "reach": "here"}},
        when=[{"compare": [{"count": {"kind": "cloth", "where": [{"in": ["it", "target"]}]}}, "<", 1]}],
        do={"move": ["thing", "target"]},
    )
    play = Play(
        world(
            verbs={"hang": hang},
            kinds={"rack": {"name": "rack", "portable": False}},
            home={"things": {"rack": rack}},
        )
    )
    for cloth in ("cloth_a", "cloth_b"):
        play.do("you", "take", thing=cloth)
    play.do("you", "hang", thing="cloth_a", target="rack")
    assert play.where("cloth_a") == "rack"
    assert not play.may("you", "hang", thing="cloth_b", target="rack")


def test_a_carrying_limit_counts_what_the_actor_holds() -> None:
    play = Play(world(home={"things": {"cloth_c": {"kind": "cloth", "at": "yard"}}}))
    for cloth in ("cloth_a", "cloth_b"):
        play.do("you", "take", thing=cloth)
    assert not play.may("you", "take", thing="cloth_c")
    assert play.may("second", "take", thing="cloth_c")
    play.do("you", "put", thing="cloth_a")
    assert play.may("you", "take", thing="cloth_c")


def test_what_is_put_down_lies_where_the_actor_is() -> None:
    play = Play(world())
    play.do("you", "take", thing="cloth_a")
    play.do("you", "go", target="loft")
    play.do("you", "put", thing="cloth_a")
    assert play.where("cloth_a") == "loft"
    assert play.log[-1].changes == (("cloth_a", "at", "loft"),)


def test_two_slots_are_never_filled_with_the_same_thing() -> None:
    press = {"thing": {"kind": "cloth", "reach": "any"}, "target": {"kind": "cloth", "reach": "any"}}
    play = Play(world(verbs={"press": verb("press", slots=press)}))
    pairs = {g.act.slots for g in legal_acts(play.community, play.state, "you") if g.act.verb == "press"}
    assert pairs == {
        (("thing", "cloth_a"), ("target", "cloth_b")),
        (("thing", "cloth_b"), ("target", "cloth_a")),
    }


def test_a_kind_that_can_be_moved_only_among_others_is_followed_too() -> None:
    shove = verb(
        "shove", slots={"thing": {"kind": ["cloth", "vat"], "reach": "here"}}, do={"move": ["thing", "loft"]}
    )
    play = Play(world(verbs={"shove": shove}))
    play.do("you", "go", target="vat_room")
    assert play.may("you", "shove", thing="rose_vat") and play.may("you", "shove", thing="amber_vat")
    play.do("you", "shove", thing="rose_vat")
    assert not play.may("you", "shove", thing="rose_vat")
    play.do("you", "go", target="loft")
    assert play.may("you", "shove", thing="rose_vat")
