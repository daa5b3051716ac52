"""One draw: a community, K customs of which one is enforced, the scenes, X, and a certificate.

Everything about the choice of customs, scenes and cases treats the K alike;
which of them is the norm is drawn afterwards from a stream of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from normquest.bank.binding import Custom, Job, job_of
from normquest.bank.cases import LEAST_VIOLATIONS, Guess, branches, choose_all, histories_for
from normquest.bank.customs import Bank, Tasks, act_kinds, choose_customs, walked
from normquest.bank.pool import branched, errands_about, free_errands, kept_errands
from normquest.bank.scenes import Limits, Watch, choose_scenes
from normquest.bank.settling import NOISY_BAR
from normquest.community.build import Community, build
from normquest.community.errands import Errand
from normquest.minds.observer import NOISY, REFERENCE, Beliefs, Noise, sample
from normquest.minds.spaces import build_space
from normquest.minds.words_seen import vocabulary
from normquest.norms.edits import Vocabulary
from normquest.norms.histories import CaseSet, History
from normquest.norms.space import Space
from normquest.norms.space_builder import SpaceBuilder
from normquest.norms.templates import Template, templates
from normquest.streams import Stream, below, shuffled, stream
from normquest.world.schema import World
from normquest.world.words import lexicon_of


@dataclass(frozen=True)
class Level:
    """How much there is to tell apart: K customs, how long the watch may be, families of norms left out."""

    customs: int
    limits: Limits
    without: frozenset[str] = frozenset()


LEVELS: dict[str, Level] = {
    # Who comes for the first time is not asked for a rule inside a rule.
    "gentle": Level(2, Limits(12, 70), frozenset({"composition", "meta", "repair"})),
    "plain": Level(3, Limits(20, 110)),
    "subtle": Level(3, Limits(20, 110)),
    "fiendish": Level(4, Limits(20, 110)),
}
NOISY_LIMITS = Limits(32, 180, NOISY_BAR)
"""A watch designed for reactions that fail or err."""
LAPSE = 0.35
WANTED, MORE_CASES, OFTEN = 60, 90, 0.9
"""Violations among a custom's cases below which errands about it are run; how many; their lapse rate."""
MOST_LAYOUTS, MOST_WATCHES = 8, 4
"""Layouts tried for one seed, and how many of them may fail for want of good scenes."""
GUESSES = 400
"""Rules drawn from the prior for which the cases are made even."""
KEPT, BRANCHED, FREE, MORE = 80, 60, 60, 16


@dataclass(frozen=True)
class Drawn:
    """All that a draw decided. `reasons` is empty if it is accepted."""

    world: World
    seed: int
    layout: int
    level: str
    asked: str
    home: Job
    elsewhere: Job
    customs: tuple[Custom, ...]
    enforced: int
    kept: tuple[Errand, ...]
    free: tuple[Errand, ...]
    watch: Watch
    cases: tuple[CaseSet, ...]
    space: Space
    rows: tuple[int, ...]
    classes: tuple[NDArray[np.bool_], ...]
    words: Vocabulary
    noise: Noise
    reasons: tuple[str, ...]

    @property
    def norm(self) -> Custom:
        """The custom that is enforced."""
        return self.customs[self.enforced]


class NoDraw(Exception):
    """A draw that came to nothing. `reasons` says why, most frequent first."""

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = tuple(text for text, _ in Counter(reasons).most_common())
        super().__init__("; ".join(self.reasons[:3]) or "no norm binds")


def asked_template(world: World, seed: int, level: str = "plain") -> str:
    """The template that a seed asks for: every one of the level in turn, shuffled once a round."""
    names = _named(world, level)
    round_, place = divmod(seed, len(names))
    return shuffled(stream(round_, "templates", world.id), names)[place]


def _named(world: World, level: str, asked: str | None = None) -> list[str]:
    """The norms of a level, and the one asked for; all of them in a world with too few others."""
    chosen = LEVELS[level]
    fit = [name for name, n in world.norms.items() if n.family not in chosen.without or name == asked]
    return fit if len(fit) >= chosen.customs else list(world.norms)


def draw(
    world: World, seed: int, *, norm: str | None = None, level: str = "plain", noisy: bool = False
) -> Drawn:
    """The first layout of a seed on which all is well, or the last that came near.

    Layout 0 is the community of the seed itself; further ones are tried where K
    customs do not bind on it or its scenes do not settle them. What makes a
    layout fail treats all K customs alike. Raises NoDraw where on none of them
    K customs bind; a Drawn with reasons is a rejection.
    """
    if level not in LEVELS:
        raise ValueError(f"no level is called '{level}': there are {', '.join(LEVELS)}")
    asked = norm if norm is not None else asked_template(world, seed, level)
    if asked not in world.norms:
        raise ValueError(f"no norm of {world.id} is called '{asked}'")
    names = _named(world, level, asked)
    bank = [template for template in templates(world) if template.id in names]
    reasons: list[str] = []
    last: Drawn | None = None
    rejected = 0
    for number in range(MOST_LAYOUTS):
        layout = seed if number == 0 else stream(seed, "layout", asked, number).getrandbits(31)
        try:
            last = _drawn(world, seed, layout, bank, asked, level, NOISY if noisy else REFERENCE)
        except NoDraw as failure:
            reasons += failure.reasons
            continue
        if not last.reasons:
            return last
        rejected += 1
        if rejected == MOST_WATCHES:
            break
    if last is None:
        raise NoDraw(reasons)
    return last


def _drawn(
    world: World, seed: int, layout: int, bank: Sequence[Template], asked: str, level: str, noise: Noise
) -> Drawn:
    """One draw on one layout; all its streams are the layout's."""
    chosen = LEVELS[level]
    home, elsewhere = build(world, "home", layout), build(world, "elsewhere", layout)
    kinds = act_kinds(next(t for t in bank if t.id == asked).instances[0][1])
    free = free_errands(home, kinds, layout, FREE)
    # A tutorial measures nothing, and its few norms seldom hold two about one kind of act.
    every = Bank(bank, lexicon_of(world), free, one_kind=not world.lessons)
    job, there, customs = _customs(home, elsewhere, every, asked, chosen.customs, layout)
    enforced = below(stream(layout, "enforced"), len(customs))
    return designed(world, seed, layout, asked, level, job, there, customs, enforced, free, noise)


def designed(
    world: World,
    seed: int,
    layout: int,
    asked: str,
    level: str,
    job: Job,
    there: Job,
    customs: Sequence[Custom],
    enforced: int,
    free: Sequence[Errand],
    noise: Noise,
) -> Drawn:
    """The scenes and the test cases for given customs; `enforced` has no part in any choice."""
    home = job.community
    rules = [c.rule for c in customs]
    kept = kept_errands(home, rules, LAPSE, layout, KEPT)
    kept += branched(home, kept, rules, layout, BRANCHED)
    words = vocabulary(home, [event for errand in (*kept, *free) for event in errand.events])
    builder, rows = build_space(words, rules)
    space = builder.build()
    histories = histories_for(home, kept, free, rules, stream(layout, "histories"))
    guesses = guesses_of(world, space, stream(layout, "guesses"))

    def chosen() -> list[CaseSet]:
        rngs = [stream(layout, "cases", i) for i in range(len(rules))]
        return choose_all(rules, words, histories, rngs, guesses)

    cases = chosen()
    scarce = [k for k, x in enumerate(cases) if x.violating < WANTED]
    if scarce:
        about = [e for k in scarce for e in errands_about(home, rules, k, OFTEN, layout, 0, MORE_CASES)]
        kept += about
        rng = stream(layout, "more histories")
        histories += [History(e.events) for e in about] + branches(home, about, rules, rng, 0)
        cases = chosen()
    classes = [class_of(space, row, x) for row, x in zip(rows, cases, strict=True)]

    def more(custom: int) -> list[Errand]:
        return errands_about(home, rules, custom, LAPSE, layout, len(kept), MORE)

    limits = NOISY_LIMITS if noise is NOISY else LEVELS[level].limits
    watch = choose_scenes(space, rows, classes, kept, more, limits, noise, stream(layout, "scenes"))
    reasons = [watch.reason] if watch.reason is not None else []
    reasons += [
        f"fewer than {LEAST_VIOLATIONS} violations among the test cases"
        for x in cases
        if x.violating < LEAST_VIOLATIONS
    ][:1]
    return Drawn(
        world=world,
        seed=seed,
        layout=layout,
        level=level,
        asked=asked,
        home=job,
        elsewhere=there,
        customs=tuple(customs),
        enforced=enforced,
        kept=tuple(kept),
        free=tuple(free),
        watch=watch,
        cases=tuple(cases),
        space=space,
        rows=tuple(rows),
        classes=tuple(classes),
        words=words,
        noise=noise,
        reasons=tuple(reasons),
    )


def guesses_of(world: World, space: Space, rng: Stream) -> list[list[Guess]]:
    """What is guessed without a look: by who knows the file, and by an observer who has seen nothing."""
    bank = [(rule, 1 / len(t.instances)) for t in templates(world) for _, rule in t.instances]
    prior = Beliefs(space.sizes).posterior()
    rows = Counter(sample(prior, [rng.random() for _ in range(GUESSES)]))
    seen = [(rule, float(n)) for row, n in sorted(rows.items()) if (rule := space.rule(row)) is not None]
    return [bank, seen]


def _customs(
    home: Community,
    elsewhere: Community,
    bank: Bank,
    asked: str,
    k: int,
    seed: int,
) -> tuple[Job, Job, list[Custom]]:
    """The first pair of tasks on which K customs bind."""
    rng = stream(seed, "customs", asked)
    here = [(job, bank.broken_on(walked(home, job, job.easy.acts))) for job in _jobs(home)]
    there = [(job, bank.broken_on(walked(elsewhere, job, job.easy.acts))) for job in _jobs(elsewhere)]
    if not here or not there:
        raise NoDraw(["a task cannot be done"])
    pairs = [Tasks(h, a, one & other) for h, one in here for a, other in there]
    found = choose_customs(bank, shuffled(rng, pairs), asked, k, rng)
    if isinstance(found, list):
        raise NoDraw(found)
    tasks, customs = found
    return tasks.home, tasks.elsewhere, customs


def _jobs(community: Community) -> list[Job]:
    jobs = (job_of(community, name) for name in community.setting.tasks)
    return [job for job in jobs if job is not None]


FEW = 400
"""So many rules are few enough to be read for by themselves."""


def class_of(space: Space, row: int, cases: CaseSet) -> NDArray[np.bool_]:
    """The rules that label every case of X as the custom does."""
    asked: dict[int, int] = {}
    for history, act in cases.items:
        asked[history] = asked.get(history, 0) | 1 << act
    # Those with many cases first: they tell most rules apart.
    rest = sorted(asked, key=lambda history: -asked[history].bit_count())
    rows = np.arange(len(space))
    few, place = space, row
    while rest and len(rows) > FEW:
        history = rest.pop(0)
        words = few.verdicts(space.table.read(cases.histories[history].events))
        alike = ((words ^ words[place]) & np.uint64(asked[history])) == 0
        alike[0] = True  # a space always has its null rule
        few, place, rows = few.take(np.flatnonzero(alike)), int(alike[:place].sum()), rows[alike]
    builder = SpaceBuilder()
    rules = [rule for rule in map(few.rule, range(1, len(rows))) if rule is not None]
    for rule in rules:
        builder.add(rule)
    small, where = builder.build(), builder.rows()
    columns = np.array([0, *(where(rule) for rule in rules)])
    same = np.ones(len(rows), np.bool_)
    same[0] = False
    for history in rest:
        words = small.verdicts(small.table.read(cases.histories[history].events))[columns]
        same &= ((words ^ words[place]) & np.uint64(asked[history])) == 0
    out = np.zeros(len(space), np.bool_)
    out[rows[same]] = True
    return out
