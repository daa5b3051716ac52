"""What the reference observer makes of what a newcomer has been shown so far, request by request.

It reads only what the newcomer could see; how much it gives the true rule is a spoiler all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from normquest.bank.draw import class_of
from normquest.episode.case import Case
from normquest.episode.records import EpisodeKey, Record, Request, told_to_newcomers
from normquest.minds.scripted.observing import Observer
from normquest.minds.spaces import build_space
from normquest.minds.words_seen import vocabulary
from normquest.norms.english import render
from normquest.world.words import lexicon_of


@dataclass(frozen=True, slots=True)
class Belief:
    """Before a request: the rule it finds most probable, in English, and what it gives the true one.

    `truth`: the probability of all rules that agree with the norm in every test case (in a community without
    one: that there is none).
    """

    request: int
    rule: str
    truth: float


class ObserverBeside:
    """The observer beside a newcomer. Slow: use it in a thread of its own, one call at a time."""

    def __init__(self, case: Case, key: EpisodeKey) -> None:
        self.lexicon = lexicon_of(case.home.world)
        self.truth = "" if case.norm is None else render(case.norm, self.lexicon)
        self._observer = Observer(case, key)
        self._alike = _alike(case)
        self._curve: list[Belief] = []
        self._read = 0
        self._told: list[Record] = []
        self._changed = True

    def curve(self, records: Sequence[Record]) -> list[Belief]:
        """Its beliefs before each request; `records` holds all of them, those of the last time too."""
        for record in records[self._read :]:
            if isinstance(record, Request):
                self._curve.append(self._belief(record.seq))
            new = told_to_newcomers([record])
            self._told += new
            self._changed = self._changed or not isinstance(record, Request)
        self._read = len(records)
        return list(self._curve)

    def _belief(self, request: int) -> Belief:
        if not self._changed and self._curve:
            last = self._curve[-1]
            return Belief(request, last.rule, last.truth)
        self._changed = False
        best, _ = self._observer.best(self._told)
        truth = float(self._observer.posterior(self._told)[self._alike].sum())
        rule = "None that I can see." if best is None else render(best, self.lexicon)
        return Belief(request, rule, min(truth, 1.0))


def _alike(case: Case) -> NDArray[np.bool_]:
    """The rules of the observer's space that are the norm for all purposes."""
    events = [e for scene in (*case.scenes, *case.neutral) for e in scene.events]
    builder, rows = build_space(vocabulary(case.home, events), case.customs)
    space = builder.build()
    if case.norm is None:
        none = np.zeros(len(space), np.bool_)
        none[0] = True
        return none
    alike: NDArray[np.bool_] = class_of(space, rows[case.enforced], case.cases)
    return alike
