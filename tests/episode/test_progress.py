"""How much of a task is done stands in the observation, alike for all, where it can be counted."""

from typing import Any

from cases import made

from normquest.episode.tasks import parts_done, task_line
from normquest.world.schema import Task
from normquest.world.terms import TestModel

CLOTHS = {"count": {"kind": "cloth", "where": [{"is": ["it.colour", "rose"]}]}}


def task(*goal: Any, title: str) -> Task:
    return made().task.model_copy(
        update={"title": title, "goal": tuple(TestModel.model_validate(one) for one in goal)}
    )


def test_it_counts_up_to_what_is_asked_for_and_no_further() -> None:
    case = made()
    cloths = [thing for thing, one in case.home.setting.things.items() if one.kind == "cloth"]
    wanted = task({"compare": [CLOTHS, ">=", 2]}, title="Two rose cloths")
    state = dict(case.home_start)
    seen = [parts_done(wanted, case.home, state)]
    for cloth in cloths[:3]:
        state = {**state, (cloth, "colour"): "rose"}
        seen.append(parts_done(wanted, case.home, state))
    assert seen[:3] == [(0, 2), (1, 2), (2, 2)] and set(seen[3:]) <= {(2, 2)}


def test_one_thing_alone_and_what_is_no_count_is_not_told() -> None:
    case = made()
    assert parts_done(task({"compare": [CLOTHS, ">=", 1]}, title="One"), case.home, case.home_start) is None
    other = task({"compare": [CLOTHS, ">=", 2]}, {"is": ["cloth_a.colour", "rose"]}, title="Other")
    assert parts_done(other, case.home, case.home_start) is None
    assert task_line(case, "act", case.home, case.home_start) == f"Task: {case.task.title}."
