"""A thousand scripted commons of the main condition (E+SL+SS): how long they take, and that they are the same
in several processes."""

from __future__ import annotations

import hashlib
import time
from multiprocessing import get_context

import pytest
from society.playing import played
from society.test_rate import MEMBERS

from normquest.society.records import Record
from normquest.store.canonical import canonical

pytestmark = pytest.mark.long

COUNT = 1000


def digest(seed: int) -> str:
    """The digest of a society's canonical log."""
    return digest_of(played(MEMBERS, seed=seed))


def digest_of(records: list[Record]) -> str:
    text = "\n".join(canonical({type(record).__name__: record}) for record in records)
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_thousand_societies(capsys: pytest.CaptureFixture[str]) -> None:
    start, cpu = time.perf_counter(), time.process_time()
    first: dict[int, str] = {}
    rounds = 0
    for seed in range(1, COUNT + 1):
        records = played(MEMBERS, seed=seed)
        rounds += 20
        if seed % 50 == 0:
            first[seed] = digest_of(records)
    wall, cpu = time.perf_counter() - start, time.process_time() - cpu
    with capsys.disabled():
        print(
            f"\n{COUNT} scripted commons under E+SL+SS: {wall:.0f} s in one process ({cpu:.0f} s of CPU, "
            f"{rounds / cpu:.0f} rounds a second)"
        )
    assert cpu < 300
    with get_context("spawn").Pool(2) as pool:
        assert dict(zip(first, pool.map(digest, first), strict=True)) == first
