"""What a stage asks for, and by which rules it is judged; each worked out once a community."""

from __future__ import annotations

from normquest.community.build import YOU, Community
from normquest.community.compile import Compiled, all_of
from normquest.community.state import Key
from normquest.episode.case import Case
from normquest.norms.events import Stage
from normquest.norms.monitor import Monitor
from normquest.norms.rules import Rule
from normquest.world.schema import Task


def rules_of(case: Case) -> list[Rule | None]:
    """The norm first, then every custom; the norm is None in a norm-free community."""
    return [case.norm, *case.customs]


def task_of(case: Case, stage: Stage) -> Task:
    """The task of a stage."""
    return case.task if stage == "act" else case.transfer_task


def goal_of(case: Case, stage: Stage, community: Community) -> Compiled:
    """When the task of a stage is done."""
    key = ("goal", case.home_task if stage == "act" else case.elsewhere_task)
    if key not in community.cache:
        community.cache[key] = all_of(task_of(case, stage).goal, {"actor": YOU}, community.scope)
    goal: Compiled = community.cache[key]
    return goal


def wanted_keys(case: Case, stage: Stage, community: Community) -> frozenset[Key]:
    """All that can change of whatever the task of a stage speaks of."""
    key = ("wanted", case.home_task if stage == "act" else case.elsewhere_task)
    if key not in community.cache:
        goal = goal_of(case, stage, community).reads
        entities = {entity for entity, _ in goal}
        community.cache[key] = goal | {k for k in community.scope.dynamic if k[0] in entities}
    wanted: frozenset[Key] = community.cache[key]
    return wanted


def monitors_of(case: Case, community: Community) -> list[tuple[Monitor | None, int]]:
    """The monitors of the norm and the customs; they keep nothing, so that one set does for all turns.

    Beside each stands the number of the first of the same rule: the norm is one of the customs, and what it
    finds is found once.
    """
    kept = community.cache.get("monitors")
    if kept is None or kept[0] is not case:
        rules = rules_of(case)
        kept = (case, [(None if rule is None else Monitor(rule), rules.index(rule)) for rule in rules])
        community.cache["monitors"] = kept
    monitors: list[tuple[Monitor | None, int]] = kept[1]
    return monitors
