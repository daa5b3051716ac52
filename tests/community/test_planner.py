"""The planner against plain breadth-first search over what really happens; its estimate against the truth."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any

import pytest

from community.fair import fair, rng_for
from community.play import dye_kitchen, verb, world
from community.test_errands import bank
from normquest.community.acts import GroundAct, legal_acts
from normquest.community.build import YOU, Community, build
from normquest.community.clock import clock_changes, end_turn
from normquest.community.compile import all_of
from normquest.community.happening import FIRST, happen
from normquest.community.state import Key, folded
from normquest.minds.planner import Node, Plan, Planner, Walker
from normquest.norms.monitor import Monitor
from normquest.norms.past import Memory
from normquest.norms.rules import Rule, rule_from
from normquest.streams import pick
from normquest.world.schema import World
from normquest.world.terms import TestModel

State = dict[Key, Any]


def goal_of(*goal: dict[str, Any]) -> tuple[TestModel, ...]:
    return tuple(TestModel.model_validate(test) for test in goal)


# --- what really happens, one act at a time ---


def step(
    c: Community, state: State, memory: Memory, ground: GroundAct, rule: Rule | None
) -> tuple[State, Memory, bool]:
    """State and memory after the newcomer's act and the end of the turn, and whether it violated the rule."""
    if rule is None and not c.setting.rules:
        changes = () if ground.failure(state) is not None else ground.effect(dict(state), FIRST)
        after = folded(state, changes)
        return folded(after, clock_changes(c, after)), memory, False
    turn = state[("clock", "turn")]
    event, after = happen(c, state, ground, seq=0, turn=turn, stage="act", told=False)
    tick, after = end_turn(c, after, seq=1, turn=turn, stage="act")
    if rule is None:
        return after, memory, False
    monitor = Monitor(rule)
    memory, first = monitor.judge(memory, event)
    memory, second = monitor.judge(memory, tick)
    return after, memory, any(f.result == "violated" and f.bearer == YOU for f in (*first, *second))


def breadth_first(
    c: Community, goal: Sequence[TestModel], start: State, rule: Rule | None, most: int
) -> int | None:
    """The fewest acts to the goal without a violation, of all legal acts; None where `most` are too few."""
    reached = all_of(goal, {"actor": YOU}, c.scope).call
    timeless = (
        rule is None
        and not c.setting.rules
        and ("clock", "hour") not in all_of(goal, {"actor": YOU}, c.scope).reads
    )

    def key(state: State, memory: Memory) -> Hashable:
        kept = tuple(v for k, v in state.items() if not (timeless and k[0] == "clock"))
        return (kept, tuple(sorted(k for k in state if k[1].startswith("knows:"))), frozenset(memory.items()))

    layer: list[tuple[State, Memory]] = [(start, {})]
    seen = {key(start, {})}
    for cost in range(most + 1):
        if any(reached(state) for state, _ in layer):
            return cost
        following = []
        for state, memory in layer if cost < most else ():
            for ground in legal_acts(c, state, YOU):
                after, then, violated = step(c, state, memory, ground, rule)
                if not violated and (k := key(after, then)) not in seen:
                    seen.add(k)
                    following.append((after, then))
        layer = following
    return None


def check(c: Community, goal: Sequence[TestModel], start: State, rule: Rule | None, most: int) -> int | None:
    """Hold the planner to breadth-first search, and its plan to what really happens; the cost."""
    planner = Planner(c, goal, rule)
    plan = planner.plan(start, most=most, expansions=20_000)
    best = breadth_first(c, goal, start, rule, most)
    assert (plan.cost if plan else None) == best
    if plan is not None:
        assert follows(c, goal, start, rule, plan)
        if plan.cost:
            assert planner.plan(start, most=plan.cost - 1) is None
    return best


def follows(c: Community, goal: Sequence[TestModel], start: State, rule: Rule | None, plan: Plan) -> bool:
    """Whether the plan can be followed to the goal without a violation."""
    state, memory = start, dict[Any, Any]()
    for ground in plan.acts:
        if ground not in legal_acts(c, state, YOU):
            return False
        state, memory, violated = step(c, state, memory, ground, rule)
        if violated:
            return False
    return bool(all_of(goal, {"actor": YOU}, c.scope).call(state))


# --- small worlds ---

ROSE = {"is": ["it.colour", "rose"]}
HERE = {"in": ["it", "yard"]}


def cloths(*where: dict[str, Any], op: str = ">=", n: int = 1) -> dict[str, Any]:
    return {"compare": [{"count": {"kind": "cloth", "where": list(where)}}, op, n]}


GOALS: dict[str, list[dict[str, Any]]] = {
    "one rose": [{"is": ["cloth_a.colour", "rose"]}],
    "two rose": [cloths(ROSE, n=2)],
    "more than one rose": [cloths(ROSE, op=">", n=1)],
    "rose in the yard": [cloths(ROSE, HERE)],
    "a rose and an amber": [cloths(ROSE), cloths({"is": ["it.colour", "amber"]})],
    "both in the loft": [cloths({"in": ["it", "loft"]}, n=2)],
    "one there, one dyed": [{"in": ["cloth_b", "loft"]}, cloths({"not": {"is": ["it.colour", "raw"]}})],
    "being there with it": [{"in": ["you", "vat_room"]}, {"in": ["cloth_a", "you"]}],
    "none left in the yard": [cloths(HERE, op="==", n=0)],
    "held or hidden": [{"any": [{"in": ["cloth_b", "you"]}, {"in": ["cloth_b", "loft"]}]}],
    "at dusk in the loft": [{"is": [{"clock": "hour"}, "dusk"]}, {"in": ["you", "loft"]}],
    "done already": [{"in": ["you", "yard"]}],
    "never": [{"is": ["cloth_a.colour", "raw"]}, {"in": ["first", "loft"]}],
}
COUNTED_TWICE = [cloths(ROSE), cloths({"not": {"is": ["it.colour", "raw"]}})]


@lru_cache
def small(seed: int = 1) -> Community:
    return build(world(hours={"morning": {"turns": 3}}), "home", seed)


@pytest.mark.parametrize("name", GOALS)
def test_a_plan_is_as_short_as_can_be(name: str) -> None:
    for seed in range(2):
        best = check(small(seed), goal_of(*GOALS[name]), dict(small(seed).start), None, 9)
        assert (best is None) == (name == "never")


def test_from_wherever_things_are_the_plan_is_as_short_as_can_be() -> None:
    rng = rng_for("from anywhere")
    for _ in range(12):
        state = wandered(small(), dict(small().start), rng, 8)
        name = pick(rng, [name for name in GOALS if name != "never"])
        check(small(), goal_of(*GOALS[name]), state, None, 10)


def wandered(c: Community, state: State, rng: Any, steps: int) -> State:
    """The state after some legal acts, the verb drawn first."""
    for _ in range(steps):
        legal = legal_acts(c, state, YOU)
        verb = pick(rng, sorted({g.act.verb for g in legal}))
        state, _, _ = step(c, state, {}, pick(rng, [g for g in legal if g.act.verb == verb]), None)
    return state


RULES: dict[str, dict[str, Any]] = {
    "no rose vat": {
        "form": "prohibition",
        "act": {"tag": "dyeing", "target.colour": "rose", "place.cover": "roofed"},
    },
    "not under a steward's eyes": {
        "form": "prohibition",
        "act": {"tag": "dyeing"},
        "when": [{"present.role": "steward"}],
    },
    "bow first": {
        "form": "precedence",
        "act": {"tag": "dyeing"},
        "first": [{"tag": "honouring"}],
        "window": "ever",
    },
    "bow since entering": {
        "form": "precedence",
        "act": {"tag": "taking"},
        "first": [{"tag": "honouring"}],
        "window": "since_entering",
    },
    "greet within two": {
        "form": "precedence",
        "act": {"tag": "dyeing"},
        "first": [{"tag": "greeting"}],
        "window": "within",
        "n": 2,
    },
    "out of breath": {
        "form": "prohibition",
        "act": {"tag": "dyeing"},
        "when": [{"has": {"tag": "moving"}, "within": 2}],
    },
    "only at dusk": {"form": "prohibition", "act": {"tag": "dyeing"}, "unless": [{"hour.name": "dusk"}]},
    "once a day": {"form": "quantity", "act": {"tag": "dyeing"}, "most": 1, "per": "day"},
    "once an hour": {"form": "quantity", "act": {"tag": "taking"}, "most": 1, "per": "hour"},
    "bow after": {"form": "deadline", "act": {"tag": "taking"}, "then": [{"tag": "honouring"}], "within": 2},
    "greet at once": {
        "form": "deadline",
        "act": {"tag": "dyeing"},
        "then": [{"tag": "greeting"}],
        "within": 1,
    },
    "made good by a bow": {
        "form": "repair",
        "act": {"tag": "taking"},
        "then": [{"tag": "honouring"}],
        "within": 2,
    },
    "holding something": {"form": "prohibition", "act": {"tag": "moving"}, "when": [{"one.holds": "cloth"}]},
    "in turn": {"form": "alternation", "act": {"tag": "dyeing"}},
    "with cloth in hand": {
        "form": "maintenance",
        "keep": {"one.holds": "cloth"},
        "during": [{"place.cover": "roofed"}],
    },
    "not twice unless greeted": {
        "form": "both",
        "rules": [
            {"form": "quantity", "act": {"tag": "taking"}, "most": 1, "per": "day"},
            {
                "form": "prohibition",
                "act": {"tag": "dyeing"},
                "unless": [{"has": {"tag": "greeting"}, "window": "today"}],
            },
        ],
    },
}


@pytest.mark.parametrize("name", RULES)
def test_a_plan_that_keeps_a_rule_is_as_short_as_can_be(name: str) -> None:
    rule = rule_from(RULES[name])
    for goal in ("one rose", "two rose"):
        check(small(), goal_of(*GOALS[goal]), dict(small().start), rule, 8)


def test_what_is_counted_for_two_ends_is_handled_once() -> None:
    check(small(), goal_of(*COUNTED_TWICE), dict(small().start), None, 9)


# --- what else a task may be about ---


@lru_cache
def fairground() -> Community:
    return build(fair(), "home", 2)


AT_THE_FAIR: dict[str, list[dict[str, Any]]] = {
    "a cake in hand": [{"in": ["bun", "you"]}],
    "the price known": [{"knows": ["you", "price"]}],
    "the price told": [{"knows": ["second", "price"]}],
    "a vote cast": [{"is": [{"tie": ["vote", "you", "first"]}, True]}],
    "first in line": [{"first": ["you", "line"]}],
    "a cake eaten": [{"is": ["you.wears", "cap"]}],
    "an awning out": [{"is": ["place.cover", "roofed"]}],
}


@pytest.mark.parametrize("name", [n for n in AT_THE_FAIR if n != "an awning out"])
def test_a_task_may_be_about_queues_ties_knowledge_and_money(name: str) -> None:
    assert check(fairground(), goal_of(*AT_THE_FAIR[name]), dict(fairground().start), None, 5) is not None


def drying() -> World:
    """Wet cloth dries by itself in the loft; the newcomer can only bring it there."""
    rule = {"for": "cloth", "when": [{"in": ["it", "loft"]}, ROSE], "do": {"set": ["it.colour", "amber"]}}
    return world(home={"rules": [rule], "vary": []})


def test_a_task_may_be_done_by_a_rule_of_the_world() -> None:
    c = build(drying(), "home", 1)
    goal = goal_of({"is": ["cloth_a.colour", "amber"]}, {"in": ["cloth_a", "loft"]})
    assert check(c, goal, dict(c.start), None, 6) is not None


def test_a_count_may_be_reached_by_a_rule_of_the_world() -> None:
    c = build(drying(), "home", 1)
    assert check(
        c, goal_of(cloths({"is": ["it.colour", "amber"]}, {"in": ["it", "loft"]})), dict(c.start), None, 6
    )


def test_a_task_may_be_waited_for() -> None:
    ripen = {"every": 3, "do": {"set": ["yard.cover", "roofed"]}}
    c = build(world(home={"rules": [ripen]}), "home", 1)
    assert check(c, goal_of({"is": ["yard.cover", "roofed"]}), dict(c.start), None, 5) == 3


def test_a_task_may_ask_for_what_an_act_makes() -> None:
    bake = verb("bake", when={"in": ["actor", "loft"]}, do={"make": {"kind": "cake", "in": "actor"}})
    c = build(world(verbs={"bake": bake}, kinds={"cake": {"name": "cake", "spare": 3}}), "home", 1)
    goal = goal_of({"compare": [{"count": {"kind": "cake", "where": [{"in": ["it", "you"]}]}}, ">=", 2]})
    assert check(c, goal, dict(c.start), None, 5) == 3


def test_what_an_act_does_may_turn_on_something_else() -> None:
    """To dye amber, first turn the tap: the vat gives what the tap says."""
    verbs = {
        "turn_tap": verb(
            "turn the tap", when={"in": ["actor", "loft"]}, do={"set": ["rose_vat.colour", "amber"]}
        ),
    }
    c = build(world(verbs=verbs, home={"vary": [], "things": {"amber_vat": None}}), "home", 1)
    assert check(c, goal_of({"is": ["cloth_a.colour", "amber"]}), dict(c.start), None, 6) is not None
    assert check(c, goal_of(cloths({"is": ["it.colour", "amber"]})), dict(c.start), None, 6) is not None


def test_one_act_may_handle_many_things() -> None:
    sweep = verb("sweep", do=[{"move": ["cloth_a", "place"]}, {"move": ["cloth_b", "place"]}])
    c = build(world(verbs={"sweep": sweep}), "home", 1)
    assert check(c, goal_of(cloths({"in": ["it", "loft"]}, n=2)), dict(c.start), None, 6) == 2


# --- bounds ---


def test_a_search_gives_up_after_its_expansions() -> None:
    c, goal = small(), goal_of(*GOALS["two rose"])
    assert Planner(c, goal).plan(dict(c.start), expansions=2) is None
    assert Planner(c, goal).plan(dict(c.start)) is not None


def test_acts_can_be_left_out() -> None:
    c, goal = small(), goal_of(*GOALS["one rose"])
    planner = Planner(c, goal)
    free = planner.plan(dict(c.start))
    assert free is not None
    vat = free.acts[-1].act.slot("target")
    other = planner.plan(dict(c.start), allowed=lambda g, s: g.act.slot("target") != vat)
    assert (
        other is not None and all(g.act.slot("target") != vat for g in other.acts) and other.cost >= free.cost
    )


def test_a_plan_is_the_same_each_time() -> None:
    plans = []
    for _ in range(2):
        c = build(dye_kitchen(), "home", 3)
        task = next(iter(c.setting.tasks.values()))
        plan = Planner(c, task.goal).plan({**c.start, (YOU, "at"): task.start})
        assert plan is not None
        plans.append([g.act for g in plan.acts])
    assert plans[0] == plans[1]


# --- the dye kitchen ---


@lru_cache
def kitchen(setting: Any, seed: int) -> Community:
    return build(dye_kitchen(), setting, seed)


KITCHENS = [(setting, seed) for setting in ("home", "elsewhere") for seed in (0, 1)]


def near_the_end(c: Community, name: str, left: int, rule: Rule | None) -> State | None:
    """A state on a shortest way, so many acts before its end."""
    task = c.setting.tasks[name]
    node = Node({**c.start, (YOU, "at"): task.start}, {})
    plan = Planner(c, task.goal, rule).plan(node.state)
    if plan is None or plan.cost < left:
        return None
    walker = Walker(c, None)
    for ground in plan.acts[: plan.cost - left]:
        node, _ = walker.step(node, ground)
    return dict(node.state)


@pytest.mark.parametrize(("setting", "seed"), KITCHENS)
def test_in_the_dye_kitchen_a_plan_is_as_short_as_can_be(setting: Any, seed: int) -> None:
    c = kitchen(setting, seed)
    for name in c.setting.tasks:
        state = near_the_end(c, name, 4, None)
        assert state is not None
        assert check(c, c.setting.tasks[name].goal, state, None, 4) == 4


@pytest.mark.parametrize(("setting", "seed"), KITCHENS)
def test_in_the_dye_kitchen_a_plan_that_keeps_a_norm_is_as_short_as_can_be(setting: Any, seed: int) -> None:
    """Under norms on the way, from three acts before the end."""
    c = kitchen(setting, seed)
    dearer = 0
    for number, rule in enumerate(bank()[seed * 16 : seed * 16 + 16]):
        name = list(c.setting.tasks)[number % len(c.setting.tasks)]
        state = near_the_end(c, name, 3, None)
        assert state is not None
        dearer += check(c, c.setting.tasks[name].goal, state, rule, 4) != 3
    assert dearer


# --- the walker and the estimate ---


@pytest.mark.parametrize("part", range(3))
def test_the_walker_finds_the_violations_that_really_are(part: int) -> None:
    """All rules of the bank along random walks."""
    found = 0
    for number, rule in enumerate(bank()[part::3]):
        c = kitchen(("home", "elsewhere")[number % 2], number % 3)
        rng, walker = rng_for("walker", part, number), Walker(c, rule)
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


def exact(c: Community, goal: Sequence[TestModel], start: State) -> dict[Hashable, tuple[State, int]]:
    """Every state that can be reached and the acts from it to the goal, by searching back over them all."""
    reached = all_of(goal, {"actor": YOU}, c.scope).call

    def key(state: State) -> Hashable:
        return tuple(v for k, v in state.items() if k[0] != "clock")

    states, before = {key(start): start}, dict[Hashable, list[Hashable]]()
    queue = deque([start])
    while queue:
        state = queue.popleft()
        for ground in legal_acts(c, state, YOU):
            after = folded(state, ground.effect(dict(state), FIRST))
            before.setdefault(key(after), []).append(key(state))
            if key(after) not in states:
                states[key(after)] = after
                queue.append(after)
    found = {k: 0 for k, state in states.items() if reached(state)}
    back = deque(found)
    while back:
        k = back.popleft()
        for earlier in before.get(k, ()):
            if earlier not in found:
                found[earlier] = found[k] + 1
                back.append(earlier)
    return {k: (states[k], cost) for k, cost in found.items()}


@pytest.mark.parametrize(
    "name", [n for n in GOALS if n not in ("at dusk in the loft", "never")] + ["counted twice"]
)
def test_the_estimate_is_never_too_high_anywhere(name: str) -> None:
    """In all states of the small world."""
    c, goal = small(), goal_of(*(COUNTED_TWICE if name == "counted twice" else GOALS[name]))
    distance = Planner(c, goal).distance
    ways = exact(c, goal, dict(c.start))
    assert len(ways) > 500
    assert all(distance(state) <= cost for state, cost in ways.values())


@pytest.mark.parametrize(("setting", "seed"), KITCHENS)
def test_the_estimate_is_never_too_high_in_the_dye_kitchen(setting: Any, seed: int) -> None:
    """Along random walks, against a search that uses no estimate."""
    c = kitchen(setting, seed)
    compared = 0
    for name in c.setting.tasks:
        goal = c.setting.tasks[name].goal
        planner, plain = Planner(c, goal), Planner(c, goal)
        plain.distance = lambda state: 0  # type: ignore[assignment]
        for walk in range(2):
            state = near_the_end(c, name, 4, None)
            assert state is not None
            rng = rng_for("estimate", setting, seed, name, walk)
            for _ in range(5):
                state = wandered(c, state, rng, 1)
                true = plain.plan(state, most=5, expansions=1_500)
                if true is not None:
                    compared += 1
                    assert planner.distance(state) <= true.cost
    assert compared > 10


def test_the_estimate_knows_things_where_only_residents_could_have_put_them() -> None:
    c = kitchen("home", 1)
    task = next(iter(c.setting.tasks.values()))
    state = {**c.start, (YOU, "at"): task.start}
    holder = c.residents[0]
    cloth = next(t for t in c.things if c.start[(t, "kind")] == "cloth")
    for test in task.goal:
        assert test.compare is not None
    state |= {(cloth, "at"): holder, (cloth, "colour"): "rose", (holder, "at"): task.start}
    planner, plain = Planner(c, task.goal), Planner(c, task.goal)
    plain.distance = lambda s: 0  # type: ignore[assignment]
    true = plain.plan(state, expansions=30_000)
    assert true is not None and planner.distance(state) <= true.cost
