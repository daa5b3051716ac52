"""X: some 240 test cases for statements about one norm, chosen so that near-misses show.

Cases are turns in short histories: errands, and errands cut short and gone on
otherwise. 40 % are violations of the norm; the rest are chosen by
multiplicative weights over its one-edit variants, at least 30 % of them at
random among acts of the verbs that violate: else whoever guesses no more than
which verb is meant would do better than chance.
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


Matrix = tuple[list[tuple[int, int]], NDArray[np.bool_], NDArray[np.bool_]]
"""Items as (history, act number), the norm's labels, and the variants' labels (items by variants)."""


def _matrices(
    norms: Sequence[Rule], variants: Sequence[Sequence[Rule]], histories: Sequence[History]
) -> list[Matrix]:
    """The matrix of each norm; the histories are read once for all."""
    builder = SpaceBuilder()
    for norm, own in zip(norms, variants, strict=True):
        builder.add(norm)
        for variant in own:
            builder.add(variant)
    space = builder.build()
    rows = builder.rows()
    columns = [[rows(norm), *(rows(v) for v in own)] for norm, own in zip(norms, variants, strict=True)]
    items: list[tuple[int, int]] = []
    tables: list[NDArray[np.bool_]] = []
    for number, history in enumerate(histories):
        reading = space.table.read(history.events)
        words: Words = space.verdicts(reading)
        bits = np.arange(reading.bits.length, dtype=np.uint64)
        items += [(number, bit) for bit in range(reading.bits.length)]
        tables.append((words[None, :] >> bits[:, None]) & np.uint64(1) == 1)
    table = np.concatenate(tables)
    return [(items, table[:, own[0]], table[:, own[1:]]) for own in columns]


def choose_cases(norm: Rule, words: Vocabulary, histories: Sequence[History], rng: Stream) -> CaseSet:
    """X for a norm: items chosen so that every one-edit variant that can be told from it is told."""
    return choose_all([norm], words, histories, [rng])[0]


def choose_all(
    norms: Sequence[Rule], words: Vocabulary, histories: Sequence[History], rngs: Sequence[Stream]
) -> list[CaseSet]:
    """X for each of several norms, each from a stream of its own."""
    variants = [edits(norm, words) for norm in norms]
    matrices = _matrices(norms, variants, histories)
    return [
        _chosen(*one, histories, rng)
        for one, rng in zip(zip(norms, matrices, strict=True), rngs, strict=True)
    ]


def _chosen(norm: Rule, matrix: Matrix, histories: Sequence[History], rng: Stream) -> CaseSet:
    items, truth, labels = matrix
    differs = labels != truth[:, None]
    verbs = [event.verb for history in histories for event in history.events if event.kind in ATTEMPTED]
    breaking = [i for i in range(len(items)) if truth[i]]
    rest = [i for i in range(len(items)) if not truth[i]]
    chosen = _contrast(breaking, differs, round(SIZE * VIOLATING), rng)
    chosen += _fill(breaking, chosen, min(len(breaking), round(SIZE * VIOLATING)), [], rng, verbs)
    alike = [verbs[i] for i in chosen]
    others = _contrast(rest, differs, round(SIZE * (1 - VIOLATING)), rng)
    chosen += others
    chosen += _fill(rest, others, min(len(rest), round(SIZE * (1 - VIOLATING))), alike, rng, verbs)
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


def _contrast(open_items: Sequence[int], differs: NDArray[np.bool_], n: int, rng: Stream) -> list[int]:
    """Greedy by multiplicative weights over variants, as long as an item tells any; a share is left open."""
    weights = np.ones(differs.shape[1])
    rest = list(open_items)
    chosen: list[int] = []
    while rest and len(chosen) < n - round(n * AT_RANDOM):
        gains = differs[rest] @ weights
        best = int(np.argmax(gains))
        if gains[best] <= 1e-9:
            break
        item = rest.pop(best)
        chosen.append(item)
        weights[differs[item]] *= 0.5
    return chosen


def _fill(
    open_items: Sequence[int],
    have: Sequence[int],
    n: int,
    like: Sequence[str],
    rng: Stream,
    verbs: Sequence[str],
) -> list[int]:
    """Items at random until there are n with those at hand, their verbs in such shares as in `like`."""
    left: dict[str, list[int]] = {}
    taken = set(have)
    for item in shuffled(rng, [i for i in open_items if i not in taken]):
        left.setdefault(verbs[item] if verbs[item] in like else "", []).append(item)
    wanted = {verb: like.count(verb) / len(like) * n for verb in dict.fromkeys(like)}
    for item in have:
        if verbs[item] in wanted:
            wanted[verbs[item]] -= 1
    found: list[int] = []
    while len(found) < n - len(have):
        verb = max((v for v in wanted if left.get(v)), key=lambda v: wanted[v], default="")
        if verb and wanted[verb] <= 0:
            verb = "" if left.get("") else verb
        if not left.get(verb):
            break
        found.append(left[verb].pop())
        wanted[verb] = wanted.get(verb, 0.0) - 1
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
