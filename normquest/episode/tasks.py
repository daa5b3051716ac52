"""What a stage asks for, and by which rules it is judged; each worked out once a community."""

from __future__ import annotations

from typing import NamedTuple

from normquest.community.build import YOU, Community
from normquest.community.compile import Compiled, all_of, check, term
from normquest.community.state import Key, State
from normquest.episode.case import Case
from normquest.episode.state import Acting
from normquest.norms.events import Stage
from normquest.norms.monitor import Monitor
from normquest.norms.rules import Rule
from normquest.world.schema import Task
from normquest.world.terms import TestModel


def rules_of(case: Case) -> list[Rule | None]:
    """The norm first, then every custom; the norm is None in a norm-free community."""
    return [case.norm, *case.customs]


def task_of(case: Case, stage: Stage) -> Task:
    """The task of a stage."""
    return case.transfer_task if stage == "elsewhere" else case.task


def turns_of(case: Case, acting: Acting) -> int:
    """How many turns a stage under way may take."""
    return task_of(case, acting.stage).turns if acting.most is None else acting.most


def task_name(case: Case, stage: Stage) -> str:
    """The task of a stage by its name in the setting."""
    return case.elsewhere_task if stage == "elsewhere" else case.home_task


def goal_of(case: Case, stage: Stage, community: Community) -> Compiled:
    """When the task of a stage is done."""
    key = ("goal", task_name(case, stage))
    if key not in community.cache:
        community.cache[key] = all_of(task_of(case, stage).goal, {"actor": YOU}, community.scope)
    goal: Compiled = community.cache[key]
    return goal


def task_line(case: Case, stage: Stage, community: Community, state: State) -> str:
    """What is to be done, and how much of it is done where it has parts: a newcomer's own tally."""
    task = task_of(case, stage)
    parts = parts_done(task, community, state)
    return f"Task: {task.title}{'' if parts is None else f' ({parts[0]} of {parts[1]} done)'}."


def parts_done(task: Task, community: Community, state: State) -> tuple[int, int] | None:
    """How many of how many things that a task asks for are done.

    None for one thing alone, and for a task that asks for more than a number of things: of what cannot be
    counted nobody is told how it stands.
    """
    parts = _parts(task, community)
    whole = sum(part.wanted for part in parts)
    if whole < 2 or not all(part.counted for part in parts):
        return None
    return sum(tally(task, community, state)), whole


def tally(task: Task, community: Community, state: State) -> tuple[int, ...]:
    """How far each test of the goal is met: of a count, how many of those that are wanted; else 1 or 0."""
    return tuple([min(int(part.have.call(state)), part.wanted) for part in _parts(task, community)])


class _Part(NamedTuple):
    """A test of a goal: what is there of what it wants. `counted`: it asks for a number of things."""

    have: Compiled
    wanted: int
    counted: bool


def _parts(task: Task, community: Community) -> list[_Part]:
    key = ("parts", task.title)
    if key not in community.cache:
        community.cache[key] = [_part(test, community) for test in task.goal]
    parts: list[_Part] = community.cache[key]
    return parts


def _part(test: TestModel, community: Community) -> _Part:
    asked = test.compare
    wanted = None if asked is None else asked.right.literal
    if asked is None or asked.left.count is None or asked.op != ">=" or type(wanted) is not int:
        return _Part(check(test, {"actor": YOU}, community.scope), 1, False)
    return _Part(term(asked.left, {"actor": YOU}, community.scope), wanted, True)


def wanted_keys(case: Case, stage: Stage, community: Community) -> frozenset[Key]:
    """All that can change of whatever the task of a stage speaks of."""
    key = ("wanted", task_name(case, stage))
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
