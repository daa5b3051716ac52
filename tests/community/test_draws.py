"""A seed gives a community, the same everywhere; each purpose draws from a stream of its own."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from community.fair import WORLDS, rng_for, wandering
from community.play import Play, dye_kitchen, world
from normquest.community.acts import legal_acts
from normquest.community.build import build
from normquest.community.happening import happen
from normquest.community.state import Key

VARIED = [
    {"shuffle": "colour", "among": ["rose_vat", "amber_vat", "slate_vat", "rose_tub"]},
    {"shuffle": "at", "among": ["cloth_a", "rose_tub", "rose_vat"]},
    {"pick": "first.at", "values": ["vat_room", "loft", "yard"]},
    {"pick": "cloth_b.colour", "values": ["raw", "rose", "amber"]},
    {"shuffle": "wears", "among": ["first", "second"]},
]


def start(vary: list[dict[str, Any]], seed: int, **home: Any) -> dict[Key, Any]:
    return dict(build(world(home={"vary": vary, **home}), "home", seed).start)


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize("setting", ["home", "elsewhere"])
def test_the_same_seed_gives_the_same_community(name: str, setting: Any) -> None:
    one, other = (build(copy.deepcopy(WORLDS[name]()), setting, 7) for _ in range(2))
    assert (one.start, one.names, one.scope.by_kind) == (other.start, other.names, other.scope.by_kind)


def test_seeds_give_communities_that_differ() -> None:
    communities = [build(dye_kitchen(), "home", seed) for seed in range(20)]
    assert len({repr(sorted(c.start.items())) for c in communities}) == 20
    assert len({tuple(c.names.values()) for c in communities}) == 20


def test_the_same_seed_and_decisions_give_the_same_log() -> None:
    for name in WORLDS:
        logs = [
            [repr(e) for _, e in wandering(Play(WORLDS[name](), 3), rng_for("log", name), 8)]
            for _ in range(2)
        ]
        assert logs[0] == logs[1]


def test_a_draw_only_moves_values_about() -> None:
    for seed in range(10):
        community = build(dye_kitchen(), "home", seed)
        for vary in community.setting.vary:
            if vary.shuffle == "fibre":
                assert sorted(community.start[(e, "fibre")] for e in vary.among) == ["coarse", "fine"]
            if vary.pick is not None:
                entity, _, attribute = vary.pick.partition(".")
                assert community.start[(entity, attribute)] in vary.values


def test_a_shuffle_moves_an_absence_too() -> None:
    shuffle = [{"shuffle": "wears", "among": ["first", "second"]}]
    worn = {
        (s.get(("first", "wears")), s.get(("second", "wears")))
        for s in (start(shuffle, seed) for seed in range(12))
    }
    assert worn == {("sash", None), (None, "sash")}


def test_a_draw_added_behind_shifts_none_before_it() -> None:
    for seed in range(8):
        whole = start(VARIED, seed)
        part = start(VARIED[:3], seed)
        later = {("cloth_b", "colour"), ("first", "wears"), ("second", "wears")}
        assert {k: v for k, v in whole.items() if k not in later} == {
            k: v for k, v in part.items() if k not in later
        }


def test_names_and_layout_do_not_shift_one_another() -> None:
    for seed in range(8):
        few = build(world(home={"vary": VARIED}), "home", seed)
        many = build(
            world(home={"vary": VARIED, "names": ["Ada", "Bern", "Cleo", "Dov", "Eli"]}), "home", seed
        )
        assert few.start == many.start
        assert build(world(home={"vary": []}), "home", seed).names == few.names


def test_the_draw_of_one_setting_does_not_shift_the_other() -> None:
    for seed in range(8):
        one = build(world(), "elsewhere", seed)
        other = build(world(home={"vary": VARIED, "names": ["Ada", "Bern", "Cleo"]}), "elsewhere", seed)
        assert (one.start, one.names) == (other.start, other.names)


def test_every_order_of_a_shuffle_comes_up() -> None:
    shuffle = [{"shuffle": "colour", "among": ["rose_vat", "amber_vat", "slate_vat"]}]
    orders = [
        tuple(start(shuffle, s)[(v, "colour")] for v in ("rose_vat", "amber_vat", "slate_vat"))
        for s in range(200)
    ]
    counts = {order: orders.count(order) for order in set(orders)}
    assert len(counts) == 6 and min(counts.values()) > 200 / 6 / 2


def test_everybody_has_a_name_of_their_own_and_the_newcomer_is_you() -> None:
    for seed in range(10):
        community = build(dye_kitchen(), "home", seed)
        names = [community.names[p] for p in community.residents]
        assert len(set(names)) == len(names) and set(names) <= set(community.setting.names)
        assert community.names["you"] == "you"


def test_wording_draws_nothing_from_what_happens_nor_what_happens_from_wording() -> None:
    """With or without words, an act without a draw changes the same; words draw from their own."""
    play = Play(dye_kitchen(), 2)
    for ground in legal_acts(play.community, play.state, "you"):
        told, untold = (
            happen(play.community, play.state, ground, seq=0, turn=0, stage="act", told=t)[0]
            for t in (True, False)
        )
        assert told.changes == untold.changes and told.facts == untold.facts and untold.text == ""


def test_another_start_leaves_the_community_it_came_from_alone() -> None:
    play = Play(world())
    moved = play.community.with_start({**play.community.start, ("you", "at"): "loft"})
    assert play.community.start[("you", "at")] == "yard"
    assert [g.act.slot("target") for g in legal_acts(moved, moved.start, "you") if g.act.verb == "go"] == [
        "yard",
        "vat_room",
    ]


def test_draws_of_one_community_are_independent() -> None:
    colours = ["raw", "rose", "amber", "slate"]
    vary = [{"pick": f"{cloth}.colour", "values": colours} for cloth in ("cloth_a", "cloth_b")]
    pairs = {tuple(start(vary, seed)[(c, "colour")] for c in ("cloth_a", "cloth_b")) for seed in range(120)}
    assert len(pairs) == 16


def test_names_are_not_dealt_in_the_order_of_the_layout() -> None:
    vats, names = ("rose_vat", "amber_vat", "slate_vat"), ("Ada", "Bern", "Cleo")
    home = {"vary": [{"shuffle": "colour", "among": list(vats)}], "names": list(names)}
    colours = ("rose", "amber", "slate")
    alike = 0
    for seed in range(60):
        community = build(world(home=home), "home", seed)
        order = [colours.index(community.start[(v, "colour")]) for v in vats]
        alike += [names.index(community.names[p]) for p in community.residents] == order[:2]
    assert 1 <= alike <= 25  # ten of sixty, were it chance
