"""Attributes, sums and what changes them: set, add, draw, if; make and remove."""

from __future__ import annotations

import pytest

from community.play import Play, verb, world
from normquest.community.acts import legal_acts
from normquest.community.state import NOWHERE

CLOTH = {"thing": {"kind": "cloth", "reach": "here"}}


def test_set_takes_a_value_from_another_thing() -> None:
    play = Play(world())
    colour = play.of("rose_vat", "colour")
    play.do("you", "take", thing="cloth_a")
    play.do("you", "go", target="vat_room")
    event = play.do("you", "dye", thing="cloth_a", target="rose_vat")
    assert event.changes == (("cloth_a", "colour", colour),)
    assert play.of("cloth_b", "colour") == "raw"


def test_a_verb_may_wait_for_an_attribute_that_nothing_has_at_first() -> None:
    don = verb("don", when=[{"not": {"is": ["actor.wears", "cap"]}}], do={"set": ["actor.wears", "cap"]})
    doff = verb("doff", when=[{"is": ["actor.wears", "cap"]}], do={"set": ["actor.wears", "sash"]})
    play = Play(world(verbs={"don": don, "doff": doff}))
    assert play.of("you", "wears") is None
    assert play.may("you", "don") and not play.may("you", "doff")
    play.do("you", "don")
    assert play.may("you", "doff") and not play.may("you", "don")
    assert not play.may("second", "doff")


def test_a_place_has_attributes_that_acts_change_where_the_actor_stands() -> None:
    roof = verb("roof", when=[{"is": ["place.cover", "open"]}], do={"set": ["place.cover", "roofed"]})
    play = Play(world(verbs={"roof": roof}))
    event = play.do("you", "roof")
    assert event.changes == (("yard", "cover", "roofed"),)
    assert not play.may("you", "roof")
    assert event.facts["place"] == {"cover": "open"}  # as it stood before the act


def test_add_counts_on_from_nothing() -> None:
    kick = verb("kick", slots={"target": {"kind": "vat", "reach": "here"}}, do={"add": ["target.dents", 2]})
    home = {"things": {"rose_vat": {"attributes": {"dents": 1}}}}
    play = Play(world(verbs={"kick": kick}, home=home))
    play.put("you", "vat_room")
    play.do("you", "kick", target="rose_vat")
    play.do("you", "kick", target="amber_vat")
    assert play.of("rose_vat", "dents") == 3
    assert play.of("amber_vat", "dents") == 2


def test_adding_what_is_not_there_adds_nothing() -> None:
    weigh = verb("weigh", slots=CLOTH, do={"add": ["actor.load", "thing.weight"]})
    home = {
        "things": {"cloth_a": {"attributes": {"weight": 4}}},
        "people": {"first": {"attributes": {"load": 0}}},
    }
    play = Play(world(verbs={"weigh": weigh}, home=home))
    play.do("you", "weigh", thing="cloth_a")
    play.do("you", "weigh", thing="cloth_b")
    assert play.of("you", "load") == 4


def test_a_sum_of_weights_limits_what_is_carried() -> None:
    weight = {"sum": {"kind": "cloth", "of": "it.weight", "where": [{"in": ["it", "actor"]}]}}
    lift = verb("lift", slots=CLOTH, when=[{"compare": [weight, "<=", 5]}], do={"move": ["thing", "actor"]})
    weights = {"cloth_a": 4, "cloth_b": 2, "cloth_c": 1}
    things = {c: {"kind": "cloth", "at": "yard", "attributes": {"weight": w}} for c, w in weights.items()}
    play = Play(world(verbs={"lift": lift}, home={"things": things}))
    play.do("you", "lift", thing="cloth_a")
    play.do("you", "lift", thing="cloth_b")  # 4 so far, and so it may be had
    assert not play.may("you", "lift", thing="cloth_c")
    play.do("you", "put", thing="cloth_a")
    assert play.may("you", "lift", thing="cloth_c")


def test_a_sum_passes_over_what_has_no_weight() -> None:
    weight = {"sum": {"kind": "cloth", "of": "it.weight"}}
    boast = verb("boast", when=[{"compare": [weight, "==", 4]}])
    home = {"things": {"cloth_a": {"attributes": {"weight": 4}}}}
    assert Play(world(verbs={"boast": boast}, home=home)).may("you", "boast")


@pytest.mark.parametrize(
    ("op", "holds"), [("<", False), ("<=", True), ("==", True), ("!=", False), (">=", True), (">", False)]
)
def test_comparing(op: str, holds: bool) -> None:
    look = verb("look", when=[{"compare": [{"count": {"kind": "cloth"}}, op, 2]}])
    assert Play(world(verbs={"look": look})).may("you", "look") == holds


def test_nothing_is_larger_or_smaller_than_what_is_not_there() -> None:
    tests = {op: verb("look", when=[{"compare": ["actor.load", op, 1]}]) for op in ("<", ">", "==")}
    home = {"people": {"first": {"attributes": {"load": 0}}}}
    play = Play(world(verbs={f"look_{n}": v for n, v in enumerate(tests.values())}, home=home))
    assert [play.may("you", f"look_{n}") for n in range(3)] == [False, False, False]
    assert play.may("first", "look_0")


def test_any_all_and_not() -> None:
    def held(*cloths: str) -> list[dict[str, object]]:
        return [{"in": [cloth, "actor"]} for cloth in cloths]

    verbs = {
        "either": verb("either", when={"any": held("cloth_a", "cloth_b")}),
        "both": verb("both", when={"all": held("cloth_a", "cloth_b")}),
        "neither": verb("neither", when={"not": {"any": held("cloth_a", "cloth_b")}}),
    }
    play = Play(world(verbs=verbs))
    seen = []
    for cloth in ("", "cloth_a", "cloth_b"):
        if cloth:
            play.do("you", "take", thing=cloth)
        seen.append([play.may("you", v) for v in verbs])
    assert seen == [[False, False, True], [True, False, False], [True, True, False]]


def test_if_takes_one_way_or_the_other_and_sees_what_came_before() -> None:
    flip = verb(
        "flip",
        slots=CLOTH,
        do=[
            {"add": ["thing.folds", 1]},
            {
                "if": {
                    "test": {"compare": ["thing.folds", ">=", 2]},
                    "then": [{"set": ["thing.colour", "rose"]}, {"set": ["thing.folds", 0]}],
                    "else": {"set": ["thing.colour", "amber"]},
                }
            },
        ],
    )
    home = {"things": {"cloth_a": {"attributes": {"folds": 0}}}}
    play = Play(world(verbs={"flip": flip}, home=home))
    seen = []
    for _ in range(3):
        play.do("you", "flip", thing="cloth_a")
        seen.append((play.of("cloth_a", "folds"), play.of("cloth_a", "colour")))
    assert seen == [(1, "amber"), (0, "rose"), (1, "amber")]
    assert play.log[1].changes == (
        ("cloth_a", "folds", 2),
        ("cloth_a", "colour", "rose"),
        ("cloth_a", "folds", 0),
    )


def test_effects_happen_in_order_and_place_follows_the_actor() -> None:
    fling = verb(
        "haul",
        slots={"thing": {"kind": "cloth", "reach": "held"}, "target": {"kind": "place", "reach": "exit"}},
        do=[{"move": ["actor", "target"]}, {"move": ["thing", "place"]}],
    )
    play = Play(world(verbs={"haul": fling}))
    play.do("you", "take", thing="cloth_a")
    play.do("you", "haul", thing="cloth_a", target="loft")
    assert play.where("cloth_a") == "loft"


# --- making and removing ---

PICK = {
    "pick_berry": verb("pick", when=[], do={"make": {"kind": "berry", "in": "actor"}}),
    "eat": verb("eat", slots={"thing": {"kind": "berry", "reach": "held"}}, do={"remove": "thing"}),
    "stain": verb(
        "stain", slots={"thing": {"kind": "berry", "reach": "held"}}, do={"set": ["thing.colour", "slate"]}
    ),
    "point": verb("point", slots={"thing": {"kind": "berry", "reach": "any"}}),
    "sniff": verb("sniff", when=[{"compare": [{"count": {"kind": "berry"}}, ">=", 1]}]),
}
BERRY = {"berry": {"name": "berry", "plural": "berries", "spare": 2, "attributes": {"colour": "rose"}}}


def berries() -> Play:
    return Play(world(verbs=PICK, kinds=BERRY))


def test_make_takes_from_the_spares_until_there_are_none() -> None:
    play = berries()
    assert play.do("you", "pick_berry").changes == (("berry__1", "at", "you"),)
    assert play.do("second", "pick_berry").changes == (("berry__2", "at", "second"),)
    assert play.do("you", "pick_berry").changes == ()


def test_what_is_removed_can_be_made_again_as_new() -> None:
    play = berries()
    play.do("you", "pick_berry")
    play.do("you", "stain", thing="berry__1")
    play.do("you", "eat", thing="berry__1")
    assert play.where("berry__1") == NOWHERE
    play.do("you", "pick_berry")
    assert play.where("berry__1") == "you" and play.of("berry__1", "colour") == "rose"


def test_a_thing_of_the_file_that_is_removed_stays_away() -> None:
    play = Play(world(verbs=PICK, kinds=BERRY, home={"things": {"bait": {"kind": "berry", "at": "yard"}}}))
    play.put("bait", "you")
    play.do("you", "eat", thing="bait")
    made = [play.do("you", "pick_berry").changes for _ in range(3)]
    assert made == [(("berry__1", "at", "you"),), (("berry__2", "at", "you"),), ()]


def test_what_is_nowhere_is_neither_meant_nor_counted() -> None:
    play = berries()
    assert not play.may("you", "point", thing="berry__1") and not play.may("you", "sniff")
    play.do("second", "pick_berry")
    assert play.may("you", "point", thing="berry__1") and play.may("you", "sniff")
    play.do("second", "eat", thing="berry__1")
    assert not play.may("you", "point", thing="berry__1") and not play.may("you", "sniff")
    assert all("berry" not in str(g.act.slots) for g in legal_acts(play.community, play.state, "you"))


def test_a_made_thing_is_held_and_seen_like_any_other() -> None:
    play = berries()
    play.do("you", "pick_berry")
    event = play.do("you", "bow", addressee="second")
    assert event.facts["people"]["you"]["holds"] == ["berry"]
    assert play.do("you", "stain", thing="berry__1").facts["thing"] == {
        "kind": "berry",
        "colour": "rose",
        "held_by": "you",
    }


# --- drawing ---


def drawn(seed: int, turns: int = 12) -> list[str]:
    roll = verb("roll", do={"draw": ["place.cover", ["open", "roofed"]]})
    play = Play(world(verbs={"roll": roll}), seed)
    values = []
    for _ in range(turns):
        event = play.do("you", "roll")
        ((entity, attribute, value),) = event.changes
        assert (entity, attribute) == ("yard", "cover")
        values.append(value)
        play.end()
    return values


def test_a_draw_depends_on_the_seed_and_the_turn_alone() -> None:
    assert drawn(1) == drawn(1)
    assert len(set(map(tuple, (drawn(seed) for seed in range(8))))) == 8
    assert set(drawn(1)) == {"open", "roofed"}


def test_a_draw_is_even() -> None:
    values = [value for seed in range(40) for value in drawn(seed)]
    assert 0.4 < values.count("open") / len(values) < 0.6


def test_a_draw_of_one_is_not_shifted_by_what_others_do() -> None:
    roll = {"roll": verb("roll", do={"draw": ["actor.wears", ["sash", "cap"]]})}

    def mine(busy: bool) -> list[object]:
        play = Play(world(verbs=roll))
        found = []
        for _ in range(10):
            if busy:
                play.do("second", "roll")
                play.do("second", "bow", addressee="you")
            found.append(play.do("you", "roll").changes)
            play.end()
        return found

    assert mine(busy=False) == mine(busy=True)
