"""What one watcher makes of an event; a monitor on its side is never sure of what is not so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from community.play import Play, verb, world
from normquest.community.happening import DIM
from normquest.community.seen import DIM_SANCTION, as_seen, for_monitor, knowledge, sight_from, unseen
from normquest.community.state import NOWHERE
from normquest.norms.events import Act, Event
from normquest.norms.matching import act_match
from normquest.norms.monitor import Monitor
from normquest.norms.rules import ActPattern, rule_from

OPEN_AIR = {"dim": [{"is": ["place.cover", "open"]}, {"is": ["here.cover", "open"]}]}
STIR = verb("stir", slots={"target": {"kind": "vat", "reach": "here"}})
STIR["says"]["dim"] = "Someone in {place} leans over something."
LOFT_OPEN = {"places": {"loft": {"attributes": {"cover": "open"}}}, "vary": []}


def across(**more: object) -> Play:
    """The newcomer in the yard, `first` in the loft, each dimly in view; `second` in the vat room."""
    play = Play(
        world(sight=OPEN_AIR, verbs={"stir": STIR, **more}, facts={"tint": "rose_vat.colour"}, home=LOFT_OPEN)
    )
    play.put("first", "loft")
    play.put("second", "vat_room")
    return play


def seen(play: Play, actor: str, verb: str, watcher: str = "you", **slots: str) -> Event | None:
    """Do it, and what the watcher makes of it."""
    before = play.state
    return as_seen(play.community, play.do(actor, verb, **slots), watcher, before)


def test_in_full_view_it_is_the_same_event() -> None:
    play = Play(world())
    before = play.state
    event = play.do("second", "bow", addressee="you")
    assert as_seen(play.community, event, "you", before) is event
    assert as_seen(play.community, event, "second", before) is event
    assert as_seen(play.community, event, "first", before) is None


def test_dimly_seen_it_is_somebody_doing_something_there() -> None:
    play = across()
    event = seen(play, "first", "stir", target="slate_vat")
    whole = play.log[-1]
    assert event is not None
    assert event.text == "Someone in the loft leans over something."
    assert event.sight == "dim" and event.kind == "act"
    assert event.act == Act("first", "") and event.tags == () and event.changes == () and event.could is None
    assert (event.place, event.hour, event.turn, event.seq) == ("loft", whole.hour, whole.turn, whole.seq)
    assert event.facts["people"] == whole.facts["people"] and event.facts["place"] == whole.facts["place"]
    assert [event.facts[slot] for slot in ("thing", "target", "addressee", "style")] == [None] * 4
    assert "slate" not in repr(event) and "stir" not in repr(event)


@pytest.mark.parametrize(
    "test",
    [{"tag": "doing"}, {"verb": "stir"}, {"tag": "dyeing"}, {"tag": "doing", "target.colour": "slate"}],
)
def test_whether_a_dim_act_fits_is_unknown_unless_where_it_was_decides_it(test: dict[str, str]) -> None:
    play = across()
    event = seen(play, "first", "stir", target="slate_vat")
    assert event is not None and act_match(ActPattern.model_validate(test))(event) is None


def test_without_a_dim_wording_nothing_is_given_away() -> None:
    play = across()
    event = seen(play, "first", "go", target="vat_room")
    assert event is not None and event.text == DIM


def test_an_act_of_no_verb_of_the_world_is_seen_dimly_like_any_other() -> None:
    play = across()
    falter = Event(0, 0, "act", "failed", place="loft", act=Act("first", "falter"), text="The moment passes.")
    event = as_seen(play.community, falter, "you", play.state)
    assert event is not None and event.text == DIM and event.act == Act("first", "")


def test_whether_a_dim_act_came_to_anything_is_not_to_be_seen() -> None:
    fails = verb("heave", fails=[{"when": {"in": ["actor", "loft"]}, "say": "{actor} slips."}])
    play = across(heave=fails)
    event = seen(play, "first", "heave")
    assert play.log[-1].kind == "failed"
    assert event is not None and event.kind == "act" and "slips" not in event.text


def test_who_comes_in_is_seen_but_not_what_they_left_behind() -> None:
    play = across()
    play.put("cloth_a", "first")
    event = seen(play, "second", "go", target="yard")
    names = play.community.names
    assert (
        event is not None and event.sight == "full" and event.text == f"{names['second']} goes to the yard."
    )
    assert event.changes == (("second", "at", "yard"),) and event.facts["target"] == {"cover": "open"}
    assert event.facts["place"] is None and event.facts["people"] is None
    assert event.present == () and event.could is None


def test_who_comes_in_from_a_place_dimly_in_view_keeps_what_was_seen_of_it() -> None:
    play = across()
    event = seen(play, "first", "go", target="yard")
    assert event is not None and event.act == Act("first", "go", (("target", "yard"),))
    assert event.facts["place"] == {"cover": "open"} and set(event.facts["people"]) == {"first"}


def test_the_actor_sees_its_own_act_in_full_wherever_it_leads() -> None:
    play = across()
    event = seen(play, "you", "go", target="vat_room")
    assert event is play.log[-1]


def test_what_another_learns_is_not_to_be_seen_but_what_oneself_learns_is() -> None:
    someone = {"addressee": {"kind": "person", "reach": "here"}}
    play = across(tell=verb("tell", slots=someone, do=[{"learn": ["addressee", "tint"]}]))
    play.put("first", "yard")
    play.put("second", "yard")
    told = seen(play, "first", "tell", addressee="second")
    assert (
        told is not None
        and told.changes == ()
        and play.log[-1].changes == (("second", "knows:tint", "rose"),)
    )
    assert told == replace(play.log[-1], changes=())
    mine = seen(play, "first", "tell", addressee="you")
    assert mine is play.log[-1] and knowledge(play.community, play.state, "you") == {"tint": "rose"}


def test_a_watcher_who_is_nowhere_perceives_nothing() -> None:
    play = across()
    play.put("you", NOWHERE)
    assert seen(play, "first", "wait") is None


def test_perceived_means_seen_by() -> None:
    play = across()
    for actor, act, slots in (
        ("first", "stir", {"target": "slate_vat"}),
        ("second", "go", {"target": "yard"}),
        ("you", "bow", {"addressee": "second"}),
        ("first", "go", {"target": "vat_room"}),
        ("second", "wait", {}),
    ):
        before = play.state
        event = play.do(actor, act, **slots)
        for watcher in play.community.people:
            perceived = as_seen(play.community, event, watcher, before) is not None
            assert perceived == (watcher == actor or watcher in event.seen_by)


# --- ticks ---


def test_at_a_tick_those_out_of_view_are_unknown() -> None:
    play = across()
    tick = play.end()
    event = as_seen(
        play.community,
        tick,
        "you",
        play.community.start | {k: v for k, v in play.state.items() if k[1] == "at"},
    )
    assert event is not None
    people, whole = event.facts["people"], tick.facts["people"]
    assert people["you"] == whole["you"] and people["first"] == whole["first"]  # the loft is in view
    assert set(people["second"].values()) == {None}
    assert set(people["second"]) == {"role", "wears", "holds", "place", "place_id"}


def ruled(*rules: dict[str, object]) -> Play:
    facts, kinds = {"tint": "rose_vat.colour"}, {"vat": {"attributes": {"stirs": 0}}}
    return Play(world(sight=OPEN_AIR, facts=facts, kinds=kinds, home={**LOFT_OPEN, "rules": list(rules)}))


def tick_for(play: Play, watcher: str) -> Event:
    before = play.state
    event = as_seen(play.community, play.end(), watcher, before)
    assert event is not None
    return event


def test_what_a_rule_tells_is_told_to_those_who_are_there() -> None:
    play = ruled(
        {"for": "vat", "every": 1, "do": {"add": ["it.stirs", 1]}, "say": "{it} seethes."},
        {"every": 1, "do": {"set": ["yard.cover", "open"]}, "say": "A cock crows."},
    )
    assert tick_for(play, "second").text == "A cock crows."
    assert tick_for(play, "first").text == "The rose vat seethes.\nThe amber vat seethes.\nA cock crows."
    assert "tub" in play.log[-1].text  # the log has it all


def test_of_what_a_rule_changes_only_what_is_in_view_is_seen() -> None:
    play = ruled(
        {"for": "cloth", "every": 1, "do": {"set": ["it.colour", "slate"]}},
        {"for": "person", "every": 1, "do": {"learn": ["it", "tint"]}},
    )
    play.put("cloth_b", "vat_room")
    event = tick_for(play, "you")
    assert set(event.changes) == {
        ("clock", "turn", 1),
        ("cloth_a", "colour", "slate"),
        ("you", "knows:tint", "rose"),
    }


# --- reactions ---


def sanction(place: str, actor: str, target: str) -> Event:
    return Event(9, 3, "act", "sanction", place=place, act=Act(actor, "click"), target=target, text="Tut.")


def test_a_reaction_is_seen_like_an_act() -> None:
    play = across()
    near, far, away = (
        sanction("yard", "first", "second"),
        sanction("loft", "first", "second"),
        sanction("vat_room", "second", "first"),
    )
    assert as_seen(play.community, near, "you", play.state) is near
    dim = as_seen(play.community, far, "you", play.state)
    assert dim is not None and (dim.text, dim.target, dim.act) == (DIM_SANCTION, None, None)
    assert as_seen(play.community, away, "you", play.state) is None
    assert as_seen(play.community, sanction("loft", "first", "you"), "you", play.state) == sanction(
        "loft", "first", "you"
    )


# --- monitors ---


def test_an_unseen_turn_says_whose_and_when_and_no_more() -> None:
    play = across()
    event = play.do("second", "wait")
    gap = unseen(event)
    assert gap == Event(0, 0, "act", "unseen", hour="morning", act=Act("second", ""), sight="none")
    with pytest.raises(ValueError, match="a tick"):
        unseen(play.end())


def test_a_monitor_is_given_dim_and_unseen_turns_as_gaps() -> None:
    play = across()
    kinds = []
    for actor in ("first", "second", "you"):
        before = play.state
        event = for_monitor(play.community, play.do(actor, "wait"), "you", before)
        assert event is not None
        kinds.append(event.kind)
    assert kinds == ["unseen", "unseen", "act"]
    before = play.state
    tick = for_monitor(play.community, play.end(), "you", before)
    assert tick is not None and tick.kind == "tick"
    assert for_monitor(play.community, sanction("vat_room", "second", "first"), "you", play.state) is None


def test_whether_one_bowed_dimly_seen_is_unknown_to_the_watcher() -> None:
    rule = rule_from(
        {"form": "precedence", "act": {"tag": "doing"}, "first": [{"tag": "honouring"}], "window": "ever"}
    )
    play = across()
    play.put("second", "loft")
    monitor = Monitor(rule)
    found = []
    for actor, act, slots in (
        ("first", "bow", {"addressee": "second"}),
        ("first", "go", {"target": "yard"}),
        ("first", "go", {"target": "vat_room"}),
    ):
        before = play.state
        event = for_monitor(play.community, play.do(actor, act, **slots), "you", before)
        assert event is not None
        found += monitor.feed(event)
    play.put("you", "vat_room")
    before = play.state
    event = for_monitor(play.community, play.do("first", "stir", target="rose_vat"), "you", before)
    assert event is not None
    assert [f.result for f in monitor.feed(event)] == ["unknown"]


def test_sight_from_is_none_for_whom_it_does_not_reach() -> None:
    play = across()
    event = play.do("second", "wait")
    assert [sight_from(play.community, event, w, play.state) for w in ("you", "first", "second")] == [
        "none",
        "none",
        "full",
    ]
