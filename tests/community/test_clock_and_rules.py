"""Named hours, and the world's own rules: for, every, at, when, do, say."""

from __future__ import annotations

from typing import Any

import pytest

from community.play import Play, verb, world
from normquest.community.clock import hour_at, turn_of_hour
from normquest.community.state import NOWHERE

HOURS = {"morning": {"reads": "in the morning", "turns": 2}, "dusk": {"reads": "at dusk", "turns": 3}}
TEND = {"kinds": {"bush": {"name": "bush", "portable": False}}}


def ruled(*rules: dict[str, Any], **more: Any) -> Play:
    home = {"rules": list(rules), **more.pop("home", {})}
    return Play(world(hours=HOURS, home=home, **more))


def test_hours_follow_one_another_and_days_begin_with_the_first() -> None:
    play = ruled()
    seen = [(play.of("clock", "day"), play.of("clock", "hour"))]
    for _ in range(6):
        play.end()
        seen.append((play.of("clock", "day"), play.of("clock", "hour")))
    assert seen == [
        (0, "morning"),
        (0, "morning"),
        (0, "dusk"),
        (0, "dusk"),
        (0, "dusk"),
        (1, "morning"),
        (1, "morning"),
    ]
    assert seen == [hour_at(play.community, turn) for turn in range(7)]
    assert [turn_of_hour(play.community, hour) for hour in HOURS] == [0, 2]
    with pytest.raises(KeyError):
        turn_of_hour(play.community, "noon")


def test_events_carry_the_hour_in_which_they_happen_a_tick_that_of_its_turn() -> None:
    play = ruled()
    hours = []
    for _ in range(3):
        hours.append((play.do("you", "bow", addressee="second").hour, play.end().hour))
    assert hours == [("morning", "morning"), ("morning", "morning"), ("dusk", "dusk")]


def test_a_window_of_time_opens_and_closes() -> None:
    verbs = {
        "ring": verb("ring", when=[{"is": [{"clock": "hour"}, "dusk"]}]),
        "rest": verb("rest", when=[{"compare": [{"clock": "turn"}, ">=", 3]}]),
        "recall": verb("recall", when=[{"compare": [{"clock": "day"}, "==", 1]}]),
    }
    play = ruled(verbs=verbs)
    seen = []
    for _ in range(6):
        seen.append("".join(name[:3] + " " for name in verbs if play.may("you", name)).strip())
        play.end()
    assert seen == ["", "", "rin", "rin res", "rin res", "res rec"]


def test_every_n_turns() -> None:
    play = ruled(
        {"every": 3, "do": {"add": ["yard.bells", 1]}},
        home={"places": {"yard": {"attributes": {"bells": 0}}}},
    )
    rung = []
    for _ in range(7):
        play.end()
        rung.append(play.of("yard", "bells"))
    assert rung == [0, 0, 1, 1, 1, 2, 2]


def test_at_an_hour_once_when_it_begins() -> None:
    play = ruled(
        {"at": "dusk", "do": {"set": ["yard.cover", "roofed"]}},
        {"at": "morning", "do": {"set": ["yard.cover", "open"]}},
    )
    changed = []
    for turn in range(1, 11):
        changed += [(turn, value) for _, attribute, value in play.end().changes if attribute == "cover"]
    assert changed == [(2, "roofed"), (5, "open"), (7, "roofed"), (10, "open")]


def test_a_world_with_a_single_hour_has_its_hour_begin_every_day() -> None:
    play = Play(
        world(
            hours={"morning": {"turns": 3}, "dusk": None},
            home={"rules": [{"at": "morning", "do": {"set": ["yard.cover", "open"]}}]},
        )
    )
    begun = [turn for turn in range(1, 8) if any(c[1] == "cover" for c in play.end().changes)]
    assert begun == [3, 6]


def test_regrowth_makes_one_every_n_turns_while_there_are_few() -> None:
    few = {"compare": [{"count": {"kind": "berry", "where": [{"in": ["it", "hedge"]}]}}, "<", 2]}
    grow = {
        "every": 2,
        "when": [few],
        "do": {"make": {"kind": "berry", "in": "hedge"}},
        "say": "The hedge puts out a berry.",
    }
    kinds = {"berry": {"name": "berry", "spare": 3}, "hedge": {"name": "hedge", "portable": False}}
    pick = verb("pick", slots={"thing": {"kind": "berry", "reach": "near"}}, do={"move": ["thing", "actor"]})
    play = ruled(
        grow, kinds=kinds, verbs={"pick": pick}, home={"things": {"hedge": {"kind": "hedge", "at": "yard"}}}
    )

    def on_hedge() -> int:
        return sum(play.where(f"berry__{n}") == "hedge" for n in (1, 2, 3))

    grown = []
    for _ in range(6):
        play.end()
        grown.append(on_hedge())
    assert grown == [0, 1, 1, 2, 2, 2]
    play.do("you", "pick", thing="berry__1")
    play.end(2)
    assert on_hedge() == 2 and play.where("berry__3") == "hedge"
    play.do("you", "pick", thing="berry__2")
    play.end(2)
    assert on_hedge() == 1  # no spare is left
    assert [event.text for event in play.log if event.kind == "tick"][-2:] == ["", ""]


def test_regrowth_by_a_count_does_not_mistake_spares_for_what_is_there() -> None:
    few = {"compare": [{"count": {"kind": "berry"}}, "<", 2]}
    grow = {"every": 1, "when": [few], "do": {"make": {"kind": "berry", "in": "yard"}}}
    play = ruled(grow, kinds={"berry": {"name": "berry", "spare": 5}})
    play.end(4)
    assert [n for n in range(1, 6) if play.where(f"berry__{n}") == "yard"] == [1, 2]


def test_a_rule_for_a_kind_holds_of_each_by_itself() -> None:
    play = ruled(
        {
            "for": "cloth",
            "when": [{"not": {"is": ["it.colour", "raw"]}}],
            "do": {"set": ["it.colour", "raw"]},
        },
        home={"things": {"cloth_a": {"attributes": {"colour": "rose"}}}},
    )
    assert ("cloth_a", "colour", "raw") in play.end().changes
    assert [c for c in play.end().changes if c[1] == "colour"] == []


def test_a_rule_for_people_moves_them_and_passes_over_who_is_not_there() -> None:
    play = ruled({"for": "person", "at": "dusk", "do": {"move": ["it", "loft"]}})
    play.put("you", NOWHERE)
    play.end(2)
    assert [play.where(p) for p in ("first", "second", "you")] == ["loft", "loft", NOWHERE]


def test_later_rules_see_what_earlier_ones_did() -> None:
    play = ruled(
        {"every": 1, "do": {"add": ["yard.bells", 1]}},
        {"when": [{"compare": ["yard.bells", ">=", 2]}], "do": {"set": ["yard.cover", "roofed"]}},
        home={"places": {"yard": {"attributes": {"bells": 0}}}},
    )
    play.end()
    assert play.of("yard", "cover") == "open"
    play.end()
    assert play.of("yard", "cover") == "roofed"


def test_rules_come_after_the_clock_has_moved_on() -> None:
    play = ruled({"when": [{"is": [{"clock": "hour"}, "dusk"]}], "do": {"set": ["yard.cover", "roofed"]}})
    play.end()
    assert play.of("yard", "cover") == "open"
    event = play.end()
    assert event.hour == "morning" and play.of("yard", "cover") == "roofed"


def test_what_a_rule_tells_is_told_when_it_changes_something() -> None:
    play = ruled(
        {"every": 2, "do": {"set": ["yard.cover", "roofed"]}, "say": "A sail is drawn over the yard."}
    )
    assert [play.end().text for _ in range(2)] == ["", "A sail is drawn over the yard."]


def test_what_a_rule_tells_names_whom_it_is_for() -> None:
    play = ruled(
        {"for": "cloth", "every": 1, "do": {"set": ["it.colour", "slate"]}, "say": "{it} has darkened."}
    )
    play.put("cloth_b", NOWHERE)
    assert play.end().text == "The slate cloth has darkened."


def test_a_rule_that_draws_draws_anew_each_turn_and_alike_for_a_seed() -> None:
    weather = {"every": 1, "do": {"draw": ["yard.cover", ["open", "roofed"]]}}

    def days(seed: int) -> list[object]:
        play = Play(world(hours=HOURS, home={"rules": [weather]}), seed)
        return [play.end().changes for _ in range(12)]

    assert days(1) == days(1)
    assert len({str(days(seed)) for seed in range(6)}) == 6
