"""Random streams that give the same draws on every machine and Python version.

No code here uses the global `random`. Every purpose has a stream of its own, so that a new draw in one place
shifts nothing elsewhere:

    rng = stream(seed, "layout")
    rng = stream(seed, "resident", name, turn)

Call only these on a stream: `random()` and `getrandbits(k)`, whose algorithms are fixed, and the helpers
below, which are written on `random()` alone. Leave `choice`, `choices`, `shuffle`, `sample`, `randrange`,
`randint`, `gauss` and the like alone: Python has changed how they draw before and may again. Draw from lists
and tuples, never from sets, whose order depends on PYTHONHASHSEED.
"""

import hashlib
import math
import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TypeVar

T = TypeVar("T")


def stream(seed: int, *purpose: str | int) -> random.Random:
    """The random stream of one purpose under one seed.

    Equal arguments give equal streams; any difference gives an unrelated one: `1` is not `"1"`, and
    `("a", "b")` is not `("ab",)`. Raises TypeError if a part is neither a str nor an int.
    """
    digest = hashlib.sha256(b"".join(_encoded(part) for part in (seed, *purpose))).digest()
    return random.Random(int.from_bytes(digest, "big"))


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


def below(rng: random.Random, n: int) -> int:
    """An int from 0 to n - 1, all alike likely (to within n in 2**53).

    Raises ValueError unless 1 <= n <= 2**32.
    """
    if not 1 <= n <= 2**32:
        raise ValueError(f"below() needs n from 1 to 2**32, not {n}")
    return int(rng.random() * n)


def chance(rng: random.Random, p: float) -> bool:
    """True with probability p: 0 is never, 1 is always. Takes one draw whatever p.

    Raises ValueError unless 0 <= p <= 1.
    """
    if not 0 <= p <= 1:
        raise ValueError(f"a probability lies between 0 and 1, not {p}")
    return rng.random() < p


def pick(rng: random.Random, seq: Sequence[T]) -> T:
    """One item, all alike likely. Raises ValueError if there is none."""
    if len(seq) == 0:
        raise ValueError("there is nothing to pick from")
    return seq[below(rng, len(seq))]


def pick_weighted(rng: random.Random, seq: Sequence[T], weights: Sequence[float]) -> T:
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


def shuffled(rng: random.Random, seq: Iterable[T]) -> list[T]:
    """A new list of the same items in random order, all orders alike likely. Give it an ordered iterable."""
    items = list(seq)
    for last in range(len(items) - 1, 0, -1):
        other = below(rng, last + 1)
        items[last], items[other] = items[other], items[last]
    return items
