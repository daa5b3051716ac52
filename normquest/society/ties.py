"""Directed ties: how ratings change them, what standing they give, how they draw groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from normquest.society.schema import Grouping, Ties
from normquest.streams import Stream, pick_weighted, shuffled


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of every tie; those not in `changed` are as they were at the start."""

    start: float
    changed: Mapping[tuple[int, int], float]

    def of(self, source: int, target: int) -> float:
        """The weight of the tie from one member to another."""
        return self.changed.get((source, target), self.start)


def updated(
    weights: Weights, ratings: Iterable[tuple[int, int, float]], rules: Ties
) -> tuple[Weights, list[tuple[int, int, float]]]:
    """The weights after these ratings (rater, rated, value), and those that changed, with what they are
    now.
    """
    changed = dict(weights.changed)
    told: list[tuple[int, int, float]] = []
    for rater, rated, value in ratings:
        before = changed.get((rater, rated), weights.start)
        after = max(before + value * (rules.praise if value > 0 else rules.blame), rules.least)
        if rules.most is not None:
            after = min(after, rules.most)
        if after != before:
            changed[rater, rated] = after
            told.append((rater, rated, after))
    return Weights(weights.start, changed), told


def without(weights: Weights, members: Iterable[int]) -> Weights:
    """The weights with all ties from and to these members as at the start."""
    gone = set(members)
    kept = {pair: weight for pair, weight in weights.changed.items() if not gone & set(pair)}
    return Weights(weights.start, kept)


def standings(weights: Weights, members: Sequence[int]) -> tuple[float, ...]:
    """The mean incoming weight of each of these members, from the others of them."""
    if len(members) < 2:
        return tuple(weights.start for _ in members)
    if not weights.changed:
        return (weights.start,) * len(members)
    of, start = weights.changed.get, weights.start
    found = []
    for target in members:
        total = 0.0
        for source in members:
            if source != target:
                total += of((source, target), start)
        found.append(total / (len(members) - 1))
    return tuple(found)


def sizes_of(count: int, rules: Grouping) -> tuple[int, ...]:
    """The sizes of the groups that `count` members form, the larger first. What they don't hold, rests."""
    if rules.remainder == "rest":
        return (rules.size,) * (count // rules.size)
    groups = -(-count // rules.size)
    small, more = divmod(count, groups)
    return (small + 1,) * more + (small,) * (groups - more)


Drawn = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...]]
"""Groups, seeds, and who rests."""


def drawn_at_random(members: Sequence[int], rules: Grouping, rng: Stream) -> Drawn:
    """Groups by chance alone."""
    order = shuffled(rng, members)
    groups: list[tuple[int, ...]] = []
    at = 0
    for size in sizes_of(len(members), rules):
        groups.append(tuple(order[at : at + size]))
        at += size
    return tuple(groups), (), tuple(sorted(order[at:]))


def drawn_by_ties(members: Sequence[int], weights: Weights, rules: Grouping, rng: Stream) -> Drawn:
    """Groups by choice: as many seeds as groups, drawn by incoming weight; then seed by seed, in the order
    drawn, each fills its group by its own outgoing weights.

    Where all weights to choose by are 0, all alike likely.
    """
    left = list(members)
    sizes = sizes_of(len(members), rules)
    incoming = dict(zip(members, standings(weights, members), strict=True))
    seeds: list[int] = []
    for _ in sizes:
        seeds.append(_taken(left, [incoming[member] for member in left], rng))
    groups = []
    for seed, size in zip(seeds, sizes, strict=True):
        group = [seed]
        while len(group) < size:
            group.append(_taken(left, [weights.of(seed, member) for member in left], rng))
        groups.append(tuple(group))
    return tuple(groups), tuple(seeds), tuple(left)


def _taken(left: list[int], by: list[float], rng: Stream) -> int:
    member = pick_weighted(rng, left, by if any(by) else [1.0] * len(left))
    left.remove(member)
    return member
