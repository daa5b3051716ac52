"""What the world's rules will change at the end of a turn: for planners, who ask very often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from normquest.community.build import Community
from normquest.community.clock import rule_changes, rule_reaches
from normquest.community.memo import keep, reader
from normquest.community.state import State
from normquest.norms.events import Change, Stage
from normquest.world.terms import EffectModel


def foreseen(community: Community, state: State, stage: Stage, turn: int) -> Sequence[Change]:
    """The changes of `rule_changes`, remembered by the values of all that the rules turn on.

    Where chance has a part in it nothing is remembered.
    """
    if "foreseen" not in community.cache:
        keys = {key for reach in rule_reaches(community) for key in reach.reads} & community.scope.dynamic
        settled = not any(_draws_or_makes(rule.do) for rule in community.setting.rules)
        community.cache["foreseen"] = (reader(sorted(keys)) if settled else None, {})
    read, found = community.cache["foreseen"]
    if read is None:
        return rule_changes(community, state, stage, turn)[0]
    values = read(state)
    key = (values, tuple(map(type, values)))  # 1 and True are equal, and read differently
    try:
        known: Sequence[Change] | None = found.get(key)
    except TypeError:  # a list, as JSON has it, cannot be looked up
        return rule_changes(community, state, stage, turn)[0]
    if known is None:
        known = keep(found, key, tuple(rule_changes(community, state, stage, turn)[0]))
    return known


def _draws_or_makes(models: Iterable[EffectModel]) -> bool:
    """Whether some effect turns on chance, or on how a thing that it makes was when it was last removed."""
    return any(
        model.draw is not None
        or model.make is not None
        or (model.if_ is not None and _draws_or_makes((*model.if_.then, *model.if_.otherwise)))
        for model in models
    )
