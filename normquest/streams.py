"""Random streams that give the same draws on every machine and Python version.

No code here uses the global `random`. Every purpose has a stream of its own, so that a new draw in one place
shifts nothing elsewhere:

    rng = stream(seed, "layout")
    rng = stream(seed, "resident", name, turn)

A stream is a chain of SHA-256 digests, read eight bytes a draw: most streams are asked only once or twice,
and to seed a Mersenne Twister for that costs more than the draws. Python's own `random` has no part in it.
Draw from lists and tuples, never from sets, whose order depends on PYTHONHASHSEED.
"""

import hashlib
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """The numbers that a digest and the digests that follow from it hold, in order."""

    __slots__ = ("_digest", "_next")

    def __init__(self, digest: bytes) -> None:
        self._digest, self._next = digest, 0

    def _word(self) -> int:
        """The next 64 bits."""
        if self._next == 32:
            self._digest, self._next = hashlib.sha256(self._digest).digest(), 0
        start = self._next
        self._next = start + 8
        return int.from_bytes(self._digest[start : start + 8], "big")

    def random(self) -> float:
        """The next number from 0 to below 1: a multiple of 2**-53."""
        return (self._word() >> 11) * 2.0**-53

    def getrandbits(self, k: int) -> int:
        """The next int of k bits. Raises ValueError unless k >= 1."""
        if k < 1:
            raise ValueError(f"getrandbits() needs at least one bit, not {k}")
        value = 0
        for _ in range(-(-k // 64)):
            value = value << 64 | self._word()
        return value >> -k % 64


def stream(seed: int, *purpose: str | int) -> Stream:
    """The stream of one purpose under one seed.

    Equal arguments give equal streams; any difference gives an unrelated one: `1` is not `"1"`, and
    `("a", "b")` is not `("ab",)`. Raises TypeError if a part is neither a str nor an int.
    """
    return Stream(hashlib.sha256(b"".join([_encoded(part) for part in (seed, *purpose)])).digest())


@lru_cache(maxsize=4096, typed=True)
def _encoded(part: str | int) -> bytes:
    """A part as kind, length and content, so that no two lists of parts share an encoding."""
    if isinstance(part, bool) or not isinstance(part, str | int):
        raise TypeError(f"a stream is named by str and int, not by {type(part).__name__}: {part!r}")
    if isinstance(part, str):
        content = part.encode("utf-8", "surrogatepass")
        return b"s%d:%b" % (len(content), content)
    content = b"%d" % part
    return b"i%d:%b" % (len(content), content)


def below(rng: Stream, n: int) -> int:
    """An int from 0 to n - 1, all alike likely (to within n in 2**53).

    Raises ValueError unless 1 <= n <= 2**32.
    """
    if not 1 <= n <= 2**32:
        raise ValueError(f"below() needs n from 1 to 2**32, not {n}")
    return int(rng.random() * n)


def chance(rng: Stream, p: float) -> bool:
    """True with probability p: 0 is never, 1 is always. Takes one draw whatever p.

    Raises ValueError unless 0 <= p <= 1.
    """
    if not 0 <= p <= 1:
        raise ValueError(f"a probability lies between 0 and 1, not {p}")
    return rng.random() < p


def pick(rng: Stream, seq: Sequence[T]) -> T:
    """One item, all alike likely. Raises ValueError if there is none."""
    if len(seq) == 0:
        raise ValueError("there is nothing to pick from")
    return seq[below(rng, len(seq))]


def pick_weighted(rng: Stream, seq: Sequence[T], weights: Sequence[float]) -> T:
    """One item, in proportion to its weight; an item of weight 0 is never picked.

    Raises ValueError unless there is one finite weight >= 0 for each item and their sum is above 0.
    """
    if len(seq) != len(weights):
        raise ValueError(f"{len(seq)} items but {len(weights)} weights")
    if any(not math.isfinite(weight) or weight < 0 for weight in weights):
        raise ValueError("a weight must be a finite number of at least 0")
    # accumulate and not sum: since 3.12 sum() rounds floats otherwise, and draws would depend on the version.
    bounds = list(accumulate(float(weight) for weight in weights))
    if not bounds or not 0 < bounds[-1] < math.inf:
        raise ValueError("the weights must add up to a finite number above 0")
    point = rng.random() * bounds[-1]
    for item, bound in zip(seq, bounds, strict=True):
        if point < bound:
            return item
    # Only when point was rounded up to the sum, which takes weights near the smallest float.
    return next(item for item, weight in zip(reversed(seq), reversed(weights), strict=True) if weight > 0)


def shuffled(rng: Stream, seq: Iterable[T]) -> list[T]:
    """A new list of the same items in random order, all orders alike likely. Give it an ordered iterable."""
    items = list(seq)
    for last in range(len(items) - 1, 0, -1):
        other = below(rng, last + 1)
        items[last], items[other] = items[other], items[last]
    return items
