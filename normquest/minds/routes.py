"""Ways through a task beside the easy one: that of one who knows the norm, and those without a deed of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from normquest.community.acts import GroundAct
from normquest.community.build import YOU, Community
from normquest.community.state import State
from normquest.episode.observing import choice_phrase
from normquest.minds.planner import MOST, Node, Plan, Planner
from normquest.norms.events import Finding
from normquest.norms.past import MOVING


def harmless(findings: Sequence[Finding]) -> bool:
    """Whether an act neither violated anything nor opened a duty of the newcomer."""
    return not any(f.bearer == YOU and f.result in ("violated", "open") for f in findings)


def honest(
    easy: Sequence[GroundAct], planner: Planner, start: Node, left: int, expansions: int = MOST
) -> tuple[GroundAct, ...] | None:
    """The easy way as long as it is harmless, and from there the cheapest way that keeps the rule."""
    walker = planner.walker
    node = start
    path: list[GroundAct] = []
    for ground in easy:
        after, findings = walker.walk(node, ground)
        if not harmless(findings):
            rest = planner.plan(node.state, node.memory, most=left - len(path), expansions=expansions)
            return None if rest is None else (*path, *rest.acts)
        node = after
        path.append(ground)
    return tuple(path)


def other_ways(blind: Planner, start: State, easy: Sequence[GroundAct], most: int) -> tuple[Plan, ...]:
    """The cheapest plans that leave out one deed of the easy way, each once, cheapest first.

    Deeds that read alike are one deed: to take the other of two cloths that
    nobody can tell apart is no other way.
    """
    community = blind.community
    node = Node(start, {})
    found: dict[tuple[int, ...], Plan] = {}
    for deed in easy:
        if MOVING not in deed.tags:
            plan = blind.plan(start, most=most, allowed=_unlike(community, deed, node.state))
            if plan is not None:
                found.setdefault(tuple(g.order for g in plan.acts), plan)
        node, _ = blind.walker.walk(node, deed)
    return tuple(sorted(found.values(), key=lambda plan: plan.cost))


def _unlike(community: Community, deed: GroundAct, then: State) -> Callable[[GroundAct, State], bool]:
    """Whether an act does not read as this deed did when it was done."""
    verb, text = deed.act.verb, choice_phrase(community, deed, then)
    return lambda ground, now: ground.act.verb != verb or choice_phrase(community, ground, now) != text
