"""Which errands are shown: chosen by pairs, alike for all K customs.

Take a custom not yet settled and a rival drawn from its posterior; find
errands on which the two differ; show the one that settles most, over all
customs together. Nothing here knows which custom is the norm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from normquest.bank.settling import PLAIN_BAR, Bar, SideBySide
from normquest.bank.shelf import Shelf
from normquest.community.errands import Errand
from normquest.minds.observer import Noise
from normquest.norms.features import Reading
from normquest.norms.space import Space
from normquest.streams import Stream, shuffled

MARGIN = 0.02
"""So much more posterior is aimed at, since rules all but dead are not counted on the way."""
LEAST_BREAKS = 3
MOST_PHI = 0.1
CANDIDATES = 10
MOST_ASKED = 8
"""How often more errands are asked for in one draw."""
WANTING = 3
"""So many rivals from which nothing tells a custom, and more errands are wanted about it."""
PER_ACT = 0.2
"""What an act more costs a scene, in nats."""


@dataclass(frozen=True)
class Limits:
    """How long a watch may be, and how far every custom must stand out at its end."""

    scenes: int = 20
    acts: int = 110
    bar: Bar = PLAIN_BAR


@dataclass(frozen=True)
class Watch:
    """The chosen scenes (indices into the pool) and how things stood after each of them.

    `growth` holds the posterior of each custom's class, were it the norm,
    `best_rival` that of the strongest rule outside it, `rivals` how many rules
    hardly longer than it still explained as much.
    """

    scenes: tuple[int, ...]
    acts: int
    growth: tuple[tuple[float, ...], ...]
    best_rival: tuple[tuple[float, ...], ...]
    rivals: tuple[tuple[int, ...], ...]
    settled: tuple[bool, ...]
    broken: tuple[int, ...]
    phi: float
    reason: str | None = None


def choose_scenes(
    space: Space,
    customs: Sequence[int],
    classes: Sequence[NDArray[np.bool_]],
    errands: list[Errand],
    more: Callable[[int], list[Errand]],
    limits: Limits,
    noise: Noise,
    rng: Stream,
) -> Watch:
    """Scenes until every custom would be settled were it the norm, and has been broken often enough.

    Where the errands tell an unsettled custom from none of a few rivals drawn,
    `more(custom)` is asked for some about it; they are added to `errands`.
    """
    readings = [space.table.read(errand.events) for errand in errands]
    shelf = Shelf(space, readings)
    asked = 0
    own = [
        [int(shelf.words[i][row]) & shelf.watched_by(i, row) for i in range(len(errands))] for row in customs
    ]
    minds = SideBySide(space, customs, classes, noise)
    left = list(range(len(errands)))
    shown: list[int] = []
    acts = 0
    growth: list[list[tuple[float, float]]] = []
    rivals: list[tuple[int, ...]] = []
    while len(shown) < limits.scenes:
        mass = minds.mass(minds.beliefs)
        broken = [sum(o[i].bit_count() for i in shown) for o in own]
        short = [k for k, n in enumerate(broken) if n < LEAST_BREAKS]
        unsettled = [k for k, m in enumerate(mass) if not limits.bar.cleared(m, MARGIN)]
        if shown and not unsettled and not short and abs(_worst_phi(own, shown, readings)) <= MOST_PHI:
            break
        if unsettled or short:
            found, wanting = _candidates(minds, unsettled, short, shelf, own, left, rng)
        else:
            # All is known; what remains is to show customs broken apart that were broken together.
            found, wanting = _apart(own, shown, left, readings), None
        if wanting is not None and asked < MOST_ASKED:
            asked += 1
            new = more(wanting)
            read = [space.table.read(errand.events) for errand in new]
            left += range(len(errands), len(errands) + len(new))
            errands += new
            readings += read
            shelf.extend(read)
            for row, mine in zip(minds.rows, own, strict=True):
                mine += [
                    int(shelf.words[i][row]) & shelf.watched_by(i, row)
                    for i in range(len(mine), len(errands))
                ]
            found, _ = _candidates(minds, unsettled, short, shelf, own, left, rng)
        found = [i for i in found if acts + errands[i].acts <= limits.acts]
        if not found:
            break
        best, best_value, best_beliefs = -1, -np.inf, None
        for index in found:
            after = minds.seen(shelf.words[index], shelf.watched(index))
            value = (
                _value(minds.mass(after), own, shown, index, readings, limits.bar)
                - PER_ACT * errands[index].acts
            )
            if value > best_value:
                best, best_value, best_beliefs = index, value, after
        assert best_beliefs is not None
        minds.beliefs = best_beliefs
        alive = minds.alive()
        if alive.sum() < 0.7 * len(alive):
            minds.keep(alive)
            shelf.keep(alive)
        shown.append(best)
        left.remove(best)
        acts += errands[best].acts
        growth.append(minds.mass(minds.beliefs))
        rivals.append(minds.rivals())
    growth[-1:] = [_exact(space, customs, classes, [readings[i] for i in shown], noise)]
    return _watch(growth[-1], own, shown, acts, growth, rivals, readings, limits.bar)


def _candidates(
    minds: SideBySide,
    unsettled: Sequence[int],
    short: Sequence[int],
    shelf: Shelf,
    own: Sequence[list[int]],
    left: Sequence[int],
    rng: Stream,
) -> tuple[list[int], int | None]:
    """Errands on which an unsettled custom differs from a rival drawn from its posterior; failing that, any.

    Beside them a custom about which more errands are wanted, or None.
    """
    found: list[int] = []
    misses = [0] * len(minds.rows)
    order = shuffled(rng, list(left))
    tails = [
        np.cumsum(np.where(c, 0.0, b.posterior())) for b, c in zip(minds.beliefs, minds.classes, strict=True)
    ]
    for turn in range(3 * CANDIDATES):
        if len(found) == CANDIDATES:
            break
        hit: int | None = None
        if short and (not unsettled or turn % 2):
            k = short[turn // 2 % len(short)]
            hit = next((i for i in order if own[k][i] and i not in found), None)
        elif unsettled:
            k = unsettled[turn // (1 + bool(short)) % len(unsettled)]
            rival = int(np.searchsorted(tails[k], rng.random() * tails[k][-1], side="right"))
            if rival < len(tails[k]):
                hit = next(
                    (i for i in order if i not in found and shelf.differ(i, rival, minds.rows[k])), None
                )
                misses[k] += hit is None and not any(shelf.differ(i, rival, minds.rows[k]) for i in found)
        if hit is not None:
            found.append(hit)
    most = max(misses)
    return found or order[:CANDIDATES], misses.index(most) if most >= WANTING else None


def _apart(
    own: Sequence[list[int]], shown: Sequence[int], left: Sequence[int], readings: Sequence[Reading]
) -> list[int]:
    """The errands after which breaches of two customs would coincide least."""
    return sorted(left, key=lambda i: _worst_phi(own, [*shown, i], readings))[:CANDIDATES]


def _value(
    mass: Sequence[tuple[float, float]],
    own: Sequence[list[int]],
    shown: Sequence[int],
    index: int,
    readings: Sequence[Reading],
    bar: Bar,
) -> float:
    """How much a scene settles, over all customs; breaks still missing count, overlap of breaks costs."""
    value = 0.0
    for share, rival in mass:
        value += min(np.log(share + 1e-12) - np.log(1 - share + 1e-12), bar.gain)
        value += 0.3 * min(np.log(share + 1e-12) - np.log(max(rival, 1e-12)), bar.lead)
    for o in own:
        so_far = sum(o[i].bit_count() for i in shown)
        value += 1.0 * min(o[index].bit_count(), max(0, LEAST_BREAKS - so_far))
    value -= 40.0 * max(0.0, abs(_worst_phi(own, [*shown, index], readings, 70)) - 0.08)
    return value


def _worst_phi(
    own: Sequence[list[int]], shown: Sequence[int], readings: Sequence[Reading], least: int = 0
) -> float:
    """The largest correlation between breaches of two customs over the acts shown."""
    n = max(sum(readings[i].bits.length for i in shown), least)
    worst = 0.0
    for a in range(len(own)):
        for b in range(a):
            both = sum((own[a][i] & own[b][i]).bit_count() for i in shown)
            x = sum(own[a][i].bit_count() for i in shown)
            y = sum(own[b][i].bit_count() for i in shown)
            denominator = (x * (n - x) * y * (n - y)) ** 0.5
            if denominator:
                worst = max(worst, abs((n * both - x * y) / denominator))
    return worst


def why_not(
    mass: Sequence[tuple[float, float]],
    broken: Sequence[int],
    phi: float,
    rivals: Sequence[Sequence[int]],
    bar: Bar = PLAIN_BAR,
) -> str | None:
    """What is wrong with a watch, all customs treated alike, or None."""
    if not all(bar.cleared(m) for m in mass):
        return "the scenes do not settle every custom"
    if min(broken) < LEAST_BREAKS:
        return f"a custom is broken fewer than {LEAST_BREAKS} times"
    if phi > MOST_PHI:
        return "two customs are broken together too often, or too seldom"
    if len(rivals) < 3 or min(map(max, zip(*rivals[2:], strict=True))) < 2:
        return "no two rivals were alive at or after the third scene"
    return None


def _exact(
    space: Space,
    customs: Sequence[int],
    classes: Sequence[NDArray[np.bool_]],
    shown: Sequence[Reading],
    noise: Noise,
) -> list[tuple[float, float]]:
    """How things stand after these scenes with every rule of the space counted."""
    minds, shelf = SideBySide(space, customs, classes, noise), Shelf(space, shown)
    for index, words in enumerate(shelf.words):
        minds.beliefs = minds.seen(words, shelf.watched(index))
    return minds.mass(minds.beliefs)


def _watch(
    mass: Sequence[tuple[float, float]],
    own: Sequence[list[int]],
    shown: Sequence[int],
    acts: int,
    growth: Sequence[Sequence[tuple[float, float]]],
    rivals: Sequence[tuple[int, ...]],
    readings: Sequence[Reading],
    bar: Bar,
) -> Watch:
    broken = tuple(sum(o[i].bit_count() for i in shown) for o in own)
    phi = _worst_phi(own, shown, readings)
    return Watch(
        scenes=tuple(shown),
        acts=acts,
        growth=tuple(tuple(share for share, _ in step) for step in growth),
        best_rival=tuple(tuple(rival for _, rival in step) for step in growth),
        rivals=tuple(rivals),
        settled=tuple(bar.cleared(m) for m in mass),
        broken=broken,
        phi=phi,
        reason=why_not(mass, broken, phi, rivals, bar),
    )
