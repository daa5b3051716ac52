"""The well queue: wells that run low, a line, favours; and that planners bear all of these."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from community.play import Play, well_queue, world
from community.test_planner import check, step
from normquest.community.acts import legal_acts
from normquest.community.build import YOU, Community, build
from normquest.community.clock import rule_changes
from normquest.community.foreseen import foreseen
from normquest.community.state import Key
from normquest.minds.planner import Node, Planner, Walker
from normquest.norms.rules import Rule
from normquest.norms.templates import templates
from normquest.streams import pick, shuffled, stream

VILLAGES: list[tuple[Any, int]] = [(setting, seed) for setting in ("home", "elsewhere") for seed in (0, 1)]
State = dict[Key, Any]


@lru_cache
def village(setting: Any, seed: int) -> Community:
    return build(well_queue(), setting, seed)


@lru_cache
def bank() -> tuple[Rule, ...]:
    """Every rule that the templates stand for, in some order."""
    rules = [rule for template in templates(well_queue()) for _, rule in template.instances]
    return tuple(shuffled(stream(0, "wells"), rules))


# --- water, a line, favours ---


def at_a_well(place: str, *jars: str, seed: int = 0) -> Play:
    """The newcomer at a place with empty jars in hand, and nobody else there."""
    play = Play(well_queue(), seed)
    play.put(YOU, place)
    for jar in jars:
        play.put(jar, YOU)
    for person in play.community.residents:
        play.put(person, "orchard")
    return play


def test_a_brimming_well_gives_twice_and_comes_back_by_one_in_three_turns() -> None:
    play = at_a_well("cloister", "jar_a", "jar_b", "jar_c")
    levels = [play.of("east_well", "level")]
    for jar in ("jar_a", "jar_b"):
        play.do(YOU, "fill", thing=jar, target="east_well")
        levels.append(play.of("east_well", "level"))
    assert levels == ["brimming", "low", "dry"]
    assert play.of("jar_a", "water") == play.of("east_well", "water")
    assert not play.may(YOU, "fill", thing="jar_c", target="east_well")
    told = [play.end().text for _ in range(3)]
    assert told[:2] == ["", ""] and "low" in told[2]
    assert play.may(YOU, "fill", thing="jar_c", target="east_well")
    play.end(3)
    assert play.of("east_well", "level") == "brimming"


def test_a_weak_well_comes_back_no_higher_than_low() -> None:
    play = at_a_well("cloister", "jar_a", "jar_b")
    for jar in ("jar_a", "jar_b"):
        if play.may(YOU, "fill", thing=jar, target="west_well"):
            play.do(YOU, "fill", thing=jar, target="west_well")
    assert play.of("west_well", "level") == "dry"
    play.end(12)
    assert play.of("west_well", "level") == "low"


def test_at_the_great_well_the_first_in_line_fills_one_jar_and_is_last() -> None:
    play = at_a_well("square", "jar_a", "jar_b")
    other = play.community.residents[0]
    play.put(other, "square")
    play.put("jar_c", other)
    assert not play.may(YOU, "fill", thing="jar_a", target="great_well")
    play.do(other, "line_up")
    play.do(YOU, "line_up")
    assert play.of("list:line", "members") == (other, YOU)
    assert not play.may(YOU, "line_up") and not play.may(YOU, "fill", thing="jar_a", target="great_well")
    play.do(other, "fill", thing="jar_c", target="great_well")
    play.do(YOU, "fill", thing="jar_a", target="great_well")
    assert play.of("list:line", "members") == ()
    assert not play.may(YOU, "fill", thing="jar_b", target="great_well")


def test_whoever_walks_off_loses_the_place_in_line() -> None:
    play = at_a_well("square")
    play.do(YOU, "line_up")
    play.do(YOU, "go", target="cloister")
    play.end()
    assert play.of("list:line", "members") == ()
    play.do(YOU, "line_up")
    assert (
        play.of("list:line", "members") == ()
    )  # a line of one at a small well gives no right to the great one


def test_two_favours_are_the_limit_until_one_is_returned() -> None:
    play = at_a_well("ford")
    other = "carter"
    play.put(other, "ford")
    jars = ("jar_e", "jar_f", "jar_g")
    for jar in jars:
        play.put(jar, other)
    play.do(YOU, "ask", addressee=other, thing="jar_e", style="plainly")
    play.do(YOU, "beg", addressee=other, thing="jar_f", style="humbly")
    assert play.where("jar_e") == YOU and play.where("jar_f") == "ford"
    assert play.of("tie:favours", f"{YOU}>{other}") == 2
    assert not play.may(YOU, "ask", addressee=other, thing="jar_g", style="plainly")
    play.do(YOU, "help", addressee=other)
    assert play.may(YOU, "ask", addressee=other, thing="jar_g", style="plainly")


# --- planners ---


def near_the_end(c: Community, name: str, left: int) -> State:
    """A state on a shortest way, so many acts before its end."""
    task = c.setting.tasks[name]
    node = Node({**c.start, (YOU, "at"): task.start}, {})
    plan = Planner(c, task.goal).plan(node.state)
    assert plan is not None
    walker = Walker(c, None)
    for ground in plan.acts[: plan.cost - left]:
        node, _ = walker.step(node, ground)
    return dict(node.state)


@pytest.mark.parametrize(("setting", "seed"), VILLAGES)
def test_a_plan_is_as_short_as_can_be(setting: Any, seed: int) -> None:
    c = village(setting, seed)
    for name in c.setting.tasks:
        assert check(c, c.setting.tasks[name].goal, near_the_end(c, name, 3), None, 3) == 3


@pytest.mark.parametrize(("setting", "seed"), VILLAGES)
def test_the_estimate_is_never_too_high_though_wells_run_low(setting: Any, seed: int) -> None:
    """Along random walks, against a search that uses no estimate."""
    c = village(setting, seed)
    compared = 0
    for name in c.setting.tasks:
        goal = c.setting.tasks[name].goal
        planner, plain = Planner(c, goal), Planner(c, goal)
        plain.distance = lambda state: 0  # type: ignore[assignment]
        assert planner.distance({**c.start, (YOU, "at"): c.setting.tasks[name].start}) >= 5
        node = Node(near_the_end(c, name, 3), {})
        rng = stream(seed, "wells", setting, name)
        for _ in range(5):
            node, _ = planner.walker.step(node, pick(rng, legal_acts(c, node.state, YOU)))
            true = plain.plan(node.state, most=4, expansions=1_500)
            if true is not None:
                compared += 1
                assert planner.distance(node.state) <= true.cost
    assert compared > 5


@pytest.mark.parametrize("part", range(3))
def test_the_walker_finds_the_states_and_violations_that_really_are(part: int) -> None:
    """Rules of the bank along random walks: wells, line and ties as in the log, act by act."""
    found = 0
    for number, rule in enumerate(bank()[part::3]):
        c = village(("home", "elsewhere")[number % 2], number % 3)
        rng, walker = stream(number, "wells walker", part), Walker(c, rule)
        state, memory, node = dict(c.start), dict[Any, Any](), Node(dict(c.start), {})
        for _ in range(15):
            legal = legal_acts(c, state, YOU)
            verb = pick(rng, sorted({g.act.verb for g in legal}))
            ground = pick(rng, [g for g in legal if g.act.verb == verb])
            node, walked = walker.step(node, ground)
            state, memory, violated = step(c, state, memory, ground, rule)
            assert walked == violated, rule
            assert node.state == state
            found += violated
    assert found


def test_what_rules_change_is_foreseen_from_what_they_turn_on() -> None:
    c = build(well_queue(), "home", 5)
    state = {**c.start, ("east_well", "level"): "dry", ("east_well", "rest"): 2}
    for now in (state, {**state, ("east_well", "rest"): 0}, {**state, ("west_well", "level"): "dry"}, state):
        changes, _ = rule_changes(c, now, "act", 1)
        assert changes and list(foreseen(c, now, "act", 1)) == changes
    here = {**state, ("list:line", "members"): [YOU], (YOU, "at"): "ford"}  # a list, as JSON has it
    assert ("list:line", "members", ()) in foreseen(c, here, "act", 1)


def test_where_chance_has_a_part_nothing_is_foreseen_twice() -> None:
    rules = [{"for": "vat", "do": {"draw": ["it.colour", ["rose", "amber", "slate"]]}}]
    c = build(world(home={"rules": rules}), "home", 1)
    for turn in range(5):
        assert list(foreseen(c, c.start, "act", turn)) == rule_changes(c, c.start, "act", turn)[0]
    assert len({tuple(foreseen(c, c.start, "act", turn)) for turn in range(5)}) > 1
