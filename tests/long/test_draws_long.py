"""Who reads the acts of the watch without the sanctions names the norm no better than by chance.

NORMQUEST_LEAKS says how many seeds are drawn (default 120).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from community.play import dye_kitchen

from normquest.bank.certificate import certify
from normquest.bank.draw import Drawn, NoDraw, draw
from normquest.norms.histories import turn_labels
from normquest.norms.monitor import Monitor

SEEDS = int(os.environ.get("NORMQUEST_LEAKS", "120"))
pytestmark = pytest.mark.long

Signs = list[tuple[float, ...]]
"""Of a custom: breaches, acts in its scope, first and last breach, scenes with one, its length, its place."""


def signs(one: Drawn) -> Signs:
    """What can be counted of each custom in the acts alone."""
    found: Signs = []
    scenes = [one.kept[i].events for i in one.watch.scenes]
    for k, custom in enumerate(one.customs):
        labels = [turn_labels(custom.rule, events) for events in scenes]
        flat = [label for row in labels for label in row]
        first, last = flat.index(True), len(flat) - flat[::-1].index(True)
        kept = sum(
            f.result in ("kept", "violated")
            for events in scenes
            for f in Monitor(custom.rule).feed_all(events)
        )
        size = float(one.space.sizes[one.rows[k]])
        found.append((sum(flat), kept, -first, last, sum(map(any, labels)), size, -k))
    return found


def row(seed: int) -> tuple[str, Signs, int] | None:
    """(template, signs, which is enforced) of an accepted draw."""
    try:
        one = draw(dye_kitchen(), seed)
    except NoDraw:
        return None
    return (one.asked, signs(one), one.enforced) if certify(one).accepted else None


def test_no_count_of_acts_names_the_norm_and_most_seeds_give_a_draw() -> None:
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        rows = [r for r in pool.map(row, range(1, SEEDS + 1), chunksize=2) if r is not None]
    print(f"accepted {len(rows)} of {SEEDS}")
    assert len(rows) >= 0.7 * SEEDS
    readers: list[tuple[int, Callable[..., float]]] = [(n, pick) for n in range(7) for pick in (max, min)]
    for n, pick in readers:
        right = sum(
            [s[n] for s in found].index(pick(s[n] for s in found)) == enforced for _, found, enforced in rows
        )
        print(n, pick.__name__, right, len(rows))
        # Three standard errors: fourteen readers are tried.
        assert abs(right - len(rows) / 3) <= 3 * (len(rows) * 2 / 9) ** 0.5, (
            n,
            pick.__name__,
            right,
            len(rows),
        )
