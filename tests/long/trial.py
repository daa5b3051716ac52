"""What one accepted draw shows of the minds and observers; run over many draws by the long tests.

`trials(world_id, seeds)` spreads the draws over two processes. A draw that is
rejected gives a row with its reasons and nothing else.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from typing import Any

from normquest.bank.certificate import certify
from normquest.bank.draw import Drawn, NoDraw, asked_template, draw
from normquest.bank.make import case_of
from normquest.episode.case import Case
from normquest.episode.records import (
    Config,
    EpisodeKey,
    Record,
    StageResult,
    Statement,
    told_to_newcomers,
)
from normquest.episode.step import advance, begin
from normquest.minds.observer import Beliefs, sample
from normquest.minds.scripted import MINDS
from normquest.norms.histories import score
from normquest.norms.rules import Rule, rule_from
from normquest.settings import worlds_folder
from normquest.streams import stream
from normquest.world.loader import load_world

NOISES = 5
JOINT = ("oracle", "selfish", "noop", "contrarian", "ritualist", "random-route")


def episode(case: Case, name: str, config: Config, seed: int) -> list[Record]:
    """A whole episode of a scripted mind, in memory."""
    key = EpisodeKey(1, "", case.template, seed, config.arm, name, config.hash())
    newcomer = MINDS[name](case, key)
    step = begin(key, config, case)
    records = list(step.records)
    while step.request is not None:
        step = advance(step.state, newcomer.decide(step.request, told_to_newcomers(records)))
        records += step.records
    return records


def first_statement(case: Case, name: str, config: Config, seed: int) -> Rule | None:
    """The rule that a mind states first; the episode is left there."""
    key = EpisodeKey(1, "", case.template, seed, config.arm, name, config.hash())
    newcomer = MINDS[name](case, key)
    step = begin(key, config, case)
    records = list(step.records)
    while step.request is not None and not any(isinstance(r, Statement) for r in records):
        step = advance(step.state, newcomer.decide(step.request, told_to_newcomers(records)))
        records += step.records
    said = next(r for r in records if isinstance(r, Statement))
    return None if said.rule is None else rule_from(dict(said.rule))


def stages(records: list[Record]) -> dict[str, StageResult]:
    """The results by stage."""
    return {r.stage: r for r in records if isinstance(r, StageResult)}


def trial(world_id: str, minds_until: int, seed: int) -> dict[str, Any]:
    """One draw: acceptance, and if accepted what readers and guessers come to on it.

    Whole episodes are played, and observers asked, below seed `minds_until` only.
    """
    world = load_world(worlds_folder() / f"{world_id}.yaml").world
    begun = time.process_time()
    row: dict[str, Any] = {"seed": seed, "asked": asked_template(world, seed)}
    try:
        drawn = draw(world, seed)
    except NoDraw as nothing:
        return row | {"accepted": False, "reasons": nothing.reasons, "cpu": time.process_time() - begun}
    certificate = certify(drawn)
    row |= {
        "accepted": certificate.accepted,
        "reasons": certificate.reasons,
        "cpu": time.process_time() - begun,
        "template": certificate.template,
        "family": certificate.family,
        "scenes": certificate.scenes,
        "acts": certificate.acts,
        "k": certificate.customs,
    }
    if not certificate.accepted:
        return row
    case = case_of(drawn)
    row |= _guesses(drawn, case, seed)
    if seed < minds_until:
        row |= _minds(case, seed)
    return row


def _minds(case: Case, seed: int) -> dict[str, Any]:
    """What the minds that need no evidence do under told, and what the observers state."""
    row: dict[str, Any] = {}
    told = Config(arm="told", forecast=False)
    for name in JOINT:
        done = stages(episode(case, name, told, seed))
        row[name] = {
            "joint": done["act"].joint,
            "task": done["act"].task_success,
            "violations": done["act"].violations,
            "transfer_joint": done["elsewhere"].joint,
            "transfer_violations": done["elsewhere"].violations,
        }
    for name in ("observer", "second-observer"):
        said = first_statement(case, name, replace(told, arm="witnessed"), seed)
        row[f"{name} exact"] = score(said, case.cases).exact
    return row


def _guesses(drawn: Drawn, case: Case, seed: int) -> dict[str, Any]:
    """What comes of guessing without the sanctions: from the file, from the prior, from the acts shown."""
    told = Config(arm="told", forecast=False)
    guess = score(first_statement(case, "prior-guesser", told, seed), case.cases)
    prior = Beliefs(drawn.space.sizes).posterior()
    picked = drawn.space.rule(sample(prior, [stream(seed, "prior sample").random()])[0])
    broken = drawn.watch.broken
    return {
        "guess": guess.balanced_accuracy,
        "blind": score(picked, case.cases).balanced_accuracy,
        "read": max(range(len(broken)), key=lambda k: broken[k]) == drawn.enforced,
        "read_least": min(range(len(broken)), key=lambda k: broken[k]) == drawn.enforced,
        "read_first": drawn.enforced == 0,
        "broken": list(broken),
        "enforced": drawn.enforced,
    }


def noisy_trial(world_id: str, seed: int) -> dict[str, Any]:
    """One draw designed for 10 % misses and 1 % false alarms an act, and the observer on it.

    `exact` is the share of `NOISES` like episodes, each with mishaps of its own, in which its first statement
    is: which reactions go amiss says little of a draw.
    """
    world = load_world(worlds_folder() / f"{world_id}.yaml").world
    try:
        drawn = draw(world, seed, noisy=True)
    except NoDraw as nothing:
        return {"seed": seed, "accepted": False, "reasons": nothing.reasons}
    certificate = certify(drawn)
    if not certificate.accepted:
        return {"seed": seed, "accepted": False, "reasons": certificate.reasons}
    case = case_of(drawn)
    config = Config(arm="witnessed", miss=0.1, false_alarm=0.01, forecast=False)
    seeds = [seed, *(stream(seed, "mishaps", n).getrandbits(31) for n in range(1, NOISES))]
    exact = [score(first_statement(case, "observer", config, one), case.cases).exact for one in seeds]
    return {
        "seed": seed,
        "accepted": True,
        "exact": sum(map(bool, exact)) / NOISES,
        "scenes": certificate.scenes,
        "acts": certificate.acts,
    }


def trials(
    world_id: str,
    seeds: Iterable[int],
    *,
    minds_until: int = 0,
    noisy: bool = False,
    jobs: int | None = None,
) -> Iterator[dict[str, Any]]:
    """A row a seed, in order."""
    work = partial(noisy_trial, world_id) if noisy else partial(trial, world_id, minds_until)
    workers = jobs if jobs is not None else os.cpu_count()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, seeds, chunksize=2)
