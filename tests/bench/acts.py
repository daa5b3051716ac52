"""Acts a second with the newcomer's text and legal acts built each turn, beside TextWorld 1.7.

Ours: `advance` in the act stage of the arm `both` from where residents go about their day again, choices
taken at random; every member's act counts. And with the newcomer alone, in the arm `own`. A stage is begun
anew before its last turn, whose scoring is no act; the resets of TextWorld do not count either.
TextWorld: a game of as many places, things and people, asked for what our text holds (description, inventory,
admissible commands); then one with about as many commands to choose from, and that asked for commands alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from normquest.community.build import YOU
from normquest.episode.state import Step
from normquest.episode.step import advance
from normquest.episode.tasks import task_of
from normquest.norms.events import Event

from . import kitchen
from .side_by_side import Figure, Reading, Skipped, side_by_side

TURNS = 400
PEER_ACTS = 80
AIM = 50.0
PEER = Path(__file__).with_name("textworld_peer.py")
PEER_PYTHON = "NORMQUEST_PEER_PYTHON"
"""Names a Python that has TextWorld, if this one has not."""


def residents_go_on() -> Step:
    """The first request of the arm `both` after residents were seen to act again."""
    for step in kitchen.steps("both", "selfish"):
        if step.request is not None and step.request.kind == "act" and _acts(step, YOU):
            return step
    raise AssertionError("the residents never go on")


def _acts(step: Step, but: str = "") -> int:
    found = [r for r in step.records if isinstance(r, Event) and r.kind in ("act", "failed")]
    return sum(1 for event in found if event.actor != but)


def acts_a_second(start: Step, rng: Random, turns: int = TURNS) -> float:
    """Acts by any member a second of processor time."""
    acts, step, begun = 0, start, time.process_time()
    for _ in range(turns):
        assert step.request is not None and step.state.acting is not None
        seen = step.request.observation
        assert seen.text
        step = advance(step.state, kitchen.chosen(step, 1 + int(rng.random() * len(seen.choices))))
        acts += _acts(step)
        acting = step.state.acting
        assert acting is not None
        if acting.done or acting.turn >= task_of(kitchen.case(), acting.stage).turns - 1:
            step = start
    return acts / (time.process_time() - begun)


@contextmanager
def textworld() -> Iterator[dict[str, Reading]]:
    """TextWorld in a process of its own; its modes give acts a second. Raises Skipped."""
    python = os.environ.get(PEER_PYTHON, sys.executable)
    peer = subprocess.Popen(
        [python, str(PEER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert peer.stdin is not None and peer.stdout is not None and peer.stderr is not None
    out, into = peer.stdout, peer.stdin

    def asked(mode: str) -> float:
        print(mode, PEER_ACTS, file=into, flush=True)
        return float(json.loads(out.readline()))

    try:
        if out.readline() != "ready\n":
            why = peer.stderr.read().strip().split("\n")[-1]
            raise Skipped(
                f"TextWorld is not there ({why}): pip install 'normquest[peers]', "
                f"or name a Python that has it in {PEER_PYTHON}"
            )
        yield {mode: lambda mode=mode: asked(mode) for mode in ("size", "choices", "lean")}  # type: ignore[misc]
    finally:
        into.close()
        peer.wait()
        out.close()
        peer.stderr.close()


def figures() -> list[Figure]:
    """Any member's acts beside a game of our size; then the newcomer's alone, and beside lesser games."""
    both, own = residents_go_on(), kitchen.stage_begun("own")
    rng = Random(1)
    with textworld() as peer:

        def beside(name: str, what: str, start: Step, mode: str, aim: float | None = None) -> Figure:
            return side_by_side(
                name, what, "acts/s", lambda: acts_a_second(start, rng), peer[mode], at_least=aim
            )

        return [
            beside(
                "acts", "any member's acts, beside a TextWorld game of our size and text", both, "size", AIM
            ),
            beside("acts_newcomer", "the same with the newcomer alone", own, "size"),
            beside("acts_choices", "any member's, beside a game with as many commands", both, "choices"),
            beside("acts_lean", "any member's, beside that game asked for commands alone", both, "lean"),
        ]
