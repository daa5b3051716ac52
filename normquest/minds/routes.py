"""The way of one who knows the norm: easy as far as that is harmless, then the cheapest that keeps it."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.community.acts import GroundAct
from normquest.community.build import YOU
from normquest.minds.planner import MOST, Node, Planner
from normquest.norms.events import Finding


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
