"""X: some 240 test cases for statements about one norm, chosen so that near-misses show.

Cases are turns in short histories: errands, and errands cut short and gone on
otherwise. 40 % are violations of the norm; the rest are chosen by
multiplicative weights over its one-edit variants, and at least 30 % of either
at random; all such that those who guess without a look call as many of the
violations violations as of the rest. Else whoever knows no more than which verb
is meant, or that rites are seldom amiss, would do better than chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from normquest.community.acts import GroundAct, legal_acts
from normquest.community.build import Community
from normquest.community.clock import end_turn
from normquest.community.errands import Errand
from normquest.community.happening import happen
from normquest.community.state import Key, folded
from normquest.community.weaving import restricted
from normquest.norms.edits import Vocabulary, edits
from normquest.norms.events import Event
from normquest.norms.features import Words
from normquest.norms.histories import CaseSet, History, Stratum
from normquest.norms.monitor import Monitor
from normquest.norms.past import MOVING, Memory
from normquest.norms.rules import Rule
from normquest.norms.space_builder import SpaceBuilder
from normquest.norms.terms_of import terms_of
from normquest.streams import Stream, chance, shuffled
from normquest.world.builtin import WAIT

SIZE = 240
VIOLATING = 0.4
AT_RANDOM = 0.3
ATTEMPTED = ("act", "failed")
LEAST_VIOLATIONS = 40
FEW = 400
"""Items at random among which the one is taken that keeps guesses even."""
LEAN = 1.5
"""What share of the most that an item can tell is given for one standard deviation of evenness."""
WEIGHTS = (3.0, 1.0)
"""How much more the first kind of guess counts: a bank holds relatives of its norms, a space hardly."""


ENOUGH = 70
"""Violating branches gathered for each custom."""
PLAIN = 150
"""Branches gathered that break none: without them acts of a rare kind would be violations or nothing."""


def branches(
    community: Community, errands: Sequence[Errand], customs: Sequence[Rule], rng: Stream, most: int
) -> list[History]:
    """Errands cut short and gone on with another act that some custom speaks of, and then its tick.

    Gone on with, above all, where that breaks a custom of which few breaches
    have been gathered: each custom gets as many as another.
    """
    kinds = restricted(customs)
    if any(terms_of(rule).upkeep for rule in customs):
        kinds |= {(None, MOVING)}  # what is to be kept up somewhere turns on staying or leaving
    monitors = [Monitor(rule) for rule in customs]
    gathered = [0] * len(customs)
    plain = 0
    found: list[History] = []
    for errand in errands:
        state: dict[Key, Any] = dict(errand.start)
        memories: list[Memory] = [{} for _ in customs]
        for index, event in enumerate(errand.events):
            if event.kind == "act":
                for ground in _otherwise(community, state, event, kinds, rng):
                    other, closing, breaks = _gone_on(community, state, ground, event, monitors, memories)
                    wanted = any(gathered[k] < ENOUGH for k in breaks)
                    calm = not breaks and plain < most
                    if wanted or (calm and (ground.act.verb != WAIT or chance(rng, 0.3))):
                        found.append(History((*errand.events[:index], other, closing)))
                        plain += not breaks
                        for k in breaks:
                            gathered[k] += 1
            memories = [m.judge(memory, event)[0] for m, memory in zip(monitors, memories, strict=True)]
            state = folded(state, event.changes)
        if min(gathered) >= ENOUGH and plain >= most:
            break
    return found


def _otherwise(
    community: Community,
    state: dict[Key, Any],
    event: Event,
    kinds: set[tuple[str | None, str | None]],
    rng: Stream,
) -> list[GroundAct]:
    """At most three other acts of the actor that bear on a custom; waiting lets a duty's time run out."""
    options = [
        g
        for g in legal_acts(community, state, event.actor)
        if g.act != event.act
        and (g.act.verb == WAIT or (g.act.verb, None) in kinds or any((None, t) in kinds for t in g.tags))
    ]
    return shuffled(rng, options)[:3]


def _gone_on(
    community: Community,
    state: dict[Key, Any],
    ground: GroundAct,
    event: Event,
    monitors: Sequence[Monitor],
    memories: Sequence[Memory],
) -> tuple[Event, Event, list[int]]:
    """The other act, its tick, and which customs they break."""
    other, after = happen(community, state, ground, seq=event.seq, turn=event.turn, stage="watch", told=False)
    closing, _ = end_turn(community, after, seq=event.seq + 1, turn=event.turn, stage="watch")
    breaks = []
    for k, (monitor, memory) in enumerate(zip(monitors, memories, strict=True)):
        memory, at_act = monitor.judge(memory, other)
        _, at_tick = monitor.judge(memory, closing)
        if any(f.result == "violated" and f.bearer == ground.act.actor for f in (*at_act, *at_tick)):
            breaks.append(k)
    return other, closing, breaks


def histories_for(
    community: Community, kept: Sequence[Errand], free: Sequence[Errand], customs: Sequence[Rule], rng: Stream
) -> list[History]:
    """The histories from which the cases of all K customs alike are chosen."""
    found = [History(e.events) for e in (*free, *kept[: len(free)])]
    return found + branches(community, shuffled(rng, [*free, *kept]), customs, rng, PLAIN)


Guess = tuple[Rule, float]
"""A rule that is stated without a look, and how often it is (any unit)."""
Matrix = tuple[list[tuple[int, int]], NDArray[np.bool_], NDArray[np.bool_], NDArray[np.float64]]
"""Items as (history, act number), the norm's labels, the variants' labels (items by variants), and what share
of each kind of guess, but for those that are right, calls the item a violation (items by kinds).
"""


def _matrices(
    norms: Sequence[Rule],
    variants: Sequence[Sequence[Rule]],
    histories: Sequence[History],
    guesses: Sequence[Sequence[Guess]],
) -> list[Matrix]:
    """The matrix of each norm; the histories are read once for all."""
    builder = SpaceBuilder()
    for norm, own in zip(norms, variants, strict=True):
        builder.add(norm)
        for variant in own:
            builder.add(variant)
    for kind in guesses:
        for rule, _ in kind:
            builder.add(rule)
    space = builder.build()
    rows = builder.rows()
    columns = [[rows(norm), *(rows(v) for v in own)] for norm, own in zip(norms, variants, strict=True)]
    guessed = [([rows(rule) for rule, _ in kind], np.array([often for _, often in kind])) for kind in guesses]
    items: list[tuple[int, int]] = []
    tables: list[NDArray[np.bool_]] = []
    for number, history in enumerate(histories):
        reading = space.table.read(history.events)
        words: Words = space.verdicts(reading)
        bits = np.arange(reading.bits.length, dtype=np.uint64)
        items += [(number, bit) for bit in range(reading.bits.length)]
        tables.append((words[None, :] >> bits[:, None]) & np.uint64(1) == 1)
    table = np.concatenate(tables)
    return [
        (
            items,
            table[:, own[0]],
            table[:, own[1:]],
            np.stack([_share(table[:, kind], often, table[:, own[0]]) for kind, often in guessed], axis=1)
            if guessed
            else np.zeros((len(items), 0)),
        )
        for own in columns
    ]


def _share(
    labels: NDArray[np.bool_], often: NDArray[np.float64], truth: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The share of the guesses that call each item a violation; those that are right everywhere left out."""
    wrong = often * (labels != truth[:, None]).any(axis=0)
    share: NDArray[np.float64] = labels @ wrong / max(wrong.sum(), 1e-9)
    return share


def choose_cases(
    norm: Rule,
    words: Vocabulary,
    histories: Sequence[History],
    rng: Stream,
    guesses: Sequence[Sequence[Guess]] = (),
) -> CaseSet:
    """X for a norm: items chosen so that every one-edit variant that can be told from it is told."""
    return choose_all([norm], words, histories, [rng], guesses)[0]


def choose_all(
    norms: Sequence[Rule],
    words: Vocabulary,
    histories: Sequence[History],
    rngs: Sequence[Stream],
    guesses: Sequence[Sequence[Guess]] = (),
) -> list[CaseSet]:
    """X for each of several norms, each from a stream of its own, even for each kind of `guesses`."""
    variants = [edits(norm, words) for norm in norms]
    matrices = _matrices(norms, variants, histories, guesses)
    return [
        _chosen(*one, histories, rng)
        for one, rng in zip(zip(norms, matrices, strict=True), rngs, strict=True)
    ]


def _chosen(norm: Rule, matrix: Matrix, histories: Sequence[History], rng: Stream) -> CaseSet:
    items, truth, labels, shares = matrix
    differs = labels != truth[:, None]
    verbs = [event.verb for history in histories for event in history.events if event.kind in ATTEMPTED]
    breaking = [i for i in range(len(items)) if truth[i]]
    rest = [i for i in range(len(items)) if not truth[i]]
    like = {verbs[i] for i in breaking}
    most = min(len(breaking), round(SIZE * VIOLATING))
    even = _Even(shares, _mean(shares, [i for i in rest if verbs[i] in like]), most)
    chosen = _contrast(breaking, differs, round(SIZE * VIOLATING), even)
    chosen += _fill(breaking, chosen, most, even, rng)
    most = min(len(rest), round(SIZE * (1 - VIOLATING)))
    even = _Even(shares, _mean(shares, chosen), most)
    others = _contrast(rest, differs, round(SIZE * (1 - VIOLATING)), even)
    chosen += [*others, *_fill(rest, others, most, even, rng)]
    used = sorted({items[i][0] for i in chosen})
    renumber = {old: new for new, old in enumerate(used)}
    kept_acts = _kept(norm, [histories[h] for h in used])
    near = differs.any(axis=1)
    strata: list[Stratum] = []
    final: list[tuple[int, int]] = []
    for i in sorted(chosen):
        history, bit = renumber[items[i][0]], items[i][1]
        final.append((history, bit))
        if truth[i]:
            strata.append("violation")
        elif (history, bit) in kept_acts:
            strata.append("keeping")
        else:
            strata.append("near_miss" if near[i] else "other")
    return CaseSet(
        histories=tuple(_numbered(histories[h]) for h in used),
        items=tuple(final),
        labels=tuple(bool(truth[i]) for i in sorted(chosen)),
        strata=tuple(strata),
    )


def _mean(shares: NDArray[np.float64], items: Sequence[int]) -> NDArray[np.float64]:
    mean: NDArray[np.float64] = shares[items].mean(axis=0) if items else np.zeros(shares.shape[1])
    return mean


class _Even:
    """Keeps the mean share of the guesses that call an item a violation near an aim, over `n` items taken."""

    def __init__(self, shares: NDArray[np.float64], aim: NDArray[np.float64], n: int) -> None:
        self.shares = shares
        self.lacking, self.left = aim * n, n
        self.unit = shares.std(axis=0) / WEIGHTS[: shares.shape[1]] + 1e-9

    def away(self, items: Sequence[int]) -> NDArray[np.float64]:
        """How far each item is from what is lacking, in standard deviations."""
        gap = (self.shares[items] - self.lacking / max(self.left, 1)) / self.unit
        away: NDArray[np.float64] = np.sqrt((gap**2).sum(axis=1))
        return away

    def take(self, item: int) -> int:
        """Count an item in."""
        self.lacking = self.lacking - self.shares[item]
        self.left -= 1
        return item


def _contrast(open_items: Sequence[int], differs: NDArray[np.bool_], n: int, even: _Even) -> list[int]:
    """Greedy by multiplicative weights over variants, as long as an item tells any; a share is left open.

    Once each variant is told that can be, those are taken above all that keep the guesses even.
    """
    weights = np.ones(differs.shape[1])
    rest = list(open_items)
    untold = differs[rest].any(axis=0)
    chosen: list[int] = []
    while rest and len(chosen) < n - round(n * AT_RANDOM):
        gains = differs[rest] @ weights
        top = gains.max()
        if top <= 1e-9:
            break
        lean = 0.0 if untold.any() else LEAN
        item = even.take(rest.pop(int(np.argmax(gains / top - lean * even.away(rest)))))
        chosen.append(item)
        untold &= ~differs[item]
        weights[differs[item]] *= 0.5
    return chosen


def _fill(open_items: Sequence[int], have: Sequence[int], n: int, even: _Even, rng: Stream) -> list[int]:
    """Items until there are n with those at hand: each the one of some at random that keeps guesses even."""
    taken = set(have)
    left = shuffled(rng, [i for i in open_items if i not in taken])
    found: list[int] = []
    while left and len(found) < n - len(have):
        near = left[-FEW:]
        item = even.take(near[int(np.argmin(even.away(near)))])
        left.remove(item)
        found.append(item)
    return found


def _kept(norm: Rule, histories: Sequence[History]) -> set[tuple[int, int]]:
    """(history, act number) where the norm was in scope and kept."""
    found: set[tuple[int, int]] = set()
    for number, history in enumerate(histories):
        monitor = Monitor(norm)
        last: dict[str, int] = {}
        acts = -1
        for event in history.events:
            if event.kind in ("act", "failed"):
                acts += 1
                last[event.actor] = acts
            for finding in monitor.feed(event):
                if finding.result in ("kept", "open") and finding.bearer in last:
                    found.add((number, last[finding.bearer]))
    return found


def _numbered(history: History) -> History:
    return History(tuple(replace(e, seq=i) for i, e in enumerate(history.events)))
