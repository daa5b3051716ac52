"""Who sees an act: those who are there, those to whom it goes, and whom the world's sight lets see."""

from __future__ import annotations

import pytest

from community.play import Play, verb, world
from normquest.community.happening import sight_of
from normquest.community.state import NOWHERE

OPEN_AIR = {"dim": [{"is": ["place.cover", "open"]}, {"is": ["here.cover", "open"]}]}


def across(**more: object) -> Play:
    """The loft is as open as the yard; from either one sees the other, dimly."""
    return Play(world(sight=OPEN_AIR, home={"places": {"loft": {"attributes": {"cover": "open"}}}, **more}))


def test_who_is_there_sees_in_full_and_others_nothing() -> None:
    play = Play(world())
    assert [sight_of(play.community, w, "yard", play.state) for w in ("you", "second", "first")] == [
        "full",
        "full",
        "none",
    ]
    assert play.do("second", "bow", addressee="you").seen_by == ("you",)


def test_sight_goes_by_the_place_of_the_act_and_that_of_the_watcher() -> None:
    play = across()
    play.put("first", "loft")
    assert sight_of(play.community, "first", "yard", play.state) == "dim"
    assert sight_of(play.community, "first", "vat_room", play.state) == "none"
    assert play.do("you", "bow", addressee="second").seen_by == ("first", "second")
    play.put("first", "vat_room")
    assert play.do("you", "bow", addressee="second").seen_by == ("second",)


def test_full_sight_goes_before_dim() -> None:
    full = [{"is": ["watcher.wears", "sash"]}, {"is": ["place.cover", "open"]}]
    play = Play(
        world(sight={**OPEN_AIR, "full": full}, home={"places": {"loft": {"attributes": {"cover": "open"}}}})
    )
    play.put("first", "loft")
    play.put("second", "loft")
    assert sight_of(play.community, "first", "yard", play.state) == "full"
    assert sight_of(play.community, "second", "yard", play.state) == "dim"


def test_sight_may_turn_on_who_acts() -> None:
    marked = {"dim": [{"is": ["actor.wears", "sash"]}]}
    play = Play(world(sight=marked))
    play.put("first", "loft")
    assert "second" in play.do("first", "wait").seen_by
    assert "first" not in play.do("second", "wait").seen_by
    assert sight_of(play.community, "second", "loft", play.state, "first") == "dim"
    assert sight_of(play.community, "second", "loft", play.state, "you") == "none"


def test_sight_changes_with_what_it_turns_on() -> None:
    roof = verb("roof", do={"set": ["place.cover", "roofed"]})
    play = Play(
        world(
            sight=OPEN_AIR, verbs={"roof": roof}, home={"places": {"loft": {"attributes": {"cover": "open"}}}}
        )
    )
    play.put("first", "loft")
    assert play.do("you", "wait").seen_by == ("first", "second")
    assert play.do("you", "roof").seen_by == ("first", "second")  # as it stood before the act
    assert play.do("you", "wait").seen_by == ("second",)


def test_who_comes_in_is_seen_where_they_come_from_and_where_they_go() -> None:
    play = Play(world())
    assert play.do("you", "go", target="vat_room").seen_by == ("first", "second")


@pytest.mark.parametrize("tests", [[], [{"is": ["place.cover", "open"]}]])
def test_who_is_nowhere_sees_nothing(tests: list[dict[str, object]]) -> None:
    play = Play(world(sight={"full": tests}))
    play.put("you", NOWHERE)
    assert sight_of(play.community, "you", "yard", play.state) == "none"
    assert "you" not in play.do("second", "wait").seen_by


def test_those_present_are_those_at_the_place_but_the_actor() -> None:
    play = across()
    play.put("first", "loft")
    event = play.do("you", "wait")
    assert event.present == ("second",) and set(event.facts["people"]) == {"you", "second"}
