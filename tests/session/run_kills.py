"""Killing a run in the middle, again and again; shared by the short test and the long one."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from normquest.store import line, open_store
from normquest.streams import below, stream
from session.handmade import at_home, ran, started

RUN = ("run", "small", "--newcomer", "oracle", "--newcomer", "random", "--arm", "both", "--json")


def logs(home: Path) -> dict[str, list[str]]:
    """Every episode's log by its key, and its end."""
    with open_store(home / "normquest.db", readonly=True) as store:
        heads = store.episodes()
        assert [head.status for head in heads] == ["done"] * len(heads)
        return {
            head.key.text(): [*(line(r) for r in store.records(head.id)), json.dumps(_result(head.result))]
            for head in heads
        }


def _result(result: object) -> object:
    """The result without the number of the episode, which hangs on who came first."""
    assert isinstance(result, dict)
    return {**result, "row": {**result["row"], "episode": None}}


def killed(folder: Path, seeds: str, times: int, jobs: int) -> int:
    """Kill a run `times` times, each after a few lines, and then let it come to its end.

    Every log is then that of the undisturbed run, byte for byte; so is what the last run printed but for the
    numbers of episodes. Gives how many kills came before the run was through.
    """
    alone, broken = at_home(folder / "alone"), at_home(folder / "broken")
    undisturbed = ran(alone, *RUN, "--seeds", seeds)
    args = (*RUN, "--seeds", seeds, "--jobs", str(jobs))
    rng, landed = stream(1, "kills", jobs), 0
    for _ in range(times):
        landed += _killed_once(broken, args, fresh=below(rng, 3), nap=rng.random() * 0.04)
    last = ran(broken, *args)
    assert logs(broken) == logs(alone)
    assert _printed(last.stdout) == _printed(undisturbed.stdout)
    with open_store(broken / "normquest.db") as store:
        assert store.check() == []
        assert [run.status for run in store.runs()] == ["done"]
    return landed


def _killed_once(home: Path, args: tuple[str, ...], fresh: int, nap: float) -> bool:
    """Let it print what was there already, a few lines more, and kill it a moment later."""
    known = 0
    if (home / "normquest.db").exists():
        with open_store(home / "normquest.db", readonly=True) as store:
            known = len(store.episodes(status="done"))
    process = started(home, args)
    assert process.stdout is not None and process.stderr is not None
    with process.stdout, process.stderr:
        for _ in range(known + fresh):
            if not process.stdout.readline():
                break
        time.sleep(nap)
        landed = process.poll() is None
        process.kill()
        process.wait(timeout=60)
    return landed


def _printed(text: str) -> list[object]:
    return [{**json.loads(row), "episode": None} for row in text.splitlines()]


def alive(pids: list[int]) -> list[int]:
    """Those processes that are still there."""
    found = []
    for pid in pids:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            continue
        found.append(pid)
    return found
