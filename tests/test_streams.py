"""The same seed gives the same draws everywhere."""

import hashlib
import math
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normquest.streams import below, chance, pick, pick_weighted, shuffled, stream

SEEDS = st.integers(min_value=-(2**70), max_value=2**70)
PARTS = st.lists(st.one_of(st.text(max_size=5), st.integers(-200, 200)), max_size=4)


def test_a_stream_reads_a_chain_of_digests() -> None:
    first = hashlib.sha256(b"i1:3s2:abi2:-7").digest()
    second = hashlib.sha256(first).digest()
    words = [int.from_bytes(d[i : i + 8], "big") for d in (first, second) for i in range(0, 32, 8)]
    rng = stream(3, "ab", -7)
    assert [rng.random() for _ in range(8)] == [(w >> 11) / 2**53 for w in words]
    assert stream(3, "ab", -7).getrandbits(70) == (words[0] << 64 | words[1]) >> 58
    with pytest.raises(ValueError, match="at least one bit"):
        rng.getrandbits(0)


# These values are the contract: a change to any of them changes every community ever drawn.
def test_streams_are_pinned() -> None:
    rng = stream(7, "scene", 3)
    assert stream(1).random() == 0.9683340602195459
    assert [rng.random() for _ in range(3)] == [0.9889447724655638, 0.5332358760214367, 0.09600108726295264]
    assert stream(-5, "Zoë", -1).getrandbits(64) == 8380208855710902282


def test_helpers_are_pinned() -> None:
    rng = stream(42, "helpers")
    assert [below(rng, 10) for _ in range(8)] == [2, 9, 4, 5, 0, 3, 7, 9]
    assert [chance(rng, 0.5) for _ in range(8)] == [False, False, False, True, True, True, True, False]
    assert "".join(pick(rng, "abcdef") for _ in range(8)) == "acadfcef"
    assert "".join(pick_weighted(rng, "abc", [0.1, 0.2, 0.7]) for _ in range(12)) == "bbbaccccccac"
    assert shuffled(rng, range(8)) == [4, 2, 3, 1, 5, 7, 6, 0]


def test_hash_seed_shifts_nothing() -> None:
    code = (
        "from normquest.streams import *\n"
        "r = stream(9, 'cast', 'Maud', 2)\n"
        "print(r.random(), shuffled(r, 'abcdefgh'), pick_weighted(r, 'xyz', [1, 2, 3]), r.getrandbits(80))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4242")
    }
    assert len(printed) == 1


@given(SEEDS, PARTS, SEEDS, PARTS)
def test_streams_agree_only_when_named_alike(
    seed: int, parts: list[str | int], other_seed: int, other_parts: list[str | int]
) -> None:
    same = (seed, parts) == (other_seed, other_parts)
    assert (stream(seed, *parts).random() == stream(other_seed, *other_parts).random()) == same


def test_similar_names_are_different_streams() -> None:
    names: list[tuple[str | int, ...]] = [
        (), ("",), ("a", "b"), ("ab",), ("a", "", "b"), (1,), ("1",), (1, 2), (12,), ("a1:b",), ("s1:a",)
    ]  # fmt: skip
    assert len({stream(0, *name).random() for name in names}) == len(names)


@pytest.mark.parametrize("part", [1.0, None, True, b"a", ("a",)])
def test_a_stream_is_named_by_words_and_numbers_only(part: Any) -> None:
    with pytest.raises(TypeError, match="str and int"):
        stream(1, part)


@given(SEEDS, st.integers(1, 2**32))
def test_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= below(stream(seed), n) < n


@given(SEEDS, st.lists(st.integers(), max_size=20))
def test_shuffled_keeps_every_item_and_its_argument(seed: int, items: list[int]) -> None:
    before = list(items)
    assert sorted(shuffled(stream(seed), items)) == sorted(items)
    assert items == before


@given(SEEDS, st.lists(st.floats(0, 1e300), min_size=1, max_size=8).filter(any))
def test_a_weight_of_nothing_is_never_picked(seed: int, weights: list[float]) -> None:
    assert weights[pick_weighted(stream(seed), range(len(weights)), weights)] > 0


def test_chance_is_certain_at_its_ends_and_always_draws_once() -> None:
    rng, twin = stream(3), stream(3)
    assert not any(chance(rng, 0) for _ in range(100))
    assert all(chance(rng, 1) for _ in range(100))
    for _ in range(200):
        twin.random()
    assert rng.random() == twin.random()


def test_draws_come_in_the_proportions_asked_for() -> None:
    rng, n = stream(11, "proportions"), 20_000
    picked = [pick_weighted(rng, "abc", [1, 2, 5]) for _ in range(n)]
    for item, share in zip("abc", (1 / 8, 2 / 8, 5 / 8), strict=True):
        assert picked.count(item) / n == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / n))
    firsts = [shuffled(rng, "abcd")[0] for _ in range(n)]
    assert all(firsts.count(item) / n == pytest.approx(0.25, abs=0.015) for item in "abcd")


def test_what_cannot_be_drawn_is_an_error() -> None:
    rng = stream(1)
    for wrong in (
        lambda: below(rng, 0),
        lambda: below(rng, 2**32 + 1),
        lambda: pick(rng, []),
        lambda: pick_weighted(rng, [], []),
        lambda: pick_weighted(rng, "ab", [1]),
        lambda: pick_weighted(rng, "ab", [0, 0]),
        lambda: pick_weighted(rng, "ab", [2, -1]),
        lambda: pick_weighted(rng, "ab", [1, math.nan]),
        lambda: pick_weighted(rng, "ab", [1e308, 1e308]),
        lambda: chance(rng, 1.1),
        lambda: chance(rng, math.nan),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            wrong()
