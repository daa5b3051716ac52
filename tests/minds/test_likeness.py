"""Things alike to a planner: states that differ by which of them is where are one, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import pytest
from community.play import dye_kitchen, verb, well_queue, world

from normquest.bank.binding import job_of
from normquest.community.build import YOU, Community, build
from normquest.community.memo import reader
from normquest.community.state import Key
from normquest.minds.likeness import canonical
from normquest.minds.planner import Planner
from normquest.norms.rules import Rule, rule_from
from normquest.norms.templates import templates
from normquest.world.terms import TestModel

NO_COARSE = {"form": "prohibition", "act": {"tag": "dyeing", "thing.fibre": "coarse"}}


def in_hand(*things: str, wet: str) -> dict[Key, Any]:
    """Pieces in the newcomer's hands, one of them dyed."""
    return {(thing, "at"): YOU for thing in things} | {(wet, "colour"): "rose"}


Told = Callable[[dict[Key, Any]], Hashable]


def telling(c: Community, goal: Any, rule: Rule | None = None) -> Told:
    """What a planner takes a change of the start for."""
    planner = Planner(c, goal, rule)
    return lambda change: planner.key(dict(c.start) | {(YOU, "at"): "vat_room"} | change)


def test_which_of_two_like_cloths_was_dyed_is_one_state_and_how_many_were_is_not() -> None:
    home = build(dye_kitchen(), "home", 1)
    told = telling(home, home.setting.tasks["two_rose"].goal)
    a, b = (in_hand("cloth_a", "cloth_b", wet=wet) for wet in ("cloth_a", "cloth_b"))
    assert told(a) == told(b)
    assert told(a) != told(a | {("cloth_b", "colour"): "rose"})
    assert told(a) != told(a | {("cloth_b", "at"): "store"})


def test_a_rule_about_their_cloth_tells_them_apart() -> None:
    home = build(dye_kitchen(), "home", 1)
    fibres = {home.start[(f"cloth_{x}", "fibre")]: f"cloth_{x}" for x in "abcdefgh"}
    coarse, fine = fibres["coarse"], fibres["fine"]
    goal = home.setting.tasks["two_rose"].goal
    a, b = (in_hand(coarse, fine, wet=wet) for wet in (coarse, fine))
    told, minding = telling(home, goal), telling(home, goal, rule_from(NO_COARSE))
    assert told(a) == told(b) and minding(a) != minding(b)


ANY_ROSE = {"compare": [{"count": {"kind": "cloth", "where": [{"is": ["it.colour", "rose"]}]}}, ">=", 2]}


IN_HAND_AND_BIG = {"kind": "cloth", "where": [{"is": ["it.size", "big"]}, {"in": ["it", "actor"]}]}
BIG_HERE = {"compare": [{"count": IN_HAND_AND_BIG}, ">=", 1]}


@pytest.mark.parametrize(
    ("more", "goal", "one"),
    [
        ({}, ANY_ROSE, True),
        ({}, {"is": ["cloth_a.colour", "rose"]}, False),
        ({"verbs": {"bless": verb("bless", do={"set": ["cloth_a.colour", "rose"]})}}, ANY_ROSE, False),
        (
            {"home": {"rules": [{"at": "dusk", "for": "cloth", "do": {"set": ["it.colour", "raw"]}}]}},
            ANY_ROSE,
            False,
        ),
    ],
    ids=["nothing names it", "the goal does", "a verb does", "a rule of the world touches it"],
)
def test_a_thing_that_something_names_is_itself(more: dict[str, Any], goal: Any, one: bool) -> None:
    small = build(world(**more), "home", 1)
    a, b = (in_hand("cloth_a", "cloth_b", wet=wet) for wet in ("cloth_a", "cloth_b"))
    told = telling(small, (TestModel.model_validate(goal),))
    assert (told(a) == told(b)) == one


@pytest.mark.parametrize(
    "show",
    [
        {"slots": {"thing": {"kind": "cloth", "reach": "held", "where": [{"is": ["thing.size", "big"]}]}}},
        {"when": [BIG_HERE], "do": {"set": ["cloth_vat.colour", "rose"]}},
    ],
    ids=["of the one alone", "of another, with the one in hand"],
)
def test_things_of_which_a_verb_asks_what_one_has_and_the_other_lacks_are_not_alike(show: Any) -> None:
    sizes = {"size": {"of": "thing", "values": {"big": "big", "small": "small"}}}
    things = {
        "cloth_a": {"attributes": {"size": "big"}},
        "cloth_b": {"attributes": {"size": "small"}},
        "cloth_vat": {"kind": "vat", "at": "yard", "attributes": {"colour": "slate"}},
    }
    verbs = {"show": verb("show", **show)}
    goal = (TestModel.model_validate(ANY_ROSE),)
    a, b = (in_hand("cloth_a", "cloth_b", wet=wet) for wet in ("cloth_a", "cloth_b"))
    for more, same in (({}, True), ({"verbs": verbs}, False)):
        told = telling(build(world(attributes=sizes, home={"things": things}, **more), "home", 1), goal)
        assert (told(a) == told(b)) == same


def test_a_thing_that_another_holds_on_to_by_name_is_itself() -> None:
    keys = [("cloth_a", "at"), ("cloth_b", "at"), ("keeper", "marked")]
    told = canonical([("cloth_a", "cloth_b")], keys)
    one = {("cloth_a", "at"): "yard", ("cloth_b", "at"): "loft"}
    other = {("cloth_a", "at"): "loft", ("cloth_b", "at"): "yard"}
    assert told(one) == told(other)
    assert told(one | {("keeper", "marked"): "cloth_a"}) != told(other | {("keeper", "marked"): "cloth_a"})
    assert told(one | {("cloth_b", "at"): "cloth_a"}) != told(other | {("cloth_a", "at"): "cloth_b"})


@pytest.mark.parametrize("open_world", [dye_kitchen, well_queue])
def test_it_costs_no_plan_its_length(open_world: Any) -> None:
    """With and without, the cheapest ways are as long; with it, at least as many are found."""
    known = open_world()
    both = 0
    for setting in ("home", "elsewhere"):
        community = build(known, setting, 1)  # type: ignore[arg-type]
        job = job_of(community, sorted(community.setting.tasks)[0])
        assert job is not None
        for template in templates(known)[::4]:
            rule = template.instances[-1][1]
            planner, plain = (Planner(community, job.task.goal, rule) for _ in range(2))
            plain._told = reader(plain._keys)
            one = planner.plan(job.start, most=job.budget, expansions=300)
            other = plain.plan(job.start, most=job.budget, expansions=300)
            assert one is not None or other is None
            if one is not None and other is not None:
                assert one.cost == other.cost
                both += 1
    assert both >= 10
